'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import type { ProfileRefBody } from '@/lib/contract/common'
import { startOfDay } from '@/lib/engine/time'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { profilesQueries } from '@/lib/questions/queries'
import { listed, profileName, writerText } from '@/lib/words/phrases'
import { noVersionText } from '@/lib/words/profiles'
import { countOf, countText, dayText, momentText, ms, spanText } from '@/lib/words/time-text'
import { offsetAtOf } from '../../timeline/calendar'
import { isInRange } from '../../timeline/range'
import { QueryError } from '../../ui/error-part'
import { Empty, SkeletonBars } from '../../ui/parts'
import { RecordingNotice } from '../../ui/recording-notice'
import { Fact } from '../../ui/section'
import { useProfileView } from '../use-profile-view'
import { ChangeLog } from './change-log'
import styles from './history.module.css'
import { HistoryChart } from './history-chart'
import { concerns, datesInHistory, historyLanes, historyRange, lastMoveOf } from './lanes'
import { MovesPanel } from './moves-panel'

/** How a profile came to be what it is: lives of versions, where dates stood, who moved them, and what that did. */
export function ProfileHistory({ profile }: { readonly profile: ProfileRefBody }): ReactNode {
  const {
    view: { find, span },
    what,
    selected,
    select,
    show,
  } = useProfileView()
  const moment = useMoment()
  const zone = useZone()
  const now = useNow()
  const subject = `${profileName(profile)} ${moment.at} ${moment.seen}`
  const query = useQuery({
    ...profilesQueries.profileHistory(profile, { ...moment, zone }),
    // The zone becomes known after a first visit begins: what is read, or looked at, stays until it is there in that one.
    placeholderData: (before, of) => (of?.meta?.subject === subject ? before : undefined),
    meta: { subject },
  })
  const answer = query.data
  const day = startOfDay(now)
  const range = historyRange(span, day, answer === undefined ? [] : datesInHistory(answer), offsetAtOf(zone))
  const lanes = answer === undefined ? [] : historyLanes(answer.versions, { what, find }, range)
  const changes = answer?.changes.filter((one) => concerns(one, what) && isInRange(range, ms(one.seen))) ?? []
  const [wanted, setWanted] = useState<number | null>(null)
  useEffect(() => setWanted(linkedChange()), [])
  useEffect(() => {
    if (wanted === null || answer === undefined) return
    if (span === 'all' || changes.some(({ number }) => number === wanted)) {
      showChange(wanted)
      setWanted(null)
    } else show({ span: 'all' })
  }, [wanted, answer, changes, span, show])
  useKeys(selected === undefined ? {} : { Escape: () => select(undefined) })

  if (answer === undefined) {
    return query.isError ? (
      <QueryError query={query} />
    ) : (
      <SkeletonBars widths={['40%', '100%', '96%', '98%', '94%', '97%']} height="24px" />
    )
  }
  const name = profileName(profile)
  const version = answer.versions.find((one) => one.what === what && one.version === selected)
  const isEmpty = answer.recordedSince === null
  return (
    <>
      {moment.seen === undefined && <RecordingNotice />}
      <Facts answer={answer} onChange={setWanted} />
      {isEmpty ? (
        <Empty text="Nothing is recorded here yet." />
      ) : (
        <>
          <HistoryChart
            name={`History of the ${what} versions of ${name}`}
            answer={answer}
            lanes={lanes}
            changes={changes}
            range={range}
            onChange={setWanted}
          />
          {lanes.length === 0 && <Empty text={find === '' ? 'No version in this range.' : noVersionText(find)} />}
          <div className={styles.below} data-selected={version !== undefined || undefined}>
            {version !== undefined && (
              <MovesPanel profile={profile} version={version} changes={answer.changes} onChange={setWanted} />
            )}
            <ChangeLog profile={profile} answer={answer} changes={changes} wanted={wanted} />
          </div>
        </>
      )}
    </>
  )
}

/** The change that an address names: `#change-28`. */
function linkedChange(): number | null {
  const number = /^#change-(\d+)$/.exec(window.location.hash)?.[1]
  return number === undefined ? null : Number(number)
}

/** A change may be in a part of the log that is filtered out. */
function showChange(number: number): void {
  const row = document.getElementById(`change-${number}`)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

interface FactsProps {
  readonly answer: ProfileHistoryAnswer
  readonly onChange: (number: number) => void
}

/** Since when it is recorded, and who made the last change and moved the last date, which are in the log below the lanes. */
function Facts({ answer: { recordedSince, gaps, changes, versions }, onChange }: FactsProps): ReactNode {
  const { what } = useProfileView()
  const zone = useZone()
  const now = useNow()
  const own = changes.filter((one) => concerns(one, what))
  const { moves, names, change } = lastMoveOf(versions.filter((one) => one.what === what))
  const lasts = [
    { term: 'Changes', count: own.length, last: own[0], of: '' },
    {
      term: 'Dates moved',
      count: moves,
      last: own.find(({ number }) => number === change),
      of: `of ${listed(names)}, `,
    },
  ]
  return (
    <dl className={`facts ${styles.facts}`}>
      <Fact term="Recorded">
        {recordedSince === null ? 'nothing' : `since ${dayText(recordedSince, zone)}, ${gapsText(gaps, now)}`}
      </Fact>
      {lasts.map(({ term, count, last, of }) => (
        <Fact key={term} term={term}>
          {last === undefined ? (
            'none'
          ) : (
            <a className="link" href={`#change-${last.number}`} onClick={() => onChange(last.number)}>
              {countText(count)}, the last {of}
              {momentText(last.seen, zone, now)}, {writerText(last)}
            </a>
          )}
        </Fact>
      ))}
    </dl>
  )
}

/** `one gap of 2 days 6 h`, `3 gaps, 4 h in all` */
function gapsText(gaps: ProfileHistoryAnswer['gaps'], now: number): string {
  if (gaps.length === 0) return 'without a gap'
  const length = gaps.reduce((sum, { from, until }) => sum + (until === null ? now : ms(until)) - ms(from), 0)
  return gaps.length === 1
    ? `one gap of ${spanText(length, 'long')}`
    : `${countOf(gaps.length, 'gap')}, ${spanText(length, 'long')} in all`
}
