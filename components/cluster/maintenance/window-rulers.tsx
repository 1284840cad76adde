'use client'

import type { WindowBody } from '@/lib/contract/common'
import { offsetMinutes, offsetText, type Zone } from '@/lib/contract/zone'
import { HOUR, MINUTE, ms } from '@/lib/words/time-text'
import { forYou, isAnyTime, windowClock } from '@/lib/words/when'
import { offsetAtOf } from '../../timeline/calendar'
import { Lanes } from '../../timeline/lanes'
import { pixelAt } from '../../timeline/layout'
import { Axis } from '../../timeline/parts'
import { css, percentAt, type TimeRange } from '../../timeline/range'
import { fittedTicks, nowLineAt } from '../../timeline/ticks'
import styles from './maintenance.module.css'

interface WindowRulersProps {
  readonly window: WindowBody
  readonly now: number
  /** The reader's. */
  readonly zone: Zone
}

/** The window on the cluster's clock and on the reader's; the last quarter of an hour, in which none begins, is hatched. */
export function WindowRulers({ window, now, zone }: WindowRulersProps) {
  if (isAnyTime(window)) return null
  const range = rulerRange(window, now)
  const [begin, end] = [ms(window.begin), ms(window.end)]
  const at = (instant: number) => css(percentAt(range, instant))
  const width = percentAt(range, end) - percentAt(range, begin)
  const isSame = offsetMinutes(zone, begin) === offsetMinutes(window.offset, begin)
  const yours = forYou(window, now, zone)
  const reserved = ((end - ms(window.latestStart)) / (end - begin)) * 100
  return (
    <Lanes
      name="The window on the clock"
      kind="table"
      rows={[{ id: '' }, ...(isSame ? [] : [{ id: `You, ${offsetText(zone, begin)}` }])]}
      left={[
        {
          key: 'clock',
          head: `Cluster${isSame ? ' and you' : ''}, ${window.offset.replace('-', '−')}`,
          width: 132,
          isName: true,
          cell: ({ id }) => (id === '' ? <span className="visually-hidden">Window</span> : id),
        },
      ]}
      range={range}
      now={now}
      zone={window.offset}
      phone="scroll"
      className={styles.rulers}
      draw={({ id }, box) =>
        id === '' ? (
          <>
            <span className={styles.window} style={{ left: at(begin), width: css(width) }}>
              <i style={{ width: css(reserved) }} />
            </span>
            <span className={styles.text} style={{ left: at(end) }}>
              <b>{windowClock(window)}</b>, daily
              {yours !== null && <span className="muted below">{yours}</span>}
            </span>
          </>
        ) : (
          <Axis ticks={fittedTicks(range, box.width, box.measure, offsetAtOf(zone), [nowLineAt(pixelAt(box, now))])} />
        )
      }
    />
  )
}

/** How far from now the begin of the window may be for now to be drawn too. */
const NEAR = 12 * HOUR
const AFTER = 3 * HOUR
/** The share of what comes before, so that there is room for the words beside the window. */
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
