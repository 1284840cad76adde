import { objectAt, type PoolView, poolNamed, type ShootView, sameJson, textAt } from '@/lib/engine/api-server/manifest'
import type { JsonObject } from '@/lib/engine/json'
import {
  architecturesOf,
  canonicalSpelling,
  type ImageUsability,
  isActive,
  kubeletConstraintOf,
  lostMachineRefusal,
  movingRefusal,
  parseVersion,
  printedImage,
  stageAt,
  supportedRuntimes,
  supportedVersions,
  supportsCapabilities,
  supportsKubelet,
  unsupportedCapabilities,
  unsupportedKubelet,
  unusableImage,
  usabilityOf,
} from '@/lib/engine/rules'
import type { ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import { describeCapabilities, imageVersionNamed, machineNamed } from './offers'
import {
  type ProfileCheck,
  refuseMachine,
  refuseReserved,
  refuseTotal,
  refuseVolume,
  refuseZones,
} from './profile-offers'
import {
  invalid,
  notSupported,
  offeredList,
  ofUpdate,
  poolPath,
  quotedList,
  type Refusals,
  type StageRefusal,
} from './shoot-refusals'

/** What the validator refuses of a shoot because of its CloudProfile. A write that changes nothing is not looked at. */
export function* compareWithProfile(after: ShootView, check: ProfileCheck): Refusals {
  const { before } = check
  if (before !== undefined && isUntouched(after.manifest, before.manifest)) return
  const isSameSpec = before === undefined || sameJson(after.manifest.spec, before.manifest.spec)
  const stop = (isSameSpec ? null : refuseWhileMoving(after)) ?? refuseLostMachine(after, check)
  if (stop !== null) {
    yield stop
    return
  }
  yield* refuseVersion(after.version, before?.version, before === undefined, 'spec.kubernetes.version', check)
  const other = refuseProviderType(after, check)
  if (other !== null) yield other
  else yield* comparePools(after, check)
  yield* refuseTotal(after, check)
}

function* comparePools(after: ShootView, check: ProfileCheck): Refusals {
  const { before } = check
  let kubelet = after.kubelet
  for (const pool of after.pools) {
    const old = before && poolNamed(before, pool.name)
    yield* comparePool(pool, old, after, check)
    // The API server keeps the settings of the pool before for pools that have none of their own.
    kubelet = pool.ownKubelet ?? kubelet
    if (pool.json.kubernetes !== undefined) yield* refuseReserved(pool, kubelet, check)
    if (pool.ownVersion !== undefined) {
      const from = old?.version ?? before?.version
      yield* refuseVersion(pool.ownVersion, from, old === undefined, poolPath(pool.index, 'kubernetes.version'), check)
    }
    yield* refuseZones(pool, old, after, check)
  }
}

/** Refuses another provider. Nothing else of such a shoot is checked; a profile that is not merged yet has no provider. */
function refuseProviderType({ manifest }: ShootView, { profile }: ProfileCheck): StageRefusal | null {
  const [type, offered] = [textAt(manifest, 'spec', 'provider', 'type'), profile.offers?.type]
  if (type === undefined || offered === undefined || type === offered) return null
  const text = `The shoot is of the provider ${type}, its profile of ${offered === '' ? 'none' : offered}.`
  const words = `provider type in shoot must equal provider type of referenced CloudProfile: ${JSON.stringify(offered)}`
  const quote = `${JSON.stringify(type)}: ${words}`
  return invalid('spec.provider.type', 'provider-type', text, { value: type, quote })
}

/** A control plane that moves to another seed keeps the specification as it is; this refusal hides all others. */
function refuseWhileMoving({ lastOperation }: ShootView): StageRefusal | null {
  const text = `The specification is fixed during the operation ${lastOperation?.type}, which is in state ${lastOperation?.state}.`
  const [refusal] = movingRefusal(lastOperation)
  return refusal === undefined ? null : { ...ofUpdate(refusal, 'control-plane-moves'), text }
}

/**
 * In a profile that describes machines by capabilities the API server breaks off where the machine type of a pool that stays is gone,
 * whatever is written, unless it refuses the pool's image before.
 */
function refuseLostMachine(after: ShootView, check: ProfileCheck): StageRefusal | null {
  const { before, profile } = check
  if (before === undefined || (profile.machineCapabilities?.length ?? 0) === 0) return null
  const lost = after.pools.find((pool) => {
    const old = poolNamed(before, pool.name)
    return (
      old?.machineType === pool.machineType &&
      !profile.machineTypes.some((listed) => listed.name === pool.machineType) &&
      refuseImageVersion(pool, old, check) === null
    )
  })
  if (lost === undefined) return null
  const { name, index, machineType } = lost
  const refusal = lostMachineRefusal(textAt(after.manifest, 'metadata', 'name') ?? '', index, machineType)
  const text = `The machine type ${machineType} of pool ${name} is not in the profile: with its machineCapabilities the API server breaks off every write, as long as the pool has it.`
  return { ...ofUpdate(refusal, 'machine-type-gone'), text }
}

/** A problem of the machine hides those of the runtimes and of kubelet. */
function* comparePool(pool: PoolView, old: PoolView | undefined, after: ShootView, check: ProfileCheck): Refusals {
  const first =
    refuseMachine(pool, old, after, check) ?? refuseImageVersion(pool, old, check) ?? refuseCapabilities(pool, check)
  if (first !== null) yield first
  else {
    yield* refuseRuntimes(pool, old, check)
    yield* refuseUnsupportedKubelet(pool, check)
  }
  yield* refuseVolume(pool, old, after, check)
}

/**
 * A version must be listed. On creation and for new pools it must be active as well; afterwards a shoot may move to any
 * listed one, even if it is expired, in preview or unavailable. Unchanged versions are not looked at.
 */
function* refuseVersion(
  to: string,
  from: string | undefined,
  isNew: boolean,
  field: string,
  { profile, now }: ProfileCheck,
): Refusals {
  if (to === from) return
  const isOffered = (version: ExpirableVersion) => !isNew || isActive(stageAt(version, now))
  const same = profile.kubernetes.filter(({ version }) => version === to)
  if (same.some(isOffered)) return
  // Only a refusal names what there is instead.
  const supported = supportedVersions(profile.kubernetes.filter(isOffered))
  const [first] = same
  const why =
    first === undefined
      ? 'is not offered here'
      : stageAt(first, now) === 'expired'
        ? 'is listed here, but has expired'
        : 'is listed here, but not available yet'
  const detail = `${to} ${why}. Offered are: ${offeredList(supported)}.`
  yield notSupported(field, 'version-not-offered', detail, { value: to, supported, quote: quotedList(to, supported) })
}

function isUntouched(after: JsonObject, before: JsonObject): boolean {
  return sameJson(after.spec, before.spec) && sameJson(after.metadata, before.metadata)
}

/**
 * A changed image must be listed, run on the pool's architecture and be active, for an existing pool also expired but not
 * lower than the one it has; in-place pools need a version that supports it, from the one they have.
 */
function refuseImageVersion(pool: PoolView, old: PoolView | undefined, check: ProfileCheck): StageRefusal | null {
  if (old !== undefined && isSameImage(pool, old) && pool.architecture === old.architecture) return null
  const isFit = ({ active, architecture, inPlace }: ImageUsability): boolean =>
    active && architecture && (!pool.inPlace || inPlace)
  const named = ({ version }: MachineImageVersion): boolean => version === pool.imageVersion
  const verdict = judged(pool, old, check, named).get(pool.imageVersion)
  if (verdict !== undefined && isFit(verdict)) return null
  // Only a refusal names what there is instead.
  const key = JSON.stringify([pool.imageName, pool.architecture, pool.inPlace, old?.imageVersion])
  const supported =
    check.usableImages.get(key) ??
    [...judged(pool, old, check, () => true)]
      .filter(([, usability]) => isFit(usability))
      .map(([text]) => `${pool.imageName}:${text}`)
      .sort()
  check.usableImages.set(key, supported)
  const value = `${pool.imageName}:${pool.imageVersion}`
  if (verdict === undefined) {
    const detail = `${pool.imageName} ${pool.imageVersion} is not offered. Offered are: ${offeredList(supported)}.`
    const facts = { value: pool.imageVersion, supported, quote: quotedList(pool.imageVersion, supported) }
    return notSupported(poolPath(pool.index, 'machine.image.version'), 'image-version-not-offered', detail, facts)
  }
  const problems = [
    ...(verdict.architecture ? [] : [`does not run on ${pool.architecture ?? ''}`]),
    ...(verdict.active ? [] : ['is expired or unavailable']),
    ...(!pool.inPlace || verdict.inPlace
      ? []
      : [old === undefined ? 'cannot be updated in place' : `is no in-place update from ${old.imageVersion}`]),
  ]
  const detail = `${pool.imageName} ${pool.imageVersion} ${problems.join(' and ')}. Offered are: ${offeredList(supported)}.`
  const unusable = unusableImage(value, { ...verdict, inPlace: true }, pool.architecture ?? '', supported)
  const quote = pool.inPlace ? undefined : `${printedImage(pool.imageName, pool.imageVersion)}: ${unusable}`
  return invalid(poolPath(pool.index, 'machine.image'), 'image-version-not-usable', detail, { value, supported, quote })
}

/** The versions of a pool's image that are asked for, by their text: of equal ones all that any of them can. */
function judged(
  pool: PoolView,
  old: PoolView | undefined,
  { profile, now }: ProfileCheck,
  isAsked: (version: MachineImageVersion) => boolean,
): ReadonlyMap<string, ImageUsability> {
  const found = new Map<string, ImageUsability>()
  const listed = profile.machineImages.flatMap(({ name, versions }) => (name === pool.imageName ? versions : []))
  for (const version of listed.filter(isAsked)) {
    const asked = { architecture: pool.architecture ?? '', old: old?.imageVersion }
    const one = usabilityOf(version, stageAt(version, now), architecturesOf(version, profile), asked)
    const known = found.get(version.version)
    found.set(version.version, {
      active: one.active || known?.active === true,
      architecture: one.architecture || known?.architecture === true,
      inPlace: one.inPlace || known?.inPlace === true,
    })
  }
  return found
}

/** Checked on every write, also for pools that are not touched. */
function refuseCapabilities(pool: PoolView, check: ProfileCheck): StageRefusal | null {
  const { profile } = check
  if ((profile.machineCapabilities ?? []).length === 0) return null
  const machine = machineNamed(profile, pool.machineType)
  const version = imageVersionNamed(check.profile, pool.imageName, pool.imageVersion)
  if (
    machine === undefined ||
    version === undefined ||
    supportsCapabilities(version.capabilityFlavors, machine.capabilities, profile)
  )
    return null
  const capabilities = describeCapabilities(machine.capabilities)
  const detail = `${pool.imageName} ${pool.imageVersion} does not fit ${pool.machineType} (${capabilities}).`
  return invalid(poolPath(pool.index, 'machine.image.version'), 'image-capabilities', detail, {
    value: pool.imageVersion,
    quote: `${JSON.stringify(pool.imageVersion)}: ${unsupportedCapabilities(machine.capabilities, pool.machineType, `${pool.imageName}:${pool.imageVersion}`)}`,
  })
}

/** The image must support the pool's container runtimes; looked at when either changes. */
function* refuseRuntimes(pool: PoolView, old: PoolView | undefined, check: ProfileCheck): Refusals {
  if (old !== undefined && sameJson(pool.json.cri, old.json.cri) && isSameImage(pool, old)) return
  const version = imageVersionNamed(check.profile, pool.imageName, pool.imageVersion)
  if (version === undefined) return
  const image = `${pool.imageName} ${pool.imageVersion}`
  const runtimes = supportedRuntimes(version, pool.cri)
  if (runtimes === null) {
    const supported = version.cri.map(({ name }) => name)
    const detail = `${image} does not support ${pool.cri}. It supports: ${offeredList(supported)}.`
    yield invalid(poolPath(pool.index, 'cri.name'), 'cri-not-supported', detail, { value: pool.cri, supported })
    return
  }
  for (const [i, type] of pool.containerRuntimes.entries()) {
    if (runtimes.includes(type)) continue
    const detail = `${image} does not support the container runtime ${type}. It supports: ${offeredList(runtimes)}.`
    const field = poolPath(pool.index, `cri.containerRuntimes[${i}].type`)
    const quote = `${JSON.stringify(type)}: machine image '${pool.imageName}@${pool.imageVersion}' does not support container runtime '${type}', supported values: [${runtimes.join(' ')}]`
    yield invalid(field, 'container-runtime-not-supported', detail, { value: type, supported: runtimes, quote })
  }
}

/** The image's constraint on kubelet versions is checked for all pools on every write. */
function* refuseUnsupportedKubelet(pool: PoolView, check: ProfileCheck): Refusals {
  const image = imageVersionNamed(check.profile, pool.imageName, pool.imageVersion)
  const version = parseVersion(pool.version)
  if (image === undefined || version === null || supportsKubelet(kubeletConstraintOf(image), version)) return
  const text = image.kubeletVersionConstraint ?? ''
  const detail = `${pool.imageName} ${pool.imageVersion} supports kubelet ${text}, not ${canonicalSpelling(version)}.`
  const quote = `${printedImage(pool.imageName, pool.imageVersion)}: ${unsupportedKubelet(`${pool.imageName}@${pool.imageVersion}`, version, text)}`
  const facts = { value: canonicalSpelling(version), supported: [text], quote }
  yield invalid(poolPath(pool.index, 'machine.image'), 'kubelet-not-supported', detail, facts)
}

function isSameImage(pool: PoolView, old: PoolView): boolean {
  return sameJson(objectAt(pool.json, 'machine', 'image'), objectAt(old.json, 'machine', 'image'))
}
