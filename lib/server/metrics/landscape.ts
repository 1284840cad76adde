import type { EventKind } from '@/lib/contract'
import { firstOf } from '@/lib/engine/fleet'
import { DAY } from '@/lib/engine/time'
import { expiryMarks } from '../expiries'
import type { FleetIndex } from '../fleet-index'
import { happensWithin } from '../profile-figures'
import { usageOf } from '../usage'

/** How far ahead forced updates and failures are counted, in days: as the overview does. */
const SPANS = [7, 30, 90] as const

type Labels = Readonly<Record<string, string>>

/** One line of a metric: a value with what it is the value of. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** What is told of a landscape, by the name of the metric without its prefix. */
export interface LandscapeSamples {
  readonly clusters: readonly Sample[]
  readonly clusters_forced: readonly Sample[]
  readonly clusters_stuck: readonly Sample[]
  readonly next_expiry_days: readonly Sample[]
}

/** What a landscape says at the instant of its index: clusters by version, and what is ahead of projects and profiles. */
export function landscapeSamples(index: FleetIndex): LandscapeSamples {
  return {
    clusters: byVersion(index),
    clusters_forced: SPANS.flatMap((days) => perProject(index, 'forced', days)),
    clusters_stuck: perProject(index, 'fails', SPANS[SPANS.length - 1] ?? 0),
    next_expiry_days: nextExpiries(index),
  }
}

/** A cluster counts once for each version that its control plane or a pool runs. */
function byVersion(index: FleetIndex): Sample[] {
  return [...usageOf(index.roster)].flatMap(([profile, uses]) => {
    const running = index.running(profile)
    return [...uses.values()].map(({ what, version, clusters }) => {
      const { stage } = what === 'Kubernetes' ? running.kubernetes(version) : running.image(what, version)
      return { labels: { profile, what, version, stage }, value: clusters }
    })
  })
}

/** Every project has its line, also with none: a line that is gone would not tell that all is well. */
function perProject(index: FleetIndex, kind: EventKind, days: number): Sample[] {
  const counts = new Map<string, number>()
  for (const [i, { project }] of index.roster.members.entries()) {
    const forecast = index.forecasts.at(i)
    const isHit =
      forecast !== undefined && firstOf(forecast, kind) !== undefined && happensWithin(index, forecast, kind, days)
    counts.set(project, (counts.get(project) ?? 0) + Number(isHit))
  }
  return [...counts].map(([project, value]) => ({ labels: { project, days: String(days) }, value }))
}

/** Of each profile, the next expiry that clusters are on when it comes. */
function nextExpiries(index: FleetIndex): Sample[] {
  return [...expiryMarks(index)].flatMap(([profile, [next]]) =>
    next === undefined
      ? []
      : { labels: { profile, what: next.what, version: next.version }, value: (next.at - index.at) / DAY },
  )
}
