import { objectAt } from '@/lib/engine/api-server/manifest'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { isActive } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import {
  ARCHITECTURES,
  type CapabilityValues,
  capabilityValues,
  checkCapabilities,
  checkNamed,
  withSyncedArchitectures,
} from './capabilities'
import { ALL_GATES, checkExpirable, checkNotUnavailableAgain, type Gates, latestOf, supportedCheck } from './expirable'
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
  maxNodesOf,
} from './other-fields'
import { about, duplicate, forbidden, invalid, notSupported, refusedByAdmission, required } from './profile-refusals'
import {
  type SubmittedMachineType,
  type SubmittedProfile,
  type SubmittedSpec,
  type SubmittedVersion,
  submittedStage,
  withDefaults,
} from './submitted'

export interface CreateVerdict {
  readonly refusals: readonly ProfileRefusal[]
  /** What is left of it. */
  readonly kept: SubmittedSpec
  /** What the API server leaves out silently, as `1.33.5` and `gardenlinux/1592.9.0`. */
  readonly dropped: { readonly kubernetes: readonly string[]; readonly images: readonly string[] }
}

/**
 * Whether a new CloudProfile would be accepted. Versions that are over are dropped first: Kubernetes versions that are
 * expired or unavailable, image versions that are expired (docs/rules.md#profile-validation).
 */
export function checkCreate(submitted: SubmittedProfile, now: Instant, gates: Gates = ALL_GATES): CreateVerdict {
  const spec = withDefaults(submitted.spec)
  const kept: SubmittedSpec = {
    ...spec,
    kubernetes: spec.kubernetes.filter((version) => isActive(submittedStage(version, now))),
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.filter((version) => submittedStage(version, now) !== 'expired'),
    })),
  }
  return {
    refusals: checkSpec(kept, now, gates),
    kept,
    dropped: {
      kubernetes: [...missing(spec.kubernetes, kept.kubernetes)],
      images: spec.machineImages.flatMap((image, i) =>
        [...missing(image.versions, kept.machineImages[i]?.versions ?? [])].map(
          (version) => `${image.name}/${version}`,
        ),
      ),
    },
  }
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
): ProfileRefusal[] {
  const refusals = checkChange(withDefaults(before.spec), updated(before.spec, after.spec), now, ALL_GATES)
  return refusals.length > 0 ? refusals : removalsInUse(before, after, users.shoots, users.namespaced)
}

/** What is stored if the change is accepted: with defaults, and with architectures and capabilities that follow each other. */
export function updated(before: SubmittedSpec, after: SubmittedSpec): SubmittedSpec {
  return withSyncedArchitectures(withDefaults(after), withDefaults(before))
}

/** What is stored of a profile that is accepted: machine types without any capabilities get those of their architecture. */
export function canonical(spec: SubmittedSpec): SubmittedSpec {
  return withSyncedArchitectures(spec, { ...spec, machineCapabilities: [] })
}

/** The validation of a change: what holds for every profile, then what only a change is held to. */
export function checkChange(old: SubmittedSpec, spec: SubmittedSpec, now: Instant, gates: Gates): ProfileRefusal[] {
  const oldImages = new Map(old.machineImages.map((image) => [image.name, image]))
  return [
    ...checkSpec(spec, now, gates),
    ...checkLimitsNotLowered(old, spec, 'spec.limits'),
    ...checkNotUnavailableAgain(old.kubernetes, spec.kubernetes, now, 'spec.kubernetes.versions'),
    ...spec.machineImages.flatMap((image, i) =>
      checkNotUnavailableAgain(
        oldImages.get(image.name)?.versions ?? [],
        image.versions,
        now,
        `spec.machineImages[${i}].versions`,
      ),
    ),
  ]
}

export function checkSpec(spec: SubmittedSpec, now: Instant, gates: Gates = ALL_GATES): ProfileRefusal[] {
  return [
    ...(spec.type === '' ? [required('provider-type-missing', 'spec.type', 'must provide a provider type')] : []),
    ...checkCapabilities(spec, 'spec.machineCapabilities', gates),
    ...checkKubernetes(spec.kubernetes, now, gates, 'spec.kubernetes'),
    ...checkImages(spec, now, gates, 'spec.machineImages'),
    ...checkMachineTypes(spec, 'spec.machineTypes'),
    ...checkVolumeTypes(spec, 'spec.volumeTypes'),
    ...checkRegions(spec, 'spec.regions'),
    ...checkBastion(spec, now, 'spec.bastion'),
    ...checkLimits(spec, 'spec.limits'),
    ...checkSeedSelector(spec, 'spec.seedSelector'),
    ...checkCaBundle(spec, 'spec.caBundle'),
  ]
}

