import { SECOND } from '@/lib/engine/time'
import { expiryMarks } from '@/lib/landscape/expiries'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { happensWithin } from '@/lib/landscape/profile-figures'
import { usageOf } from '@/lib/landscape/usage'

/** How far ahead forced updates and failures are counted, in days: as the overview does. */
const SPANS = [7, 30, 90] as const
const LONGEST = SPANS[2]

type Labels = Readonly<Record<string, string>>

/** One line of a metric: a value with what it is the value of. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** What is told of a landscape, by the name of the metric without its prefix. */
export interface LandscapeSamples {
  readonly clusters: readonly Sample[]
  readonly profile_clusters: readonly Sample[]
  readonly clusters_forced: readonly Sample[]
  readonly clusters_stuck: readonly Sample[]
  readonly next_expiry_seconds: readonly Sample[]
}

/** What a landscape says at the instant of its index: clusters by version, and what is ahead of projects and profiles. */
export function landscapeSamples(index: FleetIndex): LandscapeSamples {
  return {
    clusters: byVersion(index),
    profile_clusters: byProfile(index),
    ...perProject(index),
    next_expiry_seconds: nextExpiries(index),
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

/** Each cluster once, whatever it runs. */
function byProfile({ roster }: FleetIndex): Sample[] {
  const counts = new Map<string, number>()
  for (const { profile } of roster.members) counts.set(profile, (counts.get(profile) ?? 0) + 1)
  return [...counts].map(([profile, value]) => ({ labels: { profile }, value }))
}

/** What is ahead of a project; every project has its lines, also with none: a line that is gone would not tell that all is well. */
function perProject(index: FleetIndex): Pick<LandscapeSamples, 'clusters_forced' | 'clusters_stuck'> {
  const projects = new Map<string, { readonly forced: number[]; stuck: number }>()
  for (const [i, { project }] of index.roster.members.entries()) {
    const counts = projects.get(project) ?? { forced: SPANS.map(() => 0), stuck: 0 }
    projects.set(project, counts)
    const forecast = index.forecasts.at(i)
    if (forecast === undefined) continue
    for (const [span, days] of SPANS.entries()) {
      if (happensWithin(index, forecast, 'forced', days)) counts.forced[span] = (counts.forced[span] ?? 0) + 1
    }
    if (happensWithin(index, forecast, 'fails', LONGEST)) counts.stuck++
  }
  const all = [...projects]
  return {
    clusters_forced: all.flatMap(([project, { forced }]) =>
      SPANS.map((days, span) => ({ labels: { project, days: String(days) }, value: forced[span] ?? 0 })),
    ),
    clusters_stuck: all.map(([project, { stuck }]) => ({ labels: { project, days: String(LONGEST) }, value: stuck })),
  }
}

/** Of each profile, the next expiry that clusters are on when it comes. */
function nextExpiries(index: FleetIndex): Sample[] {
  return [...expiryMarks(index)].flatMap(([profile, [next]]) =>
    next === undefined
      ? []
      : { labels: { profile, what: next.what, version: next.version }, value: (next.at - index.at) / SECOND },
  )
}
