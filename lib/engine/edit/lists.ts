import type { ExpirableVersion } from '@/lib/engine/types'
import { parseVersion } from '@/lib/engine/version'
import { type Edit, type EditOutcome, editedLife, type LifeEdit, nameOf, ok, problem } from './edit'
import { type Life, lifeOf, withLife } from './life'

/** Edits of one list of versions, those of Kubernetes (`image` null) or of an image; of equal texts the first is meant. */

export function addVersion<T extends ExpirableVersion>(
  list: readonly T[],
  image: string | null,
  entry: T,
  index: number | undefined,
  inverse: Edit,
): EditOutcome<readonly T[]> {
  const { version } = entry
  if (parseVersion(version) === null)
    return problem('not-a-version', `"${version}" is no version that Gardener can read.`)
  if (list.some((listed) => listed.version === version))
    return problem('already-listed', `${nameOf(image, version)} is listed already.`)
  return ok(list.toSpliced(index ?? list.length, 0, entry), inverse)
}

/** `inverse` is given the entry and its place. */
export function removeVersion<T extends ExpirableVersion>(
  list: readonly T[],
  image: string | null,
  version: string,
  inverse: (entry: T, index: number) => Edit,
): EditOutcome<readonly T[]> {
  const index = list.findIndex((listed) => listed.version === version)
  const entry = list[index]
  if (entry === undefined) return unknownVersion(image, version)
  return ok(list.toSpliced(index, 1), inverse(entry, index))
}

/** `inverse` is given what was known before. */
export function editLife<T extends ExpirableVersion>(
  list: readonly T[],
  edit: LifeEdit,
  inverse: (life: Life) => Edit,
): EditOutcome<readonly T[]> {
  const { image, version } = edit
  const index = list.findIndex((listed) => listed.version === version)
  const entry = list[index]
  if (entry === undefined) return unknownVersion(image, version)
  const life = lifeOf(entry)
  return ok(list.with(index, withLife(entry, editedLife(life, edit))), inverse(life))
}

export function unknownVersion(image: string | null, version: string): EditOutcome<never> {
  return problem('unknown-version', `${nameOf(image, version)} is not listed in this profile.`)
}

export function unknownImage(image: string): EditOutcome<never> {
  return problem('unknown-image', `There is no machine image ${image} in this profile.`)
}
