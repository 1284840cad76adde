import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { withDefaultArchitectures } from './capabilities'
import { admissionRefusal } from './cloud-profile'
import { missing } from './in-use'
import { checkKubernetes, checkKubernetesList } from './kubernetes-versions'
import {
  capabilityValues,
  checkImage,
  checkImageList,
  checkImages,
  checkImageVersion,
  checkWholeVersion,
} from './machine-images'
import { mergeSubmitted } from './merge'
import { forbidden, invalid, lineOf, type Refusal } from './refusal'
import {
  type SubmittedImage,
  type SubmittedImageVersion,
  type SubmittedProfile,
  type SubmittedSpec,
  type SubmittedVersion,
  submittedStage,
  withDefaults,
} from './submitted'

export interface NamespacedVerdict {
  readonly refusals: readonly Refusal[]
  /** What maintenance would use, if it is accepted. */
  readonly merged: SubmittedSpec
}

/** What is there already when a namespaced profile is changed. */
export interface StoredNamespacedProfile {
  readonly profile: SubmittedProfile
  /** Clusters that use it. */
  readonly shoots: readonly Shoot[]
}

/**
 * Whether a NamespacedCloudProfile would be accepted, new or (with `before`) changed (vectors README, NamespacedCloudProfile).
 *
 * Overrides that are over already and were not there before are dropped silently. What is left may change the expiration date
 * of versions that the parent lists, an image's update strategy, or add images and versions; merged with the parent it has to
 * be a valid profile.
 */
export function checkNamespaced(
  parent: SubmittedProfile,
  submitted: SubmittedProfile,
  before: StoredNamespacedProfile | null,
  now: Instant,
): NamespacedVerdict {
  const parentSpec = withDefaults(parent.spec)
  const own = dropOver(submitted.spec, before?.profile.spec ?? null, now)
  const merged = withDefaultArchitectures(mergeSubmitted(parentSpec, inParentsFormat(own, parentSpec)))
  const validation = [
    ...checkOwnKubernetes(own.kubernetes),
    ...checkImageList(own.machineImages, new Map(), 'spec.machineImages', 'empty allowed'),
  ]
  if (validation.length > 0) return { refusals: validation, merged }
  // What is stored already is not looked at again.
  if (before !== null && isSame(own, before.profile.spec)) return { refusals: [], merged }
  const admission = admit(parentSpec, inParentsFormat(own, parentSpec), merged, before, now)
  if (admission !== null) return { refusals: [admission], merged }
  const inUse = before === null ? [] : removalsInUse(parentSpec, own, before, now)
  const object = `namespacedcloudprofiles.core.gardener.cloud ${JSON.stringify(submitted.name)}`
  return { refusals: inUse.length === 0 ? [] : [admissionRefusal(object, inUse)], merged }
}

function isSame(a: SubmittedSpec, b: SubmittedSpec): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function admit(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  merged: SubmittedSpec,
  before: StoredNamespacedProfile | null,
  now: Instant,
): Refusal | null {
  const stored = before === null ? null : inParentsFormat(before.profile.spec, parent)
  const storedMerged = stored === null ? null : mergeSubmitted(parent, stored)
  const kubernetes = kubernetesFault(parent.kubernetes, own.kubernetes, storedMerged, now)
  if (kubernetes !== null) return admission('', kubernetes)
  const images = own.machineImages.flatMap((image, i) =>
    imageFaults(image, `spec.machineImages[${i}]`, { parent, stored, storedMerged, now }),
  )
  if (images.length > 0) {
    const lines = [...new Set(images.map(lineOf))]
    const paths = [...new Set(images.map(({ field }) => field))]
    return admission(paths.join(','), lines.length === 1 ? (lines[0] ?? '') : `[${lines.join(', ')}]`)
  }
  const faults = [
    ...checkKubernetes(merged.kubernetes, now, 'status.cloudProfileSpec.kubernetes'),
    ...(merged.machineImages.length === 0 ? [] : checkImages(merged, now, 'status.cloudProfileSpec.machineImages')),
  ]
  if (faults.length === 0) return null
  return admission('', `error while validating merged NamespacedCloudProfile: [${faults.map(lineOf).join(' ')}]`)
}

function admission(field: string, detail: string): Refusal {
  return { stage: 'admission', type: 'Forbidden', field, detail }
}

