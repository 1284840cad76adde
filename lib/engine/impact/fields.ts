import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { objectAt, objectsAt, sameJson, textAt, valueAt, withKey } from '@/lib/engine/api-server/manifest'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { ROLLING_ROTATIONS } from '@/lib/engine/rules'

/**
 * The fields in which two stored manifests differ, as paths people know: `spec.kubernetes.version`,
 * `spec.provider.workers[pool-a].machine.type`, `metadata.annotations[gardener.cloud/operation]`
 * (docs/rules.md#impact-of-a-change).
 *
 * Pools are found by name: one that comes or goes is `spec.provider.workers[x]`, a pure change of order
 * `spec.provider.workers`. Lists and maps such as labels, taints or zones are one field each, and so is an object with a
 * meaning of its own (a volume, kubelet settings) that comes empty or goes. Only `spec`, labels, annotations and the state
 * of the two credentials rotations are looked at; the phase of a rotation that has just begun belongs to its time.
 */
export function differingFields(before: ShootManifest, after: ShootManifest): readonly string[] {
  return [
    ...differingAnnotations(objectAt(before, 'metadata', 'annotations'), objectAt(after, 'metadata', 'annotations')),
    ...differences(valueAt(before, 'metadata', 'labels'), valueAt(after, 'metadata', 'labels'), 'metadata.labels'),
    ...differences(valueAt(before, 'spec'), valueAt(after, 'spec'), 'spec'),
    ...ROLLING_ROTATIONS.flatMap((kind) => differingRotation(before, after, kind)),
  ]
}

/**
 * The manifest with one field as it is in another one, everything else unchanged. A field that is absent there is removed,
 * and so are the objects around it that thereby become empty and are absent there, too.
 * A path that leads nowhere in both changes nothing.
 */
export function withField(manifest: ShootManifest, path: string, from: ShootManifest): ShootManifest {
  const steps = stepsOf(path)
  const last = steps.at(-1)
  const changed = takeOver(manifest, steps, from)
  if (last !== 'lastInitiationTime') return asObject(changed, manifest)
  return asObject(takeOver(changed, [...steps.slice(0, -1), 'phase'], from), manifest)
}

/** Whether the field is there at all. */
export function hasField(manifest: ShootManifest, path: string): boolean {
  return stepsOf(path).reduce<Json | undefined>(stepInto, manifest) !== undefined
}

/** The pool that a path leads into, e.g. `pool-a` for `spec.provider.workers[pool-a].machine.type`; undefined if none. */
export function poolOf(path: string): string | undefined {
  return /^spec\.provider\.workers\[([^\]]*)\]/.exec(path)?.[1]
}

/** Everything below one of these is one field. */
const WHOLE = new Set(['labels', 'annotations', 'sysctls', 'providerConfig', 'featureGates'])
/** Objects whose presence means something even when they are empty: they come and go as a whole. */
const MEANINGFUL = new Set([
  'evictionHard',
  'evictionMinimumReclaim',
  'evictionSoft',
  'evictionSoftGracePeriod',
  'kubeReserved',
  'kubelet',
  'memorySwap',
  'volume',
])

function differences(was: Json | undefined, is: Json | undefined, path: string): readonly string[] {
  if (sameJson(was, is)) return []
  if (path === 'spec.provider.workers') return differingPools(objectsAt(was), objectsAt(is), path)
  const name = path.slice(path.lastIndexOf('.') + 1)
  const both = isJsonObject(was) && isJsonObject(is)
  if (WHOLE.has(name) || (!isJsonObject(was) && !isJsonObject(is))) return [path]
  if (!both && MEANINGFUL.has(name) && (name === 'volume' || isJsonObject(was) || isEmpty(is))) return [path]
  const inside = keysOf(was, is).flatMap((key) => differences(valueAt(was, key), valueAt(is, key), `${path}.${key}`))
  return inside.length > 0 || both || CONTAINERS.has(name) ? inside : [path]
}

/** Objects that mean the same whether they are empty or absent. */
const CONTAINERS = new Set(['kubernetes', 'provider', 'systemComponents', 'machineControllerManager', 'spec'])

