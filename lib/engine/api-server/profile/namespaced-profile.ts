import type { JsonObject } from '@/lib/engine/json'
import { present } from '@/lib/engine/reader'
import type { ProfileRefusal, ProfileRule } from '@/lib/engine/refusal'
import { stageAt } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { capabilityValues, valuesOf, withDefaultArchitectures } from './capabilities'
import {
  changedLimit,
  checkKubernetes,
  checkKubernetesList,
  checkMachineTypeList,
  checkMachineTypes,
  checkShoots,
  removedVersions,
} from './cloud-profile'
import { marshalled } from './decode'
import { checkImage, checkImageList, checkImages, checkImageVersion, checkWholeVersions } from './machine-images'
import { checkCaBundle, checkLimits, checkVolumeTypes } from './other-fields'
import { merge, nameOfEntry, withDateOf } from './overrides'
import { ALL_GATES, type FeatureGates, foundBy, type ProfileFindings } from './profile-refusals'
import { NAMESPACED_SPEC } from './schema'
import {
  hasAny,
  kubernetesOf,
  type SubmittedImage,
  type SubmittedImageVersion,
  type SubmittedProfile,
  type SubmittedSpec,
  type SubmittedVersion,
  withDefaults,
  withEach,
} from './submitted'

export interface NamespacedVerdict {
  readonly refusals: readonly ProfileRefusal[]
  /** What is left of it. */
  readonly own: SubmittedSpec
  /** What maintenance would use, if it is accepted. */
  readonly merged: SubmittedSpec
}

/** What is there already when a namespaced profile is changed. */
export interface StoredNamespacedProfile {
  readonly profile: SubmittedProfile
  /** Clusters that use it. */
  readonly shoots: readonly Shoot[]
  /** What its controller made of it and its parent, if that is known; else it counts as merged with the parent of now. */
  readonly merged?: SubmittedSpec
  /** Whether its metadata changes: then everything is checked again, even if nothing else changes. */
  readonly isRelabelled?: true
}

/**
 * Whether a NamespacedCloudProfile would be accepted, new or (with `before`) changed (docs/rules.md#namespaced-profiles).
 *
 * Overrides that are over already and were not there before are dropped silently. What is left may change the expiration date
 * of versions that the parent lists, an image's update strategy, or add images, versions and types; merged with the parent it has to
 * be a valid profile.
 */
export function checkNamespaced(
  parent: SubmittedProfile,
  submitted: SubmittedProfile,
  before: StoredNamespacedProfile | null,
  now: Instant,
  gates: FeatureGates = ALL_GATES,
): NamespacedVerdict {
  const parentSpec = withDefaults(parent.spec)
  const own = dropOver(submitted.spec, before?.profile.spec ?? null, now)
  const merged = mergedWith(parentSpec, own)
  const answer = (refusals: readonly ProfileRefusal[]): NamespacedVerdict => ({ refusals, own, merged })
  const validation = foundBy(now, gates, (found) => checkOwn(found, own))
  if (validation.length > 0) return answer(validation)
  const inUse = before === null ? [] : foundBy(now, gates, (found) => checkRemovals(found, parentSpec, own, before))
  if (inUse.length > 0) return answer(inUse)
  // What is stored already is not looked at again.
  if (before !== null && before.isRelabelled !== true && isSameSpec(own, before.profile.spec)) return answer([])
  return answer(admit(parentSpec, inParentsFormat(own, parentSpec), merged, before, { now, gates }))
}

/** What a namespaced profile and its parent give, as the controller writes it into the status; nothing is checked. */
export function mergedWith(parent: SubmittedSpec, own: SubmittedSpec): SubmittedSpec {
  return withDefaultArchitectures(mergeSubmitted(parent, inParentsFormat(own, parent)))
}

