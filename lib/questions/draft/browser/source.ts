import type { ProfileRefBody } from '@/lib/contract/common'
import { readEdit, readLife } from '@/lib/contract/edit-codec'
import { isLifeEdit, type LifeChange, lifeChange, lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { Zone } from '@/lib/contract/zone'
import {
  type ImageOverride,
  type ImageVersionOverride,
  mergeNamespacedProfile,
  type ProfileOverrides,
} from '@/lib/engine/api-server'
import { applyEdit, applyEdits, applyNamespacedEdit, type Edit, type EditProblem } from '@/lib/engine/edits'
import { highestVersion } from '@/lib/engine/rules'
import type { CloudProfile, Instant, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import type { ProfileLists, SourceAnswer } from '../contract'

/** A profile with the edits of a draft made, by the same rules as the server's. */
export interface EditedProfile {
  readonly profile: CloudProfile
  /** For each edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
  /** What the object itself says, without the edits and with them: of a namespaced profile only what is its own. */
  readonly written: readonly [before: unknown, after: unknown]
}

/** A profile that a draft edits, as the engine reasons about it. Machine types are not told to browsers: nothing here uses them. */
export interface DraftSource {
  readonly ref: ProfileRefBody
  /** Whether the user may change it. */
  readonly mayEdit: boolean
  readonly resourceVersion: string | null
  /** The instant that everything is computed for. */
  readonly at: Instant
  /** Whose days are meant: the reader's. */
  readonly zone: Zone
  /** Days that the operator's policy leaves between deprecation and expiry; null: it says nothing of that kind. */
  readonly notice: SourceAnswer['notice']
  /** The profile; a namespaced one is merged with its parent. */
  readonly profile: CloudProfile
  /** Null for a CloudProfile. */
  readonly namespaced: NamespacedSource | null
}

/** What a namespaced profile builds on, and how it is edited. */
export interface NamespacedSource {
  readonly parent: CloudProfile
  /** The profile with edits made by the rules for namespaced profiles, merged with its parent. */
  edited(edits: readonly Edit[]): EditedProfile
}

export function readSource(answer: SourceAnswer, zone: Zone): DraftSource {
  const profile = readLists(answer.lists)
  const { parent } = answer
  return {
    ref: answer.profile,
    mayEdit: answer.mayEdit,
    resourceVersion: answer.resourceVersion,
    at: Date.parse(answer.at),
    zone,
    notice: answer.notice,
    profile,
    namespaced: parent ? namespacedSource(readLists(parent.lists), profile) : null,
  }
}

function readLists({ kubernetes, images, machineCapabilities }: ProfileLists): CloudProfile {
  return {
    kubernetes: kubernetes.map((listed) => ({ version: listed.version, ...readLife(listed) })),
    machineImages: images.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map((listed) => ({ ...listed, ...readLife(listed) }) as MachineImageVersion),
    })),
    machineTypes: [],
    ...(machineCapabilities !== undefined && { machineCapabilities }),
  }
}

/** A namespaced profile, given merged with its parent, and how it is edited. */
function namespacedSource(parent: CloudProfile, merged: CloudProfile): NamespacedSource {
  const overrides = overridesOf(merged, parent)
  return {
    parent,
    edited: (edits) => {
      const { value, problems } = applyEdits(overrides, edits, (own, edit) => applyNamespacedEdit(own, parent, edit))
      return { profile: mergeNamespacedProfile(parent, value), problems, written: [overrides, value] }
    },
  }
}

/** What a namespaced profile says itself, by what differs from its parent (seeds, NamespacedCloudProfile). */
function overridesOf(merged: CloudProfile, parent: CloudProfile): ProfileOverrides {
  const dates = new Map(parent.kubernetes.map((listed) => [listed.version, listed.expirationDate]))
  return {
    kubernetes: merged.kubernetes.flatMap(({ version, expirationDate }) =>
      expirationDate === undefined || dates.get(version) === expirationDate ? [] : [{ version, expirationDate }],
    ),
    machineImages: merged.machineImages.flatMap((image) => imageOverride(image, parent) ?? []),
    machineTypes: [],
  }
}

function imageOverride(image: MachineImage, parent: CloudProfile): ImageOverride | undefined {
  const base = parent.machineImages.find(({ name }) => name === image.name)
  const known = new Map(base?.versions.map((listed) => [listed.version, listed]))
  const versions = image.versions.flatMap((version): ImageVersionOverride[] => {
    const listed = known.get(version.version)
    if (listed === undefined) return [version]
    const { expirationDate } = version
    if (expirationDate === undefined || listed.expirationDate === expirationDate) return []
    return [{ version: version.version, expirationDate }]
  })
  const isOther = base?.updateStrategy !== image.updateStrategy
  if (versions.length === 0 && !isOther) return undefined
  return { name: image.name, ...(isOther && { updateStrategy: image.updateStrategy }), versions }
}

/** The highest Kubernetes version of the profile, previews included. */
export function latestKubernetes({ kubernetes }: CloudProfile): string | undefined {
  return highestVersion(kubernetes)?.version
}

export function editedProfile({ profile, namespaced, at }: DraftSource, bodies: readonly EditBody[]): EditedProfile {
  const edits = bodies.map((body) => readEdit(body, at, profile))
  if (namespaced !== null) return namespaced.edited(edits)
  const { value, problems } = applyEdits(profile, edits, applyEdit)
  return { profile: value, problems, written: [profile, value] }
}

/**
 * The draft with the life of a version changed: in the entry that adds it, in edits of it that there are already, else in new
 * ones at the end.
 */
export function draftWithLife(
  edits: readonly EditBody[],
  image: string | null,
  version: string,
  change: LifeChange,
): readonly EditBody[] {
  const added = edits.findIndex((edit) => edit.kind === 'add' && edit.image === image && edit.entry.version === version)
  const own = edits.filter((edit) => isLifeEdit(edit) && edit.image === image && edit.version === version)
  const adding = edits[added]
  if (adding?.kind === 'add' && own.length === 0) return edits.with(added, withEntryLife(adding, change))
  const merged = { ...lifeChange({ edits: own }), ...change }
  const first = edits.findIndex((edit) => own.includes(edit))
  const others = edits.filter((edit) => !own.includes(edit))
  return others.toSpliced(first === -1 ? others.length : first, 0, ...lifeEdits(image, version, merged))
}

function withEntryLife(
  edit: Extract<EditBody, { kind: 'add' }>,
  { classification, expirationDate }: LifeChange,
): EditBody {
  const { classification: was, expirationDate: until, ...rest } = edit.entry
  const stage = classification === undefined ? was : (classification ?? undefined)
  const date = expirationDate === undefined ? until : (expirationDate ?? undefined)
  return {
    ...edit,
    entry: {
      ...rest,
      ...(stage !== undefined && { classification: stage }),
      ...(date !== undefined && { expirationDate: date }),
    },
  }
}
