import { FieldReader, isRecord } from '@/lib/engine/reader'
import { isDeepEqual, isJsonObject, type JsonObject } from '../json'
import { type ChangedObject, differences, type ValueChange, withChanges } from './changes'
import { type EditProblem, editProblem, ok, type ProfileEditOutcome, type YamlEdit } from './edit'

/**
 * A YAML edit of what the engine keeps of a CloudProfile, or of what a NamespacedCloudProfile says itself, which `json` writes as an object
 * and `read` reads again. Of values that it does not keep it knows nothing: they are looked at where the whole object is at hand
 * (`applyToObject`).
 */
export function applyYaml<T>(
  profile: T,
  edit: YamlEdit,
  json: (profile: T) => JsonObject,
  read: (spec: FieldReader) => T,
): ProfileEditOutcome<T> {
  const before = json(profile)
  let after = before
  for (const change of edit.changes) {
    const outcome: ChangedObject = withChanges(after, [change])
    if (outcome.kind === 'ok') after = outcome.value
    else if (isKept(before, outcome.path)) return editProblem(missing(outcome.path))
  }
  const readAgain = (object: JsonObject) => read(new FieldReader(object, '', []).at('spec'))
  return ok(withKept(profile, readAgain(before), readAgain(after)), inverseOf(edit, before, after))
}

/** A YAML edit of a whole object, as its source has it. */
export function applyToObject(object: JsonObject, edit: YamlEdit): ProfileEditOutcome<JsonObject> {
  const outcome = withChanges(object, edit.changes)
  if (outcome.kind === 'missing') return editProblem(missing(outcome.path))
  const isSame = isDeepEqual(outcome.value, object)
  return ok(isSame ? object : outcome.value, inverseOf(edit, object, outcome.value))
}

/** The image that all of some changes are about; null: none, or several. */
export function imageIn(changes: readonly ValueChange[]): string | null {
  const images = new Set(
    changes.map(({ path: [root, list, image] }) =>
      root === 'spec' && list === 'machineImages' ? (image ?? null) : null,
    ),
  )
  const [only = null] = images
  return images.size === 1 ? only : null
}

function inverseOf({ image }: YamlEdit, before: JsonObject, after: JsonObject): YamlEdit {
  return { kind: 'yaml', image, changes: differences(after, before) }
}

/** Whether the engine would know of it if it were there: a version or an image. What else it keeps may be left out for browsers. */
function isKept(before: JsonObject, path: readonly string[]): boolean {
  const problem = missing(path)
  return problem.code !== 'unknown-entry' && isJsonObject(before.spec) && Object.hasOwn(before.spec, path[1] ?? '')
}

function missing(path: readonly string[]): EditProblem {
  const [, list, name = '', versions, version] = path
  if (list === 'kubernetes' && name === 'versions' && path.length === 4)
    return { code: 'unknown-version', image: null, version: versions ?? '' }
  if (list === 'machineImages' && path.length === 3) return { code: 'unknown-image', image: name }
  if (list === 'machineImages' && versions === 'versions' && path.length === 5)
    return { code: 'unknown-version', image: name, version: version ?? '' }
  return { code: 'unknown-entry', path }
}

/** What `now` says, with every part that reads as before (`read`) being the same object as before (`old`). */
function withKept<T>(old: T, read: T, now: T): T {
  if (isDeepEqual(read, now)) return old
  if (Array.isArray(old) && Array.isArray(read) && Array.isArray(now)) {
    const known = new Map(read.map((entry, i) => [nameIn(entry), i]))
    return now.map((entry) => {
      const i = known.get(nameIn(entry))
      return i === undefined ? entry : withKept(old[i], read[i], entry)
    }) as T
  }
  if (!isRecord(old) || !isRecord(read) || !isRecord(now)) return now
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, withKept(old[name], read[name], value)]),
  ) as T
}

function nameIn(entry: unknown): unknown {
  return isRecord(entry) ? (entry.name ?? entry.version) : entry
}
