import type { FleetClass, FleetForecaster } from '@/lib/engine/fleet'
import type { CompiledProfile } from '@/lib/engine/rules'
import { withoutBreak } from '@/lib/engine/steps'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { branchesOf } from './branches'
import { type ClassPaths, classPathsOf } from './class-paths'
import { compareForecasts, type Effect } from './compare'
import { type ChangedBranch, Comparisons } from './comparisons'
import { EditedGraph } from './edited-graph'
import { sameDays } from './same-days'
import { type Load, type Period, Tally, type Totals } from './tally'
import { touchOf } from './touch'

export type { Effect } from './compare'
export type { Load, Totals } from './tally'

/** Classes of shoots with forecasts from `from` to `to`. */
export interface Fleet {
  readonly classes: readonly FleetClass[]
  readonly from: Instant
  readonly to: Instant
  /** Whose forecasts they are. */
  readonly forecaster: FleetForecaster
}

/** `until`: how far before and after are compared. */
export interface EditedProfiles extends Pick<Period, 'until' | 'days'> {
  /** Profiles before and after their edits, by key: the edited ones, and those that build on them; others take no part. */
  readonly profiles: ReadonlyMap<string, { readonly before: CloudProfile; readonly after: CloudProfile }>
}

export interface WhatIf {
  /** Branches after which anything is different up to `until`; each class comes to one of them at most. */
  readonly changed: readonly ChangedBranch[]
  readonly comparisons: Comparisons
  /** Clusters on the profiles. */
  readonly clusters: number
  /** Clusters by effect. */
  readonly effects: Readonly<Record<Effect, number>>
  /** Clusters that nothing forces without the edits, and something with them; those that get stuck later too. */
  readonly newlyForced: number
  readonly totals: { readonly before: Totals; readonly after: Totals }
  readonly load: { readonly before: readonly Load[]; readonly after: readonly Load[] }
}

/** So many classes or branches are looked at in a step. */
const stepLength = 128

/** So many sums without edits are kept. */
const BASELINES_LIMIT = 32

/** Says what edits change for a fleet, and keeps what all drafts need of it as it is. */
export class WhatIfs {
  /** By profile. */
  private readonly classPaths = new Map<string, ClassPaths>()
  /** By profiles and days. */
  private readonly baselines = new Map<string, Tally>()

  constructor(private readonly fleet: Fleet) {}

  /**
   * What edits of profiles change for the shoots that use them: how each fares, and what every day brings, before and after.
   *
   * A class of shoots is only looked at again from where the edits touch a maintenance of it on, together with all classes
   * that come to the same place: see `touchOf`, `branchesOf` and `EditedGraph`.
   */
  of(edited: EditedProfiles): WhatIf {
    return withoutBreak(this.steps(edited))
  }

  /** The same, for whoever does something else in between. */
  *steps(edited: EditedProfiles): Generator<undefined, WhatIf> {
    const { classes, from, to, forecaster } = this.fleet
    const { profiles, until } = edited
    const period = { ...edited, from, to }
    const before = yield* this.baselineOf(edited)
    const after = new Tally(period, before)
    const effects = noEffects()
    const changed: ChangedBranch[] = []
    const comparisons = new Comparisons(classes.length, from)
    let clusters = 0
    let newlyForced = 0
    for (const [key, profile] of profiles) {
      yield
      const compiledBefore = forecaster.profiles.of(profile.before)
      yield
      const compiled = forecaster.profiles.of(profile.after)
      yield
      const classPaths = yield* this.classPathsOf(key, compiledBefore)
      clusters += classPaths.clusters
      effects.unchanged += classPaths.clusters
      const graph = new EditedGraph(compiled, touchOf(compiledBefore, compiled, this.fleet))
      yield
      const alike = sameDays(compiledBefore, compiled, period)
      yield
      const { branches, places } = yield* branchesOf({
        classes,
        classPaths,
        graph,
        alike,
        from,
        to,
        digests: forecaster.digests,
      })
      const changes: (ChangedBranch | undefined)[] = []
      for (const [i, branch] of branches.entries()) {
        if (i % stepLength === 0) yield
        const comparison = compareForecasts(branch.before, branch.after, until)
        if (comparison.effect === 'unchanged') {
          changes.push(undefined)
          continue
        }
        after.add(branch, branch.before, -1)
        after.add(branch, branch.after)
        effects.unchanged -= branch.clusters
        effects[comparison.effect] += branch.clusters
        if (comparison.isNewlyForced) newlyForced += branch.clusters
        const change = { branch, comparison, classPaths }
        changed.push(change)
        changes.push(change)
      }
      comparisons.add(changes, places)
    }
    return {
      changed,
      comparisons,
      clusters,
      effects,
      newlyForced,
      totals: { before: before.totals(), after: after.totals() },
      load: { before: before.days, after: after.days },
    }
  }

  private *classPathsOf(profile: string, compiled: CompiledProfile): Generator<undefined, ClassPaths> {
    let classPaths = this.classPaths.get(profile)
    if (classPaths === undefined) {
      classPaths = yield* classPathsOf(this.fleet.classes, profile, compiled, this.fleet)
      this.classPaths.set(profile, classPaths)
    }
    return classPaths
  }

  /** What is ahead without edits. */
  private *baselineOf({ profiles, until, days }: EditedProfiles): Generator<undefined, Tally> {
    const key = [...profiles.keys(), until, ...days].join(' ')
    let tally = this.baselines.get(key)
    if (tally === undefined) {
      tally = new Tally({ from: this.fleet.from, until, days })
      for (const [i, one] of this.fleet.classes.entries()) {
        if (i % stepLength === 0) yield
        if (profiles.has(one.profile)) tally.add(one, one.forecast)
      }
      if (this.baselines.size >= BASELINES_LIMIT) this.baselines.clear()
      this.baselines.set(key, tally)
    }
    return tally
  }
}

function noEffects(): Record<Effect, number> {
  return { stuck: 0, freed: 0, forced: 0, earlier: 0, more: 0, later: 0, target: 0, auto: 0, unchanged: 0 }
}
