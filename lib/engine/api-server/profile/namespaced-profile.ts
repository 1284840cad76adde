import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import type { ProfileRefusal, ProfileRule } from '@/lib/engine/refusal'
import { formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { capabilityValues, withDefaultArchitectures } from './capabilities'
import {
  checkKubernetes,
  checkKubernetesList,
  checkMachineTypeList,
  checkMachineTypes,
  missing,
  sameLimits,
  tooManyNodes,
} from './cloud-profile'
import { marshalled } from './decode'
import { ALL_GATES, type Gates, supportedCheck } from './expirable'
import { checkImage, checkImageList, checkImages, checkImageVersion, checkWholeVersion } from './machine-images'
import { checkCaBundle, checkLimits, checkVolumeTypes, maxNodesOf } from './other-fields'
import { merge, nameOf, withDateOf } from './overrides'
import { about, forbidden, invalid, refusedByAdmission } from './profile-refusals'
import { NAMESPACED_SPEC } from './schema'
import {
  type SubmittedImage,
  type SubmittedImageVersion,
  type SubmittedProfile,
  type SubmittedSpec,
  type SubmittedVersion,
  specJson,
  submittedStage,
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
  /** Its metadata changes: then everything is looked at again, although nothing else changes. */
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
  gates: Gates = ALL_GATES,
): NamespacedVerdict {
  const parentSpec = withDefaults(parent.spec)
  const own = dropOver(submitted.spec, before?.profile.spec ?? null, now)
  const merged = mergedWith(parentSpec, own)
  const answer = (refusals: readonly ProfileRefusal[]): NamespacedVerdict => ({ refusals, own, merged })
  const validation = checkOwn(own, gates)
  if (validation.length > 0) return answer(validation)
  const inUse = before === null ? [] : removalsInUse(parentSpec, own, before, now)
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
function checkOwn(own: SubmittedSpec, gates: Gates): ProfileRefusal[] {
  return [
    ...checkOwnKubernetes(own.kubernetes, gates),
    ...checkImageList(own.machineImages, new Map(), 'spec.machineImages', 'empty allowed'),
    ...checkVolumeTypes(own, 'spec.volumeTypes'),
    ...checkMachineTypeList(own.machineTypes, new Map(), 'spec.machineTypes'),
    ...checkCaBundle(own, 'spec.caBundle'),
    ...checkLimits(own, 'spec.limits'),
  ]
}

function isSameSpec(a: SubmittedSpec, b: SubmittedSpec): boolean {
  if (a.json === undefined || b.json === undefined) return JSON.stringify(a) === JSON.stringify(b)
  return JSON.stringify(asRead(a)) === JSON.stringify(asRead(b))
}

/** As it was read but for what is dropped: a list that is given empty differs from none, and a quantity of zero too. */
function asRead({ json, kubernetes, machineImages }: SubmittedSpec): unknown {
  const given = json === undefined ? undefined : objectAt(json, 'kubernetes')
  const none = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list)
  return {
    ...json,
    kubernetes: given && { ...given, versions: none(kubernetes.map((version) => version.json)) },
    machineImages: none(
      machineImages.map((image) => ({ ...image.json, versions: image.versions.map((one) => one.json) })),
    ),
  }
}

/** As it is stored. */
export function storedOwn(own: SubmittedSpec): JsonObject {
  return marshalled(NAMESPACED_SPEC, specJson(own))
}

interface Circumstances {
  readonly now: Instant
  readonly gates: Gates
}

function admit(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  merged: SubmittedSpec,
  before: StoredNamespacedProfile | null,
  { now, gates }: Circumstances,
): ProfileRefusal[] {
  const stored = before === null ? null : inParentsFormat(before.profile.spec, parent)
  const storedMerged = stored === null ? null : (before?.merged ?? mergeSubmitted(parent, stored))
  const kubernetes = kubernetesFault(parent.kubernetes, own.kubernetes, storedMerged, now)
  if (kubernetes !== null) return [kubernetes]
  const images = own.machineImages.flatMap((image, i) =>
    imageFaults(image, `spec.machineImages[${i}]`, { parent, stored, storedMerged, now, gates }),
  )
  if (images.length > 0) return inAdmission(images)
  const faults = inAdmission([
    ...checkKubernetes(merged.kubernetes, now, gates, `${MERGED}.kubernetes`),
    ...(merged.machineImages.length === 0 ? [] : checkImages(merged, now, gates, `${MERGED}.machineImages`)),
    ...(merged.machineTypes.length === 0 ? [] : checkMachineTypes(merged, `${MERGED}.machineTypes`)),
    ...checkVolumeTypes(merged, `${MERGED}.volumeTypes`),
  ])
  return faults.map((fault) => ({ ...fault, subject: { ...fault.subject, at: ownPlace(fault, merged, own) } }))
}

const MERGED = 'status.cloudProfileSpec'

/** Where what is wrong with the merged profile stands in the namespaced one; where that says nothing about it, the whole list. */
function ownPlace({ field, subject }: ProfileRefusal, merged: SubmittedSpec, own: SubmittedSpec): string {
  const path = field.slice(MERGED.length + 1)
  const [, list = '', position, rest = ''] =
    /^(kubernetes\.versions|machineImages|machineTypes)\[(\d*)\](.*)$/.exec(path) ?? []
  if (list === '') return `spec.${path}`
  if (list === 'kubernetes.versions') {
    const version = subject.version ?? merged.kubernetes[Number(position)]?.version
    const index = own.kubernetes.findIndex((one) => one.version === version)
    return index === -1 ? 'spec.kubernetes.versions' : `spec.${list}[${index}]${rest}`
  }
  const named = list === 'machineImages' ? merged.machineImages : merged.machineTypes
  const name = named[Number(position)]?.name
  const ownNamed = list === 'machineImages' ? own.machineImages : own.machineTypes
  const index = ownNamed.findIndex((one) => one.name === name)
  if (index === -1) return `spec.${list}`
  const [, versionPosition, inVersion = ''] = /^\.versions\[(\d+)\](.*)$/.exec(rest) ?? []
  if (versionPosition === undefined) return `spec.${list}[${index}]${rest}`
  const version = merged.machineImages[Number(position)]?.versions[Number(versionPosition)]?.version
  const ownVersion = own.machineImages[index]?.versions.findIndex((one) => one.version === version) ?? -1
  return ownVersion === -1
    ? `spec.${list}[${index}].versions`
    : `spec.${list}[${index}].versions[${ownVersion}]${inVersion}`
}

/** What is otherwise a matter of the validation: here a plug-in looks at it. */
function inAdmission(refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  return refusals.map((one) => ({ ...one, stage: 'admission' }))
}

function checkOwnKubernetes(versions: readonly SubmittedVersion[], gates: Gates): ProfileRefusal[] {
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
  return [...words, ...checkKubernetesList(versions, gates, 'spec.kubernetes')]
}

/** The first override that does not hold: only dates of the parent's versions may be given, on update not newly in the past. */
function kubernetesFault(
  parent: readonly SubmittedVersion[],
  own: readonly SubmittedVersion[],
  storedMerged: SubmittedSpec | null,
  now: Instant,
): ProfileRefusal | null {
  for (const [i, version] of own.entries()) {
    const at = `spec.kubernetes.versions[${i}]`
    const refuse = (rule: ProfileRule, text: string) => refusedByAdmission(rule, text, { version: version.version, at })
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

interface ImageContext extends Circumstances {
  readonly parent: SubmittedSpec
  readonly stored: SubmittedSpec | null
  readonly storedMerged: SubmittedSpec | null
}

function imageFaults(image: SubmittedImage, field: string, context: ImageContext): ProfileRefusal[] {
  const { parent, stored, now, gates } = context
  const capabilities = capabilityValues(parent)
  const inParent = parent.machineImages.find(({ name }) => name === image.name)
  if (inParent === undefined) {
    const seen = { names: new Set<string>(), spellings: new Set<string>(), empty: 'versions needed' } as const
    const checkSupported = supportedCheck(image.versions, now)
    return [
      ...checkImage(image, capabilities, field, seen),
      ...image.versions.flatMap((version, i) =>
        checkWholeVersion(image, version, capabilities, checkSupported, `${field}.versions[${i}]`, gates),
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
  const { expirationDate: _, json: __, ...rest } = version
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
  if (parent.machineCapabilities.length === 0) {
    return withEach(
      spec,
      (version) => {
        const named = version.capabilityFlavors.flatMap(({ architecture = [] }) => architecture)
        const architectures = version.architectures.length > 0 ? version.architectures : [...new Set(named)].sort()
        return { ...version, architectures, capabilityFlavors: [] }
      },
      (type) => {
        const architecture = type.architecture ?? type.capabilities.architecture?.[0]
        return { ...type, ...(architecture !== undefined && { architecture }), capabilities: {} }
      },
    )
  }
  const defined = capabilityValues(parent).get('architecture') ?? []
  return withEach(
    spec,
    (version) =>
      version.capabilityFlavors.length > 0
        ? version
        : {
            ...version,
            capabilityFlavors: version.architectures.map((architecture) => ({ architecture: [architecture] })),
          },
    (type) => {
      if (Object.keys(type.capabilities).length > 0) return type
      const architecture = (defined.length === 1 ? defined[0] : type.architecture) || (type.architecture ?? 'amd64')
      return { ...type, capabilities: { architecture: [architecture] } }
    },
  )
}

/** A removed override blocks if a cluster runs the version and the parent's own is over (for images: or not listed). */
function removalsInUse(
  parent: SubmittedSpec,
  own: SubmittedSpec,
  { profile, shoots }: StoredNamespacedProfile,
  now: Instant,
): ProfileRefusal[] {
  const most = sameLimits(profile.spec, own) ? undefined : maxNodesOf(own)
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
      return [...kubernetes, ...images, ...tooManyNodes(shoot, most)]
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
      return override === undefined ? version : withDateOf(version, override)
    }),
    machineImages: merge(parent.machineImages, own.machineImages, nameOf, mergeImage),
    machineTypes: merge(parent.machineTypes, own.machineTypes, nameOf, (_, override) => override),
    ...(parent.json !== undefined && { json: mergeOthers(parent.json, own.json ?? {}) }),
  }
}

/** Of the parts without versions: volume types are replaced whole, certificates follow those of the parent, and a limit replaces its. */
function mergeOthers(parent: JsonObject, own: JsonObject): JsonObject {
  const volumeTypes = merge(
    objectsAt(parent, 'volumeTypes'),
    objectsAt(own, 'volumeTypes'),
    (volume) => textAt(volume, 'name') ?? '',
    (_, override) => override,
  )
  const [bundle, ownBundle] = [textAt(parent, 'caBundle'), textAt(own, 'caBundle')]
  const most = numberAt(own, 'limits', 'maxNodesTotal') ?? 0
  const limits = { ...objectAt(parent, 'limits'), ...(most > 0 && { maxNodesTotal: most }) }
  return {
    ...parent,
    volumeTypes,
    ...(ownBundle !== undefined && { caBundle: `${bundle ?? ''}${ownBundle}` }),
    ...(objectAt(own, 'limits') !== undefined && { limits }),
  }
}

function mergeImage(image: SubmittedImage, override: SubmittedImage): SubmittedImage {
  return {
    ...image,
    ...(override.updateStrategy ? { updateStrategy: override.updateStrategy } : {}),
    versions: merge(image.versions, override.versions, ({ version }) => version, mergeVersion),
  }
}

/** A version that describes itself was here before its parent had it and stands for itself. */
function mergeVersion(version: SubmittedImageVersion, override: SubmittedImageVersion): SubmittedImageVersion {
  return describesItself(override) ? override : withDateOf(version, override)
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
