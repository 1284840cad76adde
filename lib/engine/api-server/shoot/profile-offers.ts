import {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  numberAt,
  type PoolView,
  parseQuantity,
  type ShootView,
  sameJson,
  textAt,
} from '@/lib/engine/api-server/manifest'
import type { JsonObject } from '@/lib/engine/json'
import type { Instant } from '@/lib/engine/types'
import type { SubmittedSpec } from '../profile/submitted'
import { type AdmissionProfile, architectureOf } from './offers'
import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  offeredList,
  poolPath,
  type Refusals,
  type StageRefusal,
} from './shoot-refusals'

/** A changed volume type must be listed, usable and available in all zones; the size has a minimum. First problem only. */
export function* refuseVolume(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile }: ProfileCheck,
): Refusals {
  const offers = profile.offers
  const type = pool.volume?.type
  if (offers === undefined || type === undefined) return
  if (type !== old?.volume?.type) {
    const { usable, isAvailable } = volumesFor(pool, region, offers)
    const supported = offeredVolumes(pool, region, offers)
    const field = poolPath(pool.index, 'volume.type')
    const facts = { value: type, supported }
    if (!offers.volumeTypes?.some(({ name }) => name === type)) {
      const detail = `There is no volume type ${type}. Offered are: ${offeredList(supported)}.`
      yield notSupported(field, 'volume-type-unknown', detail, facts)
      return
    }
    const problems = [
      ...(usable.includes(type) ? [] : ['is no longer usable']),
      ...(isAvailable(type) ? [] : ['is missing in one of the zones']),
    ]
    if (problems.length > 0) {
      const detail = `${type} ${problems.join(' and ')}. Offered are: ${offeredList(supported)}.`
      yield invalid(field, 'volume-type-not-usable', detail, facts)
      return
    }
  }
  yield* refuseVolumeSize(pool, type, offers)
}

/** The volume types that a pool may change to, by name. */
export function offeredVolumes(pool: PoolView, region: string, offers: SubmittedSpec): readonly string[] {
  const { usable, isAvailable } = volumesFor(pool, region, offers)
  return [...new Set(usable.filter(isAvailable))].sort()
}

function volumesFor(pool: PoolView, region: string, { volumeTypes = [], regions }: SubmittedSpec) {
  return {
    usable: volumeTypes.filter(({ usable }) => usable).map(({ name }) => name),
    isAvailable: (name: string): boolean =>
      !isMissingInZones(regions, region, pool.zones, (zone) => zone.unavailableVolumeTypes, name),
  }
}

/** The machine type's own minimum comes first. */
function* refuseVolumeSize(
  { index, machineType, volume }: PoolView,
  type: string,
  { machineTypes = [], volumeTypes = [] }: SubmittedSpec,
): Refusals {
  const size = parseQuantity(volume?.size ?? '')
  const minimums = [
    ...machineTypes.flatMap(({ name, storage }) => (name === machineType && storage?.type === type ? [storage] : [])),
    ...volumeTypes.filter(({ name }) => name === type),
  ].map(({ minSize }) => minSize)
  for (const text of minimums) {
    const minimum = parseQuantity(text ?? '')
    if (size === null || minimum === null || compareQuantities(size, minimum) >= 0) continue
    const detail = `A ${type} volume has at least ${formatQuantity(minimum)}.`
    const facts = { value: volume?.size ?? '', supported: [formatQuantity(minimum)] }
    yield invalid(poolPath(index, 'volume.size'), 'volume-too-small', detail, facts)
    return
  }
}

/** What kubelet reserves must leave something of the machine. */
export function* refuseReserved(pool: PoolView, kubelet: JsonObject | undefined, { profile }: ProfileCheck): Refusals {
  if (kubelet === undefined) return
  for (const machine of profile.offers?.machineTypes ?? []) {
    if (machine.name !== pool.machineType) continue
    for (const resource of ['cpu', 'memory'] as const) {
      const text = textAt(kubelet, 'kubeReserved', resource) ?? '0'
      const [reserved, capacity] = [parseQuantity(text), parseQuantity(machine[resource] ?? '')]
      if (reserved === null || capacity === null || compareQuantities(reserved, capacity) < 0) continue
      const detail = `${text} of ${resource} are reserved, but ${machine.name} has only ${machine[resource]}.`
      const facts = { value: canonicalQuantity(text), supported: [formatQuantity(capacity)] }
      yield invalid(poolPath(pool.index, 'kubernetes.kubelet'), `reserved-${resource}`, detail, facts)
    }
  }
}