/** What can be said of it without the parent. */
function checkOwn(found: ProfileFindings, own: SubmittedSpec): void {
  for (const [i, { classification }] of kubernetesOf(own).entries()) {
    if (classification === undefined) continue
    const detail = 'must not provide a classification to a Kubernetes version in NamespacedCloudProfile'
    found.forbidden('override-classified', `spec.kubernetes.versions[${i}].classification`, detail)
  }
  checkKubernetesList(found, kubernetesOf(own), 'spec.kubernetes')
  checkImageList(found, own.machineImages ?? [], new Map(), 'spec.machineImages', 'empty allowed')
  checkVolumeTypes(found, own, 'spec.volumeTypes')
  checkMachineTypeList(found, own.machineTypes ?? [], new Map(), 'spec.machineTypes')
  checkCaBundle(found, own)
  checkLimits(found, own)
}

/** A list that is given empty differs from none, but for those that may lose versions that are over. */
function isSameSpec(a: SubmittedSpec, b: SubmittedSpec): boolean {
  const compared = ({ kubernetes, machineImages = [], ...others }: SubmittedSpec) =>
    JSON.stringify([kubernetes && kubernetesOf({ kubernetes }), machineImages, others])
  return compared(a) === compared(b)
}

/** The profile as it is stored. */
export function storedOwn(own: SubmittedSpec): JsonObject {
  return marshalled(NAMESPACED_SPEC, own)
}

interface ValidationContext {
  readonly now: Instant
  readonly gates: FeatureGates
}

function admit(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  merged: SubmittedSpec,
  before: StoredNamespacedProfile | null,
  { now, gates }: ValidationContext,
): readonly ProfileRefusal[] {
  const stored = before === null ? null : inParentsFormat(before.profile.spec, parent)
  const storedMerged = stored === null ? null : (before?.merged ?? mergeSubmitted(parent, stored))
  const kubernetes = foundBy(now, gates, (found) =>
    checkOverrides(found, kubernetesOf(parent), kubernetesOf(own), storedMerged),
  )
  if (kubernetes.length > 0) return kubernetes
  const images = foundBy(now, gates, (found) => {
    for (const [i, image] of (own.machineImages ?? []).entries())
      checkOwnImage(found, image, `spec.machineImages[${i}]`, { parent, stored, storedMerged })
  })
  if (images.length > 0) return inAdmission(images)
  const faults = foundBy(now, gates, (found) => {
    checkKubernetes(found, kubernetesOf(merged), `${MERGED}.kubernetes`)
    if (hasAny(merged.machineImages)) checkImages(found, merged, `${MERGED}.machineImages`)
    if (hasAny(merged.machineTypes)) checkMachineTypes(found, merged, `${MERGED}.machineTypes`)
    checkVolumeTypes(found, merged, `${MERGED}.volumeTypes`)
  })
  return inAdmission(faults).map((fault) => ({
    ...fault,
    subject: { ...fault.subject, at: ownPlace(fault, merged, own) },
  }))
}

const MERGED = 'status.cloudProfileSpec'

/** The place in the namespaced profile of what is wrong with the merged one; if it says nothing about that, the whole list. */
function ownPlace({ field, subject }: ProfileRefusal, merged: SubmittedSpec, own: SubmittedSpec): string {
  const path = field.slice(MERGED.length + 1)
  const [, list = '', position, rest = ''] =
    /^(kubernetes\.versions|machineImages|machineTypes)\[(\d*)\](.*)$/.exec(path) ?? []
  if (list === '') return `spec.${path}`
  if (list === 'kubernetes.versions') {
    const version = subject.version ?? kubernetesOf(merged)[Number(position)]?.version
    const index = kubernetesOf(own).findIndex((one) => one.version === version)
    return index === -1 ? 'spec.kubernetes.versions' : `spec.${list}[${index}]${rest}`
  }
  const namesIn = ({ machineImages, machineTypes }: SubmittedSpec) =>
    (list === 'machineImages' ? machineImages : machineTypes)?.map(({ name }) => name) ?? []
  const index = namesIn(own).indexOf(namesIn(merged)[Number(position)] ?? '')
  if (index === -1) return `spec.${list}`
  const [, versionPosition, inVersion = ''] = /^\.versions\[(\d+)\](.*)$/.exec(rest) ?? []
  if (versionPosition === undefined) return `spec.${list}[${index}]${rest}`
  const version = merged.machineImages?.[Number(position)]?.versions[Number(versionPosition)]?.version
  const ownVersion = own.machineImages?.[index]?.versions.findIndex((one) => one.version === version) ?? -1
  return ownVersion === -1
    ? `spec.${list}[${index}].versions`
    : `spec.${list}[${index}].versions[${ownVersion}]${inVersion}`
}

