import {
  type JsonObject,
  type PoolView,
  poolNamed,
  type ShootView,
  sameJson,
  textAt,
} from '@/lib/engine/api-server/manifest'
import { isActive, lostMachineRefusal, movingRefusal, stageAt, supportedVersions } from '@/lib/engine/rules'
import type { ExpirableVersion } from '@/lib/engine/types'
import type { ProfileCheck } from './profile-check'
import { refuseImage, refuseRuntimes, refuseUnsupportedKubelet } from './profile-image'
import { refuseMachine } from './profile-machine'
import { refuseReserved, refuseTotal, refuseVolume, refuseZones } from './profile-offers'
import { type Found, listed, notSupported, ofUpdate, poolPath, quotedList } from './refusal'

/** What the validator refuses of a shoot because of its CloudProfile. A write that changes nothing is not looked at. */
export function compareWithProfile(after: ShootView, check: ProfileCheck): readonly Found[] {
  const { before } = check
  if (before !== undefined && isUntouched(after.manifest, before.manifest)) return []
  if (before !== undefined && !sameJson(after.manifest.spec, before.manifest.spec)) {
    const moving = refuseWhileMoving(after)
    if (moving.length > 0) return moving
  }
  const lost = refuseLostMachine(after, check)
  if (lost.length > 0) return lost
  const found: Found[] = [
    ...refuseVersion(after.version, before?.version, before === undefined, 'spec.kubernetes.version', check),
  ]
  let kubelet = after.kubelet
  for (const pool of after.pools) {
    const old = before && poolNamed(before, pool.name)
    found.push(...comparePool(pool, old, after, check))
    // The API server keeps the settings of the pool before for pools that have none of their own.
    kubelet = pool.ownKubelet ?? kubelet
    if (pool.json.kubernetes !== undefined) found.push(...refuseReserved(pool, kubelet, check))
    found.push(...refusePoolVersion(pool, old, check))
    found.push(...refuseZones(pool, old, after, check))
  }
  return [...found, ...refuseTotal(after, check)]
}

/** A control plane that moves to another seed keeps the specification as it is; this refusal hides all others. */
function refuseWhileMoving({ lastOperation }: ShootView): readonly Found[] {
  const text = `The specification is fixed during the operation ${lastOperation?.type}, which is in state ${lastOperation?.state}.`
  return movingRefusal(lastOperation).map((refusal) => ({ ...ofUpdate(refusal, 'control-plane-moves'), text }))
}

/**
 * In a profile that describes machines by capabilities the API server breaks off where the machine type of a pool that stays is gone,
 * whatever is written.
 */
function refuseLostMachine(after: ShootView, { before, profile }: ProfileCheck): readonly Found[] {
  if (before === undefined || (profile.machineCapabilities?.length ?? 0) === 0) return []
  const lost = after.pools.find(
    ({ name, machineType }) =>
      poolNamed(before, name)?.machineType === machineType &&
      !profile.machineTypes.some((listed) => listed.name === machineType),
  )
  if (lost === undefined) return []
  const { name, index, machineType } = lost
  const refusal = lostMachineRefusal(textAt(after.manifest, 'metadata', 'name') ?? '', index, machineType)
  const text = `The machine type ${machineType} of pool ${name} is not in the profile: with its machineCapabilities the API server breaks off every write, as long as the pool has it.`
  return [{ ...ofUpdate(refusal, 'machine-type-gone'), text }]
}

/** A problem of the machine hides those of the runtimes and of kubelet. */
function comparePool(
  pool: PoolView,
  old: PoolView | undefined,
  after: ShootView,
  check: ProfileCheck,
): readonly Found[] {
  const first = refuseMachine(pool, old, after, check) ?? refuseImage(pool, old, check)
  const machine =
    first === null ? [...refuseRuntimes(pool, old, check), ...refuseUnsupportedKubelet(pool, check)] : [first]
  return [...machine, ...refuseVolume(pool, old, after, check)]
}

function refusePoolVersion(pool: PoolView, old: PoolView | undefined, check: ProfileCheck): readonly Found[] {
  if (pool.ownVersion === undefined) return []
  const from = old?.version ?? check.before?.version
  return refuseVersion(pool.ownVersion, from, old === undefined, poolPath(pool.index, 'kubernetes.version'), check)
}

/**
 * A version must be listed. On creation and for new pools it must be active as well; afterwards a shoot may move to any
 * listed one, even if it is expired, in preview or unavailable. Unchanged versions are not looked at.
 */
function refuseVersion(
  to: string,
  from: string | undefined,
  isNew: boolean,
  field: string,
  { profile, now, listedAs }: ProfileCheck,
): readonly Found[] {
  if (to === from) return []
  const isOffered = (version: ExpirableVersion) => !isNew || isActive(stageAt(version, now))
  const same = listedAs(profile.kubernetes, to)
  if (same.some(isOffered)) return []
  // Only a refusal names what there is instead.
  const supported = supportedVersions(profile.kubernetes.filter(isOffered))
  const [first] = same
  const why =
    first === undefined
      ? 'is not offered here'
      : stageAt(first, now) === 'expired'
        ? 'is listed here, but has expired'
        : 'is listed here, but not available yet'
  const detail = `${to} ${why}. Offered are: ${listed(supported)}.`
  const quote = quotedList(to, supported)
  return [notSupported(field, 'version-not-offered', detail, { value: to, supported, quote })]
}

function isUntouched(after: JsonObject, before: JsonObject): boolean {
  return sameJson(after.spec, before.spec) && sameJson(after.metadata, before.metadata)
}
