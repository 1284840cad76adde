import type { FleetClass } from '@/lib/engine/outlook'
import { type ClusterForecast, nothingAhead } from '@/lib/engine/outlook'
import { WhatIfs } from '@/lib/engine/outlook/difference'
import type { Shoot } from '@/lib/engine/types'
import { oncePerProcess } from '@/lib/process/kept'
import { Steps, stepLength } from '@/lib/process/steps'
import type { FleetIndex } from './fleet-index'
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
  return partition(index).value.classes
}

/** Of `roster.members`, by position: the place of its class in `classesOf`. */
export function classPlaces(index: FleetIndex): Uint32Array {
  return partition(index).value.places
}

/** What edits change for the shoots of an index. */
export const whatIfsOf: (index: FleetIndex) => WhatIfs = oncePerProcess(
  'what-ifs',
  (index) => new WhatIfs({ classes: classesOf(index), from: index.at, to: index.until }),
)

/** The same step by step. */
export const partition = oncePerProcess('classes', (index: FleetIndex) => new Steps(partitionOf(index)))

function* partitionOf(index: FleetIndex): Generator<undefined, Classes> {
  const { members } = index.roster
  const last = lastClasses(index.running)
  const kept = keptClasses(index, last)
  const forecasts = index.forecasts.map((forecast) => forecast)
  const places = new Map<Key, number>()
  const classes: ShootClass[] = []
  /** By place, those that may have changed. */
  const growing: (GrowingClass | null)[] = []
  const placeOf = new Uint32Array(members.length)
  for (let i = 0; i < forecasts.length; i++) {
    if (i % stepLength === 0) yield
    const forecast = forecasts[i] ?? nothingAhead
    const key = forecast.node === null ? textOf(members.at(i)) : forecast
    let place = places.get(key)
    if (place === undefined) {
      place = classes.length
      places.set(key, place)
      const same = kept(key)
      const grown = same === undefined ? classFrom(index, i) : null
      growing.push(grown)
      classes.push(same ?? (grown as GrowingClass))
    }
    placeOf[i] = place
    const grown = growing[place]
    if (grown) addTo(grown, members.at(i)?.shoot)
  }
  for (const [key, place] of places) {
    const before = last.classes[last.places.get(key) ?? -1]
    const grown = growing[place]
    if (before !== undefined && grown && isSame(before, grown)) classes[place] = before
  }
  Object.assign(last, { forecasts: index.forecasts, classes, places })
  return { classes, places: placeOf }
}

type Key = ClusterForecast | string
type GrowingClass = Omit<ShootClass, 'clusters' | 'pools'> & { clusters: number; pools: Sum[] }

interface LastClasses {
  readonly forecasts: FleetIndex['forecasts'] | null
  readonly classes: readonly ShootClass[]
  readonly places: ReadonlyMap<Key, number>
}

/**
 * Those of the last index for the same instant and profiles. A class that did not change since is the same object: what was added up
 * over classes goes on from there.
 */
const lastClasses = oncePerProcess(
  'last classes',
  (_: FleetIndex['running']): LastClasses => ({ forecasts: null, classes: [], places: new Map() }),
)

/** Classes of which no cluster stands where something changed are what they were. */
function keptClasses(
  { forecasts }: FleetIndex,
  { forecasts: before, classes, places }: LastClasses,
): (key: Key) => ShootClass | undefined {
  if (before === null) return () => undefined
  const touched = new Set<Key>([...before.notIn(forecasts), ...forecasts.notIn(before)])
  return (key) => (typeof key === 'string' || touched.has(key) ? undefined : classes[places.get(key) ?? -1])
}

/** With no cluster yet. */
function classFrom(index: FleetIndex, position: number): GrowingClass {
  const member = index.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, profile } = member
  return {
    ...{ profile, forecast: index.forecasts.at(position) ?? nothingAhead, example: shoot },
    ...{ stages: index.stages.at(position) ?? 0, clusters: 0, pools: shoot.workers.map(() => ({ min: 0, max: 0 })) },
  }
}

function addTo(grown: GrowingClass, shoot: Shoot | undefined): void {
  grown.clusters++
  for (const [pool, sum] of grown.pools.entries()) {
    sum.min += shoot?.workers[pool]?.minimum ?? 0
    sum.max += shoot?.workers[pool]?.maximum ?? 0
  }
}

function isSame(before: ShootClass, { example, stages, clusters, pools }: ShootClass): boolean {
  if (before.example !== example || before.stages !== stages || before.clusters !== clusters) return false
  return before.pools.every(({ min, max }, i) => pools[i]?.min === min && pools[i]?.max === max)
}

/** Shoots that nothing is ahead of share one forecast; what they run tells them apart. */
function textOf(member: Member | undefined): string {
  if (member === undefined) return ''
  const { profile, shoot } = member
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

interface Sum {
  min: number
  max: number
}

/** With its clusters in classes, see `classesOf`: sorted into them little by little, for answers that go through them. */
export async function inClasses(index: FleetIndex | Promise<FleetIndex>): Promise<FleetIndex> {
  const known = await index
  await partition(known).ready()
  return known
}