/** What is otherwise a matter of the validation: here a plug-in looks at it. */
function inAdmission(refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  return refusals.map((one) => ({ ...one, stage: 'admission' }))
}

/** The first override that does not hold is told alone. */
function checkOverrides(
  found: ProfileFindings,
  parent: readonly SubmittedVersion[],
  own: readonly SubmittedVersion[],
  storedMerged: SubmittedSpec | null,
): void {
  for (const [i, one] of own.entries()) {
    const fault = overrideFault(one, parent, storedMerged, found.now)
    if (fault === null) continue
    found.byAdmission(...fault, { version: one.version, at: `spec.kubernetes.versions[${i}]` })
    return
  }
}

/** The fault of an override. Only dates of versions of the parent may be given, on update not newly in the past. */
function overrideFault(
  one: SubmittedVersion,
  parent: readonly SubmittedVersion[],
  storedMerged: SubmittedSpec | null,
  now: Instant,
): readonly [rule: ProfileRule, text: string] | null {
  const { version, expirationDate } = one
  if (!parent.some((candidate) => candidate.version === version)) {
    const text = `invalid kubernetes version specified: '${version}' does not exist in parent CloudProfile and thus cannot be overridden`
    return ['override-of-nothing', text]
  }
  if (expirationDate === undefined) {
    return ['override-without-date', `specified version '${version}' does not set expiration date`]
  }
  if (storedMerged === null || stageAt(one, now) !== 'expired') return null
  const stored = kubernetesOf(storedMerged).find((candidate) => candidate.version === version)
  if (stored?.expirationDate === expirationDate) return null
  return ['override-expired', `expiration date for version ${JSON.stringify(version)} is in the past`]
}

interface ImageContext {
  readonly parent: SubmittedSpec
  readonly stored: SubmittedSpec | null
  readonly storedMerged: SubmittedSpec | null
}

function checkOwnImage(found: ProfileFindings, image: SubmittedImage, field: string, context: ImageContext): void {
  const { parent, stored } = context
  const capabilities = capabilityValues(parent)
  const inParent = parent.machineImages?.find(({ name }) => name === image.name)
  if (inParent === undefined) {
    const seen = { names: new Set<string>(), spellings: new Set<string>(), empty: 'versions needed' } as const
    checkImage(found, image, capabilities, field, seen)
    checkWholeVersions(found, image, capabilities, field)
    return
  }
  const storedImage = stored?.machineImages?.find(({ name }) => name === image.name)
  if (storedImage !== undefined && (storedImage.updateStrategy ?? '') !== (image.updateStrategy ?? '')) {
    const detail = `cannot update the machine image update strategy of ${JSON.stringify(image.name)}, as this version has been added to the parent CloudProfile by now`
    found.forbidden('override-strategy-fixed', `${field}.updateStrategy`, detail)
  }
  for (const [i, version] of image.versions.entries()) {
    const path = `${field}.versions[${i}]`
    if (inParent.versions.some((candidate) => candidate.version === version.version)) {
      found.about({ image: image.name, version: version.version }, () =>
        checkImageOverride(found, image, version, storedImage, path, context),
      )
    } else checkImageVersion(found, image, version, capabilities, path, new Set())
  }
}

