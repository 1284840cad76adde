import type { ProfileRefusal } from '@/lib/engine/refusal'
import { isActive, stageAt } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import {
  ARCHITECTURES,
  type CapabilityValues,
  capabilityValues,
  checkCapabilities,
  checkNamed,
  valuesOf,
  withSyncedArchitectures,
} from './capabilities'
import { checkExpirable, checkNotUnavailableAgain, latestVersion, supportedCheck } from './expirable'
import { checkImages } from './machine-images'
import {
  checkAmount,
  checkBastion,
  checkCaBundle,
  checkLimits,
  checkLimitsNotLowered,
  checkName,
  checkRegions,
  checkSeedSelector,
  checkStorage,
  checkVolumeTypes,
} from './other-fields'
import { ALL_GATES, type FeatureGates, foundBy, type ProfileFindings } from './profile-refusals'
import {
  kubernetesOf,
  type SubmittedMachineType,
  type SubmittedProfile,
  type SubmittedSpec,
  type SubmittedVersion,
  withDefaults,
} from './submitted'

/**
 * Whether a new CloudProfile would be accepted. Versions that are over are dropped first, which leaves what is `kept`: Kubernetes versions
 * that are expired or unavailable, image versions that are expired (docs/rules.md#profile-validation).
 */
export function checkCreate(submitted: SubmittedProfile, now: Instant, gates: FeatureGates) {
  const spec = withDefaults(submitted.spec)
  const kept: SubmittedSpec = {
    ...spec,
    kubernetes: { versions: kubernetesOf(spec).filter((version) => isActive(stageAt(version, now))) },
    machineImages: (spec.machineImages ?? []).map((image) => ({
      ...image,
      versions: image.versions.filter((version) => stageAt(version, now) !== 'expired'),
    })),
  }
  return { refusals: foundBy(now, gates, (found) => checkSpec(found, kept)), kept }
}

/** What may hold on to versions of a profile. */
export interface ProfileUsers {
  /** Clusters on the profile, directly or through one of the namespaced profiles. */
  readonly shoots: readonly Shoot[]
  /** Namespaced profiles that build on it. */
  readonly namespaced: readonly SubmittedProfile[]
}

/**
 * Whether a change of a CloudProfile would be accepted. An update drops nothing and accepts dates in the past. Removals are
 * only looked at when everything else holds.
 */
export function checkUpdate(
  before: SubmittedProfile,
  after: SubmittedProfile,
  now: Instant,
  users: ProfileUsers,
): readonly ProfileRefusal[] {
  const [old, spec] = [withDefaults(before.spec), updated(before.spec, after.spec)]
  const refusals = foundBy(now, ALL_GATES, (found) => checkChange(found, old, spec))
  if (refusals.length > 0) return refusals
  return foundBy(now, ALL_GATES, (found) => checkRemovals(found, before, after, users))
}

/** What is stored if the change is accepted: with defaults, and with architectures and capabilities that follow each other. */
export function updated(before: SubmittedSpec, after: SubmittedSpec): SubmittedSpec {
  return withSyncedArchitectures(withDefaults(after), withDefaults(before))
}

/** What is stored of a profile that is accepted: machine types without any capabilities get those of their architecture. */
export function storedSpec(spec: SubmittedSpec): SubmittedSpec {
  return withSyncedArchitectures(spec, { ...spec, machineCapabilities: [] })
}

/** The validation of a change: what holds for every profile, then what only a change is held to. */
export function checkChange(found: ProfileFindings, old: SubmittedSpec, spec: SubmittedSpec): void {
  const oldImages = new Map(old.machineImages?.map((image) => [image.name, image.versions]))
  checkSpec(found, spec)
  checkLimitsNotLowered(found, old, spec)
  checkNotUnavailableAgain(found, kubernetesOf(old), kubernetesOf(spec), 'spec.kubernetes.versions')
  for (const [i, { name, versions }] of (spec.machineImages ?? []).entries()) {
    checkNotUnavailableAgain(found, oldImages.get(name) ?? [], versions, `spec.machineImages[${i}].versions`)
  }
}

export function checkSpec(found: ProfileFindings, spec: SubmittedSpec): void {
  if ((spec.type ?? '') === '') found.required('provider-type-missing', 'spec.type', 'must provide a provider type')
  checkCapabilities(found, spec)
  checkKubernetes(found, kubernetesOf(spec), 'spec.kubernetes')
  checkImages(found, spec, 'spec.machineImages')
  checkMachineTypes(found, spec, 'spec.machineTypes')
  checkVolumeTypes(found, spec, 'spec.volumeTypes')
  checkRegions(found, spec)
  checkBastion(found, spec)
  checkLimits(found, spec)
  checkSeedSelector(found, spec)
  checkCaBundle(found, spec)
}

