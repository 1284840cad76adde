import type { ProfileRefusal, ProfileRule } from '@/lib/engine/refusal'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { withDefaultArchitectures } from './capabilities'
import { checkKubernetes, checkKubernetesList, missing } from './cloud-profile'
import { supportedCheck } from './expirable'
import {
  capabilityValues,
  checkImage,
  checkImageList,
  checkImages,
  checkImageVersion,
  checkWholeVersion,
} from './machine-images'
import { about, forbidden, invalid, refusedByAdmission } from './profile-refusals'
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
  readonly refusals: readonly ProfileRefusal[]
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
 * Whether a NamespacedCloudProfile would be accepted, new or (with `before`) changed (docs/rules.md#namespaced-profiles).
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
  if (before !== null && isSameSpec(own, before.profile.spec)) return { refusals: [], merged }
  const admission = admit(parentSpec, inParentsFormat(own, parentSpec), merged, before, now)
  if (admission.length > 0) return { refusals: admission, merged }
  return { refusals: before === null ? [] : removalsInUse(parentSpec, own, before, now), merged }
}

function isSameSpec(a: SubmittedSpec, b: SubmittedSpec): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function admit(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  merged: SubmittedSpec,
  before: StoredNamespacedProfile | null,
  now: Instant,
): ProfileRefusal[] {
  const stored = before === null ? null : inParentsFormat(before.profile.spec, parent)
  const storedMerged = stored === null ? null : mergeSubmitted(parent, stored)
  const kubernetes = kubernetesFault(parent.kubernetes, own.kubernetes, storedMerged, now)
  if (kubernetes !== null) return [kubernetes]
  const images = own.machineImages.flatMap((image, i) =>
    imageFaults(image, `spec.machineImages[${i}]`, { parent, stored, storedMerged, now }),
  )
  if (images.length > 0) return inAdmission(images)
  return inAdmission([
    ...checkKubernetes(merged.kubernetes, now, 'status.cloudProfileSpec.kubernetes'),
    ...(merged.machineImages.length === 0 ? [] : checkImages(merged, now, 'status.cloudProfileSpec.machineImages')),
  ])
}

/** What is otherwise a matter of the validation: here a plug-in looks at it. */
function inAdmission(refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  return refusals.map((one) => ({ ...one, stage: 'admission' }))
}