/** Kubernetes versions have exactly three numbers. */
const PATTERN = /^([0-9]+\.){2}[0-9]+$/

/** What the API server wants of a profile's Kubernetes versions. `field` is the path of `kubernetes`. */
export function checkKubernetes(
  versions: readonly SubmittedVersion[],
  now: Instant,
  gates: Gates,
  field: string,
): ProfileRefusal[] {
  const path = `${field}.versions`
  const checkSupported = supportedCheck(versions, now)
  return [
    ...(versions.length === 0
      ? [required('no-kubernetes-version', path, 'must provide at least one Kubernetes version')]
      : []),
    ...checkLatest(versions, path),
    ...checkKubernetesList(versions, gates, field),
    ...versions.flatMap((version, i) => about({ version: version.version }, checkSupported(version, `${path}[${i}]`))),
  ]
}

/** Spelling, repetition and stages; what a namespaced profile is checked for as well. */
export function checkKubernetesList(
  versions: readonly SubmittedVersion[],
  gates: Gates,
  field: string,
): ProfileRefusal[] {
  const seen = new Set<string>()
  return versions.flatMap((version, i) => {
    const path = `${field}.versions[${i}]`
    const isRepeated = seen.has(version.version)
    seen.add(version.version)
    const spelling = PATTERN.test(version.version)
      ? isRepeated
        ? [duplicate('kubernetes-version-twice', `${path}.version`, version.version)]
        : []
      : [
          invalid(
            'kubernetes-version-spelling',
            path,
            `all Kubernetes versions must match the regex ${PATTERN.source}`,
            printed(version),
          ),
        ]
    return about({ version: version.version }, [...spelling, ...checkExpirable(version, path, gates)])
  })
}

/** A version as the API server prints it. */
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
function checkLatest(versions: readonly SubmittedVersion[], path: string): ProfileRefusal[] {
  const latest = latestOf(versions)
  if (latest.kind !== 'latest') {
    return [
      invalid(
        'latest-version-unknown',
        path,
        'failed to determine the latest kubernetes version from the cloud profile',
        '',
      ),
    ]
  }
  const { version, expirationDate, lifecycle } = latest.version
  const refusals: ProfileRefusal[] = []
  const date = expirationDate === undefined ? null : formatInstant(expirationDate)
  if (date !== null) {
    const detail = `expiration date of latest kubernetes version ('${version}') must not be set`
    refusals.push(invalid('latest-version-expires', `${path}[].expirationDate`, detail, date))
  }
  if (lifecycle?.at(-1)?.classification === 'expired') {
    const detail = `classification expired of latest kubernetes version ('${version}') must not be set`
    // The value is the (missing) expiration date here as well.
    refusals.push(invalid('latest-version-expires', `${path}[].lifecycle`, detail, date))
  }
  return about({ version }, refusals)
}

/** What the API server wants of a CloudProfile's machine types. `field`: the path of their list. */
export function checkMachineTypes(spec: SubmittedSpec, field: string): ProfileRefusal[] {
  const { machineTypes } = spec
  const capabilities = capabilityValues(spec)
  return [
    ...(machineTypes.length === 0
      ? [required('no-machine-type', field, 'must provide at least one machine type')]
      : []),
    ...checkMachineTypeList(machineTypes, capabilities, field),
    ...(capabilities.size > 0 ? [] : machineTypes.flatMap((type, i) => checkWithout(type, `${field}[${i}]`))),
  ]
}

/** Of machine types by themselves; of two of one name the second is not looked at any further. */
export function checkMachineTypeList(
  machineTypes: readonly SubmittedMachineType[],
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const names = new Set<string>()
  return machineTypes.flatMap((type, i) => {
    const path = `${field}[${i}]`
    const name = checkName('machine-type-name', type.name, `${path}.name`, 'must provide a name', 'machine type name')
    const found = names.has(type.name)
      ? [...name, duplicate('machine-type-twice', `${path}.name`, type.name)]
      : [
          ...name,
          ...['cpu', 'gpu', 'memory'].flatMap((amount) => checkAmount(type.json?.[amount], `${path}.${amount}`)),
          ...checkArchitecture(type, capabilities, path),
          ...(capabilities.size > 0 ? checkNamed(type.capabilities, capabilities, `${path}.capabilities`) : []),
          ...checkStorage(objectAt(type.json, 'storage'), `${path}.storage`),
        ]
    names.add(type.name)
    return about({ machineType: type.name }, found)
  })
}

