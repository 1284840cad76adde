import type { CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import {
  type Edit,
  type EditOutcome,
  type EditProblem,
  type ImageEdit,
  type KubernetesEdit,
  ok,
  problem,
  type VersionEdit,
} from './edit'
import { addVersion, editLife, removeVersion, unknownImage } from './lists'

export type { Edit, EditOutcome, EditProblem } from './edit'

/**
 * One edit of a CloudProfile. The profile is not changed; what the edit does not touch stays the same object. Nothing is
 * checked but whether the edit has something to act on: what the API server would say is another question.
 */
export function applyEdit(profile: CloudProfile, edit: Edit): EditOutcome<CloudProfile> {
  if (edit.image === null) return inProfile(editKubernetes(profile.kubernetes, edit), profile, 'kubernetes')
  return inProfile(editImages(profile.machineImages, edit), profile, 'machineImages')
}

export interface Edited<T> {
  readonly value: T
  /** Undo all that was done, in the order in which they are to be applied. */
  readonly inverse: readonly Edit[]
  /** Of every edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
}

/** Edits one after the other; those that cannot be made are left out. `apply` is `applyEdit` or its like. */
export function applyEdits<T>(
  before: T,
  edits: readonly Edit[],
  apply: (value: T, edit: Edit) => EditOutcome<T>,
): Edited<T> {
  let value = before
  const inverse: Edit[] = []
  const problems = edits.map((edit) => {
    const outcome = apply(value, edit)
    if (outcome.kind === 'problem') return outcome.problem
    value = outcome.value
    inverse.unshift(outcome.inverse)
    return null
  })
  return { value, inverse, problems }
}

function inProfile<K extends 'kubernetes' | 'machineImages'>(
  outcome: EditOutcome<CloudProfile[K]>,
  profile: CloudProfile,
  list: K,
): EditOutcome<CloudProfile> {
  return outcome.kind === 'problem' ? outcome : ok({ ...profile, [list]: outcome.value }, outcome.inverse)
}

function editKubernetes(
  versions: CloudProfile['kubernetes'],
  edit: KubernetesEdit,
): EditOutcome<readonly ExpirableVersion[]> {
  switch (edit.kind) {
    case 'add':
      return addVersion(versions, null, edit.entry, edit.index, {
        kind: 'remove',
        image: null,
        version: edit.entry.version,
      })
    case 'remove':
      return removeVersion(versions, null, edit.version, (entry, index) => ({ kind: 'add', image: null, entry, index }))
    default:
      return editLife(versions, edit, (life) => ({ kind: 'restore', image: null, version: edit.version, life }))
  }
}

function editImages(images: readonly MachineImage[], edit: ImageEdit): EditOutcome<readonly MachineImage[]> {
  const { image: name } = edit
  const at = images.findIndex((image) => image.name === name)
  const image = images[at]
  if (edit.kind === 'addImage') {
    if (image !== undefined) return problem({ code: 'already-listed', image: name, version: null })
    const added: MachineImage = { name, updateStrategy: edit.updateStrategy, versions: [] }
    return ok(images.toSpliced(edit.index ?? images.length, 0, added), { kind: 'removeImage', image: name })
  }
  if (image === undefined) return unknownImage(name)
  if (edit.kind === 'strategy') {
    const { updateStrategy } = image
    const after = edit.updateStrategy
    if (after === null) return problem({ code: 'not-in-namespaced', because: 'no-parent', image: name })
    return ok(images.with(at, { ...image, updateStrategy: after }), { kind: 'strategy', image: name, updateStrategy })
  }
  if (edit.kind === 'removeImage') {
    if (image.versions.length > 0) return problem({ code: 'not-empty', image: name })
    const { updateStrategy } = image
    return ok(images.toSpliced(at, 1), { kind: 'addImage', image: name, updateStrategy, index: at })
  }
  const outcome = editVersions(image, edit)
  return outcome.kind === 'problem'
    ? outcome
    : ok(images.with(at, { ...image, versions: outcome.value }), outcome.inverse)
}

function editVersions(
  { name, versions }: MachineImage,
  edit: VersionEdit<string, MachineImageVersion>,
): EditOutcome<MachineImage['versions']> {
  switch (edit.kind) {
    case 'add':
      return addVersion(versions, name, edit.entry, edit.index, {
        kind: 'remove',
        image: name,
        version: edit.entry.version,
      })
    case 'remove':
      return removeVersion(versions, name, edit.version, (entry, index) => ({ kind: 'add', image: name, entry, index }))
    default:
      return editLife(versions, edit, (life) => ({ kind: 'restore', image: name, version: edit.version, life }))
  }
}