function checkOwnKubernetes(versions: readonly SubmittedVersion[]): ProfileRefusal[] {
  const words = versions.flatMap(({ classification }, i) =>
    classification === undefined
      ? []
      : [
          forbidden(
            'override-classified',
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
): ProfileRefusal | null {
  for (const version of own) {
    const refuse = (rule: ProfileRule, text: string) => refusedByAdmission(rule, text, { version: version.version })
    if (!parent.some((candidate) => candidate.version === version.version)) {
      const text = `invalid kubernetes version specified: '${version.version}' does not exist in parent CloudProfile and thus cannot be overridden`
      return refuse('override-of-nothing', text)
    }
    if (version.expirationDate === undefined) {
      return refuse('override-without-date', `specified version '${version.version}' does not set expiration date`)
    }
    if (storedMerged === null || submittedStage(version, now) !== 'expired') continue
    const stored = storedMerged.kubernetes.find((candidate) => candidate.version === version.version)
    if (stored?.expirationDate !== version.expirationDate) {
      return refuse('override-expired', `expiration date for version ${JSON.stringify(version.version)} is in the past`)
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

function imageFaults(image: SubmittedImage, field: string, context: ImageContext): ProfileRefusal[] {
  const { parent, stored, now } = context
  const capabilities = capabilityValues(parent)
  const inParent = parent.machineImages.find(({ name }) => name === image.name)
  if (inParent === undefined) {
    const seen = { names: new Set<string>(), spellings: new Set<string>(), empty: 'versions needed' } as const
    const checkSupported = supportedCheck(image.versions, now)
    return [
      ...checkImage(image, capabilities, field, seen),
      ...image.versions.flatMap((version, i) =>
        checkWholeVersion(image, version, capabilities, checkSupported, `${field}.versions[${i}]`),
      ),
    ]
  }
  const storedImage = stored?.machineImages.find(({ name }) => name === image.name)
  const faults: ProfileRefusal[] = []
  if (storedImage !== undefined && (storedImage.updateStrategy ?? '') !== (image.updateStrategy ?? '')) {
    const detail = `cannot update the machine image update strategy of ${JSON.stringify(image.name)}, as this version has been added to the parent CloudProfile by now`
    faults.push(forbidden('override-strategy-fixed', `${field}.updateStrategy`, detail))
  }
  return [
    ...faults,
    ...image.versions.flatMap((version, i) => {
      const path = `${field}.versions[${i}]`
      return inParent.versions.some((candidate) => candidate.version === version.version)
        ? about(
            { image: image.name, version: version.version },
            overrideFaults(image, version, storedImage, path, context),
          )
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
): ProfileRefusal[] {
  const faults: ProfileRefusal[] = []
  const text = JSON.stringify(version.version)
  const stored = storedImage?.versions.find((candidate) => candidate.version === version.version)
  const differs = JSON.stringify(withoutDate(stored)) !== JSON.stringify(withoutDate(version))
  if (stored === undefined) {
    faults.push(...descriptionFaults(version, field))
    if (version.expirationDate === undefined) {
      faults.push(
        invalid('override-without-date', `${field}.expirationDate`, `expiration date for version ${text} must be set`),
      )
    }
  } else if (differs) {
    const detail = `cannot update the machine image version spec (except for the expiration date) of "${image.name}@${version.version}", as this version has been added to the parent CloudProfile by now`
    faults.push(forbidden('override-version-fixed', field, detail))
  }
  if (storedMerged === null || submittedStage(version, now) !== 'expired') return faults
  const date = storedMerged.machineImages
    .find(({ name }) => name === image.name)
    ?.versions.find((candidate) => candidate.version === version.version)?.expirationDate
  if (date !== version.expirationDate) {
    const value = version.expirationDate === undefined ? null : formatInstant(version.expirationDate)
    faults.push(
      invalid(
        'override-expired',
        `${field}.expirationDate`,
        `expiration date for version ${text} is in the past`,
        value,
      ),
    )
  }
  return faults
}

function withoutDate(version: SubmittedImageVersion | undefined): unknown {
  if (version === undefined) return undefined
  const { expirationDate: _, ...rest } = version
  return Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function descriptionFaults(version: SubmittedImageVersion, field: string): ProfileRefusal[] {
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
            'override-describes',
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
): ProfileRefusal[] {
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
      const runner = `shoot '${shoot.namespace}/${shoot.name}'`
      const user = { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name } as const
      const kubernetes =
        removed.has(version) && expired(listed)
          ? [
              refusedByAdmission(
                'kubernetes-version-in-use',
                `unable to delete Kubernetes version ${JSON.stringify(version)} from ${owner} - version with extended expiration date is still in use by ${runner}`,
                { version, user },
              ),
            ]
          : []
      const images = shoot.workers.flatMap(({ name, image }, pool) => {
        if (image === undefined || !removedImages.has(`${image.name}/${image.version}`)) return []
        const inParent = parent.machineImages
          .find((candidate) => candidate.name === image.name)
          ?.versions.find((candidate) => candidate.version === image.version)
        if (inParent !== undefined && !expired(inParent)) return []
        return [
          refusedByAdmission(
            'image-version-in-use',
            `unable to delete Machine image version '${image.name}/${image.version}' from ${owner} - version is still in use by ${runner} by worker ${JSON.stringify(name)}`,
            { image: image.name, version: image.version, pool, user },
          ),
        ]
      })
      return [...kubernetes, ...images]
    })
}

/**
 * What a NamespacedCloudProfile and its parent give together, in the form in which the API server checks it. The rule is that
 * of `mergeNamespacedProfile`; here words are not yet checked.
 */
function mergeSubmitted(parent: SubmittedSpec, own: SubmittedSpec): SubmittedSpec {
  return {
    ...parent,
    kubernetes: parent.kubernetes.map((version) => {
      const override = own.kubernetes.findLast((candidate) => candidate.version === version.version)
      return override === undefined ? version : dated(version, override)
    }),
    machineImages: combine(parent.machineImages, own.machineImages, ({ name }) => name, mergeImage),
    machineTypes: combine(
      parent.machineTypes,
      own.machineTypes,
      ({ name }) => name,
      (_, override) => override,
    ),
  }
}

function mergeImage(image: SubmittedImage, override: SubmittedImage): SubmittedImage {
  return {
    ...image,
    ...(override.updateStrategy ? { updateStrategy: override.updateStrategy } : {}),
    versions: combine(image.versions, override.versions, ({ version }) => version, mergeVersion),
  }
}

/** A version that describes itself was here before its parent had it and stands for itself. */
function mergeVersion(version: SubmittedImageVersion, override: SubmittedImageVersion): SubmittedImageVersion {
  return describesItself(override) ? override : dated(version, override)
}

function describesItself(version: SubmittedImageVersion): boolean {
  return (
    version.architectures.length > 0 ||
    version.capabilityFlavors.length > 0 ||
    version.cri.length > 0 ||
    (version.kubeletVersionConstraint ?? '') !== '' ||
    (version.classification ?? '') !== ''
  )
}

function dated<T extends SubmittedVersion>(version: T, override: SubmittedVersion): T {
  const { expirationDate: _, ...rest } = version
  return (override.expirationDate === undefined ? rest : { ...rest, expirationDate: override.expirationDate }) as T
}

function combine<T>(base: readonly T[], own: readonly T[], keyOf: (item: T) => string, merge: (a: T, b: T) => T): T[] {
  const merged = new Map(base.map((item) => [keyOf(item), item]))
  for (const item of own) {
    const existing = merged.get(keyOf(item))
    merged.set(keyOf(item), existing === undefined ? item : merge(existing, item))
  }
  return [...merged.values()]
}
