'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { useNow, useZone } from '@/lib/browser/clock'
import { JOURNAL, profileFor, shootPage, workbenchPage } from '@/lib/browser/paths'
import type { JournalEntry, ProfileJournalEntry, ShootEntry } from '@/lib/contract/apply'
import { encodePlan } from '@/lib/questions/cluster/browser/plan-address'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import type { BegunEdits, JournalAnswer } from '@/lib/questions/journal/contract'
import { journalQueries } from '@/lib/questions/queries'
import { draftHeadline, shootConfirmationOf } from '@/lib/words/confirmation'
import { plansOf } from '@/lib/words/edits'
import { countedText } from '@/lib/words/landscape-evidence'
import { listed, plain, profileName, usualProject } from '@/lib/words/phrases'
import { plannedText } from '@/lib/words/plan'
import { agoText, countOf, countText, fullText } from '@/lib/words/time-text'
import { Answered } from '../ui/error-part'
import { Empty } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './changes.module.css'

/** While an outcome may still come, it is asked for again so often, in milliseconds. */
const untilOutcome = 2000

/** What was applied with Almanac: who, when, what, its effect as computed then, and the way back. `most`: no more than the last so many. */
export function JournalPart({ most }: { readonly most: number | undefined }): ReactNode {
  const query = useQuery({
    ...journalQueries.journal(),
    // An outcome comes without anything new in the garden.
    refetchInterval: ({ state }) => (state.data?.begun.some(({ isOpen }) => isOpen) ? untilOutcome : false),
  })
  const { data } = query
  const lines = data === undefined ? [] : linesOf(data)
  const shown = lines.slice(0, most)
  return (
    <Section
      title="Journal"
      note={lines.length > shown.length ? `the last ${countText(shown.length)} of ${countText(lines.length)}` : null}
      actions={
        lines.length > shown.length ? (
          <Link className="link" href={JOURNAL}>
            All {countText(lines.length)}
          </Link>
        ) : null
      }
    >
      <Answered query={query}>
        {(data) => (
          <>
            <p className={`note ${styles.lead}`}>
              {keptText(data)} What was changed outside of Almanac stands in the{' '}
              <Link className="link" href={profileFor('history')}>
                history of a profile
              </Link>
              .
            </p>
            {data.problem !== null && (
              <p className={`callout ${styles.lead}`} data-bad>
                {data.problem}
              </p>
            )}
            {lines.length === 0 ? (
              <Empty text="Nothing has been applied yet." />
            ) : (
              <ol className={`lines ${styles.entries}`} aria-label="Applied edits">
                {shown.map(({ entry, begun }) => (
                  <Entry key={entry.id} entry={entry} begun={begun} />
                ))}
              </ol>
            )}
          </>
        )}
      </Answered>
    </Section>
  )
}

const where = {
  process: 'Edits that were applied are remembered until this server stops. Set DATA_DIR to keep them.',
  file: 'Edits that were applied are kept in a file, almanac.db in DATA_DIR.',
  database: 'Edits that were applied are kept in the database.',
}

function keptText({ kept, unreadable }: JournalAnswer): string {
  if (unreadable === 0) return where[kept]
  return `${where[kept]} ${countOf(unreadable, 'line')} of it cannot be read, as after a crash; nothing else is missing.`
}

interface JournalLine<E extends JournalEntry = JournalEntry> {
  readonly entry: E
  /** Null: the outcome is known, it was applied. */
  readonly begun: BegunEdits | null
}

/** Newest first; of the same second, what was begun came last. It has the version in which it was looked up. */
function linesOf({ entries, begun }: JournalAnswer): readonly JournalLine[] {
  const all: JournalLine[] = [
    ...begun.map((one) => ({ entry: { ...one.begun, resourceVersion: one.resourceVersion ?? '' }, begun: one })),
    ...entries.map((entry) => ({ entry, begun: null })),
  ]
  return all.sort((a, b) => (a.entry.at < b.entry.at ? 1 : a.entry.at > b.entry.at ? -1 : 0))
}

