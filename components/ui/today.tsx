'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { addressText, type ShownMoment, withMoment } from '@/lib/browser/at'
import { useMoment, useZone } from '@/lib/browser/clock'
import type { RequestError } from '@/lib/browser/fetch-json'
import { selectedVersionPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ProfileRefBody } from '@/lib/contract/common'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { profilesQueries } from '@/lib/questions/queries'
import { NOT_RECORDED, whoOf } from '@/lib/words/phrases'
import { clockText, countText, momentText, ms, wallDayText } from '@/lib/words/time-text'
import { Button } from './button'
import { RowTable } from './data-table'
import type { AnswerDifference } from './differences'
import styles from './parts.module.css'
import { RecordingNotice } from './recording-notice'

/** How many differences are listed at first. */
const FEW = 6
/** How many differences are listed at most. */
const MOST = 60

interface TodayProps<A> {
  /** The subject of the sentence: `aws`, `it`. */
  readonly who: string
  /** The answer of then, and the one to the same question today. */
  readonly past: A
  readonly query: UseQueryResult<A, RequestError>
  readonly differences: (then: A, today: A, zone: Zone) => readonly AnswerDifference[]
  /** The change with which a difference came about; null: with none. Absent: nothing keeps that. */
  readonly changed?: (difference: AnswerDifference) => ProfileChangeLink | null
}

/** The clock of the question of today: a clock that is pinned ahead stays, else it is now. */
export function useMomentOfToday(): ShownMoment {
  const { at } = useMoment()
  const [now] = useState(Date.now)
  return at !== undefined && ms(at) > now ? { at } : {}
}

/** On a page of the past: what it says today, the largest difference in a sentence, all of them in a table. */
export function Today<A>(props: TodayProps<A>): ReactNode {
  return (
    <>
      <RecordingNotice />
      <Differences {...props} />
    </>
  )
}

function Differences<A>({ who, past, query, differences, changed }: TodayProps<A>): ReactNode {
  const { seen = '' } = useMoment()
  const zone = useZone()
  const [isWhole, setWhole] = useState(false)
  const { data: today, error } = query
  const found = today && differences(past, today, zone)
  const [first] = found ?? []
  if (found === undefined) {
    return (
      <p className={`headline ${styles.today}`} role="status">
        {error === null ? 'What it says today is being asked for.' : `Today: ${error.message}`}
      </p>
    )
  }
  if (first === undefined) {
    return (
      <p className={`headline ${styles.today}`} role="status">
        <b>Today it says the same.</b>
      </p>
    )
  }
  const day = `${wallDayText(seen, zone, { weekday: true, now: Date.now() })}, ${clockText(seen, zone)}`
  return (
    <section className={styles.today} aria-label="Today">
      <p className="headline" role="status">
        On {day}, {who} said: {first.clause}.{' '}
        <b>
          Today it says {first.today}
          {first.apart === '' ? '.' : ','}
        </b>
        {first.apart === '' ? '' : ` ${first.apart}.`}
      </p>
      <RowTable
        className={`prose rows ${styles.table}`}
        caption="What differs"
        heads={['What differs', `On ${day}`, 'Today', 'Difference', ...(changed === undefined ? [] : ['Changed'])]}
      >
        {found.slice(0, isWhole ? MOST : FEW).map((one) => (
          <tr key={one.what}>
            <th scope="row">{one.what}</th>
            <td data-label="then">{one.past}</td>
            <td data-label="today">
              <b>{one.today}</b>
            </td>
            <td>{one.apart}</td>
            {changed === undefined ? null : <td data-label="changed">{linkOf(changed(one))}</td>}
          </tr>
        ))}
      </RowTable>
      {!isWhole && found.length > FEW && (
        <Button small look="quiet" onClick={() => setWhole(true)}>
          {found.length > MOST
            ? `${MOST} of ${countText(found.length)} differences`
            : `All ${found.length} differences`}
        </Button>
      )}
      {isWhole && found.length > MOST && (
        <p className="faint small">{countText(found.length - MOST)} more are not listed.</p>
      )}
    </section>
  )
}

/** The page of the change is that of today. */
function linkOf(changed: ProfileChangeLink | null): ReactNode {
  return changed === null ? null : (
    <a className="link" href={BASE_PATH + changed.href}>
      {changed.text}
    </a>
  )
}

/** The change of a profile that something was brought about with: `3 Nov 14:20, release owner`, and the page that tells of it. */
interface ProfileChangeLink {
  readonly text: string
  readonly href: string
}

type ChangesOfProfile = Pick<ProfileHistoryAnswer, 'profile'> & {
  /** Newest first. */
  readonly changes: readonly Pick<
    ProfileHistoryAnswer['changes'][number],
    'number' | 'seen' | 'after' | 'who' | 'manager' | 'differences'
  >[]
}

/**
 * The last change since the moment that is shown; null: what differs came about without one, as with the time, or is not about a version.
 */
export function changedWith(
  { about }: AnswerDifference,
  { profile, changes }: ChangesOfProfile,
  seen: string,
  zone: Zone,
): ProfileChangeLink | null {
  if (about === undefined) return null
  const found = changes.flatMap((change) => {
    if (ms(change.seen) <= ms(seen)) return []
    const one = change.differences.find(
      ({ what, version, kind, expires, stage }) =>
        what !== null &&
        version !== null &&
        shortName(imageOfName(what), version) === about.version &&
        (kind !== 'life' || (about.part === 'expiry' ? expires !== null : stage !== null)),
    )
    return one === undefined ? [] : [{ change, what: one.what ?? '', version: one.version ?? '' }]
  })
  const [last, ...others] = found
  if (last === undefined) return null
  const { change, what, version } = last
  const who = whoOf(change)
  const at = momentText(change.seen, zone, change.seen)
  const when = change.after === null ? at : `between ${momentText(change.after, zone, change.seen)} and ${at}`
  const times = others.length === 0 ? '' : `, and ${others.length} before`
  return {
    text: `${when}${who === NOT_RECORDED ? '' : `, ${who}`}${times}`,
    href: `${selectedVersionPage(profile, what, version)}&view=history#change-${change.number}`,
  }
}

/** What is recorded of a profile since the moment that is shown; nothing, before it is known. */
export function useChanged(profile: ProfileRefBody): (difference: AnswerDifference) => ProfileChangeLink | null {
  const zone = useZone()
  const { seen = '' } = useMoment()
  const { data } = useQuery(profilesQueries.profileHistory(profile, { ...useMomentOfToday(), zone }))
  return (difference) => (data === undefined ? null : changedWith(difference, data, seen, zone))
}

/** Leads from the past to the same page as it is today. */
export function TodayLink({ children }: { readonly children: ReactNode }): ReactNode {
  const href = withMoment(addressText(usePathname(), useSearchParams()), {})
  return (
    <a className="link" href={BASE_PATH + href}>
      {children}
    </a>
  )
}
