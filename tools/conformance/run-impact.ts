import { asStored } from '@/lib/engine/api-server'
import { isObject, type Json } from '@/lib/engine/api-server/manifest'
import { changedFields, impact } from '@/lib/engine/impact'
import { parseInstant } from '@/lib/engine/time'
import type { Runner, VectorCase } from './context'
import { firstDifference } from './difference'
import { differenceOfRefusals, type ExpectedError } from './refusals'
import { admissionProfileOf, completed, edited } from './shoots'

/** What a change of a shoot does to its nodes, or why it is refused. */
export const changeImpact: Runner = {
  file: 'impact.jsonl',
  run: (vector, context) => {
    const now = parseInstant(String(vector.now))
    if (now === null) return `now: ${vector.now} is not a time`
    const profile = admissionProfileOf(vector, context)
    const expected = expectationOf(vector)
    const given = { before: completed(jsonOf(vector.before)), after: completed(jsonOf(vector.after)) }
    const changed = expected.changed.map(inJson)
    const before = asStored(given.before, profile)
    const after = edited(before, given.before, given.after, changed)
    const result = impact({ before, after, profile, now, changed })
    const found = differenceOfFields(changed, changedFields(before, after))
    if (found !== null) return found
    if (!result.allowed) {
      return expected.allowed ? refused(result.errors) : differenceOfRefusals(expected.errors, result.errors)
    }
    if (!expected.allowed) return `allowed: expected false, got true (${expected.errors[0]?.detail})`
    const pools = result.pools.map(({ undecided, ...pool }) => (undecided.length > 0 ? { ...pool, undecided } : pool))
    return (
      firstDifference(expected.pools, pools, 'pools') ??
      firstDifference(expected.controlPlane ?? 'unknown', result.controlPlane, 'controlPlane')
    )
  },
}

interface Expectation {
  readonly changed: readonly string[]
  readonly allowed: boolean
  readonly errors: readonly ExpectedError[]
  readonly pools: unknown
  readonly controlPlane: unknown
}

function expectationOf(vector: VectorCase): Expectation {
  const expect = isObject(vector.expect) ? vector.expect : {}
  return {
    changed: Array.isArray(vector.changed) ? vector.changed.map(String) : [],
    allowed: expect.allowed === true,
    errors: (Array.isArray(expect.errors) ? expect.errors : []) as readonly ExpectedError[],
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

function refused(errors: readonly { readonly field: string; readonly text: string }[]): string {
  return `allowed: expected true, got ${errors.map(({ field, text }) => `${field}: ${text}`).join(' | ')}`
}

function jsonOf(value: unknown): Json | undefined {
  return isObject(value) ? value : undefined
}
