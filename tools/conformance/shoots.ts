import { type AdmissionProfile, admitShoot, answerText, asStored, readSubmittedSpec } from '@/lib/engine/api-server'
import { objectAt, objectsAt, type ShootManifest, sameJson, textAt } from '@/lib/engine/api-server/manifest'
import { changedFields, hasField, impact, withField } from '@/lib/engine/impact'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import type { ShootRefusal } from '@/lib/engine/refusal'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  listOf,
  type VectorCase,
  type VectorRunner,
} from './context'
import { differenceOfRefusals, type ExpectedError, errorsOf, unexpectedRefusal } from './refusals'

/**
 * Where the engine has Gardener's own words, they are the same to the letter. The cases have the errors of the validation one by one,
 * without what is refused.
 */
export function differenceOfWords(expected: readonly ExpectedError[], actual: readonly ShootRefusal[]): string | null {
  if (actual[0]?.stage === 'validation') {
    const other = actual.findIndex(({ quote }, i) => quote !== undefined && !quote.endsWith(expected[i]?.detail ?? ''))
    return other === -1 ? null : `words: expected ${expected[other]?.detail}, got ${actual[other]?.quote}`
  }
  const { text, verbatim } = answerText(actual, 'shoot')
  const detail = expected[0]?.detail
  return !verbatim || text === detail ? null : `words: expected ${detail}, got ${text}`
}

/** What the API server makes of a shoot that a user creates or changes. */
export const shootCreate: VectorRunner = {
  file: 'shoot-create.jsonl',
  run: (vector, context) => {
    const now = instantOf(vector, 'now')
    const profile = admissionProfileOf(vector, context)
    const before = isJsonObject(vector.old) ? asStored(completed(vector.old), profile) : undefined
    const result = admitShoot({ before, after: completed(vector.shoot), profile, now })
    const expect = fieldsOf(vector.expect)
    const errors = errorsOf(expect)
    if (!result.allowed) {
      if (expect.allowed !== true) {
        return differenceOfRefusals(errors, result.errors) ?? differenceOfWords(errors, result.errors)
      }
      return unexpectedRefusal(result.errors)
    }
    if (expect.allowed !== true) return `allowed: expected false, got true (${errors[0]?.detail})`
    const spec = objectAt(result.shoot, 'spec')
    return firstDifference(
      { kubernetesVersion: expect.kubernetesVersion, workers: expect.workers },
      versionsOfSpec(spec),
    )
  },
}

/** What a change of a shoot does to its nodes, or why it is refused. */
export const changeImpact: VectorRunner = {
  file: 'impact.jsonl',
  run: (vector, context) => {
    const now = instantOf(vector, 'now')
    const profile = admissionProfileOf(vector, context)
    const expected = expectationOf(vector)
    const given = { before: completed(vector.before, false), after: completed(vector.after, false) }
    const changed = expected.changed.map(inJson)
    const before = asStored(given.before, profile)
    const after = edited(before, given.before, given.after, changed)
    const result = impact({ before, after, profile, now, changed })
    const found = differenceOfFields(changed, changedFields(before, after))
    if (found !== null) return found
    if (!result.allowed) {
      return expected.allowed ? unexpectedRefusal(result.errors) : differenceOfRefusals(expected.errors, result.errors)
    }
    if (!expected.allowed) return `allowed: expected false, got true (${expected.errors[0]?.detail})`
    const pools = result.pools.map(({ undecided, ...pool }) => (undecided.length > 0 ? { ...pool, undecided } : pool))
    return (
      firstDifference(expected.pools, pools, 'pools') ??
      firstDifference(expected.controlPlane ?? 'unknown', result.controlPlane, 'controlPlane')
    )
  },
}

interface ExpectedAdmission {
  readonly changed: readonly string[]
  readonly allowed: boolean
  readonly errors: readonly ExpectedError[]
  readonly pools: unknown
  readonly controlPlane: unknown
}

function expectationOf(vector: VectorCase): ExpectedAdmission {
  const expect = fieldsOf(vector.expect)
  return {
    changed: listOf(vector.changed).map(String),
    allowed: expect.allowed === true,
    errors: errorsOf(expect),
    pools: JSON.parse(inJson(JSON.stringify(expect.pools ?? []))),
    controlPlane: expect.controlPlane,
  }
}

