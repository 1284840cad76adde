import { admitShoot, answerText, asStored } from '@/lib/engine/api-server'
import { isObject, type Json, objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { parseInstant } from '@/lib/engine/time'
import type { Runner } from './context'
import { firstDifference } from './difference'
import { differenceOfRefusals, type ExpectedError } from './refusals'
import { admissionProfileOf, completed } from './shoots'

/**
 * Where the engine has Gardener's own words, they are the same to the letter. The cases have the errors of the validation one by one,
 * without what is refused.
 */
function differenceOfWords(expected: readonly ExpectedError[], actual: readonly ShootRefusal[]): string | null {
  if (actual[0]?.stage === 'validation') {
    const other = actual.findIndex(({ quote }, i) => quote !== undefined && !quote.endsWith(expected[i]?.detail ?? ''))
    return other === -1 ? null : `words: expected ${expected[other]?.detail}, got ${actual[other]?.quote}`
  }
  const { text, verbatim } = answerText(actual, 'shoot')
  const detail = expected[0]?.detail
  return !verbatim || text === detail ? null : `words: expected ${detail}, got ${text}`
}

/** What the API server makes of a shoot that a user creates or changes. */
export const shootCreate: Runner = {
  file: 'shoot-create.jsonl',
  run: (vector, context) => {
    const now = parseInstant(String(vector.now))
    if (now === null) return `now: ${vector.now} is not a time`
    const profile = admissionProfileOf(vector, context)
    const before = isObject(vector.old) ? asStored(completed(vector.old), profile) : undefined
    const shoot: Json | undefined = isObject(vector.shoot) ? vector.shoot : undefined
    const result = admitShoot({ before, after: completed(shoot), profile, now })
    const expect = isObject(vector.expect) ? vector.expect : {}
    const errors = (Array.isArray(expect.errors) ? expect.errors : []) as readonly ExpectedError[]
    if (!result.allowed) {
      if (expect.allowed !== true) {
        return differenceOfRefusals(errors, result.errors) ?? differenceOfWords(errors, result.errors)
      }
      return `allowed: expected true, got ${result.errors.map(({ field, text }) => `${field}: ${text}`).join(' | ')}`
    }
    if (expect.allowed !== true) return `allowed: expected false, got true (${errors[0]?.detail})`
    const spec = objectAt(result.shoot, 'spec')
    return firstDifference(
      { kubernetesVersion: expect.kubernetesVersion, workers: expect.workers },
      {
        kubernetesVersion: textAt(spec, 'kubernetes', 'version'),
        workers: objectsAt(spec, 'provider', 'workers').map((worker) => ({
          name: textAt(worker, 'name'),
          kubernetesVersion: textAt(worker, 'kubernetes', 'version') ?? null,
          image: {
            name: textAt(worker, 'machine', 'image', 'name'),
            version: textAt(worker, 'machine', 'image', 'version'),
          },
        })),
      },
    )
  },
}
