import type { GardenAnswer } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import type { Event } from '@/lib/engine/fleet'
import { classesOf, type ShootClass } from '../classes'
import { type EventsOf, eventsAsTheyAre } from '../draft-events'
import { type FleetIndex, horizonDays } from '../fleet-index'
import { Steps, stepLength } from '../steps'
import { compareTexts, minorText } from '../version-text'
import { type Days, dayIndex, daysOf } from '../zone'

/** The clusters of a class come to another minor. */
export interface MinorMove {
  readonly shootClass: ShootClass
  readonly event: Event
  readonly from: string
  readonly to: string
  /** The day after its window begins, so that nothing is shown as gone before it is. */
  readonly day: number
}

/** Minors of control planes, if nobody acts. */
export interface MinorSteps {
  readonly days: Days
  /** Days within the horizon on which something moves, in order. */
  readonly steps: readonly number[]
  readonly moves: readonly MinorMove[]
  /** Oldest minor first: how many clusters are on it today, then from each step on. */
  readonly series: readonly { readonly minor: string; readonly counts: number[] }[]
}

export function minorSteps(index: FleetIndex, zone: string, eventsOf?: EventsOf): MinorSteps {
  return new Steps(minorStepsIn(index, zone, eventsOf)).value
}

function* minorStepsIn(
  index: FleetIndex,
  zone: string,
  eventsOf: EventsOf = eventsAsTheyAre(index),
): Generator<undefined, MinorSteps> {
  const days = daysOf(zone, index.at, horizonDays + 1)
  const now = new Map<string, number>()
  /** Of each minor, by day, how many come (positive) or go. */
  const deltas = new Map<string, Int32Array>()
  const moves: MinorMove[] = []
  const move = (minor: string, day: number, clusters: number) => {
    let byDay = deltas.get(minor)
    if (byDay === undefined) {
      byDay = new Int32Array(days.starts.length + 1)
      deltas.set(minor, byDay)
    }
    byDay[day] = (byDay[day] ?? 0) + clusters
  }
  const minorOf = minorsOnce()
  for (const [place, shootClass] of classesOf(index).entries()) {
    if (place % stepLength === 0) yield
    const { example, clusters } = shootClass
    let minor = minorOf(example.kubernetesVersion)
    now.set(minor, (now.get(minor) ?? 0) + clusters)
    for (const event of eventsOf(place)) {
      const next = event.digest.minor
      if (next === minor) continue
      const day = dayIndex(days, event.from) + 1
      moves.push({ shootClass, event, from: minor, to: next, day })
      move(minor, day, -clusters)
      move(next, day, clusters)
      minor = next
    }
  }
  const isShown = (day: number) => (days.starts[day] ?? index.until) < index.until
  const steps = [...new Set(moves.map(({ day }) => day))].filter(isShown).sort((a, b) => a - b)
  const minors = [...new Set([...now.keys(), ...deltas.keys()])].sort(compareTexts)
  const series = minors.map((minor) => {
    let count = now.get(minor) ?? 0
    const counts = [count]
    for (const day of steps) {
      count += deltas.get(minor)?.[day] ?? 0
      counts.push(count)
    }
    return { minor, counts }
  })
  return { days, steps, moves: moves.filter(({ day }) => isShown(day)), series }
}

/** `minorText` for many clusters, which run few versions. */
function minorsOnce(): typeof minorText {
  const known = new Map<string, string>()
  return (version) => {
    let minor = known.get(version)
    if (minor === undefined) {
      minor = minorText(version)
      known.set(version, minor)
    }
    return minor
  }
}

/** How many control planes are on each minor, if nobody acts; only days on which something moves are listed. */
export function* minorsOverTime(index: FleetIndex, zone: string): Generator<undefined, GardenAnswer['minors']> {
  const { days, steps, series } = yield* minorStepsIn(index, zone)
  return {
    at: [index.at, ...steps.map((day) => days.starts[day] ?? index.at)].map(onWire),
    series: [...series],
  }
}