/** The cases use the validation's spelling of this one field. */
function inJson(text: string): string {
  return text.replaceAll('kubelet.podPIDsLimit', 'kubelet.podPidsLimit')
}

/**
 * The edited fields are those that differ, in any order and however finely they are named. Edits that change nothing, or one
 * field along with another (`minimum` with `zones`), are not in both.
 */
function differenceOfFields(edits: readonly string[], differing: readonly string[]): string | null {
  const isAlong = (path: string): boolean => path.endsWith('.minimum') || path.endsWith('.phase')
  const isNamed = (path: string): boolean =>
    edits.some((edit) => path === edit || path.startsWith(`${edit}.`) || edit.startsWith(`${path}.`))
  const missing = differing.find((path) => !isNamed(path) && !isAlong(path))
  return missing === undefined ? null : `changed: ${missing} differs, but was not edited`
}

/** The profile of a case with the machine and volume types, zones and limits that the API server compares with. */
export function admissionProfileOf(vector: VectorCase, context: ConformanceContext): AdmissionProfile {
  const name = String(vector.profile)
  const raw = context.rawProfile(name)
  return { ...context.profile(name).source, offers: readSubmittedSpec(isJsonObject(raw) ? raw.spec : undefined) }
}

/**
 * The compact shoot of a case with what is the same in all of them: see the vectors' README, how the oracle was run.
 * @param isWorkerless it has none of what only workers need
 */
export function completed(raw: unknown, isWorkerless = !hasWorkers(raw)): ShootManifest {
  const shoot: JsonObject = isJsonObject(raw) ? raw : {}
  const spec = objectAt(shoot, 'spec') ?? {}
  const workers = objectsAt(spec, 'provider', 'workers').map((worker) => ({
    minimum: 1,
    maximum: 3,
    zones: ['zone-a'],
    ...worker,
  }))
  const withWorkers = {
    credentialsBindingName: 'credentials',
    networking: { type: 'local', pods: '10.0.0.0/16', nodes: '10.1.0.0/16', ipFamilies: ['IPv4'] },
  }
  return {
    ...shoot,
    spec: {
      region: 'region-1',
      ...spec,
      ...(!isWorkerless && withWorkers),
      provider: { type: 'local', ...objectAt(spec, 'provider'), ...(workers.length > 0 && { workers }) },
    },
  }
}

function hasWorkers(raw: unknown): boolean {
  return isJsonObject(raw) && objectsAt(raw, 'spec', 'provider', 'workers').length > 0
}

/**
 * The stored shoot with only a case's edits made: what was filled in when it was stored stays, unless it was edited
 * (`changed`). Both given shoots are completed; `stored` is the first one as stored.
 */
function edited(
  stored: ShootManifest,
  before: ShootManifest,
  after: ShootManifest,
  changed: readonly string[],
): ShootManifest {
  const result = merged(stored, before, after)
  const shoot = isJsonObject(result) ? result : {}
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
  if (!isJsonObject(stored) || !isJsonObject(after)) return after
  const was = isJsonObject(before) ? before : {}
  const result: Record<string, Json | undefined> = { ...stored }
  for (const key of new Set([...Object.keys(was), ...Object.keys(after)])) {
    const value = merged(stored[key], was[key], after[key])
    if (value === undefined) delete result[key]
    else result[key] = value
  }
  return result
}

function isNamedList(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((entry) => isJsonObject(entry) && typeof entry.name === 'string')
}

/** What the spec of an accepted shoot has of versions, as cases name it. */
export function versionsOfSpec(spec: JsonObject | undefined) {
  return {
    kubernetesVersion: textAt(spec, 'kubernetes', 'version'),
    workers: objectsAt(spec, 'provider', 'workers').map((worker) => ({
      name: textAt(worker, 'name'),
      kubernetesVersion: textAt(worker, 'kubernetes', 'version') ?? null,
      image: {
        name: textAt(worker, 'machine', 'image', 'name'),
        version: textAt(worker, 'machine', 'image', 'version'),
      },
    })),
  }
}
