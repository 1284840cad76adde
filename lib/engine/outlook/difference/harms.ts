import type { Edit } from '@/lib/engine/edits'
import type { Cause, Nodes } from '@/lib/engine/outlook'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { Comparison, Difference } from './compare'
import { type PartEvent, staysInMinor } from './part-events'
import { Responsible } from './responsible'
import type { ChangedClass } from './what-if'

/** Clusters that fare worse in one way by one edit. Each is counted once beside an edit, as what it counts as everywhere: those that are newly forced and later get stuck as both. */
export interface Harm {
  /**
   * `failing`: they fail to update anyway, and by the edit another update of theirs fails too. `more`: they are forced anyway, and
   * by the edit another part of theirs is too.
   */
  readonly effect: 'stuck' | 'failing' | 'forced' | 'earlier' | 'more'
  /** `Kubernetes` or the image's name; empty: no version is to change. */
  readonly what: string
  readonly from: string
  readonly to: string | null
  /** Of Kubernetes: whether the update leaves its minor. */
  readonly isMinor: boolean
  /** Why it fails. */
  readonly cause: Cause | null
  clusters: number
  /** That roll by it. */
  readonly nodes: { min: number; max: number }
  /** The first of them. */
  begins: Instant
}

/** Adds up what edits cost clusters. */
export class Harms {
  private readonly responsible: Responsible
  /** By place of the edit. */
  private readonly found: readonly Harm[][]

  /** @param states what maintenance uses: without edits, then after each of them */
  constructor(edits: readonly Edit[], states: readonly CloudProfile[]) {
    this.responsible = new Responsible(edits, states)
    this.found = edits.map(() => [])
  }

  add({ shoots, comparison }: ChangedClass): void {
    // Most change in what is automatic alone.
    if (comparison.differences.length === 0 && comparison.effect !== 'stuck') return
    for (const updates of worse(comparison)) {
      const told = new Set<number>()
      for (const [effect, update] of updates) {
        if (told.size === this.responsible.count) break
        for (const place of this.responsible.of(update, shoots.forecast.events)) {
          const own = this.found[place]
          if (own === undefined || told.has(place)) continue
          told.add(place)
          addTo(own, effect, update, shoots)
        }
      }
    }
  }

  /** Of the edit at a place, those that most clusters suffer first. */
  of(place: number): readonly Harm[] {
    return (this.found[place] ?? []).toSorted((a, b) => b.clusters - a.clusters)
  }
}

type Told = readonly [Harm['effect'], PartEvent]

/** What is worse for shoots, each time in the order in which it worries; the first of a list that an edit is responsible for is told. */
function worse({ effect, isNewlyForced, after, differences }: Comparison): readonly (readonly Told[])[] {
  const added = isNewlyForced ? moved('forced', differences) : []
  if (effect === 'stuck') return [after === null ? [] : [['stuck', after]], added]
  const failing = differences.flatMap(({ before, after: then }): Told[] => {
    const isNew = before?.kind !== 'fails' || (then !== null && then.event.from < before.event.from)
    return then?.kind === 'fails' && isNew ? [['failing', then]] : []
  })
  if (effect === 'freed') return [[...added, ...failing]]
  const earlier = moved('earlier', differences)
  if (isNewlyForced) return [[...added, ...failing, ...earlier]]
  const more = moved('forced', differences).map(([, update]): Told => ['more', update])
  return [[...earlier, ...failing, ...more]]
}

function moved(effect: 'forced' | 'earlier', differences: readonly Difference[]): Told[] {
  return differences.flatMap((one) => (one.effect === effect && one.after !== null ? [[effect, one.after]] : []))
}

function addTo(
  harms: Harm[],
  effect: Harm['effect'],
  { event, change }: PartEvent,
  { clusters, pools }: { readonly clusters: number; readonly pools: readonly Nodes[] },
): void {
  const { digest } = event
  const fails = effect === 'stuck' || effect === 'failing'
  const what = change?.what ?? ''
  const from = fails ? (change?.from ?? '') : ''
  const to = fails ? null : (change?.to ?? null)
  const cause = fails ? digest.cause : null
  const isMinor = change !== null && change.component !== 'poolImage' && !staysInMinor(change)
  let harm = harms.find(
    (one) =>
      one.effect === effect &&
      one.what === what &&
      one.from === from &&
      one.to === to &&
      one.isMinor === isMinor &&
      one.cause === cause,
  )
  if (harm === undefined) {
    harm = { effect, what, from, to, isMinor, cause, clusters: 0, nodes: { min: 0, max: 0 }, begins: event.from }
    harms.push(harm)
  }
  harm.clusters += clusters
  harm.begins = Math.min(harm.begins, event.from)
  for (const pool of digest.rolls) {
    harm.nodes.min += pools[pool]?.min ?? 0
    harm.nodes.max += pools[pool]?.max ?? 0
  }
}
