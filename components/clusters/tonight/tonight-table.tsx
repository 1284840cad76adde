import { scaleLinear } from 'd3-scale'
import { type CSSProperties, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useFreshness } from '@/lib/browser/live'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { TONIGHT_STATES } from '@/lib/contract/words'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { profileName } from '@/lib/words/phrases'
import { clockText, countOf, countText, HOUR, MINUTE, ms, weekdayText } from '@/lib/words/time-text'
import {
  groupText,
  resultText,
  TONIGHT_WORDS,
  type TonightState,
  tonightMoveText,
  tonightReportText,
  tonightTimeText,
} from '@/lib/words/tonight'
import { clockRange } from '@/lib/words/when'
import { Quote } from '../../outlook/quotes'
import { EventGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { ClusterLink } from '../../ui/link'
import { Legend } from '../../ui/parts'
import { ClusterTable, GroupRow, type TableHandle } from '../cluster-table'
import { NodesText, ROW_HEIGHT } from '../shoot-row'
import {
  arrangedRows,
  boardLines,
  freeShares,
  groupOf,
  type NightOrder,
  ownFirst,
  type TonightLine,
  type TonightTableRow,
  tonightLines,
} from './lines'
import styles from './tonight.module.css'

const COLUMNS = 7

interface TonightTableProps {
  readonly answer: TonightAnswer
  readonly now: number
  readonly isBoard: boolean
  readonly order: NightOrder
  readonly handle: Ref<NightHandle>
}

export interface NightHandle extends Pick<TableHandle, 'move'> {
  /** Scrolls to the first row that is so far. */
  readonly show: (state: TonightState) => void
}

/** What is drawn of the night, whatever line it is in. */
interface DrawnNight {
  readonly now: number
  readonly zone: string
  /** The share of the width at which a time lies, from the begin of the night to its end. */
  readonly share: (at: number) => number
  readonly isKnown: boolean
}

/** The clusters of the night, each with its window on the axis of the night. */
export function TonightTable({ answer, now, isBoard, order, handle }: TonightTableProps) {
  const zone = useZone()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const isKnown = useIsHeard()
  const rows = arrangedRows(ownFirst(answer.rows, usePinnedProjects()), order)
  const [begin, end] = [ms(answer.begin), ms(answer.end)]
  const night: DrawnNight = { now, zone, isKnown, share: scaleLinear([begin, end], [0, 1]).clamp(true) }
  const isInside = now >= begin && now <= end
  const board = isBoard ? boardLines(rows) : null
  const lines = board?.lines ?? tonightLines(rows, open)
  const rowHandle = useRef<TableHandle>(null)
  useImperativeHandle(handle, () => ({
    move: (by) => rowHandle.current?.move(by),
    show: (state) => rowHandle.current?.show(lines.findIndex(({ row }) => row.state === state)),
  }))
  const toggle = (key: string) =>
    setOpen(open.has(key) ? new Set([...open].filter((one) => one !== key)) : new Set([...open, key]))
  const row = (index: number) => {
    const line = lines[index]
    return line && <NightLine line={line} index={index} night={night} onToggle={() => toggle(line.key)} />
  }
  const nameAt = (index: number) => lines[index] && groupOf(lines[index].row, order.group)
  /** The first of each group has its head. */
  const groups = (index: number) => {
    const name = nameAt(index)
    if (isBoard || !name || name === nameAt(index - 1)) return []
    const those = rows.filter((one) => groupOf(one, order.group) === name)
    return [<GroupHead key={name} name={name} isState={order.group === 'state'} rows={those} />]
  }
  return (
    <>
      <ClusterTable
        count={lines.length}
        usual={ROW_HEIGHT.dense}
        list={`night ${answer.begin} ${isBoard} ${order.group} ${order.sort}`}
        width={COLUMNS}
        handle={rowHandle}
        className={`cluster-rows ${styles.table}`}
        style={{ '--now': isInside ? night.share(now) : 0 } as CSSProperties}
        data-now={isInside || undefined}
        aria-label="Clusters of this night"
        head={
          <tr>
            <th scope="col">Cluster</th>
            <th scope="col">Profile</th>
            <th scope="col">What</th>
            <th scope="col">Nodes</th>
            <th scope="col" className={styles.track} data-cell="track">
              <span className="visually-hidden">Window</span>
              <Axis begin={begin} end={end} night={night} isInside={isInside} />
            </th>
            <th scope="col">Result</th>
            <th scope="col" className="num">
              When
            </th>
          </tr>
        }
        groups={groups}
        keyOf={(index) => lines[index]?.key ?? index}
        row={row}
      />
      <div className={`bar ${styles.foot}`}>
        <Legend
          items={[
            ...TONIGHT_STATES.map((state) => ({
              sign: (
                <span className={styles.bar} data-state={state}>
                  {state === 'open' ? <i style={{ width: '45%' }} /> : null}
                </span>
              ),
              text: TONIGHT_WORDS[state].toLowerCase(),
            })),
            { sign: null, text: 'a figure in a bar: that many clusters' },
          ]}
        />
        <span className="grow" />
        <span className="muted">
          {answer.left > 0 ? `${countText(answer.left)} rows are left out. ` : ''}
          {board !== null && board.left > 0 ? `${countOf(board.left, 'cluster')} more have no room here. ` : ''}
          {countOf(answer.figures.clusters, 'cluster')} in {countOf(lines.length, 'row')}
        </span>
      </div>
    </>
  )
}

interface AxisProps {
  readonly begin: number
  readonly end: number
  readonly night: DrawnNight
  readonly isInside: boolean
}

/** Every two hours, where room is scarce every six, and the time now. */
function Axis({ begin, end, night: { now, zone, share }, isInside }: AxisProps) {
  const hours = Array.from({ length: Math.round((end - begin) / HOUR / 2) + 1 }, (_, i) => ({
    hour: Math.min(begin + i * 2 * HOUR, end),
    isSpare: i % 3 !== 0,
  }))
  return (
    <span className={styles.axis} aria-hidden="true">
      {hours
        .filter(({ hour }) => !isInside || Math.abs(hour - now) > 1.5 * HOUR)
        .map(({ hour, isSpare }) => (
          <span key={hour} data-spare={isSpare || undefined} style={{ left: `${share(hour) * 100}%` }}>
            {clockText(hour, zone) === '00:00' ? weekdayText(hour, zone) : clockText(hour, zone)}
          </span>
        ))}
      {isInside ? (
        <b style={{ left: `clamp(1.25rem, ${share(now) * 100}%, 100% - 1.25rem)` }}>{clockText(now, zone)}</b>
      ) : null}
    </span>
  )
}

interface GroupHeadProps {
  readonly name: string
  /** Whether its rows are in one state, which is then its name. */
  readonly isState: boolean
  /** The rows, at least one. */
  readonly rows: readonly TonightTableRow[]
}

/** `Will fail 6`, `aws 12`, and what there is to say of them. */
function GroupHead({ name, isState, rows }: GroupHeadProps) {
  const clusters = rows.reduce((sum, row) => sum + row.clusters, 0)
  const state = (isState && rows[0]?.state) || null
  return (
    <GroupRow width={COLUMNS}>
      <b className={state === 'willFail' || state === 'failed' ? 'bad' : undefined}>
        {state ? TONIGHT_WORDS[state] : name} {countText(clusters)}
      </b>{' '}
      <span className="faint small">{groupText(state, rows)}</span>
    </GroupRow>
  )
}

interface NightLineProps {
  readonly line: TonightLine
  readonly index: number
  readonly night: DrawnNight
  readonly onToggle: () => void
}

function NightLine({ line: { row, name, more }, index, night, onToggle }: NightLineProps) {
  const { now, zone, share, isKnown } = night
  const { state, kind, windows } = row
  const isBad = row.cause !== null
  const result = resultText(row, now, isKnown)
  const said = tonightReportText(row)
  const free = freeShares(windows)
  return (
    <>
      <tr data-row={index} data-state={state}>
        <th scope="row" className={styles.name} data-cell="name">
          {more === undefined ? <EventGlyph kind={state === 'done' ? 'done' : kind} named /> : null}
          {'cluster' in name ? (
            <ClusterLink
              of={name.cluster}
              className="cut cluster-name"
              title={`${name.cluster.project} / ${name.cluster.name}`}
            />
          ) : more === undefined ? (
            <b>{name.text}</b>
          ) : (
            <button type="button" className="link" aria-expanded={more.isOpen} onClick={onToggle}>
              {name.text}
            </button>
          )}
        </th>
        <td className={`${styles.profile} muted`} title={profileName(row.profile)}>
          {row.profile.name}
        </td>
        <td data-cell="what" title={tonightMoveText(row)}>
          {tonightMoveText(row)}
        </td>
        <td className={styles.nodes} data-cell="nodes">
          {state === 'willFail' || state === 'failed' ? <span className="faint">none</span> : <NodesText event={row} />}
        </td>
        <td className={styles.track} data-cell="track">
          {windows.map((window, i) => (
            <span
              key={`${window.begin} ${window.end}`}
              className={styles.bar}
              data-state={state}
              title={clockRange(window, zone)}
              style={{
                left: `${share(ms(window.begin)) * 100}%`,
                width: `${(share(ms(window.end)) - share(ms(window.begin))) * 100}%`,
              }}
            >
              {state === 'open' ? <i style={{ width: `${goneOf(window, now) * 100}%` }} /> : null}
              {window.clusters > 1 ? (
                <b style={{ width: `${(free[i] ?? 1) * 100}%` }}>{countText(window.clusters)}</b>
              ) : null}
            </span>
          ))}
        </td>
        <td className={isBad ? `${styles.result} bad` : styles.result} data-cell="result" title={result}>
          {state === 'done' ? <Icon name="check" /> : null} {result}
        </td>
        <td className="num" data-cell="when">
          {tonightTimeText(row, now, zone)}
        </td>
      </tr>
      {said === null || more !== undefined ? null : (
        <tr className={styles.said} data-failed={row.failureReason !== null || undefined}>
          <td colSpan={COLUMNS}>
            <Quote text={said} />
          </td>
        </tr>
      )}
    </>
  )
}

function goneOf({ begin, end }: TonightTableRow['windows'][number], now: number): number {
  return Math.max(0, Math.min(1, (now - ms(begin)) / (ms(end) - ms(begin))))
}

/** What one sees of an answer that came: rows change place when the minute changes, not with every change of the garden. */
export function isShownNext(shown: TonightAnswer | undefined, next: TonightAnswer): boolean {
  if (shown === undefined || shown.begin !== next.begin || shown.zone !== next.zone) return true
  return shown.at === next.at || Math.floor(ms(shown.at) / MINUTE) !== Math.floor(ms(next.at) / MINUTE)
}

/** The garden was heard of within this time: what is open is known to be. */
const HEARD = 5 * MINUTE

/** Whether the garden was heard of lately. */
function useIsHeard(): boolean {
  const { freshness, lostAt, now } = useFreshness()
  return freshness.kind !== 'stale' || now - Math.max(freshness.observedAt, lostAt) < HEARD
}
