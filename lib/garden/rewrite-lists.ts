import type { ImageOverride, ImageVersionOverride } from '@/lib/engine/api-server'
import type { Life } from '@/lib/engine/edits'
import { formatInstant } from '@/lib/engine/time'
import type { ExpirableVersion, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import { isDeepEqual } from './deep-equal'
import { isJsonObject, type Json, type JsonObject } from './merge-patch'

/** Lists of a profile as their source has them, made to say what the engine's lists say; see `editObject`. */

export function rewriteVersions(
  raw: readonly Json[],
  before: readonly ExpirableVersion[],
  after: readonly ExpirableVersion[],
): readonly Json[] {
  return rewrite(raw, before, after, {
    name: 'version',
    nameOf: ({ version }) => version,
    update: (entry, was, is) => withLife(entry, was, is),
    create: (is) => ({ version: is.version, ...lifeJson(is) }),
  })
}

export function rewriteImages(
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
    create: ({ name, updateStrategy, versions }) => ({ name, updateStrategy, versions: versions.map(wholeJson) }),
  })
}

/** The images of a NamespacedCloudProfile. */
export function rewriteOverridden(
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
    create: ({ name, updateStrategy, versions }) => ({
      name,
      ...(updateStrategy !== undefined && { updateStrategy }),
      versions: versions.map(overriddenJson),
    }),
  })
}

interface How<T> {
  /** The field that names an entry. Entries without it are not understood, and stay where they are. */
  readonly name: string
  readonly nameOf: (entry: T) => string
  readonly update: (raw: JsonObject, before: T, after: T) => JsonObject
  readonly create: (after: T) => JsonObject
}

const imageVersion: How<MachineImageVersion> = {
  name: 'version',
  nameOf: ({ version }) => version,
  update: (raw, before, after) =>
    isDeepEqual(withoutLife(before), withoutLife(after)) ? withLife(raw, before, after) : wholeJson(after),
  create: wholeJson,
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

const lifeFields = ['classification', 'expirationDate', 'lifecycle'] as const

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

function lifeJson({ classification, expirationDate, lifecycle }: Life): Record<string, Json> {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: formatInstant(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: formatInstant(stage.startTime) }),
      })),
    }),
  }
}

function overriddenJson({ kind, version }: ImageVersionOverride): JsonObject {
  return kind === 'whole' ? wholeJson(version) : { version: version.version, ...lifeJson(version) }
}

function wholeJson(version: MachineImageVersion): JsonObject {
  const { architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates } = version
  return {
    version: version.version,
    ...lifeJson(version),
    ...(architectures.length > 0 && { architectures: [...architectures] }),
    ...(cri.length > 0 && {
      cri: cri.map(({ name, containerRuntimes }) => ({
        name,
        ...(containerRuntimes.length > 0 && { containerRuntimes: containerRuntimes.map((type) => ({ type })) }),
      })),
    }),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && {
      capabilityFlavors: capabilityFlavors.map((flavor) =>
        Object.fromEntries(Object.entries(flavor).map(([name, values]) => [name, [...values]])),
      ),
    }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: { ...inPlaceUpdates } }),
  }
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = object[name]
  return Array.isArray(value) ? value : []
}
