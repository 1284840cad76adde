import { DAY } from '@/lib/engine/time'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { familyOf, type Subject } from '@/lib/landscape/holders'
import { versionKey } from '@/lib/landscape/usage'
import type { Arriving } from './scenarios'

/** Clusters of a CloudProfile, and of those that build on it, that a maintenance takes to a version within a day; null: none. */
export function arrivingAt(index: FleetIndex, profile: string, { image, version }: Subject): Arriving | null {
  const family = familyOf(index, profile)
  const what = image ?? 'Kubernetes'
  const key = versionKey(what, version)
  let clusters = 0
  let first = Number.POSITIVE_INFINITY
  for (const [i, { profile: own }] of index.roster.members.entries()) {
    if (!family.has(own)) continue
    const event = index.forecasts
      .at(i)
      ?.events.find(
        ({ from, digest }) =>
          from <= index.at + DAY &&
          !digest.denied &&
          digest.changes.some(
            (change) => change.what === what && change.to !== null && versionKey(what, change.to) === key,
          ),
      )
    if (event === undefined) continue
    clusters++
    first = Math.min(first, event.from)
  }
  return clusters === 0 ? null : { clusters, first }
}
