import { beginnings } from '@/components/timeline/calendar'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import { MINUTE, monthText, partsIn } from '@/lib/words/time-text'
import { percentAt, type TimeRange } from '../timeline/range'
import { keptLabels, type Measure } from '../timeline/ticks'

export interface MonthTick {
  readonly at: number
  readonly percent: number
  /** `Dec`, `Jan 2027`. */
  readonly text: string
}

const LABEL_PAD = 4

/** How wide the axis is, and texts on it. */
export interface AxisBox {
  readonly width: number
  readonly measure: Measure
}

/**
 * Where months begin in a zone. `every` 2 leaves out each second one, never a January. A label that would touch another or
 * the end of the axis is empty; the year goes first.
 */
export function monthTicks(range: TimeRange, zone: Zone, box: AxisBox, every: 1 | 2 = 1): readonly MonthTick[] {
  const ticks = beginnings('month', range.from, range.to, (at) => offsetMinutes(zone, at) * MINUTE)
    .filter((at) => partsIn(at, zone).month % every === 0)
    .map((at) => ({ at, percent: percentAt(range, at), text: monthText(at, zone) }))
  const kept = keptLabels(
    ticks.map(({ percent, text }) => {
      const left = (percent / 100) * box.width
      return { left, right: left + LABEL_PAD + box.measure(text, 11), rank: text.includes(' ') ? 0 : 1 }
    }),
    { gap: LABEL_PAD, from: 0, to: box.width },
  )
  return ticks.map((tick, index) => (kept[index] ? tick : { ...tick, text: '' }))
}
