import type { ReactNode } from 'react'
import { scenarioPage } from '@/lib/browser/paths'
import { GUIDES } from '@/lib/words/guides'
import { Link } from '../ui/link'
import styles from './scenarios.module.css'

/** All guides. */
export function GuidesList({ profile }: { readonly profile: string | undefined }): ReactNode {
  return (
    <section aria-labelledby="guides">
      <div className="section-head">
        <h2 id="guides">Guides</h2>
        <span className="faint">each checks this garden and ends in a draft; none applies anything</span>
      </div>
      <ul className={`lines muted ${styles.list}`}>
        {GUIDES.map(({ scenario, title, text }) => (
          <li key={scenario}>
            <Link href={scenarioPage(scenario, { profile })}>{title}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