/** A version that the parent lists: only its date may be given, unless it was here before the parent had it. */
function checkImageOverride(
  found: ProfileFindings,
  image: SubmittedImage,
  version: SubmittedImageVersion,
  storedImage: SubmittedImage | undefined,
  field: string,
  { storedMerged }: ImageContext,
): void {
  const text = JSON.stringify(version.version)
  const stored = storedImage?.versions.find((candidate) => candidate.version === version.version)
  const path = `${field}.expirationDate`
  if (stored === undefined) {
    checkUndescribed(found, version, field)
    if (version.expirationDate === undefined) {
      found.invalid('override-without-date', path, `expiration date for version ${text} must be set`)
    }
  } else if (JSON.stringify(withoutDate(stored)) !== JSON.stringify(withoutDate(version))) {
    const detail = `cannot update the machine image version spec (except for the expiration date) of "${image.name}@${version.version}", as this version has been added to the parent CloudProfile by now`
    found.forbidden('override-version-fixed', field, detail)
  }
  if (storedMerged === null || stageAt(version, found.now) !== 'expired') return
  const date = storedMerged.machineImages
    ?.find(({ name }) => name === image.name)
    ?.versions.find((candidate) => candidate.version === version.version)?.expirationDate
  if (date === version.expirationDate) return
  const value = version.expirationDate === undefined ? null : formatInstant(version.expirationDate)
  found.invalid('override-expired', path, `expiration date for version ${text} is in the past`, value)
}

