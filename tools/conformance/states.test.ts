import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { admitShoot, answerText } from '@/lib/engine/api-server'
import { objectAt, objectsAt, textAt, withKey } from '@/lib/engine/api-server/manifest'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { carriedBy, pickerFor, runMaintenance, settleSettings, subjectOf, type VersionState } from '@/lib/engine/rules'
import { annotationsWithOperations, dueRotations } from '@/lib/engine/rules/operations'
import { parseInstant } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import type { ClusterEvent } from '@/lib/landscape/event'
import { buildLandscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { shootRowOf } from '@/lib/landscape/shoot-row'
import { nightOf } from '@/lib/landscape/zone'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { createContext, type VectorCase } from './context'
import { profileOfVector, shootOfVector } from './maintenance'
import { admissionProfileOf, completed } from './shoots'

/**
 * The states of the vectors, told where a maintenance is not what asks: what the API server refuses of a maintenance it refuses of a user
 * who writes the same, and lists and what runs tonight tell the same outcome.
 */

const DIRECTORY = 'lib/engine/testdata/states'
const context = createContext(DIRECTORY)

interface Case extends VectorCase {
  readonly shoot: JsonObject
  readonly expect: JsonObject
}

const vectors = readFileSync(`${DIRECTORY}/maintain.jsonl`, 'utf8')
  .split('\n')
  .flatMap((line): (Case & { at: number })[] => {
    if (line === '') return []
    const vector: Case = JSON.parse(line)
    return [{ ...vector, at: parseInstant(String(vector.now)) ?? Number.NaN }]
  })

/** The API server's words; null: it takes the update. */
function refusalIn({ expect: expected }: Case): string | null {
  const { error, deniedByApiServer } = expected
  if (typeof error === 'string' && error !== '') return error
  if (deniedByApiServer !== true) return null
  const reason = textAt(expected, 'lastMaintenance', 'failureReason') ?? ''
  return reason.replace('Updates to the Shoot failed to be applied: ', '')
}

const refused = vectors.flatMap((vector) => {
  const text = refusalIn(vector)
  return text === null ? [] : [{ ...vector, text }]
})

describe('a user who writes what a maintenance would is refused by the same rules, with the same words', () => {
  it.each(refused.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const before = completed(vector.shoot)
    const profile = admissionProfileOf(vector, context)
    const admission = admitShoot({ before, after: written(vector, before), profile, now: vector.at })
    expect(admission.allowed ? null : answerText(admission.errors, 'shoot')).toEqual({
      text: vector.text,
      verbatim: true,
    })
  })
})

/** The shoot as the controller would write it. */
function written(vector: (typeof vectors)[number], before: JsonObject): JsonObject {
  const shoot = shootOfVector(vector)
  const profile = profileOfVector(vector, context)
  const carried = carriedBy(shoot)
  const { decided } = runMaintenance(subjectOf(shoot, profile), carried, vector.at, pickerFor(profile))
  if (decided === null) throw new Error(`${vector.name} cannot be read`)
  const settled = carried.settings && settleSettings(carried.settings, carried.state, decided.next)
  const gone = (settled?.changes ?? []).filter(({ to }) => to === null).map(({ path }) => keysOf(path))
  const changed = gone.reduce<Json | undefined>(without, withVersions(before, decided.next))
  if (!isJsonObject(changed)) throw new Error('no shoot')
  return withKey(changed, 'metadata', {
    ...objectAt(changed, 'metadata'),
    annotations: annotationsOf(shoot, vector.at),
  })
}

/** Operations are in the order of their names, as in the cases. */
function annotationsOf(shoot: Shoot, at: number): JsonObject {
  const { annotations } = annotationsWithOperations(shoot, dueRotations(shoot, at))
  return Object.fromEntries(
    Object.entries(annotations).map(([name, value]) => [name, value.split(';').toSorted().join(';')]),
  )
}

function withVersions(manifest: JsonObject, { kubernetes, pools, images }: VersionState): JsonObject {
  const spec = objectAt(manifest, 'spec') ?? {}
  const provider = objectAt(spec, 'provider') ?? {}
  const workers = objectsAt(provider, 'workers').map((worker, i) => {
    const machine = objectAt(worker, 'machine') ?? {}
    const image = objectAt(machine, 'image')
    const [own, version] = [pools[i], images[i]]
    return {
      ...worker,
      ...(typeof own === 'string' && { kubernetes: { ...objectAt(worker, 'kubernetes'), version: own } }),
      ...(image && typeof version === 'string' && { machine: { ...machine, image: { ...image, version } } }),
    }
  })
  return {
    ...manifest,
    spec: {
      ...spec,
      kubernetes: { ...objectAt(spec, 'kubernetes'), version: kubernetes },
      ...(workers.length > 0 && { provider: { ...provider, workers } }),
    },
  }
}

function keysOf(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== '')
}

function without(json: Json | undefined, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) return undefined
  if (Array.isArray(json)) return json.map((one, i) => (i === Number(key) ? (without(one, rest) ?? {}) : one))
  return isJsonObject(json) ? withKey(json, key, without(json[key], rest)) : json
}

describe('lists and what runs tonight tell the outcome of the vector', () => {
  const told = vectors.filter(({ expect: { skipped } }) => skipped === null)
  it.each(told.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { at, expect: expected } = vector
    const landscape = await buildLandscape(
      gardenOf([context.rawProfile(String(vector.profile)), vector.shoot], at).snapshot(),
      at,
    )
    const row = shootRowOf(new Outlook(landscape, 0)).next
    const night = nightOf('UTC', at)
    const tonight = await tonightView(landscape, { night, at, zone: 'UTC' })
    const ahead = tonight.rows.filter(({ foreseen }) => foreseen)
    // A maintenance that is asked for by day belongs to no night.
    const isByDay = at >= night.end
    if (refusalIn(vector) !== null) {
      expect(row).toMatchObject({ kind: 'fails', nodes: { min: 0, max: 0 } })
      expect(row?.cause).not.toBe('no-version')
      const refusals = ahead.map(({ kind, cause }) => ({ kind, cause }))
      expect(refusals).toEqual(isByDay ? [] : [{ kind: 'fails', cause: row?.cause }])
      return
    }
    const failed = expected.lastMaintenanceWritten === true && textAt(expected, 'lastMaintenance', 'state') === 'Failed'
    if (expected.specChanged === true) {
      expect(row).not.toBeNull()
      expect(ahead.map(({ kind }) => kind)).toEqual(isByDay ? [] : [row?.kind])
      if (!failed && !isStopped(row)) expect(row?.kind).not.toBe('fails')
    } else if (!failed && !isStopped(row)) {
      expect(ahead.filter(({ kind }) => kind === 'fails')).toEqual([])
    }
  })
})

/** Where the image step ends before the last pool, what fails stands in no result of Gardener, and lists tell it all the same. */
function isStopped(row: ClusterEvent | null): boolean {
  return row?.cause === 'machine-type-unknown' || row?.cause === 'image-unknown'
}
