import type { ProfileOverrides } from '@/lib/engine/api-server'
import type { FieldProblem } from '@/lib/engine/faults'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { FieldReader, present } from '@/lib/engine/reader'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { differences, type ValueChange, valueAtPath, withChanges } from './changes'
import { type Edit, type EditProblem, ok, type ProfileEditOutcome, type YamlEdit } from './edit'
import { applyEdit, applyEdits } from './edits'
import { applyNamespacedEdit } from './namespaced'
import { readOverrides, readProfileSpec } from './read-profile'
import { imageJson, imageVersionJson, versionJson } from './written'
import { applyToObject } from './yaml'

export type EditedObject =
  /** `problems`: of every edit why it was left out, or null. `inverse` undoes what was done, in the order to apply it in. */
  | {
      readonly kind: 'ok'
      readonly object: JsonObject
      /** The object without edits, then after each of them; it stays the same if an edit was left out. */
      readonly states: readonly JsonObject[]
      readonly problems: readonly (EditProblem | null)[]
      readonly inverse: readonly Edit[]
    }
  /** The object cannot be understood: what is first wrong with it. */
  | { readonly kind: 'problem'; readonly problem: FieldProblem }

/**
 * A CloudProfile or NamespacedCloudProfile as its source has it, with edits made: it reads as what the engine makes of the same
 * edits. Only values that the edits change differ; everything else stays, also what Almanac does not know, and what is written
 * in another way than Almanac would.
 *
 * `parent`: of a NamespacedCloudProfile the CloudProfile it builds on. The object given is not changed.
 */
export function editObject(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  // Values are changed by their paths, whatever the object is.
  if (edits.length > 0 && edits.every(({ kind }) => kind === 'yaml'))
    return edited(object, edits, readProfileSpec, applyEdit, false)
  const problems: FieldProblem[] = []
  const name = new FieldReader(object, '', problems).in('metadata', 'name').objectName()
  const [problem] = problems
  if (name === undefined && problem !== undefined) return { kind: 'problem', problem }
  if (object.kind !== 'NamespacedCloudProfile') return edited(object, edits, readProfileSpec, applyEdit, false)
  if (parent !== null)
    return edited(object, edits, readOverrides, (own, edit) => applyNamespacedEdit(own, parent, edit), true)
  const unknown = specOf(object).in('parent', 'name').objectName() ?? ''
  return { kind: 'problem', problem: { path: 'spec.parent', fault: { code: 'parent-unknown', parent: unknown } } }
}

type EditableProfile = CloudProfile | ProfileOverrides

function edited<T extends EditableProfile>(
  object: JsonObject,
  edits: readonly Edit[],
  readSpec: (spec: FieldReader) => T,
  apply: (profile: T, edit: Edit) => ProfileEditOutcome<T>,
  isNamespaced: boolean,
): EditedObject {
  /** `read`: what the engine reads of the object; null: that is not known since its values were changed. */
  type Standing = { readonly object: JsonObject; readonly read: T | null }
  const before: Standing = { object, read: null }
  const { value, states, ...rest } = applyEdits(before, edits, (is: Standing, edit): ProfileEditOutcome<Standing> => {
    if (edit.kind === 'yaml') {
      const outcome = applyToObject(is.object, edit)
      return outcome.kind === 'problem' ? outcome : ok({ object: outcome.value, read: null }, outcome.inverse)
    }
    const read = is.read ?? readSpec(specOf(is.object))
    const outcome = apply(read, edit)
    if (outcome.kind === 'problem') return outcome
    const changes = changesBetween(read, outcome.value, edit)
    const after = changes.reduce((one, change) => written(one, change, isNamespaced), is.object)
    return ok({ object: after, read: outcome.value }, outcome.inverse)
  })
  return { kind: 'ok', object: value.object, states: states.map((is) => is.object), ...rest }
}

