import { flagAt, isObject, type Json, type JsonObject, objectAt, objectsAt, textAt } from '@/lib/engine/manifest/json'
import type { Remedy } from '@/lib/engine/advice/remedy'
import { shootJson } from '@/lib/engine/manifest/shoot-json'
import type { Shoot } from '@/lib/engine/types'

/** A shoot after `kubectl patch` with what a piece of advice says, as the API server gets it and as the engine sees it. */
export function patched(shoot: Shoot, { patch, patchType }: Pick<Remedy, 'patch' | 'patchType'>) {
  const sent = shootJson(shoot)
  const wanted: Json = JSON.parse(patch ?? '{}')
  const json = patchType === 'json' ? operated(sent, wanted) : merged(sent, wanted)
  if (!isObject(json)) throw new Error('no shoot')
  return { json, shoot: asShoot(shoot, json) }
}

function asShoot(shoot: Shoot, json: JsonObject): Shoot {
  const auto = objectAt(json, 'spec', 'maintenance', 'autoUpdate')
  const pools = objectsAt(json, 'spec', 'provider', 'workers')
  return {
    ...shoot,
    kubernetesVersion: textAt(json, 'spec', 'kubernetes', 'version') ?? '',
    autoUpdate: {
      kubernetesVersion: flagAt(auto, 'kubernetesVersion') ?? shoot.autoUpdate.kubernetesVersion,
      machineImageVersion: flagAt(auto, 'machineImageVersion') ?? shoot.autoUpdate.machineImageVersion,
    },
    workers: shoot.workers.map((worker, i) => {
      const [own, image] = [textAt(pools[i], 'kubernetes', 'version'), objectAt(pools[i], 'machine', 'image')]
      return {
        ...worker,
        ...(own === undefined ? {} : { kubernetesVersion: own }),
        ...(image === undefined
          ? {}
          : { image: { name: textAt(image, 'name') ?? '', version: textAt(image, 'version') ?? '' } }),
      }
    }),
  }
}

/** RFC 7396. */
function merged(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const result: Record<string, Json | undefined> = { ...(isObject(target) ? target : {}) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else if (value !== undefined) result[key] = merged(result[key], value)
  }
  return result
}

/** As much of RFC 6902 as advice uses. */
function operated(target: Json, operations: Json): Json {
  if (!Array.isArray(operations)) throw new Error('no list')
  return operations.reduce((json: Json, operation: Json) => {
    const path = (textAt(operation, 'path') ?? '').split('/').slice(1)
    const value = isObject(operation) ? (operation.value ?? null) : null
    const found = path.reduce<Json | undefined>(at, json)
    if (textAt(operation, 'op') === 'replace' && found !== undefined) return replaced(json, path, value)
    if (textAt(operation, 'op') === 'test' && JSON.stringify(found) === JSON.stringify(value)) return json
    throw new Error(`not possible: ${JSON.stringify(operation)}`)
  }, target)
}

function at(json: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(json)) return json[Number(key)]
  return isObject(json) ? json[key] : undefined
}

function replaced(json: Json | undefined, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value
  const inner = replaced(at(json, key), rest, value)
  return Array.isArray(json) ? json.with(Number(key), inner) : { ...(isObject(json) ? json : {}), [key]: inner }
}