function checkOwnKubernetes(versions: readonly SubmittedVersion[]): Refusal[] {
  const words = versions.flatMap(({ classification }, i) =>
    classification === undefined
      ? []
      : [
          forbidden(
            `spec.kubernetes.versions[${i}].classification`,
            'must not provide a classification to a Kubernetes version in NamespacedCloudProfile',
          ),
        ],
  )
  return [...words, ...checkKubernetesList(versions, 'spec.kubernetes')]
}

/** The first override that does not hold: only dates of the parent's versions may be given, on update not newly in the past. */
function kubernetesFault(
  parent: readonly SubmittedVersion[],
  own: readonly SubmittedVersion[],
  storedMerged: SubmittedSpec | null,
  now: Instant,
): string | null {
  for (const version of own) {
    if (!parent.some((candidate) => candidate.version === version.version)) {
      return `invalid kubernetes version specified: '${version.version}' does not exist in parent CloudProfile and thus cannot be overridden`
    }
    if (version.expirationDate === undefined) {
      return `specified version '${version.version}' does not set expiration date`
    }
    if (storedMerged === null || submittedStage(version, now) !== 'expired') continue
    const stored = storedMerged.kubernetes.find((candidate) => candidate.version === version.version)
    if (stored?.expirationDate !== version.expirationDate) {
      return `expiration date for version ${JSON.stringify(version.version)} is in the past`
    }
  }
  return null
}

interface ImageContext {
  readonly parent: SubmittedSpec
  readonly stored: SubmittedSpec | null
  readonly storedMerged: SubmittedSpec | null
  readonly now: Instant
}

function imageFaults(image: SubmittedImage, field: string, context: ImageContext): Refusal[] {
  const { parent, stored, now } = context
  const capabilities = capabilityValues(parent)
  const inParent = parent.machineImages.find(({ name }) => name === image.name)
  if (inParent === undefined) {
    const seen = { names: new Set<string>(), spellings: new Set<string>(), empty: 'versions needed' } as const
    return [
      ...checkImage(image, capabilities, field, seen),
      ...image.versions.flatMap((version, i) =>
        checkWholeVersion(image, version, capabilities, now, `${field}.versions[${i}]`),
      ),
    ]
  }
  const storedImage = stored?.machineImages.find(({ name }) => name === image.name)
  const faults: Refusal[] = []
  if (storedImage !== undefined && (storedImage.updateStrategy ?? '') !== (image.updateStrategy ?? '')) {
    const detail = `cannot update the machine image update strategy of ${JSON.stringify(image.name)}, as this version has been added to the parent CloudProfile by now`
    faults.push(forbidden(`${field}.updateStrategy`, detail))
  }
  return [
    ...faults,
    ...image.versions.flatMap((version, i) => {
      const path = `${field}.versions[${i}]`
      return inParent.versions.some((candidate) => candidate.version === version.version)
        ? overrideFaults(image, version, storedImage, path, context)
        : checkImageVersion(image, version, capabilities, path, new Set())
    }),
  ]
}

/** A version that the parent lists: only its date may be given, unless it was here before the parent had it. */
function overrideFaults(
  image: SubmittedImage,
  version: SubmittedImageVersion,
  storedImage: SubmittedImage | undefined,
  field: string,
  { storedMerged, now }: ImageContext,
): Refusal[] {
  const faults: Refusal[] = []
  const text = JSON.stringify(version.version)
  const stored = storedImage?.versions.find((candidate) => candidate.version === version.version)
  const differs = JSON.stringify(withoutDate(stored)) !== JSON.stringify(withoutDate(version))
  if (stored === undefined) {
    faults.push(...descriptionFaults(version, field))
    if (version.expirationDate === undefined) {
      faults.push(invalid(`${field}.expirationDate`, `expiration date for version ${text} must be set`))
    }
  } else if (differs) {
    const detail = `cannot update the machine image version spec (except for the expiration date) of "${image.name}@${version.version}", as this version has been added to the parent CloudProfile by now`
    faults.push(forbidden(field, detail))
  }
  if (storedMerged === null || submittedStage(version, now) !== 'expired') return faults
  const date = storedMerged.machineImages
    .find(({ name }) => name === image.name)
    ?.versions.find((candidate) => candidate.version === version.version)?.expirationDate
  if (date !== version.expirationDate) {
    const value = version.expirationDate === undefined ? null : formatInstant(version.expirationDate)
    faults.push(invalid(`${field}.expirationDate`, `expiration date for version ${text} is in the past`, value))
  }
  return faults
}