function checkArchitecture(
  type: SubmittedMachineType,
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const architecture = type.architecture ?? ''
  const named = capabilities.size > 0 ? (type.capabilities.architecture ?? []) : []
  const refusals: ProfileRefusal[] = []
  if (named.length > 1) {
    refusals.push(
      invalid(
        'machine-type-architectures',
        `${field}.capabilities.architecture`,
        'must not define more than one architecture',
        named,
      ),
    )
  }
  const [only] = named
  if (named.length === 1 && architecture !== '' && architecture !== only) {
    const detail = `machine type architecture (${architecture}) conflicts with the capability architecture (${only})`
    refusals.push(invalid('architectures-conflict', `${field}.architecture`, detail, only))
  }
  if (architecture !== '' && !ARCHITECTURES.includes(architecture)) {
    refusals.push(notSupported('architecture-unknown', `${field}.architecture`, architecture, ARCHITECTURES))
  }
  return refusals
}

/** Without capabilities a machine type names its architecture, and none of them. */
function checkWithout(type: SubmittedMachineType, field: string): ProfileRefusal[] {
  const hasCapabilities = Object.keys(type.capabilities).length > 0
  return [
    ...((type.architecture ?? '') === ''
      ? [required('machine-type-architecture-missing', `${field}.architecture`, 'must provide an architecture')]
      : []),
    ...(hasCapabilities
      ? [
          forbidden(
            'capabilities-undefined',
            `${field}.capabilities`,
            'must not provide capabilities without global definition',
          ),
        ]
      : []),
  ]
}

/**
 * What stands in the way of removing versions from a CloudProfile (docs/rules.md#versions-in-use): clusters that run them
 * and are not being deleted, and namespaced profiles that override them. Own versions of pools are not looked at.
 *
 * `shoots` are those that use the profile, directly or through one of `namespaced`, its namespaced profiles.
 */
export function removalsInUse(
  before: SubmittedProfile,
  after: SubmittedProfile,
  shoots: readonly Shoot[],
  namespaced: readonly SubmittedProfile[],
): ProfileRefusal[] {
  const removed = removedVersions(before, after)
  const capabilities = removedCapabilities(before.spec, after.spec, namespaced)
  const profile = JSON.stringify(before.name)
  const errors: ProfileRefusal[] = []
  for (const own of namespaced) {
    if (own.isDeleting === true) continue
    const owner = `NamespacedCloudProfile '${own.namespace}/${own.name}'`
    const user = { kind: 'NamespacedCloudProfile', namespace: own.namespace, name: own.name } as const
    for (const { version } of own.spec.kubernetes) {
      if (!removed.kubernetes.has(version)) continue
      const text = `unable to delete Kubernetes version ${JSON.stringify(version)} from CloudProfile ${profile} - version is still in use by ${owner}`
      errors.push(refusedByAdmission('kubernetes-version-in-use', text, { version, user }))
    }
    for (const image of own.spec.machineImages) {
      const name = JSON.stringify(image.name)
      const quoted = JSON.stringify(`${own.namespace}/${own.name}`)
      if (removed.images.has(image.name)) {
        const text = `unable to delete MachineImage ${name} from CloudProfile ${profile} - MachineImage is still in use by NamespacedCloudProfile ${quoted}`
        errors.push(refusedByAdmission('image-in-use', text, { image: image.name, user }))
      }
      if (removed.added.has(image.name)) {
        const text = `unable to add MachineImage ${name} to CloudProfile ${profile} - MachineImage is already defined by NamespacedCloudProfile ${quoted}`
        errors.push(refusedByAdmission('image-already-added', text, { image: image.name, user }))
      }
      for (const { version } of image.versions) {
        if (!removed.imageVersions.has(`${image.name}/${version}`)) continue
        const text = `unable to delete MachineImage version '${image.name}/${version}' from CloudProfile ${profile} - version is still in use by ${owner}`
        errors.push(refusedByAdmission('image-version-in-use', text, { image: image.name, version, user }))
      }
    }
    for (const [name, gone] of capabilities) {
      const values = [...new Set(capabilitiesOf(own.spec).flatMap((one) => one[name] ?? []))]
      const used = values.filter((value) => gone.includes(value)).sort()
      if (used.length === 0) continue
      const text = `unable to delete MachineCapability ${JSON.stringify(name)} with values [${used.join(' ')}] from CloudProfile ${profile} - capability values are still in use by ${owner}`
      errors.push(refusedByAdmission('capability-in-use', text, { user }))
    }
  }
  const most = sameLimits(before.spec, after.spec) ? undefined : maxNodesOf(after.spec)
  for (const shoot of shoots) {
    if (shoot.deletionTimestamp !== undefined) continue
    errors.push(...tooManyNodes(shoot, most))
    const owner = `shoot '${shoot.namespace}/${shoot.name}'`
    const user = { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name } as const
    if (removed.kubernetes.has(shoot.kubernetesVersion)) {
      const text = `unable to delete Kubernetes version ${JSON.stringify(shoot.kubernetesVersion)} from CloudProfile ${profile} - version is still in use by ${owner}`
      errors.push(refusedByAdmission('kubernetes-version-in-use', text, { version: shoot.kubernetesVersion, user }))
    }
    for (const [pool, { name, image }] of shoot.workers.entries()) {
      if (image === undefined || !removed.imageVersions.has(`${image.name}/${image.version}`)) continue
      const text = `unable to delete Machine image version '${image.name}/${image.version}' from CloudProfile ${profile} - version is still in use by ${owner} by worker ${JSON.stringify(name)}`
      errors.push(
        refusedByAdmission('image-version-in-use', text, { image: image.name, version: image.version, pool, user }),
      )
    }
  }
  return errors
}

