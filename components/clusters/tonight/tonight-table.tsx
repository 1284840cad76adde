import { scaleLinear } from 'd3-scale'
import { type CSSProperties, Fragment, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { shootPage, shootsPage } from '@/lib/browser/paths'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { clockOrAnyTime } from '@/lib/words/event-words'
import { profileName, profilePath } from '@/lib/words/phrases'
import { clockText, countOf, countText, dayText, HOUR, ms } from '@/lib/words/time-text'
import { foldedText, nightText, reportedText, resultText, stepText } from '@/lib/words/tonight'
import { Button } from '../../ui/button'
import { EventGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { Link } from '../../ui/link'
import { useIsHeard } from './heard'
import { linesOf, ownFirst, ROWS_OF_A_BOARD, type Row } from './lines'
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
      <td className={styles.step} title={stepText(row)}>
        {stepText(row, false)}
      </td>
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
