'use client'

import type { ReactNode } from 'react'
import { shootPage, workbenchPage } from '@/lib/browser/paths'
import type { ApplyAnswer } from '@/lib/contract/apply'
import { type InUse, refusalWords, type User } from '@/lib/words/refusal-words'
import { countOf } from '@/lib/words/time-text'
import styles from './dialogs.module.css'
import { Link } from './link'

interface RefusalPartProps {
  readonly result: Extract<ApplyAnswer, { outcome: 'forbidden' | 'refused' }>
}

/** Why the garden refuses a draft: the fact, the clusters that stand in the way, and the garden's own words. */
export function RefusalPart({ result }: RefusalPartProps): ReactNode {
  const { isMissingRight, inUse, others, quote, isCut } = refusalWords(result)
  if (inUse.length === 0) {
    return (
      <>
        <p>
          <b className="bad">{isMissingRight ? 'You may not do this.' : 'The garden refuses it.'}</b> Nothing was
          written.
        </p>
        <code className={styles.quote}>{others.length > 1 ? others.join('\n') : quote}</code>
      </>
    )
  }
  return (
    <>
      {inUse.map((one) => (
        <Users key={one.name} {...one} isCut={isCut} />
      ))}
      {others.length > 0 && <code className={styles.quote}>{others.join('\n')}</code>}
      <p className="muted">Nothing was written.</p>
      <details className={styles.words}>
        <summary>In the garden's own words</summary>
        <code className={styles.quote}>{quote}</code>
      </details>
    </>
  )
}

function Users({ name, clusters, profiles, isCut }: InUse & { readonly isCut: boolean }): ReactNode {
  const parts = [
    ...(clusters.length > 0 ? [countOf(clusters.length, 'cluster')] : []),
    ...(profiles.length > 0 ? [countOf(profiles.length, 'namespaced profile')] : []),
  ]
  return (
    <>
      <p>
        <b className="bad">
          Refused: {name} is in use by {isCut && 'at least '}
          {parts.join(' and ')}.
        </b>
      </p>
      <ul className={styles.users} aria-label={`In use by: ${name}`}>
        {clusters.map((one) => (
          <UserLink key={`${one.namespace}/${one.name}`} user={one} href={shootPage(one)} />
        ))}
        {profiles.map((one) => (
          <UserLink
            key={`profile ${one.namespace}/${one.name}`}
            user={one}
            href={workbenchPage({ kind: 'NamespacedCloudProfile', ...one })}
          />
        ))}
      </ul>
    </>
  )
}

function UserLink({ user: { namespace, name }, href }: { readonly user: User; readonly href: string }): ReactNode {
  return (
    <li>
      <Link className="link" href={href}>
        <span className="muted">{namespace.replace(/^garden-/, '')} / </span>
        {name}
      </Link>
    </li>
  )
}
