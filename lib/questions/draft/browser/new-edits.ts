import { onWire } from '@/lib/contract/dates'
import { lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody, NewVersionBody } from '@/lib/contract/edits'
import { imageVersionJson, versionLike } from '@/lib/engine/edits'
import { highestVersion, listedOf, listedVersion, parseVersion, plus, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import type { AddKind } from '@/lib/words/new-edits'
import { usualExpiry } from './dates'
import type { DraftSource } from './source'

/** To a version, to Kubernetes or an image, to an image alone, to the profile. */
const KINDS: readonly AddKind[] = ['deprecate', 'promote', 'preview', 'expire', 'clear', 'schedule', 'add', 'remove']

const IMAGE_KINDS: readonly AddKind[] = ['describe', 'strategy', 'removeImage']

/** What is done to a version that is listed. */
const OF_VERSION: ReadonlySet<AddKind> = new Set([...KINDS.filter((kind) => kind !== 'add'), 'describe'])

export function isOfVersion(kind: AddKind): boolean {
  return OF_VERSION.has(kind)
}

/** What Gardener allows: a namespaced profile overrides dates and strategies of its parent, and has images of its own. */
export function addKinds({ namespaced }: DraftSource, image: string | null): readonly AddKind[] {
  if (namespaced === null) return [...KINDS, ...(image === null ? [] : IMAGE_KINDS), 'addImage']
  if (image === null) return ['expire', 'clear', 'addImage']
  const isParents = namespaced.parent.machineImages.some(({ name }) => name === image)
  return isParents
    ? ['expire', 'clear', 'add', 'remove', 'strategy', 'addImage']
    : [...KINDS, ...IMAGE_KINDS, 'addImage']
}

interface ChosenVersion {
  readonly source: DraftSource
  /** The profile with the edits that there are already. */
  readonly profile: CloudProfile
  readonly image: string | null
  readonly version: string | undefined
  /** The number of a version to add. */
  readonly number?: string
  /** The name of an image to add. */
  readonly name: string
  /** The new end; absent: as the profile has it, or the usual time if the edit is about that. */
  readonly date?: string
}

/** The edits to begin with; none while something is missing. */
export function newEdits(
  kind: AddKind,
  { source, profile, image, version, number, name, date }: ChosenVersion,
): readonly EditBody[] {
  const listed = version === undefined ? undefined : listedVersion(profile, image, version)
  switch (kind) {
    case 'add':
      return [{ kind: 'add', image, entry: newEntry(profile, image, number ?? nextNumber(profile, image)) }]
    case 'addImage':
      return name === '' ? [] : [{ kind: 'addImage', image: name, updateStrategy: 'major' }]
    case 'strategy':
    case 'removeImage': {
      const own = profile.machineImages.find((one) => one.name === image)
      if (own === undefined) return []
      if (kind === 'removeImage') return [{ kind, image: own.name }]
      return [{ kind, image: own.name, updateStrategy: own.updateStrategy === 'minor' ? 'patch' : 'minor' }]
    }
  }
  if (listed === undefined) return []
  switch (kind) {
    case 'deprecate':
      return lifeEdits(image, listed.version, {
        classification: 'deprecated',
        ...(date !== undefined && { expirationDate: date }),
      })
    case 'promote':
      return lifeEdits(image, listed.version, { classification: 'supported' })
    case 'preview':
      return lifeEdits(image, listed.version, { classification: 'preview' })
    case 'expire':
      return lifeEdits(image, listed.version, {
        expirationDate: date ?? onWire(usualExpiry(source.at)),
      })
    case 'clear':
      return lifeEdits(image, listed.version, { expirationDate: null })
    case 'describe':
      return image === null ? [] : [asItIs(image, listed as MachineImageVersion)]
    case 'remove':
      return [{ kind, image, version: listed.version }]
    case 'schedule':
      return [{ kind, image, version: listed.version, lifecycle: stagesFrom(listed) }]
  }
}

/** The stages that a version has in either form. */
function stagesFrom(listed: ExpirableVersion): Extract<EditBody, { kind: 'schedule' }>['lifecycle'] {
  const lifecycle = stagesOf(listed).flatMap(({ stage, from }) =>
    stage === 'unavailable' ? [] : [{ classification: stage, ...(from !== null && { startTime: from }) }],
  )
  return onWire(lifecycle)
}

/** The next patch of the highest version. */
function nextNumber(profile: CloudProfile, image: string | null): string {
  const parsed = parseVersion(highestVersion(listedOf(profile, image))?.version ?? '')
  return parsed === null ? '1.0.0' : `${parsed.major}.${parsed.minor}.${plus(parsed.patch, 1)}`
}

/** A new version as preview; one of an image is described like the highest before it. */
function newEntry(profile: CloudProfile, image: string | null, version: string): NewVersionBody {
  const entry = { version, classification: 'preview' as const }
  if (image === null) return entry
  const model = highestVersion(listedOf(profile, image)) as MachineImageVersion | undefined
  return onWire(versionLike(model, entry))
}

/** The description of an image version as it is: the form of the edit changes it. */
export function asItIs(image: string, listed: MachineImageVersion): EditBody {
  const { version, capabilityFlavors, architectures } = imageVersionJson(listed)
  const [field, value] =
    capabilityFlavors === undefined ? ['architectures', architectures ?? []] : ['capabilityFlavors', capabilityFlavors]
  const path = ['spec', 'machineImages', image, 'versions', String(version), String(field)]
  return { kind: 'yaml', image, changes: [{ path, value }] }
}
