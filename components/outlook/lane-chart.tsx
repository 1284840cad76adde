'use client'

import { useRef } from 'react'
import type { Lane, ShootAnswer } from '@/lib/contract/clusters'
import type { Zone } from '@/lib/contract/zone'
import { capitalized } from '@/lib/words/phrases'
import { type Done, doneOn, shownSteps, stuckText } from '@/lib/words/shown-steps'
import { dayText, momentText, ms, spanText } from '@/lib/words/time-text'
import { inTime } from '@/lib/words/when'
import { chartClass, css, fittedTicks, percentAt, pixelAt, useChartBox, useRoving } from '../timeline'
import { DataTable, Scroll } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { LaneFrame, LaneLine, LanePath } from './lane-line'
import { laneGroups, laneRange, offsetAtOf, placedRuns, ticksBeside } from './lanes'
import styles from './lanes.module.css'
import { VersionLink } from './texts'

const GUESSED_WIDTH = 866

interface LaneChartProps {
  readonly answer: ShootAnswer
  readonly now: number
  /** What the last maintenance changed. */
  readonly done: Done | null
}

/** The forecast of one cluster: lanes for the control plane and each pool, one vertical line per maintenance run. */
export function LaneChart({ answer, now, done }: LaneChartProps) {
  const zone = answer.shoot.nextWindow.offset
  const plot = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLElement>(null)
  const roving = useRoving(chart)
  const range = laneRange(answer, now)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = ticksBeside(fittedTicks(range, box.width, box.measure, offsetAtOf(zone)), box)
  const nowX = pixelAt(box, now)
  const nowWidth = box.measure('now', 11) + 12
  const taken = [{ left: nowX - nowWidth - 6, right: nowX }]
  const runs = placedRuns(shownSteps(answer), box, (step) => inTime(step.window, now), taken)

  return (
    <figure
      ref={chart}
      className={`${chartClass} ${styles.chart}`}
      aria-label="Which versions run when; arrows move"
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
    >
      <div className={styles.runs} aria-hidden="true">
        <div className={styles.plot}>
          {runs.map((run) =>
            run.labelAt === null ? null : (
              <span key={run.at} className={styles.run} data-kind={run.kind} style={{ left: `${run.labelAt}px` }}>
                <b>{run.day}</b>
                <span>{run.relative}</span>
              </span>
            ),
          )}
          <span className={styles.nowLabel} style={{ left: css(percentAt(range, now)) }}>
            now
          </span>
        </div>
      </div>
      <LaneFrame
        plot={plot}
        range={range}
        now={now}
        ticks={ticks}
        rise={42}
        lines={runs.map((run) => (
          <span
            key={run.at}
            className={styles.runLine}
            data-kind={run.kind}
            data-short={run.labelAt === null || undefined}
            style={{ left: css(percentAt(range, run.at)) }}
          />
        ))}
      >
        {laneGroups(answer.lanes, answer.shoot).map((group, g) =>
          group.lanes.map((lane, i) => (
            <div key={lane.id} className={styles.lane} data-row={lane.id} data-first={i === 0 || undefined}>
              <span className={styles.pool}>
                {i === 0 ? (
                  <b className={styles.poolName} title={`${group.title}${group.note === '' ? '' : `, ${group.note}`}`}>
                    {group.title}
                  </b>
                ) : null}
                {i === 1 || group.lanes.length === 1 ? (
                  <span className={`${styles.note} faint`}> {group.note}</span>
                ) : null}
              </span>
              <span className={styles.what} title={lane.what}>
                <CurrentVersion answer={answer} lane={lane} now={now} />
              </span>
              <LanePath lane={lane} now={now} />
              <div className={styles.plot}>
                <LaneLine
                  lane={lane}
                  steps={answer.steps}
                  box={box}
                  zone={zone}
                  roving={{ isCurrent: roving.isCurrent, isFirst: g === 0 && i === 0 }}
                  done={done === null ? undefined : doneOn(lane, done)}
                />
              </div>
            </div>
          )),
        )}
      </LaneFrame>
    </figure>
  )
}

/** What the lane is about, with the page of the version that it has now. */
function CurrentVersion({ answer, lane, now }: Pick<LaneChartProps, 'answer' | 'now'> & { readonly lane: Lane }) {
  const isNow = ({ from, to }: Lane['segments'][number]) =>
    (from === null || ms(from) <= now) && (to === null || now < ms(to))
  const segment = lane.segments.find(isNow)
  if (segment === undefined) return lane.what
  return (
    <VersionLink profile={answer.shoot.profile} what={lane.what} segment={segment}>
      {lane.what}
    </VersionLink>
  )
}

/** The lanes as a table: the same data, the same order. */
export function LaneTable({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const moment = (at: string) => momentText(at, zone, now)
  return (
    <Scroll label="Lanes as a table">
      <DataTable
        className={`dense ${styles.laneTable}`}
        heads={[
          'Part',
          'Version',
          'Stage',
          { number: `From, ${zone.replace('-', '−')}` },
          { number: 'To' },
          { number: 'Lasts' },
          'Now',
        ]}
      >
        {laneGroups(answer.lanes, answer.shoot).map((group) =>
          group.lanes.map((lane) => (
            <tbody key={lane.id}>
              {lane.segments.map((segment, i) => {
                const from = segment.from === null ? null : ms(segment.from)
                const to = segment.to === null ? null : ms(segment.to)
                const isNow = (from === null || from <= now) && (to === null || now < to)
                return (
                  <tr key={`${segment.version} ${segment.stage} ${segment.from}`}>
                    {i === 0 ? (
                      <th scope="rowgroup" rowSpan={lane.segments.length + (lane.stuckFrom === null ? 0 : 1)}>
                        {group.title}, {lane.what}
                      </th>
                    ) : null}
                    <td>
                      <VersionLink profile={answer.shoot.profile} what={lane.what} segment={segment} />
                    </td>
                    <td>
                      <StageChip stage={segment.stage} />
                    </td>
                    <td className="num">
                      {segment.from === null ? <Unknown text="start unknown" /> : moment(segment.from)}
                    </td>
                    <td className="num">{segment.to === null ? <Unknown text="no end" /> : moment(segment.to)}</td>
                    <td className="num">
                      {from === null || to === null ? (
                        <Unknown text={to === null ? 'open' : 'not known'} />
                      ) : (
                        spanText(to - from, 'short')
                      )}
                    </td>
                    <td>{isNow ? <b>now</b> : null}</td>
                  </tr>
                )
              })}
              {lane.stuckFrom === null ? null : (
                <tr className="bad">
                  <td colSpan={6}>
                    {capitalized(stuckText(lane, answer.steps))}, {stuckSince(lane.stuckFrom, zone, now)}.
                  </td>
                </tr>
              )}
            </tbody>
          )),
        )}
      </DataTable>
    </Scroll>
  )
}

function stuckSince(from: string, zone: Zone, now: number): string {
  const day = dayText(from, zone, { now, weekday: true })
  return ms(from) < now ? `since ${day}` : `from ${day} on`
}

function Unknown({ text }: { readonly text: string }) {
  return <span className="faint">{text}</span>
}