function withoutDate({ expirationDate: _, ...rest }: SubmittedImageVersion): unknown {
  return Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function checkUndescribed(found: ProfileFindings, version: SubmittedImageVersion, field: string): void {
  const given: readonly [boolean, string, string][] = [
    [(version.classification ?? '') !== '', 'classification', 'a classification'],
    [hasAny(version.cri), 'cri', 'a cri'],
    [hasAny(version.architectures), 'architectures', 'an architecture'],
    [hasAny(version.capabilityFlavors), 'capabilityFlavors', 'capabilities'],
    [(version.kubeletVersionConstraint ?? '') !== '', 'kubeletVersionConstraint', 'a kubelet version constraint'],
    [version.inPlaceUpdates !== undefined, 'inPlaceUpdates', 'inPlaceUpdates'],
  ]
  for (const [isGiven, name, what] of given) {
    const detail = `must not provide ${what} to an extended machine image in NamespacedCloudProfile`
    if (isGiven) found.forbidden('override-describes', `${field}.${name}`, detail)
  }
}

/** Leaves out overrides that are expired or unavailable now and were not stored before. */
function dropOver(spec: SubmittedSpec, before: SubmittedSpec | null, now: Instant): SubmittedSpec {
  const lives = (version: SubmittedVersion) => !['expired', 'unavailable'].includes(stageAt(version, now))
  const known = new Set(kubernetesOf(before ?? {}).map(({ version }) => version))
  const kubernetes = spec.kubernetes && {
    versions: kubernetesOf(spec).filter((version) => known.has(version.version) || lives(version)),
  }
  return {
    ...spec,
    ...present({ kubernetes }),
    machineImages: (spec.machineImages ?? []).flatMap((image) => {
      const stored = before?.machineImages?.find(({ name }) => name === image.name)
      const kept = new Set((stored?.versions ?? []).map(({ version }) => version))
      const versions = image.versions.filter((version) => kept.has(version.version) || lives(version))
      return versions.length > 0 || (image.updateStrategy ?? '') !== '' ? [{ ...image, versions }] : []
    }),
  }
}

/** Architectures in the form the parent uses: as capability flavors, or as a list. */
function inParentsFormat(spec: SubmittedSpec, parent: SubmittedSpec): SubmittedSpec {
  if (!hasAny(parent.machineCapabilities)) {
    return withEach(
      spec,
      ({ architectures = [], capabilityFlavors = [], ...version }) => {
        const named = capabilityFlavors.flatMap((flavor) => valuesOf(flavor) ?? [])
        return {
          ...version,
          architectures: architectures.length > 0 ? architectures : [...new Set(named)].sort(),
          capabilityFlavors: [],
        }
      },
      (type) => {
        const architecture = type.architecture ?? valuesOf(type.capabilities)?.[0]
        return { ...type, ...present({ architecture }), capabilities: {} }
      },
    )
  }
  const defined = capabilityValues(parent).get('architecture') ?? []
  return withEach(
    spec,
    (version) =>
      hasAny(version.capabilityFlavors)
        ? version
        : {
            ...version,
            capabilityFlavors: (version.architectures ?? []).map((architecture) => ({ architecture: [architecture] })),
          },
    (type) => {
      if (Object.keys(type.capabilities ?? {}).length > 0) return type
      const architecture = (defined.length === 1 ? defined[0] : type.architecture) || (type.architecture ?? 'amd64')
      return { ...type, capabilities: { architecture: [architecture] } }
    },
  )
}

/** A removed override blocks if a cluster runs the version and the parent's own is over (for images: or not listed). */
function checkRemovals(
  found: ProfileFindings,
  parent: SubmittedSpec,
  own: SubmittedSpec,
  { profile, shoots }: StoredNamespacedProfile,
): void {
  const removed = removedVersions(profile.spec, own)
  const inParent = (versions: readonly SubmittedVersion[] = [], version: string) => {
    const listed = versions.find((candidate) => candidate.version === version)
    return listed === undefined ? 'not listed' : stageAt(listed, found.now)
  }
  const name = `NamespacedCloudProfile '${profile.namespace}/${profile.name}'`
  checkShoots(found, shoots, name, changedLimit(profile.spec, own), {
    kubernetes: (version) => removed.kubernetes.has(version) && inParent(kubernetesOf(parent), version) === 'expired',
    image: (image, version) => {
      const versions = parent.machineImages?.find(({ name }) => name === image)?.versions
      return (
        removed.imageVersions.has(`${image}/${version}`) &&
        ['not listed', 'expired'].includes(inParent(versions, version))
      )
    },
    why: 'version with extended expiration date',
  })
}

/**
 * What a NamespacedCloudProfile and its parent give together, in the form in which the API server checks it. The rule is that
 * of `mergeNamespacedProfile`; here words are not yet checked. Volume types are replaced whole, certificates follow those of the
 * parent, and a limit replaces its.
 */
function mergeSubmitted(parent: SubmittedSpec, own: SubmittedSpec): SubmittedSpec {
  const most = own.limits?.maxNodesTotal ?? 0
  return {
    ...parent,
    kubernetes: {
      versions: kubernetesOf(parent).map((version) => {
        const override = kubernetesOf(own).findLast((candidate) => candidate.version === version.version)
        return override === undefined ? version : withDateOf(version, override)
      }),
    },
    machineImages: merge(parent.machineImages ?? [], own.machineImages ?? [], nameOfEntry, mergeImage),
    machineTypes: merge(parent.machineTypes ?? [], own.machineTypes ?? [], nameOfEntry, (_, override) => override),
    volumeTypes: merge(parent.volumeTypes ?? [], own.volumeTypes ?? [], nameOfEntry, (_, override) => override),
    ...(own.caBundle !== undefined && { caBundle: `${parent.caBundle ?? ''}${own.caBundle}` }),
    ...(own.limits !== undefined && { limits: { ...parent.limits, ...(most > 0 && { maxNodesTotal: most }) } }),
  }
}

function mergeImage(image: SubmittedImage, override: SubmittedImage): SubmittedImage {
  return {
    ...image,
    ...(override.updateStrategy ? { updateStrategy: override.updateStrategy } : {}),
    // One that describes itself was here before its parent had it and stands for itself.
    versions: merge(
      image.versions,
      override.versions,
      ({ version }) => version,
      (version, own) => (describesItself(own) ? own : withDateOf(version, own)),
    ),
  }
}

function describesItself(version: SubmittedImageVersion): boolean {
  return (
    hasAny(version.architectures) ||
    hasAny(version.capabilityFlavors) ||
    hasAny(version.cri) ||
    (version.kubeletVersionConstraint ?? '') !== '' ||
    (version.classification ?? '') !== ''
  )
}
