import { lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { entryPath, type ValueChange, valueAtPath } from '@/lib/engine/edits'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { CLASSIFICATIONS, IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { parseVersion } from '@/lib/engine/rules'
import { formatInstant, parseInstant } from '@/lib/engine/time'

/**
 * The edits with a form that say the same as changes of values of one entry; null: there is none that says it, or it would be written
 * otherwise.
 */
export function formEdits(
  before: JsonObject,
  changes: readonly ValueChange[],
  isNamespaced: boolean,
): readonly EditBody[] | null {
  const [first] = changes
  if (first === undefined) return null
  const entry = entryPath(first.path)
  const place = placeOf(entry)
  if (place === null) return null
  const { image, version } = place
  if (version === null) return strategyEdit(image ?? '', changes, isNamespaced)
  const was = valueAtPath(before, entry)
  const [only] = changes
  if (only !== undefined && only.path.length === entry.length)
    return changes.length > 1 ? null : wholeEdit(image, version, was, only, isNamespaced)
  return isJsonObject(was) ? fieldEdits(image, version, was, changes, isNamespaced) : null
}

interface VersionPlace {
  readonly image: string | null
  readonly version: string | null
}

function placeOf(entry: readonly string[]): VersionPlace | null {
  const [, list, name, versions, version] = entry
  if (list === 'kubernetes' && entry.length === 4) return { image: null, version: versions ?? null }
  if (list !== 'machineImages' || name === undefined) return null
  return entry.length === 3 ? { image: name, version: null } : { image: name, version: version ?? null }
}

function strategyEdit(
  image: string,
  changes: readonly ValueChange[],
  isNamespaced: boolean,
): readonly EditBody[] | null {
  const [change] = changes
  const isStrategy = changes.length === 1 && change?.path.length === 4 && change.path[3] === 'updateStrategy'
  const updateStrategy = IMAGE_STRATEGIES.find((one) => one === change?.value)
  if (!isStrategy || isNamespaced || updateStrategy === undefined) return null
  return [{ kind: 'strategy', image, updateStrategy }]
}

/** A version that comes or goes. */
function wholeEdit(
  image: string | null,
  version: string,
  was: Json | undefined,
  { value, index }: ValueChange,
  isNamespaced: boolean,
): readonly EditBody[] | null {
  const place = index === undefined ? {} : { index }
  if (isNamespaced) {
    // Of what the parent lists, only a date is its own.
    const date = isJsonObject(value) && Object.keys(value).every((key) => key === 'version' || key === 'expirationDate')
    if (image !== null || (value !== undefined && !date)) return null
    if (value === undefined) return lifeEdits(image, version, { expirationDate: null })
    const expirationDate = isJsonObject(value) ? dateIn(value.expirationDate) : null
    return expirationDate === null ? null : lifeEdits(image, version, { expirationDate })
  }
  if (value === undefined) return [{ kind: 'remove', image, version }]
  // A version of an image has defaults, which the form would write; of what is no version the API server says it.
  if (was !== undefined || image !== null || !isJsonObject(value) || parseVersion(version) === null) return null
  const { version: _, classification, expirationDate, ...rest } = value
  const stage = CLASSIFICATIONS.find((one) => one === classification)
  const date = expirationDate === undefined ? undefined : dateIn(expirationDate)
  if (Object.keys(rest).length > 0 || date === null || (classification !== undefined && stage === undefined))
    return null
  const life = {
    ...(stage !== undefined && { classification: stage }),
    ...(date !== undefined && { expirationDate: date }),
  }
  return [{ kind: 'add', image, entry: { version, ...life }, ...place }]
}

/** Classification and date of a version that is listed. */
function fieldEdits(
  image: string | null,
  version: string,
  was: JsonObject,
  changes: readonly ValueChange[],
  isNamespaced: boolean,
): readonly EditBody[] | null {
  if (Array.isArray(was.lifecycle) && was.lifecycle.length > 0) return null
  const change: { classification?: 'preview' | 'supported' | 'deprecated' | null; expirationDate?: string | null } = {}
  for (const { path, value } of changes) {
    const field = path.at(-1)
    if (path.length !== (image === null ? 5 : 6)) return null
    if (field === 'classification' && !isNamespaced) {
      const stage = CLASSIFICATIONS.find((one) => one === value)
      if (value !== undefined && (stage === undefined || stage === 'expired')) return null
      change.classification = stage === undefined || stage === 'expired' ? null : stage
    } else if (field === 'expirationDate' && !(isNamespaced && value === undefined)) {
      const date = value === undefined ? undefined : dateIn(value)
      if (date === null) return null
      change.expirationDate = date ?? null
    } else return null
  }
  return lifeEdits(image, version, change)
}

/** A date that is written as Almanac would write it; null: it is none. */
function dateIn(value: Json | undefined): string | null {
  const at = typeof value === 'string' ? parseInstant(value) : null
  return at !== null && formatInstant(at) === value ? value : null
}
