import { onWire } from '@/lib/contract/dates'
import { imageBody, lifeBody } from '@/lib/contract/edit-codec'
import { lifeEdits, versionOf, versionsOf } from '@/lib/contract/edit-items'
import type { EditBody, NewVersionBody } from '@/lib/contract/edits'
import { parseVersion, plus, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import { usualExpiry } from './dates'
import { highest, type Source } from './source'

/** What can be begun with one choice; the form of the new edit does the rest. */
export type AddKind =
  | 'deprecate'
  | 'promote'
  | 'preview'
  | 'expire'
  | 'clear'
  | 'schedule'
  | 'add'
  | 'remove'
  | 'strategy'
  | 'addImage'
  | 'removeImage'

interface Kind {
  readonly kind: AddKind
  readonly text: string
  /** What it is done to. */
  readonly of: 'version' | 'image' | 'profile'
}

const KINDS: readonly Kind[] = [
  { kind: 'deprecate', text: 'Deprecate a version', of: 'version' },
  { kind: 'promote', text: 'Promote a version to supported', of: 'version' },
  { kind: 'preview', text: 'Put a version back to preview', of: 'version' },
  { kind: 'expire', text: 'Set an expiry date', of: 'version' },
  { kind: 'clear', text: 'Clear an expiry date', of: 'version' },
  { kind: 'schedule', text: 'Schedule lifecycle stages', of: 'version' },
  { kind: 'add', text: 'Add a version', of: 'image' },
  { kind: 'remove', text: 'Remove a version', of: 'version' },
]

const IMAGE_KINDS: readonly Kind[] = [
  { kind: 'strategy', text: 'Set the update strategy', of: 'image' },
  { kind: 'removeImage', text: 'Remove the image', of: 'image' },
]

const ADD_IMAGE: Kind = { kind: 'addImage', text: 'Add a machine image', of: 'profile' }

/** What Gardener allows: a namespaced profile overrides dates and strategies of its parent, and has images of its own. */
export function addKinds({ namespaced }: Source, image: string | null): readonly Kind[] {
  if (namespaced === null) return image === null ? [...KINDS, ADD_IMAGE] : [...KINDS, ...IMAGE_KINDS, ADD_IMAGE]
  const dates = KINDS.filter(({ kind }) => kind === 'expire' || kind === 'clear')
  if (image === null) return [...dates, ADD_IMAGE]
  const isParents = namespaced.parent.machineImages.some(({ name }) => name === image)
  if (!isParents) return [...KINDS, ...IMAGE_KINDS, ADD_IMAGE]
  const own = KINDS.filter(({ kind }) => kind === 'add' || kind === 'remove')
  return [...dates, ...own, ...IMAGE_KINDS.filter(({ kind }) => kind === 'strategy'), ADD_IMAGE]
}

interface Chosen {
  readonly source: Source
  /** With the edits that there are already. */
  readonly profile: CloudProfile
  readonly image: string | null
  readonly version: string | undefined
  /** Of a version to add. */
  readonly number?: string
  /** Of an image to add. */
  readonly name: string
  /** Until when; absent: as the profile has it, or as long as usual where the edit is about that. */
  readonly date?: string
}

/** The edits to begin with; none while something is missing. */
export function newEdits(
  kind: AddKind,
  { source, profile, image, version, number, name, date }: Chosen,
): readonly EditBody[] {
  const listed = version === undefined ? undefined : versionOf(profile, image, version)
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
    case 'remove':
      return [{ kind, image, version: listed.version }]
    case 'schedule':
      return [{ kind, image, version: listed.version, lifecycle: stagesFrom(listed) }]
  }
}

/** The stages that a version has in either form. */
function stagesFrom(listed: ExpirableVersion): Extract<EditBody, { kind: 'schedule' }>['lifecycle'] {
  const lifecycle = stagesOf(listed).flatMap(({ stage, from }) =>
    stage === 'unavailable' ? [] : [{ classification: stage, startTime: from ?? undefined }],
  )
  return lifeBody({ lifecycle }).lifecycle ?? []
}

/** The next patch of the highest version. */
function nextNumber(profile: CloudProfile, image: string | null): string {
  const parsed = parseVersion(highest(versionsOf(profile, image))?.version ?? '')
  return parsed === null ? '1.0.0' : `${parsed.major}.${parsed.minor}.${plus(parsed.patch, 1)}`
}

/** A new version as preview; one of an image is described like the highest before it. */
function newEntry(profile: CloudProfile, image: string | null, version: string): NewVersionBody {
  const entry: NewVersionBody = { version, classification: 'preview' }
  if (image === null) return entry
  const model = highest(versionsOf(profile, image)) as MachineImageVersion | undefined
  return {
    ...entry,
    ...(model === undefined ? { architectures: ['amd64'], cri: [{ name: 'containerd' }] } : imageBody(model)),
  }
}
