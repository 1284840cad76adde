import {
  objectAt,
  objectsAt,
  type ShootManifest,
  textAt,
  WORKERS,
  withKey,
  withValueAt,
} from '@/lib/engine/api-server/manifest'
import type { JsonObject } from '@/lib/engine/json'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import {
  architecturesOf,
  canonicalSpelling,
  canUpdateInPlace,
  defaultImage,
  defaultKubernetes,
  isInPlace,
  parseVersion,
  supportsCapabilities,
  type Version,
  type VersionNumber,
  VersionTable,
} from '@/lib/engine/rules'
import type { CloudProfile, Instant, MachineImage, MachineImageVersion, UsedImage } from '@/lib/engine/types'
import { architectureOf, imageNamed, machineNamed } from './offers'
import { invalid, poolPath, type StageRefusal } from './shoot-refusals'

export interface ShootMutation {
  readonly shoot: ShootManifest
  readonly found: readonly StageRefusal[]
}

/**
 * Fills in what the user left out: the Kubernetes versions, each pool's architecture and machine image
 * (docs/rules.md#defaults-of-a-shoot). What cannot be filled in is refused and stays as it is.
 */
export function mutate(shoot: ShootManifest, context: MutationContext): ShootMutation {
  const found: StageRefusal[] = []
  const asked = textAt(shoot, 'spec', 'kubernetes', 'version') ?? ''
  const version = fillVersion(asked, 'spec.kubernetes.version', context, found)
  const versioned = fillPoolVersions(objectsAt(shoot, ...WORKERS), context, found)
  const complete = withArchitectures(versioned, context.profile)
  const isDeleting = textAt(shoot, 'metadata', 'deletionTimestamp') !== undefined
  const workers = isDeleting ? complete : complete.map((worker, i) => fillImage(worker, i, context, found))
  const filled = withValueAt(shoot, ['spec', 'kubernetes', 'version'], version)
  return { shoot: workers.length === 0 ? filled : withValueAt(filled, WORKERS, workers), found }
}

/** The architecture is the machine type's if that has only one, else amd64. */
export function withArchitectures(workers: readonly JsonObject[], profile: CloudProfile): readonly JsonObject[] {
  return workers.map((worker) => {
    if (textAt(worker, 'machine', 'architecture') !== undefined) return worker
    const machine = machineNamed(profile, textAt(worker, 'machine', 'type') ?? '')
    const architecture = (machine && architectureOf(machine, profile)) || 'amd64'
    return { ...worker, machine: { ...objectAt(worker, 'machine'), architecture } }
  })
}

/** Pools are filled in one after the other until one cannot be. */
function fillPoolVersions(
  workers: readonly JsonObject[],
  context: MutationContext,
  found: StageRefusal[],
): readonly JsonObject[] {
  const count = found.length
  return workers.map((worker, i) => {
    const text = textAt(worker, 'kubernetes', 'version')
    if (text === undefined || found.length > count) return worker
    const version = fillVersion(text, poolPath(i, 'kubernetes.version'), context, found)
    return { ...worker, kubernetes: { ...objectAt(worker, 'kubernetes'), version } }
  })
}

/**
 * Three parts stay as they are. Otherwise the latest version that is supported right now, within the major and, of exactly
 * two parts, the minor; four parts count as one.
 */
function fillVersion(text: string, field: string, { profile, now }: MutationContext, found: StageRefusal[]): string {
  const parts = text.split('.')
  if (parts.length === 3) return text
  const wanted = wantedNumbers(parts)
  if ('part' in wanted) {
    const detail = `"${wanted.part}" is no number: give a version such as 1.34 or 1.34.2.`
    const quote = `${JSON.stringify(wanted.part)}: must be a semantic version`
    found.push(invalid(field, 'version-not-a-number', detail, { value: wanted.part, quote }))
    return text
  }
  const table = new VersionTable(profile.kubernetes)
  const taken = defaultKubernetes(table, table.stagesAt(now), (index) => isWithin(table.at(index), wanted))
  if (taken !== undefined) return canonicalSpelling(table.at(taken))
  const detail = `No version${text === '' ? '' : ` ${text}`} is supported now; others must be named in full.`
  const quote = `${JSON.stringify(text)}: couldn't find a suitable version for ${text}. Suitable versions have a non-expired expiration date and are no 'preview' versions. 'Preview'-classified versions have to be selected explicitly`
  found.push(invalid(field, 'no-suitable-version', detail, { value: text, quote }))
  return text
}

interface MutationContext {
  readonly before: ShootManifest | undefined
  readonly profile: CloudProfile
  readonly now: Instant
}

/**
 * The pool with its machine image. An existing pool keeps its own unless another one is asked for; for what is left out of a
 * name and version the newest that fits is taken. What cannot be filled in is added to `found`.
 */
function fillImage(worker: JsonObject, index: number, context: MutationContext, found: StageRefusal[]): JsonObject {
  const image = objectAt(worker, 'machine', 'image')
  const pools = objectsAt(context.before, 'spec', 'provider', 'workers')
  const old = objectAt(
    pools.find((pool) => textAt(pool, 'name') === textAt(worker, 'name')),
    'machine',
    'image',
  )
  const [name, version] = [textAt(image, 'name') ?? '', textAt(image, 'version') ?? '']
  if (old !== undefined) {
    if (image === undefined) return withImage(worker, old)
    const isSame = textAt(old, 'name') === name && (version === '' || textAt(old, 'version') === version)
    if (isSame) return withImage(worker, withKey(old, 'providerConfig', image.providerConfig))
  }
  const outcome = chooseImage(worker, poolPath(index), context)
  if ('rule' in outcome) found.push(outcome)
  return 'rule' in outcome ? worker : withImage(worker, { ...image, ...outcome })
}

