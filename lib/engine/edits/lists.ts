import { compareVersions, parseVersion, type Version } from '@/lib/engine/rules'
import type { ExpirableVersion } from '@/lib/engine/types'
import { type Edit, type EditOutcome, editedLife, type LifeEdit, ok, problem } from './edit'
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
  const parsed = parseVersion(version)
  if (parsed === null) return problem({ code: 'not-a-version', version })
  if (list.some((listed) => listed.version === version)) return problem({ code: 'already-listed', image, version })
  return ok(
    list.toSpliced(
      index ??
        placeIn(
          list.map((listed) => parseVersion(listed.version)),
          parsed,
        ),
      0,
      entry,
    ),
    inverse,
  )
}

/**
 * Where a version belongs in a list: beside the one that is next to it, on the side that the list's order has for it. Lists are
 * written newest first; one whose first version is lower than its last is written the other way round. `list`: as it is read; null is no version.
 */
export function placeIn(list: readonly (Version | null)[], version: Version): number {
  let first: Version | undefined
  let last: Version | undefined
  let lowest: Placed | undefined
  let lower: Placed | undefined
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

interface Placed {
  readonly parsed: Version
  readonly place: number
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
  return problem({ code: 'unknown-version', image, version })
}

export function unknownImage(image: string): EditOutcome<never> {
  return problem({ code: 'unknown-image', image })
}
