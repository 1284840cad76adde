import type { ImageOverride, ImageVersionOverride, ProfileOverrides } from '@/lib/engine/api-server'
import { isDeepEqual } from '@/lib/engine/deep-equal'
import type { FieldProblem } from '@/lib/engine/faults'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { Reader } from '@/lib/engine/reader'
import type { CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import type { Edit, EditProblem, YamlEdit } from './edit'
import { applyEach, applyEdits } from './edits'
import { applyNamespacedEdit } from './namespaced'
import { readOverrides, readProfileSpec } from './read-profile'
import { imageJson, imageVersionJson, lifeJson, overriddenImageJson, overriddenJson, versionJson } from './written'
import { applyToObject } from './yaml'

export type EditedObject =
  /** `problems`: of every edit why it was left out, or null. `inverse` undoes what was done, in the order to apply it in. */
  | {
      readonly kind: 'ok'
      readonly object: JsonObject
      readonly problems: readonly (EditProblem | null)[]
      readonly inverse: readonly Edit[]
    }
  /** The object cannot be understood: what is first wrong with it. */
  | { readonly kind: 'problem'; readonly problem: FieldProblem }

/**
 * A CloudProfile or NamespacedCloudProfile as its source has it, with edits made: it reads as what the engine makes of the same
 * edits. Only entries that the edits change differ; everything else stays, also what Almanac does not know, and what is written
 * in another way than Almanac would.
 *
 * `parent`: of a NamespacedCloudProfile the CloudProfile it builds on. The object given is not changed.
 */
export function editObject(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  let edited: JsonObject = object
  const problems: (EditProblem | null)[] = []
  const inverse: Edit[] = []
  for (const run of runsOf(edits)) {
    const [first] = run
    const outcome = first?.kind === 'yaml' ? editValues(edited, first) : editVersions(edited, run, parent)
    if (outcome.kind === 'problem') return outcome
    edited = outcome.object
    problems.push(...outcome.problems)
    inverse.unshift(...outcome.inverse)
  }
  return { kind: 'ok', object: edited, problems, inverse }
}

/** Edits that the engine makes of what it reads, together as far as they follow each other, and each of the values of the object by itself. */
function runsOf(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const runs: Edit[][] = edits.length === 0 ? [[]] : []
  for (const [i, edit] of edits.entries()) {
    const last = runs.at(-1)
    if (last === undefined || edit.kind === 'yaml' || edits[i - 1]?.kind === 'yaml') runs.push([edit])
    else last.push(edit)
  }
  return runs
}

function editValues(object: JsonObject, edit: YamlEdit): EditedObject {
  const outcome = applyToObject(object, edit)
  if (outcome.kind === 'problem') return { kind: 'ok', object, problems: [outcome.problem], inverse: [] }
  return { kind: 'ok', object: outcome.value, problems: [null], inverse: [outcome.inverse] }
}

function editVersions(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  return object.kind === 'NamespacedCloudProfile'
    ? editNamespaced(object, edits, parent)
    : editCloudProfile(object, edits)
}

function editCloudProfile(object: JsonObject, edits: readonly Edit[]): EditedObject {
  const unreadable = unreadableIn(object)
  if (unreadable !== null) return unreadable
  const before = readProfileSpec(specOf(object))
  const { value: after, problems, inverse } = applyEdits(before, edits, applyEach())
  if (after === before) return { kind: 'ok', object, problems, inverse }
  const spec = objectAt(object, 'spec')
  const kubernetes = objectAt(spec, 'kubernetes')
  const edited = {
    ...spec,
    ...(after.kubernetes !== before.kubernetes && {
      kubernetes: {
        ...kubernetes,
        versions: rewriteVersions(listAt(kubernetes, 'versions'), before.kubernetes, after.kubernetes),
      },
    }),
    ...(after.machineImages !== before.machineImages && {
      machineImages: rewriteImages(listAt(spec, 'machineImages'), before.machineImages, after.machineImages),
    }),
  }
  return { kind: 'ok', object: { ...object, spec: edited }, problems, inverse }
}

function editNamespaced(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  const unreadable = unreadableIn(object)
  if (unreadable !== null) return unreadable
  if (parent === null) return parentUnknown(object)
  const before = readOverrides(specOf(object))
  const { value, problems, inverse } = applyEdits(before, edits, (own, edit) => applyNamespacedEdit(own, parent, edit))
  if (value === before) return { kind: 'ok', object, problems, inverse }
  return {
    kind: 'ok',
    object: { ...object, spec: overriddenSpec(objectAt(object, 'spec'), before, value) },
    problems,
    inverse,
  }
}

/** Lists that hold nothing any more go: they would say nothing. */
function overriddenSpec(spec: JsonObject, before: ProfileOverrides, after: ProfileOverrides): JsonObject {
  const result: Record<string, Json> = { ...spec }
  if (after.kubernetes !== before.kubernetes) {
    const kubernetes = objectAt(spec, 'kubernetes')
    const versions = rewriteVersions(listAt(kubernetes, 'versions'), before.kubernetes, after.kubernetes)
    const { versions: _, ...rest } = kubernetes
    if (versions.length > 0) result.kubernetes = { ...kubernetes, versions }
    else if (Object.keys(rest).length > 0) result.kubernetes = rest
    else delete result.kubernetes
  }
  if (after.machineImages !== before.machineImages) {
    const images = rewriteOverridden(listAt(spec, 'machineImages'), before.machineImages, after.machineImages)
    if (images.length > 0) result.machineImages = images
    else delete result.machineImages
  }
  return result
}

function parentUnknown(object: JsonObject): EditedObject {
  const parent = specOf(object).in('parent', 'name').objectName() ?? ''
  return { kind: 'problem', problem: { path: 'spec.parent', fault: { code: 'parent-unknown', parent } } }
}

function specOf(object: JsonObject): Reader {
  return new Reader(object, '', []).at('spec')
}

/** Why an object is no profile; null: it is one. */
function unreadableIn(object: JsonObject): EditedObject | null {
  const problems: FieldProblem[] = []
  const name = new Reader(object, '', problems).in('metadata', 'name').objectName()
  const [problem] = problems
  return name !== undefined || problem === undefined ? null : { kind: 'problem', problem }
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = object[name]
  return Array.isArray(value) ? value : []
}

/** Lists of a profile as their source has them, made to say what the engine's lists say; see `editObject`. */

function rewriteVersions(
  raw: readonly Json[],
  before: readonly ExpirableVersion[],
  after: readonly ExpirableVersion[],
): readonly Json[] {
  return rewrite(raw, before, after, {
    name: 'version',
    nameOf: ({ version }) => version,
    update: (entry, was, is) => withLife(entry, was, is),
    create: versionJson,
  })
}

function rewriteImages(
  raw: readonly Json[],
  before: readonly MachineImage[],
  after: readonly MachineImage[],
): readonly Json[] {
  return rewrite(raw, before, after, {
    name: 'name',
    nameOf: ({ name }) => name,
    update: (entry, was, is) => ({
      ...entry,
      ...(was.updateStrategy !== is.updateStrategy && { updateStrategy: is.updateStrategy }),
      ...(was.versions !== is.versions && {
        versions: rewrite(listAt(entry, 'versions'), was.versions, is.versions, imageVersion),
      }),
    }),
    create: imageJson,
  })
}

/** The images of a NamespacedCloudProfile. */
function rewriteOverridden(
  raw: readonly Json[],
  before: readonly ImageOverride[],
  after: readonly ImageOverride[],
): readonly Json[] {
  return rewrite(raw, before, after, {
    name: 'name',
    nameOf: ({ name }) => name,
    update: (entry, was, is) => {
      const { updateStrategy, ...rest } = entry
      const kept = is.updateStrategy === undefined && was.updateStrategy !== undefined ? rest : entry
      return {
        ...kept,
        ...(is.updateStrategy !== undefined && { updateStrategy: is.updateStrategy }),
        ...(was.versions !== is.versions && {
          versions: rewrite(listAt(entry, 'versions'), was.versions, is.versions, overriddenVersion),
        }),
      }
    },
    create: overriddenImageJson,
  })
}

interface How<T> {
  /** The field that names an entry. Entries without it are not understood, and stay where they are. */
  readonly name: string
  readonly nameOf: (entry: T) => string
  readonly update: (raw: JsonObject, before: T, after: T) => JsonObject
  readonly create: (after: T) => JsonObject
}

const lifeFields = ['classification', 'expirationDate', 'lifecycle'] as const

const imageVersion: How<MachineImageVersion> = {
  name: 'version',
  nameOf: ({ version }) => version,
  update: (raw, before, after) =>
    isDeepEqual(withoutLife(before), withoutLife(after)) ? withLife(raw, before, after) : imageVersionJson(after),
  create: imageVersionJson,
}

const overriddenVersion: How<ImageVersionOverride> = {
  name: 'version',
  nameOf: ({ version }) => version.version,
  update: (raw, before, after) =>
    before.kind === after.kind && isDeepEqual(withoutLife(before.version), withoutLife(after.version))
      ? withLife(raw, before.version, after.version)
      : overriddenJson(after),
  create: overriddenJson,
}

/**
 * Every entry of `after` is found again in the raw list: by its identity if nothing was done to it, else by its name. What the
 * raw list has and `before` has not was not understood; it stays behind the entry that it stood behind.
 */
function rewrite<T extends object>(
  raw: readonly Json[],
  before: readonly T[],
  after: readonly T[],
  { name, nameOf, update, create }: How<T>,
): readonly Json[] {
  const isNamed = (entry: Json | undefined): entry is JsonObject =>
    isJsonObject(entry) && typeof entry[name] === 'string' && entry[name] !== ''
  const named = raw.filter(isNamed)
  const places = new Map(before.map((entry, i) => [entry, i]))
  const untouched = new Set(after.flatMap((entry) => places.get(entry) ?? []))
  const result: Json[] = after.map((entry) => {
    const same = places.get(entry)
    if (same !== undefined) return named[same] ?? create(entry)
    const i = before.findIndex((other, j) => !untouched.has(j) && nameOf(other) === nameOf(entry))
    const [was, source] = [before[i], named[i]]
    if (was === undefined || source === undefined) return create(entry)
    untouched.add(i)
    places.set(entry, i)
    return update(source, was, entry)
  })
  const sources = after.map((entry) => named[places.get(entry) ?? -1])
  return withUnnamed(raw, result, sources, isNamed)
}

function withUnnamed(
  raw: readonly Json[],
  result: readonly Json[],
  sources: readonly (Json | undefined)[],
  isNamed: (entry: Json) => boolean,
): readonly Json[] {
  const all = [...result]
  const from = [...sources]
  for (const [i, entry] of raw.entries()) {
    if (isNamed(entry)) continue
    const behind = raw.slice(0, i).findLast((other) => from.includes(other))
    const place = behind === undefined ? 0 : from.indexOf(behind) + 1
    all.splice(place, 0, entry)
    from.splice(place, 0, entry)
  }
  return all
}

/** Only fields that say something else than before are written; a new one stands behind those that are there. */
function withLife(raw: JsonObject, before: ExpirableVersion, after: ExpirableVersion): JsonObject {
  const json = lifeJson(after)
  const changed = lifeFields.filter((field) => !isDeepEqual(before[field], after[field]))
  const gone = (field: string) => changed.some((one) => one === field) && json[field] === undefined
  const entries = Object.entries(raw).flatMap(([field, value]): [string, Json][] => {
    if (gone(field)) return []
    return [[field, changed.some((one) => one === field) ? (json[field] ?? value) : value]]
  })
  const fresh = changed.flatMap((field): [string, Json][] => {
    const value = json[field]
    return Object.hasOwn(raw, field) || value === undefined ? [] : [[field, value]]
  })
  const order = Object.keys(raw)
  const isSorted = order.length > 1 && order.every((field, i) => i === 0 || (order[i - 1] ?? '') <= field)
  if (isSorted) return Object.fromEntries([...entries, ...fresh].sort(([a], [b]) => (a < b ? -1 : 1)))
  const last = entries.findLastIndex(([field]) => field === 'version' || lifeFields.some((one) => one === field))
  return Object.fromEntries(entries.toSpliced(last + 1, 0, ...fresh))
}

function withoutLife({ classification, expirationDate, lifecycle, ...rest }: MachineImageVersion): object {
  return rest
}

/** Fields of a profile that people write: without what the API server and controllers make, such as the status. */
export function asWritten({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, namespace, labels, annotations } = isJsonObject(metadata) ? metadata : {}
  const own = withoutKeys(annotations, (key) => key === 'kubectl.kubernetes.io/last-applied-configuration')
  const marks = withoutKeys(labels, (key) => key.startsWith('provider.extensions.gardener.cloud/'))
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(marks !== undefined && { labels: marks }),
      ...(own !== undefined && { annotations: own }),
    },
    ...(spec !== undefined && { spec }),
  }
}

/** Undefined where nothing is left. */
function withoutKeys(entries: Json | undefined, isOut: (key: string) => boolean): JsonObject | undefined {
  if (!isJsonObject(entries)) return undefined
  const kept = Object.entries(entries).filter(([key]) => !isOut(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