/** Kubernetes versions have exactly three numbers. */
const PATTERN = /^([0-9]+\.){2}[0-9]+$/

/** What the API server wants of a profile's Kubernetes versions. `field` is the path of `kubernetes`. */
export function checkKubernetes(found: ProfileFindings, versions: readonly SubmittedVersion[], field: string): void {
  const path = `${field}.versions`
  const checkSupported = supportedCheck(found, versions)
  if (versions.length === 0) {
    found.required('no-kubernetes-version', path, 'must provide at least one Kubernetes version')
  }
  checkLatest(found, versions, path)
  checkKubernetesList(found, versions, field)
  versions.forEach((version, i) => {
    found.about({ version: version.version }, () => checkSupported(version, `${path}[${i}]`))
  })
}

/** Spelling, repetition and stages; what a namespaced profile is checked for as well. */
export function checkKubernetesList(
  found: ProfileFindings,
  versions: readonly SubmittedVersion[],
  field: string,
): void {
  const seen = new Set<string>()
  versions.forEach((version, i) => {
    const path = `${field}.versions[${i}]`
    const { version: text } = version
    found.about({ version: text }, () => {
      if (!PATTERN.test(text)) {
        const detail = `all Kubernetes versions must match the regex ${PATTERN.source}`
        found.invalid('kubernetes-version-spelling', path, detail, printed(version))
      } else if (seen.has(text)) found.duplicate('kubernetes-version-twice', `${path}.version`, text)
      checkExpirable(found, version, path)
    })
    seen.add(text)
  })
}

function printed({ version, expirationDate, classification, lifecycle }: SubmittedVersion): unknown {
  const date = (instant: Instant | undefined) => (instant === undefined ? null : formatInstant(instant))
  return {
    Version: version,
    ExpirationDate: date(expirationDate),
    Classification: classification ?? null,
    Lifecycle:
      lifecycle?.map((stage) => ({ Classification: stage.classification, StartTime: date(stage.startTime) })) ?? null,
  }
}

/** The highest version, previews included, may not end: otherwise clusters would have nowhere to go. */
function checkLatest(found: ProfileFindings, versions: readonly SubmittedVersion[], path: string): void {
  const latest = latestVersion(versions)
  if (latest.kind !== 'latest') {
    const detail = 'failed to determine the latest kubernetes version from the cloud profile'
    found.invalid('latest-version-unknown', path, detail, '')
    return
  }
  const { version, expirationDate, lifecycle } = latest.version
  const date = expirationDate === undefined ? null : formatInstant(expirationDate)
  found.about({ version }, () => {
    if (date !== null) {
      const detail = `expiration date of latest kubernetes version ('${version}') must not be set`
      found.invalid('latest-version-expires', `${path}[].expirationDate`, detail, date)
    }
    if (lifecycle?.at(-1)?.classification === 'expired') {
      const detail = `classification expired of latest kubernetes version ('${version}') must not be set`
      // The value is the (missing) expiration date here as well.
      found.invalid('latest-version-expires', `${path}[].lifecycle`, detail, date)
    }
  })
}

/** What the API server wants of a CloudProfile's machine types. `field`: the path of their list. */
export function checkMachineTypes(found: ProfileFindings, spec: SubmittedSpec, field: string): void {
  const { machineTypes = [] } = spec
  const capabilities = capabilityValues(spec)
  if (machineTypes.length === 0) found.required('no-machine-type', field, 'must provide at least one machine type')
  checkMachineTypeList(found, machineTypes, capabilities, field)
  if (capabilities.size > 0) return
  for (const [i, { architecture = '', capabilities: own = {} }] of machineTypes.entries()) {
    // Without capabilities a machine type names its architecture, and none of them.
    if (architecture === '') {
      const detail = 'must provide an architecture'
      found.required('machine-type-architecture-missing', `${field}[${i}].architecture`, detail)
    }
    if (Object.keys(own).length > 0) {
      const detail = 'must not provide capabilities without global definition'
      found.forbidden('capabilities-undefined', `${field}[${i}].capabilities`, detail)
    }
  }
}

