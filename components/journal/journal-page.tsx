'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TakeAway } from '@/components/take-away'
import { ErrorPart } from '@/components/ui/error-part'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/parts'
import { BringBack } from '@/components/workbench/bring-back'
import { useNow, useZone } from '@/lib/client/clock'
import { encodeDraft } from '@/lib/client/draft'
import { editText } from '@/lib/client/edit-text'
import { WORKBENCH, workbenchPage } from '@/lib/client/paths'
import { profileName, queries } from '@/lib/client/queries'
import { agoText, countOf, fullText } from '@/lib/client/time-text'
import type { JournalAnswer, JournalEntry } from '@/lib/contract'
import { confirmationOf } from '@/lib/contract/confirmation'
import styles from './journal.module.css'

/** What was applied with Almanac: who, when, what, its effect as computed then, and the way back. */
export function JournalPage(): ReactNode {
  const query = useQuery(queries.journal())
  const { data } = query
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={WORKBENCH}>Workbench</Link>
      </nav>
      <div className={styles.head}>
        <h1>Journal</h1>
        <BringBack />
        <span className="grow" />
        <TakeAway at={undefined} />
      </div>
      {data === undefined ? (
        query.isError && (
          <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
        )
      ) : (
        <>
          <p className={styles.lead}>{keptText(data)}</p>
          {data.problem !== null && <p className={styles.problem}>{data.problem}</p>}
          {data.entries.length === 0 ? (
            <Empty text="Nothing was applied yet." />
          ) : (
            <ol className={styles.entries} aria-label="Applied edits">
              {data.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
        </>
      )}
    </>
  )
}

const where = {
  process: 'Edits that were applied are remembered for as long as this process lives. Set DATA_DIR to keep them.',
  file: 'Edits that were applied are kept in a file, almanac.db in DATA_DIR.',
  database: 'Edits that were applied are kept in the database.',
}

function keptText({ kept, unreadable }: JournalAnswer): string {
  if (unreadable === 0) return where[kept]
  return `${where[kept]} ${countOf(unreadable, 'line')} of it cannot be read, as after a crash; nothing else is missing.`
}

function Entry({ entry }: { readonly entry: JournalEntry }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const draft = useRevertDraft(entry)
  const { at, who, profile, edits, effect } = entry
  const name = profileName(profile)
  return (
    <li>
      <p className={styles.when}>
        <time dateTime={at} title={agoText(at, now)}>
          {fullText(at, zone)}
        </time>
        <span className="faint">by {who}</span>
      </p>
      <div>
        <h2>
          <Link href={workbenchPage(profile)}>{name}</Link>
        </h2>
        <ul>
          {edits.map((edit) => (
            <li key={JSON.stringify(edit)}>{editText(edit, zone)}</li>
          ))}
        </ul>
        <p className="muted">{confirmationOf(name, effect).sentence}</p>
      </div>
      <div className={styles.revert}>
        {draft !== null && (
          <Link className="link" href={workbenchPage(profile, draft)}>
            Revert as a new draft
            <span className="visually-hidden">
              {' '}
              of {name}, {fullText(at, zone)}
            </span>
          </Link>
        )}
      </div>
    </li>
  )
}

/** The way back as a draft that an address carries; null until it is packed. It is based on what was there then. */
function useRevertDraft({ id, profile, resourceVersion, inverse }: JournalEntry): string | null {
  const { data } = useQuery({
    queryKey: ['revert', id],
    queryFn: () => encodeDraft({ profile: profileName(profile), base: resourceVersion, edits: inverse }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