function specOf(object: JsonObject): FieldReader {
  return new FieldReader(object, '', []).at('spec')
}

/** What an edit changes, as values of the object. */
function changesBetween(
  was: EditableProfile,
  is: EditableProfile,
  edit: Exclude<Edit, YamlEdit>,
): readonly ValueChange[] {
  if (edit.image === null)
    return versionChanges(['spec', 'kubernetes', 'versions'], was.kubernetes, is.kubernetes, edit, versionJson)
  const path = ['spec', 'machineImages', edit.image]
  const [old, now] = [was, is].map(({ machineImages }) => machineImages.find(({ name }) => name === edit.image))
  if (now === undefined || edit.kind === 'removeImage') return [{ path }]
  if (old === undefined)
    return [{ path, value: imageJson(now), index: is.machineImages.findIndex(({ name }) => name === edit.image) }]
  if (edit.kind === 'strategy') return [{ path: [...path, 'updateStrategy'], value: now.updateStrategy }]
  return versionChanges([...path, 'versions'], old.versions, now.versions, edit, imageVersionJson)
}

function versionChanges<T extends ExpirableVersion>(
  list: readonly string[],
  was: readonly T[],
  is: readonly T[],
  edit: Exclude<Edit, YamlEdit>,
  json: (entry: T) => JsonObject,
): readonly ValueChange[] {
  const version = edit.kind === 'add' ? edit.entry.version : 'version' in edit ? edit.version : ''
  const path = [...list, version]
  const [old, now] = [was, is].map((entries) => entries.find((one) => one.version === version))
  // Of equal texts the first is meant: the one that is left is another.
  if (now === undefined || edit.kind === 'remove') return [{ path }]
  if (old === undefined) return [{ path, value: json(now), index: is.indexOf(now) }]
  const changes = differences(json(old), json(now), path)
  // What is new finds its place among what was there.
  return changes.toSorted((a, b) => Number(a.value === undefined) - Number(b.value === undefined))
}

/** The object with a change: what it stands in is made where it is not there, and goes where it would say nothing any more. */
function written(object: JsonObject, change: ValueChange, isNamespaced: boolean): JsonObject {
  const { path, value } = change
  const put = (is: JsonObject, one: ValueChange) => {
    const outcome = withChanges(is, [one])
    return outcome.kind === 'ok' ? outcome.value : is
  }
  if (value === undefined) {
    const left = [path.slice(0, 3), path.slice(0, 2)]
    const isEmpty = (one: Json | undefined) => typeof one === 'object' && one !== null && Object.keys(one).length === 0
    const without = put(object, change)
    return isNamespaced
      ? left.reduce((is, own) => (isEmpty(valueAtPath(is, own)) ? put(is, { path: own }) : is), without)
      : without
  }
  const made = path.slice(0, -1).reduce((is, step, i) => {
    const own = path.slice(0, i + 1)
    const there = valueAtPath(is, own)
    if (step === 'versions' || step === 'machineImages')
      return Array.isArray(there) ? is : put(is, { path: own, value: [] })
    return isJsonObject(there) ? is : put(is, { path: own, value: {} })
  }, object)
  return put(made, change)
}

/** Fields of a profile that people write: without what the API server and controllers make, such as the status. */
export function asWritten({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, namespace, labels, annotations } = isJsonObject(metadata) ? metadata : {}
  const own = withoutKeys(annotations, (key) => key === 'kubectl.kubernetes.io/last-applied-configuration')
  const marks = withoutKeys(labels, (key) => key.startsWith('provider.extensions.gardener.cloud/'))
  return present({ apiVersion, kind, metadata: present({ name, namespace, labels: marks, annotations: own }), spec })
}

/** Undefined where nothing is left. */
function withoutKeys(entries: Json | undefined, isOut: (key: string) => boolean): JsonObject | undefined {
  if (!isJsonObject(entries)) return undefined
  const kept = Object.entries(entries).filter(([key]) => !isOut(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