function withoutDate(version: SubmittedImageVersion | undefined): unknown {
  if (version === undefined) return undefined
  const { expirationDate: _, ...rest } = version
  return Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function descriptionFaults(version: SubmittedImageVersion, field: string): Refusal[] {
  const given: readonly [boolean, string, string][] = [
    [(version.classification ?? '') !== '', 'classification', 'a classification'],
    [version.cri.length > 0, 'cri', 'a cri'],
    [version.architectures.length > 0, 'architectures', 'an architecture'],
    [version.capabilityFlavors.length > 0, 'capabilityFlavors', 'capabilities'],
    [(version.kubeletVersionConstraint ?? '') !== '', 'kubeletVersionConstraint', 'a kubelet version constraint'],
    [version.inPlaceUpdates !== undefined, 'inPlaceUpdates', 'inPlaceUpdates'],
  ]
  return given.flatMap(([isGiven, name, what]) =>
    isGiven
      ? [
          forbidden(
            `${field}.${name}`,
            `must not provide ${what} to an extended machine image in NamespacedCloudProfile`,
          ),
        ]
      : [],
  )
}

/** Leaves out overrides that are expired or unavailable now and were not stored before. */
function dropOver(spec: SubmittedSpec, before: SubmittedSpec | null, now: Instant): SubmittedSpec {
  const lives = (version: SubmittedVersion) => !['expired', 'unavailable'].includes(submittedStage(version, now))
  const known = new Set((before?.kubernetes ?? []).map(({ version }) => version))
  return {
    ...spec,
    kubernetes: spec.kubernetes.filter((version) => known.has(version.version) || lives(version)),
    machineImages: spec.machineImages.flatMap((image) => {
      const stored = before?.machineImages.find(({ name }) => name === image.name)
      const kept = new Set((stored?.versions ?? []).map(({ version }) => version))
      const versions = image.versions.filter((version) => kept.has(version.version) || lives(version))
      return versions.length > 0 || (image.updateStrategy ?? '') !== '' ? [{ ...image, versions }] : []
    }),
  }
}

/** Architectures in the form the parent uses: as capability flavors, or as a list. */
function inParentsFormat(spec: SubmittedSpec, parent: SubmittedSpec): SubmittedSpec {
  const byCapabilities = parent.machineCapabilities.length > 0
  return {
    ...spec,
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((version) => {
        if (byCapabilities) {
          return version.capabilityFlavors.length > 0
            ? version
            : {
                ...version,
                capabilityFlavors: version.architectures.map((architecture) => ({ architecture: [architecture] })),
              }
        }
        const named = version.capabilityFlavors.flatMap(({ architecture = [] }) => architecture)
        const architectures = version.architectures.length > 0 ? version.architectures : [...new Set(named)]
        return { ...version, architectures, capabilityFlavors: [] }
      }),
    })),
  }
}

/** A removed override blocks if a cluster runs the version and the parent's own is over (for images: or not listed). */
function removalsInUse(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  { profile, shoots }: StoredNamespacedProfile,
  now: Instant,
): string[] {
  const expired = (version: SubmittedVersion | undefined) =>
    version !== undefined && submittedStage(version, now) === 'expired'
  const owner = `NamespacedCloudProfile '${profile.namespace}/${profile.name}'`
  const removed = missing(profile.spec.kubernetes, own.kubernetes)
  const kept = new Map(own.machineImages.map((image) => [image.name, image.versions]))
  const removedImages = new Set(
    profile.spec.machineImages.flatMap(({ name, versions }) =>
      [...missing(versions, kept.get(name) ?? [])].map((version) => `${name}/${version}`),
    ),
  )
  return shoots
    .filter(({ deletionTimestamp }) => deletionTimestamp === undefined)
    .flatMap((shoot) => {
      const version = shoot.kubernetesVersion
      const listed = parent.kubernetes.find((candidate) => candidate.version === version)
      const user = `shoot '${shoot.namespace}/${shoot.name}'`
      const kubernetes =
        removed.has(version) && expired(listed)
          ? [
              `unable to delete Kubernetes version ${JSON.stringify(version)} from ${owner} - version with extended expiration date is still in use by ${user}`,
            ]
          : []
      const images = shoot.workers.flatMap(({ name, image }) => {
        if (image === undefined || !removedImages.has(`${image.name}/${image.version}`)) return []
        const inParent = parent.machineImages
          .find((candidate) => candidate.name === image.name)
          ?.versions.find((candidate) => candidate.version === image.version)
        if (inParent !== undefined && !expired(inParent)) return []
        return [
          `unable to delete Machine image version '${image.name}/${image.version}' from ${owner} - version is still in use by ${user} by worker ${JSON.stringify(name)}`,
        ]
      })
      return [...kubernetes, ...images]
    })
}