function differingPools(before: readonly JsonObject[], after: readonly JsonObject[], path: string): readonly string[] {
  const names = before.map(entryName)
  const namesNow = after.map(entryName)
  const kept = names.filter((name) => namesNow.includes(name))
  const keptNow = namesNow.filter((name) => names.includes(name))
  return [
    ...before.flatMap((pool) => {
      const same = after.find((other) => entryName(other) === entryName(pool))
      const place = `${path}[${entryName(pool)}]`
      return same === undefined ? [place] : differences(pool, same, place)
    }),
    ...namesNow.filter((name) => !names.includes(name)).map((name) => `${path}[${name}]`),
    ...(sameJson(kept, keptNow) ? [] : [path]),
  ]
}

function differingAnnotations(was: JsonObject | undefined, is: JsonObject | undefined): readonly string[] {
  return keysOf(was, is)
    .filter((key) => !sameJson(valueAt(was, key), valueAt(is, key)))
    .map((key) => `metadata.annotations[${key}]`)
}

function differingRotation(before: ShootManifest, after: ShootManifest, kind: string): readonly string[] {
  const path = ['status', 'credentials', 'rotation', kind] as const
  const [was, is] = [valueAt(before, ...path), valueAt(after, ...path)]
  const hasBegun = textAt(was, 'lastInitiationTime') !== textAt(is, 'lastInitiationTime')
  return ['lastInitiationTime', 'pendingWorkersRollouts', ...(hasBegun ? [] : ['phase'])]
    .filter((key) => !sameJson(valueAt(was, key), valueAt(is, key)))
    .map((key) => [...path, key].join('.'))
}

/** `a.b[x].c` as steps: keys, and `[x]` for the entry of a list or map with that name. */
function stepsOf(path: string): readonly string[] {
  return path.match(/\[[^[\]]*\]|[^.[\]]+/g) ?? []
}

function stepInto(value: Json | undefined, step: string): Json | undefined {
  if (!step.startsWith('[')) return valueAt(value, step)
  const name = step.slice(1, -1)
  return isJsonObject(value) ? valueAt(value, name) : objectsAt(value).find((entry) => entryName(entry) === name)
}

function takeOver(value: Json | undefined, steps: readonly string[], from: Json | undefined): Json | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return from
  if (step.startsWith('[') && !isJsonObject(value) && !isJsonObject(from)) {
    return takeOverEntry(objectsAt(value), step.slice(1, -1), rest, objectsAt(from))
  }
  if (step === 'workers' && rest.length === 0) return inOrderOf(objectsAt(value, step), objectsAt(from, step), value)
  const key = step.startsWith('[') ? step.slice(1, -1) : step
  const old = valueAt(value, key)
  const next = takeOver(old, rest, valueAt(from, key))
  if (next === old) return value
  const result = withKey(objectAt(value) ?? {}, key, next)
  return Object.keys(result).length === 0 && !isJsonObject(from) ? undefined : result
}

function takeOverEntry(
  entries: readonly JsonObject[],
  name: string,
  rest: readonly string[],
  from: readonly JsonObject[],
): readonly JsonObject[] {
  const index = entries.findIndex((entry) => entryName(entry) === name)
  const source = from.find((entry) => entryName(entry) === name)
  if (rest.length === 0) {
    const others = entries.filter((entry) => entryName(entry) !== name)
    if (source === undefined) return others
    return index < 0 ? [...entries, source] : entries.map((entry, i) => (i === index ? source : entry))
  }
  if (index < 0) return entries
  return entries.map((entry, i) => (i === index ? asObject(takeOver(entry, rest, source), entry) : entry))
}

/** The pools in the order they have elsewhere; those that are not there stay behind the others. */
function inOrderOf(pools: readonly JsonObject[], order: readonly JsonObject[], parent: Json | undefined): Json {
  const names = order.map(entryName)
  const place = (pool: JsonObject): number =>
    names.includes(entryName(pool)) ? names.indexOf(entryName(pool)) : names.length
  const workers = [...pools].sort((a, b) => place(a) - place(b))
  return { ...objectAt(parent), workers }
}

function entryName(entry: JsonObject): string {
  return textAt(entry, 'name') ?? ''
}

function asObject(value: Json | undefined, otherwise: JsonObject): JsonObject {
  return isJsonObject(value) ? value : otherwise
}

function keysOf(...values: readonly (Json | undefined)[]): readonly string[] {
  return [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))].sort()
}

function isEmpty(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}
