import type { GardenAnswer } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { classesOf } from '../classes'
import { type FleetIndex, horizonDays } from '../fleet-index'
import { compareTexts, minorText } from '../version-text'
import { dayIndex, daysOf } from '../zone'

/**
 * How many control planes are on each minor, if nobody acts. A move counts from the day after its window begins, so that
 * nothing is shown as gone before it is; only days on which something moves are listed.
 */
export function minorsOverTime(index: FleetIndex, zone: string): GardenAnswer['minors'] {
  const days = daysOf(zone, index.at, horizonDays + 1)
  const now = new Map<string, number>()
  /** Minor to day to how many come (positive) or go. */
  const deltas = new Map<string, Map<number, number>>()
  const moving = new Set<number>()
  const move = (minor: string, day: number, clusters: number) => {
    const byDay = deltas.get(minor) ?? new Map<number, number>()
    deltas.set(minor, byDay.set(day, (byDay.get(day) ?? 0) + clusters))
    moving.add(day)
  }
  for (const { forecast, example, clusters } of classesOf(index)) {
    let minor = minorText(example.kubernetesVersion)
    now.set(minor, (now.get(minor) ?? 0) + clusters)
    for (const { digest, from } of forecast.events) {
      const next = digest.minor
      if (next === minor) continue
      const day = dayIndex(days, from) + 1
      move(minor, day, -clusters)
      move(next, day, clusters)
      minor = next
    }
  }
  const steps = [...moving].filter((day) => (days.starts[day] ?? index.until) < index.until).sort((a, b) => a - b)
  const minors = [...new Set([...now.keys(), ...deltas.keys()])].sort(compareTexts)
  return {
    at: [index.at, ...steps.map((day) => days.starts[day] ?? index.at)].map(onWire),
    series: minors.map((minor) => {
      let count = now.get(minor) ?? 0
      const counts = [count]
      for (const day of steps) {
        count += deltas.get(minor)?.get(day) ?? 0
        counts.push(count)
      }
      return { minor, counts }
    }),
  }
}
