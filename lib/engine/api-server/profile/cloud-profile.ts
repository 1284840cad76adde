import type { ProfileRefusal } from '@/lib/engine/refusal'
import { isActive } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { ARCHITECTURES, checkCapabilities, withSyncedArchitectures } from './capabilities'
import { checkExpirable, checkNotUnavailableAgain, latestOf, supportedCheck } from './expirable'
import { capabilityValues, checkImages } from './machine-images'
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
  /** What the API server leaves out silently, as `1.33.5` and `gardenlinux/1592.9.0`. */
  readonly dropped: { readonly kubernetes: readonly string[]; readonly images: readonly string[] }
}

/**
 * Whether a new CloudProfile would be accepted. Versions that are over are dropped first: Kubernetes versions that are
 * expired or unavailable, image versions that are expired (docs/rules.md#profile-validation).
 */
export function checkCreate(submitted: SubmittedProfile, now: Instant): CreateVerdict {
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
    refusals: checkSpec(kept, now),
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
  const old = withDefaults(before.spec)
  const spec = withSyncedArchitectures(withDefaults(after.spec), old)
  const oldImages = new Map(old.machineImages.map((image) => [image.name, image]))
  const refusals = [
    ...checkSpec(spec, now),
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
  if (refusals.length > 0) return refusals
  return removalsInUse(before, after, users.shoots, users.namespaced)
}

export function checkSpec(spec: SubmittedSpec, now: Instant): ProfileRefusal[] {
  return [
    ...(spec.type === '' ? [required('provider-type-missing', 'spec.type', 'must provide a provider type')] : []),
    ...checkCapabilities(spec, 'spec.machineCapabilities'),
    ...checkKubernetes(spec.kubernetes, now, 'spec.kubernetes'),
    ...checkImages(spec, now, 'spec.machineImages'),
    ...checkMachineTypes(spec, capabilityValues(spec), 'spec.machineTypes'),
    ...(spec.regions === 0 ? [required('no-region', 'spec.regions', 'must provide at least one region')] : []),
  ]
}

/** Kubernetes versions have exactly three numbers. */
const PATTERN = /^([0-9]+\.){2}[0-9]+$/

/** What the API server wants of a profile's Kubernetes versions. `field` is the path of `kubernetes`. */
export function checkKubernetes(versions: readonly SubmittedVersion[], now: Instant, field: string): ProfileRefusal[] {
  const path = `${field}.versions`
  const checkSupported = supportedCheck(versions, now)
  return [
    ...(versions.length === 0
      ? [required('no-kubernetes-version', path, 'must provide at least one Kubernetes version')]
      : []),
    ...checkLatest(versions, path),
    ...checkKubernetesList(versions, field),
    ...versions.flatMap((version, i) => about({ version: version.version }, checkSupported(version, `${path}[${i}]`))),
  ]
}

/** Spelling, repetition and stages; what a namespaced profile is checked for as well. */
export function checkKubernetesList(versions: readonly SubmittedVersion[], field: string): ProfileRefusal[] {
  const seen = new Set<string>()
  return versions.flatMap((version, i) => {
    const path = `${field}.versions[${i}]`
    const isRepeated = seen.has(version.version)
    seen.add(version.version)
    const spelling = PATTERN.test(version.version)
      ? isRepeated
        ? [duplicate('kubernetes-version-twice', `${path}.version`, version.version)]
        : []
      : [invalid('kubernetes-version-spelling', path, `all Kubernetes versions must match the regex ${PATTERN.source}`)]
    return about({ version: version.version }, [...spelling, ...checkExpirable(version, path)])
  })
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

type CapabilityValues = ReadonlyMap<string, readonly string[]>

/** What the API server wants of a profile's machine types: names and architectures; sizes are not looked at. */
function checkMachineTypes(
  { machineTypes }: SubmittedSpec,
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  return [
    ...(machineTypes.length === 0
      ? [required('no-machine-type', field, 'must provide at least one machine type')]
      : []),
    ...machineTypes.flatMap((type, i) => checkOne(type, i, machineTypes, capabilities, `${field}[${i}]`)),
    ...(capabilities.size > 0 ? [] : machineTypes.flatMap((type, i) => checkWithout(type, `${field}[${i}]`))),
  ]
}

function checkOne(
  type: SubmittedMachineType,
  index: number,
  all: readonly SubmittedMachineType[],
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const nameless =
    type.name === '' ? [required('machine-type-name-missing', `${field}.name`, 'must provide a name')] : []
  const isRepeated = all.findIndex(({ name }) => name === type.name) < index
  if (isRepeated) return [...nameless, duplicate('machine-type-twice', `${field}.name`, type.name)]
  return [
    ...nameless,
    ...checkArchitecture(type, capabilities, field),
    ...(capabilities.size > 0 ? checkValues(type, capabilities, `${field}.capabilities`) : []),
  ]
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

function checkValues(type: SubmittedMachineType, capabilities: CapabilityValues, path: string): ProfileRefusal[] {
  return Object.entries(type.capabilities).flatMap(([name, values]) => {
    const supported = capabilities.get(name)
    if (supported === undefined) return [notSupported('capability-unknown', path, name, [...capabilities.keys()])]
    return values.flatMap((value, i) =>
      supported.includes(value)
        ? []
        : [notSupported('capability-value-unknown', `${path}.${name}[${i}]`, value, supported)],
    )
  })
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
function removalsInUse(
  before: SubmittedProfile,
  after: SubmittedProfile,
  shoots: readonly Shoot[],
  namespaced: readonly SubmittedProfile[],
): ProfileRefusal[] {
  const removed = removedVersions(before, after)
  const profile = JSON.stringify(before.name)
  const errors: ProfileRefusal[] = []
  for (const own of namespaced) {
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
  }
  for (const shoot of shoots) {
    if (shoot.deletionTimestamp !== undefined) continue
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
