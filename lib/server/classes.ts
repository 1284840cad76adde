import type { FleetClass } from '@/lib/engine/fleet'
import { type ClusterForecast, nothingAhead } from '@/lib/engine/fleet'
import { WhatIfs } from '@/lib/engine/what-if'
import type { FleetIndex } from './fleet-index'
import { oncePerProcess } from './kept'
import type { Member } from './roster'
import { Steps, stepLength } from './steps'

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
  return partition(index).value.classes
}

/** Of `roster.members`, by position: the place of its class in `classesOf`. */
export function classPlaces(index: FleetIndex): Uint32Array {
  return partition(index).value.places
}

/** What edits change for the shoots of an index. */
export const whatIfsOf: (index: FleetIndex) => WhatIfs = oncePerProcess(
  'what-ifs',
  (index) => new WhatIfs({ classes: classesOf(index), from: index.at, to: index.until, forecaster: index.forecaster }),
)

/** The same step by step. */
export const partition = oncePerProcess('classes', (index: FleetIndex) => new Steps(partitionOf(index)))

function* partitionOf(index: FleetIndex): Generator<undefined, Classes> {
  const places = new Map<ClusterForecast | string, number>()
  const classes: (Omit<ShootClass, 'clusters' | 'pools'> & { clusters: number; pools: Sum[] })[] = []
  const placeOf = new Uint32Array(index.roster.members.length)
  for (const [i, member] of index.roster.members.entries()) {
    if (i % stepLength === 0) yield
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
    placeOf[i] = place
    const found = classes[place]
    if (found === undefined) continue
    found.clusters++
    for (const [pool, sum] of found.pools.entries()) {
      sum.min += shoot.workers[pool]?.minimum ?? 0
      sum.max += shoot.workers[pool]?.maximum ?? 0
    }
  }
  return { classes, places: placeOf }
}

/** Shoots that nothing is ahead of share one forecast; what they run tells them apart. */
function textOf({ profile, shoot }: Member): string {
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

interface Sum {
  min: number
  max: number
}