/** Exactly listed versions and ones with three parts stay as they are, whether they fit or not: that is judged later. */
function chooseImage(worker: JsonObject, field: string, { profile, now }: MutationContext): UsedImage | StageRefusal {
  const asked = objectAt(worker, 'machine', 'image')
  const [name, version] = [textAt(asked, 'name') ?? '', textAt(asked, 'version') ?? '']
  const reference = asked === undefined ? '' : `${name}@${version}`
  if (profile.machineImages.length === 0) {
    return invalid(field, 'no-images', 'The CloudProfile has no machine images.', { value: reference })
  }
  const image = name === '' ? firstFitting(worker, profile) : imageNamed(profile, name)
  if (image === undefined) return noImage(worker, name, reference, field)
  const parts = version.replace(/^v/, '').split('.')
  const isListed = name !== '' && image.versions.some((listed) => listed.version === version)
  if (isListed || parts.length === 3) return { name, version }
  const wanted = wantedNumbers(parts)
  if ('part' in wanted) {
    const detail = `"${wanted.part}" is no number: give a version such as 15.6 or 15.6.1.`
    return invalid(field, 'image-version-not-a-number', detail, { value: wanted.part })
  }
  const table = new VersionTable(image.versions)
  const isMeant = (index: number): boolean => {
    const listed = table.sources[index]
    return listed !== undefined && fits(listed, worker, profile) && isWithin(table.at(index), wanted)
  }
  const taken = defaultImage(table, table.stagesAt(now), isMeant)
  if (taken !== undefined) return { name: image.name, version: table.at(taken).text }
  const detail = `No version of ${image.name}${version === '' ? '' : ` within ${version}`} fits this pool.`
  const quote = `${JSON.stringify(reference)}: failed to determine latest machine image from cloud profile: unable to determine latest expirable version`
  return invalid(field, 'no-fitting-image-version', detail, { value: reference, quote })
}

/** Runtimes and the kubelet constraint take no part in this. */
function fits(version: MachineImageVersion, worker: JsonObject, profile: CloudProfile): boolean {
  const machine = machineNamed(profile, textAt(worker, 'machine', 'type') ?? '')
  const strategy = WORKER_STRATEGIES.find((known) => known === textAt(worker, 'updateStrategy'))
  const inPlace = strategy !== undefined && isInPlace({ updateStrategy: strategy })
  return (
    architecturesOf(version, profile).includes(architecture(worker)) &&
    (machine === undefined || supportsCapabilities(version.capabilityFlavors, machine.capabilities, profile)) &&
    (!inPlace || canUpdateInPlace(version, undefined))
  )
}

/** The first image of which some version has the pool's architecture, or at least the machine type's capabilities. */
function firstFitting(worker: JsonObject, profile: CloudProfile): MachineImage | undefined {
  const machine = machineNamed(profile, textAt(worker, 'machine', 'type') ?? '')
  return profile.machineImages.find(({ versions }) =>
    versions.some(
      (version) =>
        architecturesOf(version, profile).includes(architecture(worker)) ||
        (machine !== undefined && supportsCapabilities(version.capabilityFlavors, machine.capabilities, profile)),
    ),
  )
}

function noImage(worker: JsonObject, name: string, reference: string, field: string): StageRefusal {
  if (name !== '') {
    const quote = `${JSON.stringify(name)}: image is not supported`
    return invalid(field, 'image-unknown', `The CloudProfile has no machine image ${name}.`, { value: name, quote })
  }
  const detail = `No machine image runs on ${architecture(worker)}.`
  return invalid(field, 'no-image-for-architecture', detail, { value: reference })
}

function architecture(worker: JsonObject): string {
  return textAt(worker, 'machine', 'architecture') ?? 'amd64'
}

function withImage(worker: JsonObject, image: JsonObject): JsonObject {
  return { ...worker, machine: { ...objectAt(worker, 'machine'), image } }
}

/** The start of a version: what of it was given. */
export interface VersionPrefix {
  readonly major?: VersionNumber
  readonly minor?: VersionNumber
}

/**
 * The numbers of a version with other than three parts. The minor counts only where there are exactly two parts; empty parts
 * are left open. `part`: the first one, minor before major, that is no number.
 */
function wantedNumbers(parts: readonly string[]): VersionPrefix | { readonly part: string } {
  const [first = '', second = ''] = parts
  const minor = parts.length === 2 && second !== '' ? readNumber(second) : undefined
  if (minor === null) return { part: second }
  const major = first === '' ? undefined : readNumber(first)
  if (major === null) return { part: first }
  return { ...(major === undefined ? {} : { major }), ...(minor === undefined ? {} : { minor }) }
}

function isWithin(version: Version, { major, minor }: VersionPrefix): boolean {
  return (major === undefined || version.major === major) && (minor === undefined || version.minor === minor)
}

function readNumber(text: string): VersionNumber | null {
  if (!/^\d+$/.test(text)) return null
  return parseVersion(text.replace(/^0+(?=\d)/, ''))?.major ?? null
}
