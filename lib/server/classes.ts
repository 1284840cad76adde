import type { FleetClass } from '@/lib/engine/fleet'
import { type ClusterForecast, nothingAhead } from '@/lib/engine/fleet'
import type { Shoot } from '@/lib/engine/types'
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
  const forecasts = index.forecasts.map((forecast) => forecast)
  const places = new Map<Key, number>()
  const classes: GrowingClass[] = []
  const placeOf = new Uint32Array(index.roster.members.length)
  for (const [i, member] of index.roster.members.entries()) {
    if (i % stepLength === 0) yield
    const forecast = forecasts[i] ?? nothingAhead
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
    for (let pool = 0; pool < found.pools.length; pool++) addBounds(found.pools[pool], shoot.workers[pool])
  }
  return { classes: sameAsBefore(index, places, classes), places: placeOf }
}

type Key = ClusterForecast | string
type GrowingClass = Omit<ShootClass, 'clusters' | 'pools'> & { clusters: number; pools: Sum[] }

/** Those of the last index for the same instant and profiles, and the place of each key. */
const lastClasses = oncePerProcess('last classes', (_: FleetIndex['running']) => ({
  classes: [] as readonly ShootClass[],
  places: new Map() as ReadonlyMap<Key, number>,
}))

/** A class that did not change since the index before is the same object: what was added up over classes goes on from there. */
function sameAsBefore(
  { running }: FleetIndex,
  places: ReadonlyMap<Key, number>,
  made: readonly GrowingClass[],
): readonly ShootClass[] {
  const last = lastClasses(running)
  const classes: ShootClass[] = [...made]
  for (const [key, place] of places) {
    const before = last.classes[last.places.get(key) ?? -1]
    const one = made[place]
    if (before !== undefined && one !== undefined && isSame(before, one)) classes[place] = before
  }
  last.classes = classes
  last.places = places
  return classes
}

function isSame(before: ShootClass, { example, stages, clusters, pools }: ShootClass): boolean {
  if (before.example !== example || before.stages !== stages || before.clusters !== clusters) return false
  return before.pools.every(({ min, max }, i) => pools[i]?.min === min && pools[i]?.max === max)
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

function addBounds(sum: Sum | undefined, worker: Shoot['workers'][number] | undefined): void {
  if (sum === undefined || worker === undefined) return
  sum.min += worker.minimum
  sum.max += worker.maximum
}
