import { scaleLinear } from 'd3-scale'
import { type CSSProperties, Fragment, useState } from 'react'
import { useRunningClock, useZone } from '@/lib/browser/clock'
import { freshnessOf } from '@/lib/browser/freshness'
import { useLiveState } from '@/lib/browser/live'
import { shootPage, shootsPage } from '@/lib/browser/paths'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useStatus } from '@/lib/browser/use-status'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { clockOrAnyTime } from '@/lib/words/event-words'
import { profileName, profilePath } from '@/lib/words/phrases'
import { clockText, countOf, countText, dayText, HOUR, MINUTE, ms, SECOND, type Time } from '@/lib/words/time-text'
import { foldedText, nightText, reportedText, resultText, stepText } from '@/lib/words/tonight'
import { Button } from '../../ui/button'
import { EventGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { Link } from '../../ui/link'
import styles from './tonight.module.css'

interface TonightTableProps {
  readonly answer: TonightAnswer
  readonly now: number
  /** Whether it begins with no more rows than a board has room for. */
  readonly isFolded: boolean
}

/** Windows of the night by profile, what each does, and what became of it. */
export function TonightTable({ answer, now, isFolded }: TonightTableProps) {
  const zone = useZone()
  const [isWhole, setWhole] = useState(!isFolded)
  const isKnown = useIsHeard()
  const rows = ownFirst(answer.rows, usePinnedProjects())
  const lines = linesOf(rows, now, isWhole)
  const scale = scaleOf(answer)
  const hours = Array.from({ length: Math.round((ms(answer.end) - ms(answer.begin)) / HOUR / 2) + 1 }, (_, i) =>
    Math.min(ms(answer.begin) + i * 2 * HOUR, ms(answer.end)),
  )
  const isInside = now >= ms(answer.begin) && now <= ms(answer.end)
  const style = { '--now': isInside ? scale(now) : '-1' } as CSSProperties
  return (
    <>
      <table className={styles.table} style={style} data-now={isInside || undefined}>
        <caption className="visually-hidden">Windows of this night, by profile</caption>
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col">Project / cluster</th>
            <th scope="col">What it does</th>
            <th scope="col" className={styles.track}>
              <span className="visually-hidden">Window</span>
              <span className={styles.scale} aria-hidden="true">
                {hours
                  .filter((hour) => !isInside || Math.abs(hour - now) > 1.5 * HOUR)
                  .map((hour) => (
                    <span key={hour} style={{ '--from': scale(hour) } as CSSProperties}>
                      {clockText(hour, zone) === '00:00'
                        ? dayText(hour, zone, { weekday: true, now: hour }).slice(0, 3)
                        : clockText(hour, zone)}
                    </span>
                  ))}
                {isInside ? <b>{clockText(now, zone)}</b> : null}
              </span>
            </th>
            <th scope="col">Result, or when</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => {
            const profile = profileName(line.kind === 'row' ? line.row.profile : line.profile)
            const before = lines[i - 1]
            const isFirst =
              before === undefined ||
              profileName(before.kind === 'row' ? before.row.profile : before.profile) !== profile
            return line.kind === 'row' ? (
              <Fragment
                key={`${line.row.lead.namespace}/${line.row.lead.name} ${line.row.window.begin} ${line.row.kind}`}
              >
                <BoardRow
                  row={line.row}
                  profile={profile}
                  isFirst={isFirst}
                  result={resultText(line.row, now, zone, isKnown)}
                  scale={scale}
                  now={now}
                />
                <Said state={line.row.state} profile={profile} text={line.row.failureReason} />
                <Said state={line.row.state} profile={profile} text={reportedText(line.row)} isReported />
              </Fragment>
            ) : (
              <tr key={`folded ${profile}`} data-first={isFirst || undefined} className={styles.folded}>
                <th scope="row">{isFirst ? profile : <span className="visually-hidden">{profile}</span>}</th>
                <td colSpan={4}>
                  <span className={styles.onPhone}>{profile}: </span>
                  {foldedText(line)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Legend />
        <span className="grow" />
        {isFolded && answer.rows.length > ROWS_OF_A_BOARD ? (
          <Button small onClick={() => setWhole(!isWhole)} aria-pressed={isWhole}>
            All {countText(answer.rows.length)} rows
          </Button>
        ) : null}
        <span className="muted">
          {answer.left > 0 ? `${countText(answer.left)} rows are left out. ` : ''}
          {countOf(answer.figures.windows, 'window')} of {nightText(answer).toLowerCase()},{' '}
          {countOf(answer.figures.clusters, 'cluster')}
        </span>
      </div>
    </>
  )
}

interface SaidProps {
  readonly state: Row['state']
  readonly profile: string
  readonly text: string | null
  readonly isReported?: boolean
}

/** What Gardener says of the row above: why it failed, or what gardenlet reports before it begins. */
function Said({ state, profile, text, isReported }: SaidProps) {
  if (text === null) return null
  return (
    <tr className={styles.said} data-state={state} data-reported={isReported}>
      <th scope="row">
        <span className="visually-hidden">{profile}</span>
      </th>
      <td colSpan={4} title={text}>
        {text}
      </td>
    </tr>
  )
}

interface BoardRowProps {
  readonly row: Row
  readonly profile: string
  readonly isFirst: boolean
  readonly result: string
  readonly scale: (at: number) => string
  readonly now: number
}

function BoardRow({ row, profile, isFirst, result, scale, now }: BoardRowProps) {
  const zone = useZone()
  const { lead, project, clusters, kind, state, window } = row
  const others = clusters - 1
  const isBad = state === 'failed' || state === 'willFail' || row.cause !== null
  const bar = { '--from': scale(ms(window.begin)), '--to': scale(ms(window.end)) } as CSSProperties
  const gone = Math.max(0, Math.min(1, (now - ms(window.begin)) / (ms(window.end) - ms(window.begin))))
  const clock = clockOrAnyTime(window, zone)
  return (
    <tr
      data-state={state}
      data-bad={isBad || undefined}
      data-first={isFirst || undefined}
      data-both={row.onlyAfter !== undefined || undefined}
    >
      <th scope="row">{isFirst ? profile : <span className="visually-hidden">{profile}</span>}</th>
      <td className={styles.name}>
        <EventGlyph kind={state === 'done' ? 'done' : kind} named />
        <Link href={shootPage(lead)} className={styles.cluster} title={`${project} / ${lead.name}`}>
          <span className={styles.project}>{project} /</span> <b className={styles.own}>{lead.name}</b>
        </Link>
        {others > 0 ? (
          <Link
            href={shootsPage({ project: [project], profile: [profilePath(row.profile)] })}
            aria-label={`${countOf(clusters, 'cluster')} of ${project}`}
          >
            +{countText(others)}
          </Link>
        ) : null}
      </td>
      <td title={stepText(row)}>{stepText(row, false)}</td>
      <td className={styles.track}>
        <span className={styles.bar} style={bar}>
          {state === 'open' ? <i style={{ width: `${gone * 100}%` }} /> : null}
        </span>
        <span className={styles.hours}>{clock}</span>
      </td>
      <td className={styles.result} title={result}>
        {state === 'failed' ? <Icon name="stop" /> : state === 'done' ? <Icon name="check" /> : null}
        {result}
      </td>
    </tr>
  )
}

const LEGEND = [
  { state: 'open', text: 'open, filled: time gone' },
  { state: 'toCome', text: 'to come' },
  { state: 'done', text: 'done' },
  { state: 'failed', text: 'failed' },
  { state: 'willFail', text: 'will fail' },
] as const

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {LEGEND.map(({ state, text }) => (
        <li key={state} data-state={state}>
          <span className={styles.swatch}>{state === 'open' ? <i /> : null}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** From the begin of the night to its end, as a share of the width. */
function scaleOf({ begin, end }: TonightAnswer): (at: number) => string {
  const share = scaleLinear([ms(begin), ms(end)], [0, 1]).clamp(true)
  return (at) => share(at).toFixed(4)
}

export type Row = TonightAnswer['rows'][number]

/** Rows that a board shows before it folds. */
const ROWS_OF_A_BOARD = 15

export type Line = { readonly kind: 'row'; readonly row: Row } | Folded

/** Rows of a profile that are over, or far ahead. */
export interface Folded {
  readonly kind: 'folded'
  readonly profile: Row['profile']
  readonly done: number
  readonly toCome: number
  readonly willFail: number
}

/** Profiles with projects of the reader's own come first, and in each profile those projects; all else stays as it is. */
export function ownFirst(rows: readonly Row[], own: readonly string[]): readonly Row[] {
  if (own.length === 0) return rows
  const isOwn = ({ project }: Row) => own.includes(project)
  const profileOf = ({ profile }: Row) => profileName(profile)
  const owned = new Set(rows.filter(isOwn).map(profileOf))
  const profiles = [...new Set(rows.map(profileOf))].sort((a, b) => Number(owned.has(b)) - Number(owned.has(a)))
  return rows.toSorted(
    (a, b) => profiles.indexOf(profileOf(a)) - profiles.indexOf(profileOf(b)) || Number(isOwn(b)) - Number(isOwn(a)),
  )
}

/**
 * All rows where they have room on a board; else those that are open, that failed and that begin within an hour, and of those that
 * come after as many as there is room for.
 */
export function linesOf(rows: readonly Row[], now: Time, isWhole: boolean): readonly Line[] {
  if (isWhole || rows.length <= ROWS_OF_A_BOARD) return rows.map((row) => ({ kind: 'row', row }))
  const profileCount = new Set(rows.map(({ profile }) => profileName(profile))).size
  const near = rows.filter(
    ({ state, window }) =>
      state === 'open' || state === 'failed' || (state !== 'done' && ms(window.begin) <= ms(now) + HOUR),
  )
  const later = rows
    .filter((row) => row.state !== 'done' && !near.includes(row))
    .toSorted((a, b) => ms(a.window.begin) - ms(b.window.begin))
  const shown = new Set([...near, ...later.slice(0, Math.max(0, ROWS_OF_A_BOARD - profileCount - near.length))])
  const isNear = (row: Row) => shown.has(row)
  const profiles = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(row.profile)
    profiles.set(key, [...(profiles.get(key) ?? []), row])
  }
  return [...profiles.values()].flatMap((of): Line[] => {
    const rest = of.filter((row) => !isNear(row))
    const count = (state: Row['state']) =>
      rest.reduce((sum, row) => (row.state === state ? sum + row.clusters : sum), 0)
    const [first] = rest
    const lines: Line[] = of.filter(isNear).map((row) => ({ kind: 'row', row }))
    if (first === undefined) return lines
    const toCome = count('toCome')
    return [
      ...lines,
      { kind: 'folded', profile: first.profile, done: count('done'), toCome, willFail: count('willFail') },
    ]
  })
}

/** What one sees of an answer that came: rows change place when the minute changes, not with every change of the garden. */
export function isShownNext(shown: TonightAnswer | undefined, next: TonightAnswer): boolean {
  if (shown === undefined || shown.begin !== next.begin || shown.zone !== next.zone) return true
  return shown.at === next.at || Math.floor(ms(shown.at) / MINUTE) !== Math.floor(ms(next.at) / MINUTE)
}

/** The garden was heard of within this time: what is open is known to be. */
const HEARD = 5 * MINUTE

/** How fresh what is shown is, and since when the connection is lost; 0: it is not. */
export function useFreshness() {
  const { data } = useStatus()
  const live = useLiveState()
  const now = useRunningClock(5 * SECOND)
  return { freshness: freshnessOf(data, live, now), lostAt: live.kind === 'lost' ? live.since : 0, now }
}

/** Whether the garden was heard of lately. */
function useIsHeard(): boolean {
  const { freshness, lostAt, now } = useFreshness()
  return freshness.kind !== 'stale' || now - Math.max(freshness.observedAt, lostAt) < HEARD
}
