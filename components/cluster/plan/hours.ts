import type { Zone } from '@/lib/contract/zone'
import { clockText, dayText, HOUR, partsIn } from '@/lib/words/time-text'
import { keptLabels, type Measure, percentAt, type Tick, type TimeRange } from '../../timeline'

const STEPS = [1, 2, 3, 6, 12, 24] as const
/** Fewer pixels than this between two labels look crowded. */
const LEAST_GAP = 64

/** Ticks for a range of hours: `21:00`, and the day where one begins, in bold. */
export function hourTicks(range: TimeRange, width: number, measure: Measure, zone: Zone): readonly Tick[] {
  const hours = (range.to - range.from) / HOUR
  const step = STEPS.find((one) => (width / hours) * one >= LEAST_GAP) ?? 24
  const first = Math.ceil(range.from / HOUR) * HOUR
  const all = Array.from({ length: Math.ceil((range.to - first) / HOUR) }, (_, i) => first + i * HOUR).flatMap((at) => {
    const { hour } = partsIn(at, zone)
    if (hour % step !== 0) return []
    const label = hour === 0 ? dayText(at, zone, { now: at, weekday: true }) : clockText(at, zone)
    return [{ at, percent: percentAt(range, at), label, initial: label, year: hour === 0 }]
  })
  const kept = keptLabels(
    all.map((tick) => {
      const left = (tick.percent / 100) * width + 4
      return { left, right: left + measure(tick.label, 11, tick.year ? 600 : 400), rank: tick.year ? 0 : 1 }
    }),
    { gap: 10, from: 0, to: width },
  )
  return all.map((tick, i) => (kept[i] ? tick : { ...tick, label: '' }))
}