/** A limit that changes must let each shoot have as many nodes as its pools have at least. */
export function tooManyNodes(shoot: Shoot, most: number | undefined): ProfileRefusal[] {
  const total = shoot.workers.reduce((sum, { minimum }) => sum + minimum, 0)
  if (most === undefined || total <= most) return []
  const { namespace, name } = shoot
  const text = `the total minimum node count of all worker pools of shoot "${namespace}/${name}" must not exceed the limit of ${most} total nodes configured in the cloud profile`
  return [refusedByAdmission('limit-in-use', text, { user: { kind: 'Shoot', namespace, name } })]
}

/** Limits that are there without a number differ from none. */
export function sameLimits(before: SubmittedSpec, after: SubmittedSpec): boolean {
  return JSON.stringify(before.json?.limits) === JSON.stringify(after.json?.limits)
}

/** All that a namespaced profile says of what its images and machines are capable of. */
function capabilitiesOf({
  machineImages,
  machineTypes,
}: SubmittedSpec): readonly Readonly<Record<string, readonly string[]>>[] {
  return [
    ...machineImages.flatMap(({ versions }) => versions.flatMap(({ capabilityFlavors }) => capabilityFlavors)),
    ...machineTypes.map((type) => type.capabilities),
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
    .flatMap(({ spec }) => capabilitiesOf(spec).flatMap((one) => Object.keys(one)))
  if (names.every((name) => name === 'architecture')) return removed
  const kept = capabilityValues(after)
  for (const [name, values] of capabilityValues(before)) {
    const gone = values.filter((value) => kept.get(name)?.includes(value) !== true)
    if (gone.length > 0) removed.set(name, gone)
  }
  return removed
}

function removedVersions(before: SubmittedProfile, after: SubmittedProfile) {
  const images = new Map(after.spec.machineImages.map((image) => [image.name, image]))
  const old = new Set(before.spec.machineImages.map(({ name }) => name))
  return {
    kubernetes: missing(before.spec.kubernetes, after.spec.kubernetes),
    images: new Set([...old].filter((name) => !images.has(name))),
    added: new Set([...images.keys()].filter((name) => !old.has(name))),
    imageVersions: new Set(
      before.spec.machineImages.flatMap(({ name, versions }) =>
        [...missing(versions, images.get(name)?.versions ?? [])].map((version) => `${name}/${version}`),
      ),
    ),
  }
}

export function missing(
  before: readonly { readonly version: string }[],
  after: readonly { readonly version: string }[],
): Set<string> {
  const kept = new Set(after.map(({ version }) => version))
  return new Set(before.map(({ version }) => version).filter((version) => !kept.has(version)))
}
