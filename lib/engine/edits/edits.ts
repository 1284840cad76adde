import { compareVersions, parseVersion, type Version } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, MachineImage } from '@/lib/engine/types'
import {
  type Edit,
  type EditProblem,
  editedLife,
  editProblem,
  type ImageEdit,
  lifeOf,
  ok,
  type ProfileEditOutcome,
  type VersionEdit,
  versionWithLife,
} from './edit'
import { readProfileSpec } from './read-profile'
import { profileJson } from './written'
import { applyYaml } from './yaml'

/**
 * One edit of a CloudProfile. The profile is not changed; what the edit does not touch stays the same object. Nothing is
 * checked but whether the edit has something to act on: what the API server would say is another question.
 */
export function applyEdit(profile: CloudProfile, edit: Edit): ProfileEditOutcome<CloudProfile> {
  if (edit.kind === 'yaml') return applyYaml(profile, edit, profileJson, readProfileSpec)
  const outcome = edit.image === null ? editVersions(profile.kubernetes, edit) : editImages(profile.machineImages, edit)
  if (outcome.kind === 'problem') return outcome
  return ok({ ...profile, [edit.image === null ? 'kubernetes' : 'machineImages']: outcome.value }, outcome.inverse)
}

export interface EditsOutcome<T> {
  /** The value after all edits. */
  readonly value: T
  /** The value without edits, then after each of them; it stays the same if an edit was left out. */
  readonly states: readonly T[]
  /** Undo all that was done, in the order in which they are to be applied. */
  readonly inverse: readonly Edit[]
  /** For each edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
}

/** Edits one after the other; those that cannot be made are left out. `apply` is `applyEdit` or its like. */
export function applyEdits<T>(
  before: T,
  edits: readonly Edit[],
  apply: (value: T, edit: Edit) => ProfileEditOutcome<T>,
): EditsOutcome<T> {
  let value = before
  const states = [before]
  const inverse: Edit[] = []
  const problems = edits.map((edit) => {
    const outcome = apply(value, edit)
    if (outcome.kind === 'ok') {
      value = outcome.value
      inverse.unshift(outcome.inverse)
    }
    states.push(value)
    return outcome.kind === 'ok' ? null : outcome.problem
  })
  return { value, states, inverse, problems }
}

function editImages(images: readonly MachineImage[], edit: ImageEdit): ProfileEditOutcome<readonly MachineImage[]> {
  const { image: name } = edit
  const at = images.findIndex((image) => image.name === name)
  const image = images[at]
  if (edit.kind === 'addImage') {
    if (image !== undefined) return editProblem({ code: 'already-listed', image: name, version: null })
    const added: MachineImage = { name, updateStrategy: edit.updateStrategy, versions: [] }
    return ok(images.toSpliced(edit.index ?? images.length, 0, added), { kind: 'removeImage', image: name })
  }
  if (image === undefined) return unknownImage(name)
  if (edit.kind === 'strategy') {
    const { updateStrategy } = image
    const after = edit.updateStrategy
    if (after === null) return editProblem({ code: 'not-in-namespaced', because: 'no-parent', image: name })
    return ok(images.with(at, { ...image, updateStrategy: after }), { kind: 'strategy', image: name, updateStrategy })
  }
  if (edit.kind === 'removeImage') {
    if (image.versions.length > 0) return editProblem({ code: 'not-empty', image: name })
    const { updateStrategy } = image
    return ok(images.toSpliced(at, 1), { kind: 'addImage', image: name, updateStrategy, index: at })
  }
  const outcome = editVersions(image.versions, edit)
  return outcome.kind === 'problem'
    ? outcome
    : ok(images.with(at, { ...image, versions: outcome.value }), outcome.inverse)
}

/** An edit of one list of versions, those of Kubernetes (`image` null) or of an image; of equal texts the first is meant. */
export function editVersions<T extends ExpirableVersion>(
  list: readonly T[],
  edit: VersionEdit<string | null, T>,
): ProfileEditOutcome<readonly T[]> {
  const { image } = edit
  if (edit.kind === 'add') {
    const { entry, index } = edit
    const { version } = entry
    const parsed = parseVersion(version)
    if (parsed === null) return editProblem({ code: 'not-a-version', version })
    if (list.some((listed) => listed.version === version))
      return editProblem({ code: 'already-listed', image, version })
    const numbers = list.map((listed) => parseVersion(listed.version))
    return ok(list.toSpliced(index ?? placeIn(numbers, parsed), 0, entry), { kind: 'remove', image, version } as Edit)
  }
  const { version } = edit
  const index = list.findIndex((listed) => listed.version === version)
  const entry = list[index]
  if (entry === undefined) return unknownVersion(image, version)
  if (edit.kind === 'remove') return ok(list.toSpliced(index, 1), { kind: 'add', image, entry, index } as Edit)
  const life = lifeOf(entry)
  const inverse: Edit = { kind: 'restore', image, version, life }
  return ok(list.with(index, versionWithLife(entry, editedLife(life, edit))), inverse)
}

/**
 * Where a version belongs in a list: beside the one that is next to it, on the side that the list's order has for it. Lists are
 * written newest first; one whose first version is lower than its last is written the other way round. `list`: as it is read; null is no version.
 */
function placeIn(list: readonly (Version | null)[], version: Version): number {
  let first: Version | undefined
  let last: Version | undefined
  let lowest: ParsedPlace | undefined
  let lower: ParsedPlace | undefined
  for (const [place, parsed] of list.entries()) {
    if (parsed === null) continue
    first ??= parsed
    last = parsed
    if (lowest === undefined || compareVersions(parsed, lowest.parsed) < 0) lowest = { parsed, place }
    if (compareVersions(parsed, version) > 0) continue
    // Of equal ones the last one in the list.
    if (lower === undefined || compareVersions(parsed, lower.parsed) >= 0) lower = { parsed, place }
  }
  if (first === undefined || last === undefined || lowest === undefined) return list.length
  const isOldestFirst = compareVersions(first, last) < 0
  // Behind a lower one where the oldest comes first, and behind the lowest where it comes last.
  const { place } = lower ?? lowest
  return isOldestFirst === (lower !== undefined) ? place + 1 : place
}

interface ParsedPlace {
  readonly parsed: Version
  readonly place: number
}

export function unknownVersion(image: string | null, version: string): ProfileEditOutcome<never> {
  return editProblem({ code: 'unknown-version', image, version })
}

export function unknownImage(image: string): ProfileEditOutcome<never> {
  return editProblem({ code: 'unknown-image', image })
}