function Entry({ entry, begun }: JournalLine): ReactNode {
  return entry.kind === 'shoot' ? (
    <ShootPart entry={entry} begun={begun} />
  ) : (
    <ProfilePart entry={entry} begun={begun} />
  )
}

/** There is something to take back: it was applied, or is found to be there. */
function isThere({ begun }: JournalLine): boolean {
  return begun === null || begun.holds === 'all'
}

function ProfilePart(line: JournalLine<ProfileJournalEntry>): ReactNode {
  const { entry } = line
  const zone = useZone()
  const { id, profile, resourceVersion: base, edits, inverse, effect } = entry
  const name = profileName(profile)
  // It is based on what was there then.
  const draft = usePacked(id, () => encodeDraft({ profile: name, base, edits: inverse }))
  return (
    <EntryFrame
      entry={entry}
      name={name}
      href={workbenchPage(profile)}
      edits={plansOf(edits, zone)}
      effect={plain(draftHeadline(effect, { zone, now: null }))}
      begun={line.begun}
      back={draft !== null && isThere(line) && { href: workbenchPage(profile, draft), text: 'Revert as a new draft' }}
    >
      {entry.beside !== undefined && (
        <p>
          Counted as well, as {entry.who} read it there: {listed(entry.beside.map(countedText))}.
        </p>
      )}
    </EntryFrame>
  )
}

function ShootPart(line: JournalLine<ShootEntry>): ReactNode {
  const { entry } = line
  const { id, shoot, edits, inverse, effect } = entry
  const plan = usePacked(id, () => encodePlan({ edits: inverse, on: null }))
  return (
    <EntryFrame
      entry={entry}
      name={`${usualProject(shoot.namespace)} / ${shoot.name}`}
      href={shootPage(shoot)}
      edits={edits.map(plannedText)}
      effect={shootConfirmationOf(shoot.name, effect).sentence}
      begun={line.begun}
      back={
        plan !== null &&
        isThere(line) && {
          href: `${shootPage(shoot, 'plan')}?${new URLSearchParams({ plan })}`,
          text: 'Revert as a plan',
        }
      }
    >
      {inverse.length === 0 && (
        <p className="muted">
          {effect.final.length > 0
            ? 'It cannot be undone.'
            : 'There is nothing to undo: Gardener takes the annotation away when it begins.'}
        </p>
      )}
    </EntryFrame>
  )
}

interface EntryFrameProps {
  readonly entry: JournalEntry
  readonly begun: BegunEdits | null
  readonly name: string
  readonly href: string
  readonly edits: readonly string[]
  readonly effect: string
  readonly back: false | { readonly href: string; readonly text: string }
  readonly children?: ReactNode
}

function EntryFrame({
  entry: { at, who, found, reason },
  begun,
  name,
  href,
  edits,
  effect,
  back,
  children,
}: EntryFrameProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  return (
    <li>
      <p className={styles.when}>
        <time dateTime={at} title={agoText(at, now)}>
          {fullText(at, zone)}
        </time>
        <span className="faint">by {who}</span>
      </p>
      <div>
        <h3>
          <Link href={href}>{name}</Link>
        </h3>
        <ul>
          {edits.map((edit) => (
            <li key={edit}>{edit}</li>
          ))}
        </ul>
        {begun !== null && (
          <p className="callout" data-bad>
            {begun.sentence}
          </p>
        )}
        {found && (
          <p className="callout" data-bad>
            Begun, outcome not known; what it changed was found there later.
          </p>
        )}
        <p className="muted">{effect}</p>
        {reason !== undefined && <p>Why: {reason}</p>}
        {children}
      </div>
      <div className={styles.revert}>
        {back !== false && (
          <Link className="link" href={back.href}>
            {back.text}
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

/** The way back as an address carries it; null until it is packed, and where there is none. */
function usePacked(id: string, pack: () => Promise<string | undefined>): string | null {
  const { data } = useQuery({
    queryKey: ['revert', id],
    queryFn: async () => (await pack()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
