import type { PoolView, ShootView } from '@/lib/engine/api-server/manifest'
import { architectureOf } from './images'
import type { AdmissionProfile, RegionOffer } from './offers'
import type { ProfileCheck } from './profile-check'
import { type Found, invalid, listed, notSupported, poolPath } from './refusal'

/** The machine type must be listed, usable, of the pool's architecture and available in all its zones. */
export function refuseMachine(
  pool: PoolView,
  old: PoolView | undefined,
  { region }: ShootView,
  { profile }: ProfileCheck,
): Found | null {
  const architecture = pool.architecture ?? ''
  if (pool.machineType === old?.machineType && pool.architecture === old.architecture) return null
  const { isUsable, isAvailable, fitting } = machinesFor(pool, region, profile)
  const supported = offeredMachines(pool, region, profile)
  const field = poolPath(pool.index, 'machine.type')
  const facts = { value: pool.machineType, supported }
  if (!profile.machineTypes.some(({ name }) => name === pool.machineType)) {
    const detail = `There is no machine type ${pool.machineType}. Offered are: ${listed(supported)}.`
    return notSupported(field, 'machine-type-unknown', detail, facts)
  }
  const problems = [
    ...(isUsable(pool.machineType) ? [] : ['is no longer usable']),
    ...(isAvailable(pool.machineType) ? [] : ['is missing in one of the zones']),
    ...(fitting.has(pool.machineType) ? [] : [`is not ${architecture}`]),
  ]
  if (problems.length === 0) return null
  const detail = `${pool.machineType} ${problems.join(' and ')}. Offered are: ${listed(supported)}.`
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
  const usable = offers?.machines.filter((machine) => machine.usable).map(({ name }) => name)
  const ofArchitecture = machineTypes.filter(
    (machine) => architectureOf(machine, profile) === (pool.architecture ?? ''),
  )
  return {
    isUsable: (name: string): boolean => usable?.includes(name) ?? true,
    isAvailable: (name: string): boolean =>
      !isMissingInZones(offers?.regions ?? [], region, pool.zones, (zone) => zone.unavailableMachineTypes, name),
    fitting: new Set(ofArchitecture.map(({ name }) => name)),
  }
}

/** Whether one of the zones says that it does not have the type. Unknown zones and regions say nothing. */
export function isMissingInZones(
  regions: readonly RegionOffer[],
  region: string,
  zones: readonly string[],
  missing: (zone: RegionOffer['zones'][number]) => readonly string[],
  name: string,
): boolean {
  return regions
    .filter((offer) => offer.name === region)
    .flatMap((offer) => offer.zones)
    .some((zone) => zones.includes(zone.name) && missing(zone).includes(name))
}
