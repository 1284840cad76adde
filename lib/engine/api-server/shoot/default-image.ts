import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { type JsonObject, objectAt, objectsAt, textAt, withKey } from '@/lib/engine/api-server/manifest'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import {
  architecturesOf,
  canUpdateInPlace,
  defaultImage,
  isInPlace,
  supportsCapabilities,
  VersionTable,
} from '@/lib/engine/rules'
import type { CloudProfile, Instant, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import { imageNamed, machineNamed } from './images'
import type { ListedAs } from './listed'
import { isWithin, wantedNumbers } from './prefix'
import { type Found, invalid, poolPath } from './refusal'

export interface MutationContext {
  readonly before: ShootManifest | undefined
  readonly profile: CloudProfile
  readonly now: Instant
  readonly listedAs: ListedAs
}

/**
 * The pool with its machine image. An existing pool keeps its own unless another one is asked for; for what is left out of a
 * name and version the newest that fits is taken. What cannot be filled in is added to `found`.
 */
export function fillImage(worker: JsonObject, index: number, context: MutationContext, found: Found[]): JsonObject {
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

interface Choice {
  readonly name: string
  readonly version: string
}

/** Exactly listed versions and ones with three parts stay as they are, whether they fit or not: that is judged later. */
function chooseImage(worker: JsonObject, field: string, { profile, now, listedAs }: MutationContext): Choice | Found {
  const asked = objectAt(worker, 'machine', 'image')
  const [name, version] = [textAt(asked, 'name') ?? '', textAt(asked, 'version') ?? '']
  const reference = asked === undefined ? '' : `${name}@${version}`
  if (profile.machineImages.length === 0) {
    return invalid(field, 'no-images', 'The CloudProfile has no machine images.', { value: reference })
  }
  const image = name === '' ? firstFitting(worker, profile) : imageNamed(profile, name)
  if (image === undefined) return noImage(worker, name, reference, field)
  const parts = version.replace(/^v/, '').split('.')
  const isListed = name !== '' && listedAs(image.versions, version).length > 0
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

function noImage(worker: JsonObject, name: string, reference: string, field: string): Found {
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
