'use client'

import { useRef } from 'react'
import type { WindowBody } from '@/lib/contract/common'
import { offsetMinutes, offsetText, type Zone } from '@/lib/contract/zone'
import { HOUR, MINUTE, ms } from '@/lib/words/time-text'
import { forYou, isAnyTime, windowClock } from '@/lib/words/when'
import { offsetAtOf } from '../../timeline/calendar'
import { type ChartBox, nowLabelAt } from '../../timeline/layout'
import { Axis, NowLabel, NowLine } from '../../timeline/parts'
import { css, percentAt, type TimeRange } from '../../timeline/range'
import { fittedTicks } from '../../timeline/ticks'
import { useChartBox } from '../../timeline/use-chart-box'
import styles from './maintenance.module.css'

interface WindowRulersProps {
  readonly window: WindowBody
  readonly now: number
  /** The reader's. */
  readonly zone: Zone
}

/** The window on the cluster's clock and on the reader's; the last quarter of an hour, in which none begins, is hatched. */
export function WindowRulers(props: WindowRulersProps) {
  return isAnyTime(props.window) ? null : <Rulers {...props} />
}

function Rulers({ window, now, zone }: WindowRulersProps) {
  const plot = useRef<HTMLDivElement>(null)
  const range = rulerRange(window, now)
  const box = useChartBox(plot, range, now, 780)
  const [begin, end] = [ms(window.begin), ms(window.end)]
  const at = (instant: number) => css(percentAt(range, instant))
  const width = percentAt(range, end) - percentAt(range, begin)
  const isSame = offsetMinutes(zone, begin) === offsetMinutes(window.offset, begin)
  const yours = forYou(window, now, zone)
  const reserved = ((end - ms(window.latestStart)) / (end - begin)) * 100
  return (
    <figure className={styles.rulers} data-single={isSame || undefined} aria-label="The window on the clock">
      <div className={styles.names} aria-hidden="true">
        <span>
          <b>{isSame ? 'Cluster, you' : 'Cluster'}</b>
          {window.offset.replace('-', '−')}
        </span>
        {isSame ? null : (
          <span>
            <b>You</b>
            {offsetText(zone, begin)}
          </span>
        )}
      </div>
      <div className={styles.plot} ref={plot}>
        <Clock box={box} zone={window.offset} />
        <span className={styles.window} style={{ left: at(begin), width: css(width) }}>
          <i style={{ width: css(reserved) }} />
        </span>
        <span className={styles.text} style={{ left: at(end) }}>
          <b>{windowClock(window)}</b>, daily
          {yours === null ? null : <span className="muted">{yours}</span>}
        </span>
        {isSame ? null : <Clock box={box} zone={zone} isLower />}
        <NowLine range={range} now={now} />
        <span className={styles.now}>
          <NowLabel x={nowLabelAt(box, 'now')} text="now" />
        </span>
      </div>
    </figure>
  )
}

interface ClockProps {
  readonly box: ChartBox
  readonly zone: Zone
  readonly isLower?: boolean
}

/** The hours of the ruler on the clock of a zone. */
function Clock({ box, zone, isLower = false }: ClockProps) {
  const ticks = fittedTicks(box.range, box.width, box.measure, offsetAtOf(zone))
  return (
    <div className={styles.ticks} data-lower={isLower || undefined}>
      <Axis ticks={ticks} />
    </div>
  )
}

/** So far from now the begin may be for now to be drawn too. */
const NEAR = 12 * HOUR
const AFTER = 3 * HOUR
/** Of what comes before, so that there is room for the words beside the window. */
const SHARE_AFTER = 0.4

/** Whole hours on the cluster's clock around a window, with now where that is near. */
export function rulerRange(window: WindowBody, now: number): TimeRange {
  const begin = ms(window.begin)
  const isNear = begin - now <= NEAR
  const from = isNear ? Math.min(now - HOUR, begin - HOUR) : begin - AFTER
  const end = ms(window.end)
  const after = Math.max(AFTER, (end - from) * SHARE_AFTER)
  const shift = offsetMinutes(window.offset, begin) * MINUTE
  return {
    from: Math.floor((from + shift) / HOUR) * HOUR - shift,
    to: Math.ceil((end + after + shift) / HOUR) * HOUR - shift,
  }
}
