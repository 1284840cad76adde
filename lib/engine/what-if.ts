import { compileProfile } from './compile'
import { type FleetClass, type Passing, passingOf } from './fleet/classes'
import { type Outlook, outlookOf } from './fleet/outlook'
import type { CloudProfile, Instant } from './types'
import { type Comparison, compareOutlooks, type Effect } from './what-if/compare'
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

/** Before and after for one class. */
export interface ClassComparison<C extends FleetClass> extends Comparison {
  readonly class: C
  readonly outlook: Outlook
}

export interface WhatIf<C extends FleetClass> {
  /** Classes that change in any way up to `until`. */
  readonly changed: readonly ClassComparison<C>[]
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
 * A class of shoots is only looked at again if the edits touch something that it meets on its way, and then only from there:
 * see `touchOf` and `Variant`.
 */
export function whatIf<C extends FleetClass>(input: WhatIfInput<C>): WhatIf<C> {
  const { classes, profiles, from, to, until } = input
  const before = baselineOf(input)
  const after = new Tally(input, before)
  const effects = noEffects()
  const changed: ClassComparison<C>[] = []
  let clusters = 0
  for (const [key, edited] of profiles) {
    const passing = passingOf(classes, key)
    clusters += passing.clusters
    effects.unchanged += passing.clusters
    const compiled = compileProfile(edited.after)
    const variant = new Variant(compiled, touchOf(compileProfile(edited.before), compiled, { from, to }))
    for (const place of touchedPlaces(passing, variant)) {
      const one = classes[place]
      const start = one?.outlook.path[0]
      if (one === undefined || start === undefined) continue
      const outlook = outlookOf(variant.nodeFor(start), one.example, edited.after, from, to)
      const comparison = compareOutlooks(one.outlook, outlook, until)
      if (comparison.effect === 'unchanged') continue
      after.add(one, one.outlook, -1)
      after.add(one, outlook)
      effects.unchanged -= one.clusters
      effects[comparison.effect] += one.clusters
      changed.push({ ...comparison, class: one, outlook })
    }
  }
  return {
    changed,
    clusters,
    effects,
    totals: { before: before.totals(), after: after.totals() },
    load: { before: before.days, after: after.days },
  }
}

/** In the order of the list. */
function touchedPlaces({ byNode }: Passing, variant: Variant): Iterable<number> {
  const places = new Set<number>()
  for (const [node, through] of byNode) {
    if (!variant.isTouched(node)) continue
    for (const place of through) places.add(place)
  }
  return [...places].sort((a, b) => a - b)
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
    for (const profile of profiles.keys()) {
      for (const place of passingOf(classes, profile).places) {
        const one = classes[place]
        if (one !== undefined) tally.add(one, one.outlook)
      }
    }
    if (known.size >= BASELINES_LIMIT) known.clear()
    known.set(key, tally)
  }
  return tally
}

const BASELINES_LIMIT = 32

function noEffects(): Record<Effect, number> {
  return { stuck: 0, freed: 0, forced: 0, earlier: 0, later: 0, target: 0, auto: 0, unchanged: 0 }
}
