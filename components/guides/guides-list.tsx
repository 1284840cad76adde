import type { ReactNode } from 'react'
import { scenarioPage, WORKBENCH } from '@/lib/browser/paths'
import { GUIDES } from '@/lib/words/guides'
import { Link } from '../ui/link'
import styles from './scenarios.module.css'

/** All guides. */
export function GuidesList({ profile }: { readonly profile: string | undefined }): ReactNode {
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={WORKBENCH}>Workbench</Link>
      </nav>
      <h1>Guides</h1>
      <p className={styles.lead}>
        What operators regularly do with the Kubernetes and machine image versions of a CloudProfile. Each guide checks
        its preconditions on this garden and fills a draft; nothing is applied by it.
      </p>
      <ul className={styles.list}>
        {GUIDES.map(({ scenario, title, text }) => (
          <li key={scenario}>
            <Link href={scenarioPage(scenario, { profile })}>{title}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