/** Checks machine types by themselves; of two with one name the second is not looked at any further. */
export function checkMachineTypeList(
  found: ProfileFindings,
  machineTypes: readonly SubmittedMachineType[],
  capabilities: CapabilityValues,
  field: string,
): void {
  const names = new Set<string>()
  machineTypes.forEach((type, i) => {
    const path = `${field}[${i}]`
    found.about({ machineType: type.name }, () => {
      checkName(found, 'machine-type-name', type.name, `${path}.name`, 'must provide a name', 'machine type name')
      if (names.has(type.name)) {
        found.duplicate('machine-type-twice', `${path}.name`, type.name)
        return
      }
      for (const amount of ['cpu', 'gpu', 'memory'] as const) checkAmount(found, type[amount], `${path}.${amount}`)
      checkArchitecture(found, type, capabilities, path)
      if (capabilities.size > 0) checkNamed(found, type.capabilities ?? {}, capabilities, `${path}.capabilities`)
      checkStorage(found, type, `${path}.storage`)
    })
    names.add(type.name)
  })
}

function checkArchitecture(
  found: ProfileFindings,
  { architecture = '', capabilities: own }: SubmittedMachineType,
  capabilities: CapabilityValues,
  field: string,
): void {
  const named = (capabilities.size > 0 ? valuesOf(own) : undefined) ?? []
  const [only] = named
  if (named.length > 1) {
    const detail = 'must not define more than one architecture'
    found.invalid('machine-type-architectures', `${field}.capabilities.architecture`, detail, named)
  }
  if (named.length === 1 && architecture !== '' && architecture !== only) {
    const detail = `machine type architecture (${architecture}) conflicts with the capability architecture (${only})`
    found.invalid('architectures-conflict', `${field}.architecture`, detail, only)
  }
  if (architecture !== '' && !ARCHITECTURES.includes(architecture)) {
    found.notSupported('architecture-unknown', `${field}.architecture`, architecture, ARCHITECTURES)
  }
}

/**
 * What stands in the way of removing versions from a CloudProfile (docs/rules.md#versions-in-use): clusters that run them
 * and are not being deleted, and namespaced profiles that override them. Own versions of pools are not looked at.
 */
export function checkRemovals(
  found: ProfileFindings,
  before: SubmittedProfile,
  after: SubmittedProfile,
  { shoots, namespaced }: ProfileUsers,
): void {
  const removed = removedVersions(before.spec, after.spec)
  const capabilities = removedCapabilities(before.spec, after.spec, namespaced)
  const profile = `CloudProfile ${JSON.stringify(before.name)}`
  for (const own of namespaced) {
    if (own.isDeleting === true) continue
    const name = `${own.namespace}/${own.name}`
    const user = { kind: 'NamespacedCloudProfile', namespace: own.namespace, name: own.name } as const
    const kept = (what: string) => `unable to delete ${what} from ${profile}`
    const inUse = `in use by NamespacedCloudProfile '${name}'`
    for (const { version } of kubernetesOf(own.spec)) {
      if (!removed.kubernetes.has(version)) continue
      const text = `${kept(`Kubernetes version ${JSON.stringify(version)}`)} - version is still ${inUse}`
      found.byAdmission('kubernetes-version-in-use', text, { version, user })
    }
    for (const { name: image, versions } of own.spec.machineImages ?? []) {
      const what = `MachineImage ${JSON.stringify(image)}`
      const by = `by NamespacedCloudProfile ${JSON.stringify(name)}`
      if (removed.images.has(image)) {
        found.byAdmission('image-in-use', `${kept(what)} - MachineImage is still in use ${by}`, { image, user })
      }
      if (removed.added.has(image)) {
        const text = `unable to add ${what} to ${profile} - MachineImage is already defined ${by}`
        found.byAdmission('image-already-added', text, { image, user })
      }
      for (const { version } of versions) {
        if (!removed.imageVersions.has(`${image}/${version}`)) continue
        const text = `${kept(`MachineImage version '${image}/${version}'`)} - version is still ${inUse}`
        found.byAdmission('image-version-in-use', text, { image, version, user })
      }
    }
    for (const [capability, gone] of capabilities) {
      const values = [...new Set(capabilitiesOf(own.spec).flatMap((one) => valuesOf(one, capability) ?? []))]
      const used = values.filter((value) => gone.includes(value)).sort()
      if (used.length === 0) continue
      const what = `MachineCapability ${JSON.stringify(capability)} with values [${used.join(' ')}]`
      found.byAdmission('capability-in-use', `${kept(what)} - capability values are still ${inUse}`, { user })
    }
  }
  checkShoots(found, shoots, profile, changedLimit(before.spec, after.spec), {
    kubernetes: (version) => removed.kubernetes.has(version),
    image: (image, version) => removed.imageVersions.size > 0 && removed.imageVersions.has(`${image}/${version}`),
    why: 'version',
  })
}

