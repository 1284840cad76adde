import type { WhatIfAnswer, WhatIfQuery } from '@/lib/contract/what-if'
import { type Effect, effectOn } from '@/lib/engine/outlook/difference'
import { classPlaces } from '../classes'
import type { FleetIndex } from '../fleet-index'
import { memberOf, placeOf } from '../roster'
import { changeCounts } from './projects'
import { computed } from './run'

/**
 * What a draft does to the clusters that whoever asks may not see, in numbers: what it does to all, without what it does to
 * those that they see. Both are of one index, so that the numbers fit although the two indexes may be a few seconds apart.
 * @param uncut of what the garden of `index` was cut from; null: it has all clusters
 */
export function othersOf(
  index: FleetIndex,
  uncut: FleetIndex | null,
  query: WhatIfQuery,
): WhatIfAnswer['figures']['others'] {
  if (uncut === null) return null
  const { effects, edited } = computed(uncut, query)
  const { members, projectNames } = uncut.roster
  const places = classPlaces(uncut)
  const seen = new Map<Effect, number>()
  let clusters = effects.clusters
  for (const { shoot } of index.roster.members) {
    const { place, found } = placeOf(members, memberOf(shoot, projectNames.get(shoot.namespace) ?? shoot.namespace))
    if (!found || !edited.profiles.has(members.at(place)?.profile ?? '')) continue
    clusters--
    const effect = effectOn(effects, places[place] ?? 0)
    seen.set(effect, (seen.get(effect) ?? 0) + 1)
  }
  if (clusters === 0) return null
  const changes = changeCounts(effects.effects)
  for (const [effect, count] of seen) if (effect !== 'unchanged') changes[effect] -= count
  return { clusters, changes }
}
