import type { EventKind } from '@/lib/contract/common'
import { type Event, firstOf, isOfKind } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import { type ClassSum, classSum } from '@/lib/landscape/class-sums'
import { classesOf, classPlaces, type ShootClass } from '@/lib/landscape/classes'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { Member } from '@/lib/landscape/roster'
import { endOf } from './span'

/** As many clusters as the overview names of each kind. */
const shown = 10

/** A cluster and its first event of a kind. */
export interface Coming {
  /** In the roster. */
  readonly position: number
  readonly member: Member
  readonly event: Event
}

/** Classes that have an event of a kind soon enough, by when the first one begins. */
class ComingSum implements ClassSum {
  total = 0
  private readonly byTime = new Map<Instant, Set<ShootClass>>()
  private readonly end: Instant

  constructor(
    index: FleetIndex,
    private readonly kind: EventKind,
  ) {
    this.end = endOf(index)
  }

  add(shoots: ShootClass, times: 1 | -1): void {
    const from = firstOf(shoots.forecast, this.kind)
    if (from === undefined || from > this.end) return
    this.total += times * shoots.clusters
    let together = this.byTime.get(from)
    if (together === undefined) {
      together = new Set()
      this.byTime.set(from, together)
    }
    if (times === 1) together.add(shoots)
    else together.delete(shoots)
    if (together.size === 0) this.byTime.delete(from)
  }

  /** Those of the first clusters, and of all others at the same time as the last of these. */
  first(): ReadonlySet<ShootClass> {
    const found = new Set<ShootClass>()
    let count = 0
    for (const from of Float64Array.from(this.byTime.keys()).sort()) {
      if (count >= shown) break
      for (const one of this.byTime.get(from) ?? []) {
        found.add(one)
        count += one.clusters
      }
    }
    return found
  }
}

/** How many clusters have an event of a kind soon enough, and of those the first ones, by their first such event in order of time. */
function comingOf(kind: EventKind) {
  return classSum(`overview coming ${kind}`, {
    make: (index) => new ComingSum(index, kind),
    tell: (sum: ComingSum, index) => {
      const wanted = sum.first()
      const classes = classesOf(index)
      const isWanted = new Uint8Array(classes.length)
      for (let place = 0; place < classes.length; place++) {
        const one = classes[place]
        if (one !== undefined && wanted.has(one)) isWanted[place] = 1
      }
      const places = classPlaces(index)
      const found: (Coming & { readonly from: Instant })[] = []
      for (let i = 0; i < places.length; i++) {
        if (isWanted[places[i] ?? 0] !== 1) continue
        const member = index.roster.members.at(i)
        const event = index.forecasts.at(i)?.events.find((event) => isOfKind(event, kind))
        if (member !== undefined && event !== undefined) found.push({ position: i, member, event, from: event.from })
      }
      // Those at the same time stay in the order of the roster.
      const first: readonly Coming[] = found.sort((a, b) => a.from - b.from).slice(0, shown)
      return { total: sum.total, first }
    },
  })
}

export const forcedFirst = comingOf('forced')
export const failingFirst = comingOf('fails')
