import type { FleetClass } from '@/lib/engine/fleet'
import { type ClusterForecast, nothingAhead } from '@/lib/engine/fleet'
import { WhatIfs } from '@/lib/engine/what-if'
import type { FleetIndex } from './fleet-index'
import { oncePer } from './kept'
import type { Member } from './roster'

export interface ShootClass extends FleetClass {
  /** The stages of everything they run, as bits of `stageBit`. */
  readonly stages: number
}

interface Classes {
  readonly classes: readonly ShootClass[]
  /** Of `roster.members`, by position: the place of its class. */
  readonly places: Uint32Array
}

/** All shoots of an index in classes. */
export function classesOf(index: FleetIndex): readonly ShootClass[] {
  return partition(index).classes
}

/** Of `roster.members`, by position: the place of its class in `classesOf`. */
export function classPlaces(index: FleetIndex): Uint32Array {
  return partition(index).places
}

/** What edits change for the shoots of an index. */
export const whatIfsOf: (index: FleetIndex) => WhatIfs = oncePer(
  (index) => new WhatIfs({ classes: classesOf(index), from: index.at, to: index.until, forecaster: index.forecaster }),
)

const partition: (index: FleetIndex) => Classes = oncePer((index) => {
  const places = new Map<ClusterForecast | string, number>()
  const classes: (Omit<ShootClass, 'clusters' | 'pools'> & { clusters: number; pools: Sum[] })[] = []
  const placeOf = Uint32Array.from(index.roster.members, (member, i) => {
    const forecast = index.forecasts.at(i) ?? nothingAhead
    const { shoot, profile } = member
    const key = forecast === nothingAhead ? textOf(member) : forecast
    let place = places.get(key)
    if (place === undefined) {
      place = classes.length
      places.set(key, place)
      const pools = shoot.workers.map(() => ({ min: 0, max: 0 }))
      classes.push({ profile, forecast, example: shoot, stages: index.stages.at(i) ?? 0, clusters: 0, pools })
    }
    const found = classes[place]
    if (found === undefined) return place
    found.clusters++
    for (const [pool, sum] of found.pools.entries()) {
      sum.min += shoot.workers[pool]?.minimum ?? 0
      sum.max += shoot.workers[pool]?.maximum ?? 0
    }
    return place
  })
  return { classes, places: placeOf }
})

/** Shoots that nothing is ahead of share one forecast; what they run tells them apart. */
function textOf({ profile, shoot }: Member): string {
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

interface Sum {
  min: number
  max: number
}
