'use client'

import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { versionPage, workbenchPage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileChangeBody, RecordedVersionBody } from '@/lib/questions/profiles/contract/history'
import { whoOf } from '@/lib/words/phrases'
import { countOf, countText, daysBetween, dayText, momentText, ms, relativeText } from '@/lib/words/time-text'
import { IconButton } from '../../ui/button'
import { StageChip } from '../../ui/glyph'
import { Link } from '../../ui/link'
import { Fact } from '../../ui/section'
import { useProfileView } from '../use-profile-view'
import styles from './history.module.css'
import { GhostFlag } from './history-legend'
import { distanceText, timesText } from './lanes'

interface MovesPanelProps {
  readonly profile: ProfileRefBody
  readonly version: RecordedVersionBody
  readonly changes: readonly ProfileChangeBody[]
  /** Brings the row of a change into view. */
  readonly onChange: (number: number) => void
}

/** How the expiry of one version came to be where it is, step by step. */
export function MovesPanel({ profile, version: body, changes, onChange }: MovesPanelProps): ReactNode {
  const { select } = useProfileView()
  const zone = useZone()
  const now = useNow()
  const { what, version, stage, dates, moved, clusters, projects, spans } = body
  const changeOf = (number: number | null) => changes.find((one) => one.number === number)
  return (
    <section className={`note ${styles.panel}`} aria-label={`Selected version ${version}`}>
      <div className="bar">
        <h2 className="lead cut">{version}</h2>
        {stage === null ? <span className="faint">removed</span> : <StageChip stage={stage} />}
        <span className="grow" />
        <IconButton icon="close" label="Close detail" onClick={() => select(undefined)} />
      </div>
      <p>{leadOf(body)}</p>
      <ol className={styles.story}>
        {dates.map(({ expires, since, change }, i) => {
          const next = dates[i + 1]
          const isLast = next === undefined
          const [first, made] = [changeOf(change), changeOf(next?.change ?? null)]
          return (
            <li key={`${expires}/${since}`}>
              <p data-last={(isLast && expires !== null) || undefined} className={styles.stood}>
                {expires !== null && <GhostFlag />}
                <b>{expires === null ? 'no expiry' : dayText(expires, zone)}</b>
                <span className="faint">{stoodText(body, i, zone, now)}</span>
              </p>
              {next !== undefined && (
                <p>
                  {next.change !== null && (
                    <a
                      href={`#change-${next.change}`}
                      className={styles.box}
                      data-of-selected
                      onClick={(event) => {
                        event.preventDefault()
                        if (next.change !== null) onChange(next.change)
                      }}
                    >
                      <span className="visually-hidden">Change </span>
                      {next.change}
                    </a>
                  )}
                  <b>{moveText(expires, next.expires)}</b>
                  {made !== undefined && (
                    <span className="faint">
                      {made.after === null
                        ? momentText(made.seen, zone, now)
                        : `by ${momentText(made.seen, zone, now)}`}
                      , {whoOf(made)}
                    </span>
                  )}
                </p>
              )}
              {isLast && first !== undefined && dates.length === 1 && (
                <p className="small faint">{`listed ${momentText(first.seen, zone, now)}, ${whoOf(first)}`}</p>
              )}
            </li>
          )
        })}
      </ol>
      {moved === null && dates.length === 1 && <p className="small faint">As far as is recorded it was never moved.</p>}
      <dl className="terms">
        <Fact term="Stages">{spans.map((span) => recordedStageText(span, zone, now)).join('; ')}</Fact>
        <Fact term="Clusters">
          <b>{countText(clusters)}</b> now in {countOf(projects, 'project')}
        </Fact>
      </dl>
      <p className="bar small">
        {stage !== null && (
          <Link className="link" href={versionPage(profile, what, version)}>
            Everything about it
          </Link>
        )}
        <Link className="link" href={workbenchPage(profile)}>
          Change it
        </Link>
      </p>
    </section>
  )
}

function leadOf({ moved, dates, removed }: RecordedVersionBody): ReactNode {
  if (moved !== null)
    return (
      <>
        The expiry moved {timesText(moved.times)}, <b>{distanceText(moved.days)}</b>
        {moved.times > 1 && moved.days !== 0 ? ' in all' : ''}.
      </>
    )
  if (dates.every(({ expires }) => expires === null)) return 'No expiry was ever set.'
  return removed === null ? 'The expiry was not moved.' : 'The expiry was not moved until it was removed.'
}

/** `stood 63 days, from 12 Aug`; of the last one when it is to come. */
function stoodText({ dates, removed }: RecordedVersionBody, i: number, zone: Zone, now: number): string {
  const [one, next] = [dates[i], dates[i + 1]]
  if (one === undefined) return ''
  const end = next?.since ?? removed?.seen ?? new Date(now).toISOString()
  const days = one.since === null ? null : Math.max(0, daysBetween(one.since, end))
  const length = days === null ? null : countOf(days, 'day')
  if (next !== undefined || removed !== null) {
    return length === null
      ? 'stood there when recording began'
      : `stood ${length}, from ${dayText(one.since ?? '', zone, { now })}`
  }
  const has = length === null ? 'has stood since before recording began' : `has stood for ${length}`
  return one.expires === null ? has : `${relativeText(one.expires, now, 'prose')}, ${has}`
}

function moveText(from: string | null, to: string | null): string {
  if (from === null) return 'set'
  if (to === null) return 'taken away'
  return distanceText(daysBetween(from, to))
}

/** `supported from 3 May to 12 Aug` */
function recordedStageText({ stage, from, to }: RecordedVersionBody['spans'][number], zone: Zone, now: number): string {
  const day = (at: string) => dayText(at, zone, { now })
  const begin = from === null ? '' : ` from ${day(from)}`
  return `${stage}${begin}${to === null || ms(to) > now ? '' : ` to ${day(to)}`}`
}
