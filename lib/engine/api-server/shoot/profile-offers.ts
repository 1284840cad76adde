import type { PoolView, ShootView } from '@/lib/engine/api-server/manifest'
import {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  type JsonObject,
  numberAt,
  parseQuantity,
  sameJson,
  textAt,
} from '@/lib/engine/api-server/manifest'
import type { Offers } from './offers'
import type { ProfileCheck } from './profile-check'
import { isMissingInZones } from './profile-machine'
import { duplicate, type Found, forbidden, invalid, listed, notSupported, poolPath } from './refusal'

/** A changed volume type must be listed, usable and available in all zones; the size has a minimum. First problem only. */
export function refuseVolume(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile }: ProfileCheck,
): readonly Found[] {
  const offers = profile.offers
  const type = pool.volume?.type
  if (offers === undefined || pool.volume === undefined || type === undefined) return []
  if (type !== old?.volume?.type) {
    const { usable, isAvailable } = volumesFor(pool, region, offers)
    const supported = offeredVolumes(pool, region, offers)
    const field = poolPath(pool.index, 'volume.type')
    const facts = { value: type, supported }
    if (!offers.volumes.some(({ name }) => name === type)) {
      const detail = `There is no volume type ${type}. Offered are: ${listed(supported)}.`
      return [notSupported(field, 'volume-type-unknown', detail, facts)]
    }
    const problems = [
      ...(usable.includes(type) ? [] : ['is no longer usable']),
      ...(isAvailable(type) ? [] : ['is missing in one of the zones']),
    ]
    if (problems.length > 0) {
      const detail = `${type} ${problems.join(' and ')}. Offered are: ${listed(supported)}.`
      return [invalid(field, 'volume-type-not-usable', detail, facts)]
    }
  }
  return refuseVolumeSize(pool, type, offers)
}

/** The volume types that a pool may change to, by name. */
export function offeredVolumes(pool: PoolView, region: string, offers: Offers): readonly string[] {
  const { usable, isAvailable } = volumesFor(pool, region, offers)
  return [...new Set(usable.filter(isAvailable))].sort()
}

function volumesFor(pool: PoolView, region: string, { volumes, regions }: Offers) {
  return {
    usable: volumes.filter((volume) => volume.usable).map(({ name }) => name),
    isAvailable: (name: string): boolean =>
      !isMissingInZones(regions, region, pool.zones, (zone) => zone.unavailableVolumeTypes, name),
  }
}

/** The machine type's own minimum comes first. */
function refuseVolumeSize({ index, machineType, volume }: PoolView, type: string, offers: Offers): readonly Found[] {
  const size = parseQuantity(volume?.size ?? '')
  const minimums = [
    ...offers.machines.filter(({ name, storage }) => name === machineType && storage?.type === type),
    ...offers.volumes.filter(({ name }) => name === type),
  ].map((offer) => ('storage' in offer ? offer.storage?.minSize : 'minSize' in offer ? offer.minSize : undefined))
  for (const text of minimums) {
    const minimum = parseQuantity(text ?? '')
    if (size === null || minimum === null || compareQuantities(size, minimum) >= 0) continue
    const detail = `A ${type} volume has at least ${formatQuantity(minimum)}.`
    const facts = { value: volume?.size ?? '', supported: [formatQuantity(minimum)] }
    return [invalid(poolPath(index, 'volume.size'), 'volume-too-small', detail, facts)]
  }
  return []
}

/** What kubelet reserves must leave something of the machine. */
export function refuseReserved(
  pool: PoolView,
  kubelet: JsonObject | undefined,
  { profile }: ProfileCheck,
): readonly Found[] {
  const machines = profile.offers?.machines.filter(({ name }) => name === pool.machineType) ?? []
  return machines.flatMap((machine) =>
    (['cpu', 'memory'] as const).flatMap((resource) => {
      const text = kubelet === undefined ? undefined : reservedText(kubelet, resource)
      const [reserved, capacity] = [parseQuantity(text ?? '0'), parseQuantity(machine[resource])]
      if (kubelet === undefined || reserved === null || capacity === null) return []
      if (compareQuantities(reserved, capacity) < 0) return []
      const detail = `${text ?? '0'} of ${resource} are reserved, but ${machine.name} has only ${machine[resource]}.`
      const facts = { value: canonicalQuantity(text ?? '0'), supported: [formatQuantity(capacity)] }
      return [invalid(poolPath(pool.index, 'kubernetes.kubelet'), `reserved-${resource}`, detail, facts)]
    }),
  )
}

/** Changed zones must exist in the region, each once. */
export function refuseZones(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile, before }: ProfileCheck,
): readonly Found[] {
  const regions = profile.offers?.regions
  if (
    regions === undefined ||
    (region === before?.region && old !== undefined && sameJson(pool.json.zones, old.json.zones))
  ) {
    return []
  }
  const supported = regions.find(({ name }) => name === region)?.zones.map(({ name }) => name) ?? []
  return pool.zones.flatMap((zone, i) => {
    const field = poolPath(pool.index, `zones[${i}]`)
    const found: Found[] = []
    if (!supported.includes(zone)) {
      const detail = `There is no zone ${zone} in ${region}. Offered are: ${listed(supported)}.`
      found.push(
        supported.length === 0
          ? invalid(field, 'region-without-zones', `${region} has no zones: leave them out.`, { value: region })
          : notSupported(field, 'zone-unknown', detail, { value: zone, supported }),
      )
    }
    if (pool.zones.indexOf(zone) < i) {
      const detail = `The zone ${zone} is there twice.`
      found.push(duplicate(field, 'zone-twice', detail, { value: zone }))
    }
    return found
  })
}

/** All pools together may not need more nodes than the CloudProfile allows. */
export function refuseTotal({ manifest, pools }: ShootView, { profile }: ProfileCheck): readonly Found[] {
  const most = profile.offers?.maxNodesTotal
  if (most === undefined || textAt(manifest, 'metadata', 'deletionTimestamp') !== undefined) return []
  const total = pools.reduce((sum, pool) => sum + (numberAt(pool.json, 'minimum') ?? 0), 0)
  if (total <= most) return []
  const detail = `The pools have at least ${total} nodes together, but ${most} are allowed.`
  return [forbidden('spec.provider.workers', 'too-many-nodes', detail, { supported: [String(most)] })]
}

function reservedText(kubelet: JsonObject, resource: 'cpu' | 'memory'): string | undefined {
  return textAt(kubelet, 'kubeReserved', resource)
}