/** What is gone for the clusters that run it. `why`: what is still in use of a Kubernetes version, in the API server's words. */
interface GoneForShoots {
  readonly kubernetes: (version: string) => boolean
  readonly image: (image: string, version: string) => boolean
  readonly why: string
}

/**
 * Clusters that are not being deleted keep the versions that they run, and a limit that changes must let each have as many nodes as its
 * pools have at least. `profile`: as the API server names it.
 */
export function checkShoots(
  found: ProfileFindings,
  shoots: readonly Shoot[],
  profile: string,
  most: number | undefined,
  gone: GoneForShoots,
): void {
  for (const { namespace, name, deletionTimestamp, kubernetesVersion: version, workers } of shoots) {
    if (deletionTimestamp !== undefined) continue
    const user = { kind: 'Shoot', namespace, name } as const
    const inUse = `is still in use by shoot '${namespace}/${name}'`
    if (most !== undefined && workers.reduce((sum, { minimum }) => sum + minimum, 0) > most) {
      const text = `the total minimum node count of all worker pools of shoot "${namespace}/${name}" must not exceed the limit of ${most} total nodes configured in the cloud profile`
      found.byAdmission('limit-in-use', text, { user })
    }
    if (gone.kubernetes(version)) {
      const what = `Kubernetes version ${JSON.stringify(version)}`
      const text = `unable to delete ${what} from ${profile} - ${gone.why} ${inUse}`
      found.byAdmission('kubernetes-version-in-use', text, { version, user })
    }
    for (const [pool, { name: worker, image }] of workers.entries()) {
      if (image === undefined || !gone.image(image.name, image.version)) continue
      const what = `Machine image version '${image.name}/${image.version}'`
      const text = `unable to delete ${what} from ${profile} - version ${inUse} by worker ${JSON.stringify(worker)}`
      found.byAdmission('image-version-in-use', text, { image: image.name, version: image.version, pool, user })
    }
  }
}

/** How many nodes a cluster may have from now on; undefined: as many as before, or any number. Limits without a number differ from none. */
export function changedLimit(before: SubmittedSpec, after: SubmittedSpec): number | undefined {
  return JSON.stringify(before.limits) === JSON.stringify(after.limits) ? undefined : after.limits?.maxNodesTotal
}

/** All that a namespaced profile says of what its images and machines are capable of. */
function capabilitiesOf({ machineImages = [], machineTypes = [] }: SubmittedSpec) {
  return [
    ...machineImages.flatMap(({ versions }) => versions.flatMap(({ capabilityFlavors }) => capabilityFlavors ?? [])),
    ...machineTypes.map(({ capabilities = {} }) => capabilities),
  ]
}

/**
 * Values of capabilities that go. As long as no namespaced profile names another capability than the architecture, nothing is
 * looked at: the older fields say the same.
 */
function removedCapabilities(
  before: SubmittedSpec,
  after: SubmittedSpec,
  namespaced: readonly SubmittedProfile[],
): ReadonlyMap<string, readonly string[]> {
  const removed = new Map<string, readonly string[]>()
  const names = namespaced
    .filter(({ isDeleting }) => isDeleting !== true)
    .flatMap(({ spec }) => capabilitiesOf(spec).flatMap((one) => Object.keys(one ?? {})))
  if (names.every((name) => name === 'architecture')) return removed
  const kept = capabilityValues(after)
  for (const [name, values] of capabilityValues(before)) {
    const gone = values.filter((value) => kept.get(name)?.includes(value) !== true)
    if (gone.length > 0) removed.set(name, gone)
  }
  return removed
}

/** What one of two specifications lists and the other does not. */
export function removedVersions(before: SubmittedSpec, after: SubmittedSpec) {
  const images = new Map(after.machineImages?.map((image) => [image.name, image.versions]))
  const old = new Set(before.machineImages?.map(({ name }) => name))
  return {
    kubernetes: missing(kubernetesOf(before), kubernetesOf(after)),
    images: new Set([...old].filter((name) => !images.has(name))),
    added: new Set([...images.keys()].filter((name) => !old.has(name))),
    /** `gardenlinux/1592.9.0` */
    imageVersions: new Set(
      before.machineImages?.flatMap(({ name, versions }) =>
        [...missing(versions, images.get(name) ?? [])].map((version) => `${name}/${version}`),
      ),
    ),
  }
}

function missing(
  before: readonly { readonly version: string }[],
  after: readonly { readonly version: string }[],
): Set<string> {
  const kept = new Set(after.map(({ version }) => version))
  return new Set(before.map(({ version }) => version).filter((version) => !kept.has(version)))
}
