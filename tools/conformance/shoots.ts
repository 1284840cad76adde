import type { AdmissionProfile } from '@/lib/engine/api-server'
import { readOffers } from '@/lib/engine/api-server'
import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  sameJson,
  textAt,
} from '@/lib/engine/api-server/manifest'
import { hasField, withField } from '@/lib/engine/impact'
import type { Context, VectorCase } from './context'

/** The profile of a case with the machine and volume types, zones and limits that the API server compares with. */
export function admissionProfileOf(vector: VectorCase, context: Context): AdmissionProfile {
  const name = String(vector.profile)
  const raw = context.rawProfile(name)
  return { ...context.profile(name).source, offers: readOffers(isObject(raw) ? raw.spec : undefined) }
}

/** The compact shoot of a case with what is the same in all of them: see the vectors' README, how the oracle was run. */
export function completed(shoot: Json | undefined): ShootManifest {
  const manifest = isObject(shoot) ? shoot : {}
  const spec = objectAt(manifest, 'spec') ?? {}
  return {
    ...manifest,
    spec: {
      ...spec,
      region: 'region-1',
      credentialsBindingName: 'credentials',
      networking: { type: 'local', pods: '10.0.0.0/16', nodes: '10.1.0.0/16', ipFamilies: ['IPv4'] },
      provider: completedProvider(spec),
    },
  }
}

function completedProvider(spec: JsonObject): JsonObject {
  const workers = objectsAt(spec, 'provider', 'workers').map((worker) => ({
    minimum: 1,
    maximum: 3,
    zones: ['zone-a'],
    ...worker,
  }))
  return { ...objectAt(spec, 'provider'), ...(workers.length === 0 ? {} : { workers }) }
}

/**
 * The stored shoot with only a case's edits made: what was filled in when it was stored stays, unless it was edited
 * (`changed`). Both given shoots are completed; `stored` is the first one as stored.
 */
export function edited(
  stored: ShootManifest,
  before: ShootManifest,
  after: ShootManifest,
  changed: readonly string[],
): ShootManifest {
  const result = merged(stored, before, after)
  const shoot = isObject(result) ? result : {}
  return changed.reduce((state, path) => (!hasField(after, path) ? withField(state, path, after) : state), shoot)
}

/** Takes from `after` what it has other than `before`; everything else is as stored. */
function merged(stored: Json | undefined, before: Json | undefined, after: Json | undefined): Json | undefined {
  if (sameJson(before, after)) return stored
  if (isNamedList(before) && isNamedList(after)) {
    return after.map((entry) => {
      const same = (other: JsonObject): boolean => textAt(other, 'name') === textAt(entry, 'name')
      const old = before.find(same)
      const kept = isNamedList(stored) ? stored.find(same) : undefined
      return merged(kept, old, entry) ?? entry
    })
  }
  if (!isObject(stored) || !isObject(after)) return after
  const was = isObject(before) ? before : {}
  const result: Record<string, Json | undefined> = { ...stored }
  for (const key of new Set([...Object.keys(was), ...Object.keys(after)])) {
    const value = merged(stored[key], was[key], after[key])
    if (value === undefined) delete result[key]
    else result[key] = value
  }
  return result
}

function isNamedList(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && typeof entry.name === 'string')
}