/** Changed zones must exist in the region, each once. */
export function* refuseZones(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile, before }: ProfileCheck,
): Refusals {
  const isSame = region === before?.region && old !== undefined && sameJson(pool.json.zones, old.json.zones)
  if (profile.offers === undefined || isSame) return
  const supported = profile.offers.regions?.find(({ name }) => name === region)?.zones?.map(({ name }) => name) ?? []
  for (const [i, zone] of pool.zones.entries()) {
    const field = poolPath(pool.index, `zones[${i}]`)
    if (supported.length === 0) {
      yield invalid(field, 'region-without-zones', `${region} has no zones: leave them out.`, { value: region })
    } else if (!supported.includes(zone)) {
      const detail = `There is no zone ${zone} in ${region}. Offered are: ${offeredList(supported)}.`
      yield notSupported(field, 'zone-unknown', detail, { value: zone, supported })
    }
    if (pool.zones.indexOf(zone) < i) {
      yield duplicate(field, 'zone-twice', `The zone ${zone} is there twice.`, { value: zone })
    }
  }
}

/** All pools together may not need more nodes than the CloudProfile allows. */
export function* refuseTotal({ manifest, pools }: ShootView, { profile }: ProfileCheck): Refusals {
  const most = profile.offers?.limits?.maxNodesTotal
  if (most === undefined || textAt(manifest, 'metadata', 'deletionTimestamp') !== undefined) return
  const total = pools.reduce((sum, pool) => sum + (numberAt(pool.json, 'minimum') ?? 0), 0)
  if (total <= most) return
  const detail = `The pools have at least ${total} nodes together, but ${most} are allowed.`
  yield forbidden('spec.provider.workers', 'too-many-nodes', detail, { supported: [String(most)] })
}

/** The machine type must be listed, usable, of the pool's architecture and available in all its zones. */
export function refuseMachine(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile }: ProfileCheck,
): StageRefusal | null {
  const architecture = pool.architecture ?? ''
  if (pool.machineType === old?.machineType && pool.architecture === old.architecture) return null
  const { isUsable, isAvailable, fitting } = machinesFor(pool, region, profile)
  const supported = offeredMachines(pool, region, profile)
  const field = poolPath(pool.index, 'machine.type')
  const facts = { value: pool.machineType, supported }
  if (!profile.machineTypes.some(({ name }) => name === pool.machineType)) {
    const detail = `There is no machine type ${pool.machineType}. Offered are: ${offeredList(supported)}.`
    return notSupported(field, 'machine-type-unknown', detail, facts)
  }
  const problems = [
    ...(isUsable(pool.machineType) ? [] : ['is no longer usable']),
    ...(isAvailable(pool.machineType) ? [] : ['is missing in one of the zones']),
    ...(fitting.has(pool.machineType) ? [] : [`is not ${architecture}`]),
  ]
  if (problems.length === 0) return null
  const detail = `${pool.machineType} ${problems.join(' and ')}. Offered are: ${offeredList(supported)}.`
  const name = JSON.stringify(pool.machineType)
  // What it says of the other problems is not known here.
  const isRetired = !isUsable(pool.machineType) && problems.length === 1
  const quote = isRetired
    ? `${name}: machine type ${name} is unusable, supported types are [${supported.join(' ')}]`
    : undefined
  return invalid(field, 'machine-type-not-usable', detail, { ...facts, quote })
}

/** The machine types that a pool may change to, by name. */
export function offeredMachines(pool: PoolView, region: string, profile: AdmissionProfile): readonly string[] {
  const { isUsable, isAvailable, fitting } = machinesFor(pool, region, profile)
  return [...fitting].filter((name) => isUsable(name) && isAvailable(name)).sort()
}

function machinesFor(pool: PoolView, region: string, profile: AdmissionProfile) {
  const { offers, machineTypes } = profile
  const usable = offers && (offers.machineTypes ?? []).filter((machine) => machine.usable).map(({ name }) => name)
  const ofArchitecture = machineTypes.filter(
    (machine) => architectureOf(machine, profile) === (pool.architecture ?? ''),
  )
  return {
    isUsable: (name: string): boolean => usable?.includes(name) ?? true,
    isAvailable: (name: string): boolean =>
      !isMissingInZones(offers?.regions, region, pool.zones, (zone) => zone.unavailableMachineTypes, name),
    fitting: new Set(ofArchitecture.map(({ name }) => name)),
  }
}

/** Whether one of the zones says that it does not have the type. Unknown zones and regions say nothing. */
function isMissingInZones(
  regions: SubmittedSpec['regions'] = [],
  region: string,
  zones: readonly string[],
  missing: (zone: ZoneOffer) => readonly string[] | undefined,
  name: string,
): boolean {
  return regions
    .filter((offer) => offer.name === region)
    .flatMap((offer) => offer.zones ?? [])
    .some((zone) => zones.includes(zone.name) && missing(zone)?.includes(name) === true)
}

type ZoneOffer = NonNullable<NonNullable<SubmittedSpec['regions']>[number]['zones']>[number]

/** What a shoot is compared with: itself before the write, and what its profile offers. */
export interface ProfileCheck {
  readonly before: ShootView | undefined
  readonly profile: AdmissionProfile
  readonly now: Instant
  /** What refusals of images name instead, as `name:version`, by what decides about it: it is the same for very many. */
  readonly usableImages: Map<string, readonly string[]>
}
