import { compileProfile } from './compile'
import type { FleetClass } from './fleet/classes'
import type { CloudProfile, Instant } from './types'
import { compareOutlooks, type Effect } from './what-if/compare'
import { type ChangedFork, Comparisons } from './what-if/comparisons'
import { coursesOf } from './what-if/courses'
import { type Fork, forksOf } from './what-if/forks'
import { sameDays } from './what-if/same-days'
import { type Load, type Period, Tally, type Totals } from './what-if/tally'
import { touchOf } from './what-if/touch'
import { Variant } from './what-if/variant'

export type { Comparison, Effect } from './what-if/compare'
export type { Load, Totals } from './what-if/tally'

/** `until`: how far before and after are compared, `from` to `to`. */
export interface WhatIfInput<C extends FleetClass> extends Period {
  /** Those of profiles that are not edited take no part. Outlooks reach from `from` to `to`. */
  readonly classes: readonly C[]
  /** Profiles before and after their edits, by key: the edited ones, and those that build on them. */
  readonly profiles: ReadonlyMap<string, { readonly before: CloudProfile; readonly after: CloudProfile }>
  readonly to: Instant
}

export interface WhatIf {
  /** Forks after which anything is different up to `until`; each class comes to one of them at most. */
  readonly changed: readonly Fork[]
  readonly comparisons: Comparisons
  /** Clusters on the profiles. */
  readonly clusters: number
  /** Clusters by effect. */
  readonly effects: Readonly<Record<Effect, number>>
  readonly totals: { readonly before: Totals; readonly after: Totals }
  readonly load: { readonly before: readonly Load[]; readonly after: readonly Load[] }
}

/**
 * What edits of profiles change for the shoots that use them: how each fares, and what every day brings, before and after.
 *
 * A class of shoots is only looked at again from where the edits touch a maintenance of it on, together with all classes that
 * come to the same place: see `touchOf`, `forksOf` and `Variant`.
 */
export function whatIf<C extends FleetClass>(input: WhatIfInput<C>): WhatIf {
  const { classes, profiles, from, to, until } = input
  const before = baselineOf(input)
  const after = new Tally(input, before)
  const effects = noEffects()
  const changed: Fork[] = []
  const comparisons = new Comparisons(classes, from)
  let clusters = 0
  for (const [key, edited] of profiles) {
    const [compiledBefore, compiled] = [compileProfile(edited.before), compileProfile(edited.after)]
    const courses = coursesOf(classes, key, compiledBefore, input)
    clusters += courses.clusters
    effects.unchanged += courses.clusters
    const variant = new Variant(compiled, touchOf(compiledBefore, compiled, { from, to }))
    const alike = sameDays(compiledBefore, compiled, input)
    const { forks, places } = forksOf({ classes, courses, variant, alike, from, to })
    const changes = forks.map((fork): ChangedFork | undefined => {
      const comparison = compareOutlooks(fork.before, fork.after, until)
      if (comparison.effect === 'unchanged') return undefined
      after.add(fork, fork.before, -1)
      after.add(fork, fork.after)
      effects.unchanged -= fork.clusters
      effects[comparison.effect] += fork.clusters
      changed.push(fork)
      return { fork, comparison, courses }
    })
    comparisons.add(changes, places)
  }
  return {
    changed,
    comparisons,
    clusters,
    effects,
    totals: { before: before.totals(), after: after.totals() },
    load: { before: before.days, after: after.days },
  }
}

const baselines = new WeakMap<readonly FleetClass[], Map<string, Tally>>()

/** What is ahead without edits, added up once for all drafts about the same profiles and days. */
function baselineOf<C extends FleetClass>(input: WhatIfInput<C>): Tally {
  const { classes, profiles, from, until, days } = input
  let known = baselines.get(classes)
  if (known === undefined) {
    known = new Map()
    baselines.set(classes, known)
  }
  const key = [...profiles.keys(), from, until, ...days].join(' ')
  let tally = known.get(key)
  if (tally === undefined) {
    tally = new Tally(input)
    for (const one of classes) if (profiles.has(one.profile)) tally.add(one, one.outlook)
    if (known.size >= BASELINES_LIMIT) known.clear()
    known.set(key, tally)
  }
  return tally
}

const BASELINES_LIMIT = 32

function noEffects(): Record<Effect, number> {
  return { stuck: 0, freed: 0, forced: 0, earlier: 0, later: 0, target: 0, auto: 0, unchanged: 0 }
}
