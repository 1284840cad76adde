import { compileProfile } from './compile'
import type { FleetClass } from './fleet/classes'
import { nothingAhead, type Outlook, outlookOf } from './fleet/outlook'
import type { CloudProfile, Instant } from './types'
import { type Comparison, compareOutlooks, type Effect } from './what-if/compare'
import { type Load, Tally, type Totals } from './what-if/tally'
import { touchOf } from './what-if/touch'
import { Variant } from './what-if/variant'

export type { Comparison, Effect } from './what-if/compare'
export type { Load, Totals } from './what-if/tally'

export interface WhatIfInput<C extends FleetClass> {
  /** Those of profiles that are not edited take no part. Outlooks reach from `from` to `to`. */
  readonly classes: readonly C[]
  /** Profiles before and after their edits, by key: the edited ones, and those that build on them. */
  readonly profiles: ReadonlyMap<string, { readonly before: CloudProfile; readonly after: CloudProfile }>
  readonly from: Instant
  readonly to: Instant
  /** How far before and after are compared: `from` to `to`. */
  readonly until: Instant
  /** When each day begins, and when the last one ends. */
  readonly days: readonly Instant[]
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
export function whatIf<C extends FleetClass>({ classes, profiles, from, to, until, days }: WhatIfInput<C>): WhatIf<C> {
  const variants = new Map(
    [...profiles].map(([key, { before, after }]) => {
      const compiled = compileProfile(after)
      return [key, { after, variant: new Variant(compiled, touchOf(compileProfile(before), compiled, { from, to })) }]
    }),
  )
  const before = new Tally(days, from, until)
  const after = new Tally(days, from, until)
  const effects = noEffects()
  const changed: ClassComparison<C>[] = []
  let clusters = 0
  for (const one of classes) {
    const edited = variants.get(one.profile)
    if (edited === undefined) continue
    const { outlook, example } = one
    clusters += one.clusters
    const [start] = outlook.path
    const edits = edited.variant
    const ahead =
      start === undefined || outlook === nothingAhead || !edits.touches(outlook.path)
        ? outlook
        : outlookOf(edits.nodeFor(start), example, edited.after, from, to)
    const comparison = compareOutlooks(outlook, ahead, until)
    effects[comparison.effect] += one.clusters
    before.add(outlook, one.clusters, one.pools)
    after.add(ahead, one.clusters, one.pools)
    if (comparison.effect !== 'unchanged') changed.push({ ...comparison, class: one, outlook: ahead })
  }
  return {
    changed,
    clusters,
    effects,
    totals: { before: before.totals(), after: after.totals() },
    load: { before: before.days, after: after.days },
  }
}

function noEffects(): Record<Effect, number> {
  return { stuck: 0, freed: 0, forced: 0, earlier: 0, later: 0, target: 0, auto: 0, unchanged: 0 }
}
