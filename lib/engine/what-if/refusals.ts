import { admissionRefusal } from '@/lib/engine/requirements/cloud-profile'
import type { Refusal } from '@/lib/engine/requirements/refusal'

/** A refusal of the API server, and the edits that cause it. */
export interface CausedRefusal extends Refusal {
  /** Positions in the list of edits; none: the profile has it already without them. */
  readonly edits: readonly number[]
}

/**
 * What the API server refuses of the last of several states. `check` judges a state; `states[0]` is without edits, `states[i]`
 * with the first i of them. A refusal is caused by the edit since which it is there all the time; what a later edit sets
 * right is none.
 */
export function causedRefusals<T>(states: readonly T[], check: (state: T) => readonly Refusal[]): CausedRefusal[] {
  const last = states.at(-1)
  if (last === undefined) return []
  const final = partsOf(check(last))
  if (final.length === 0) return []
  const causes = new Map<string, number>()
  const open = new Set(final.map(keyOf))
  for (let i = states.length - 1; i > 0 && open.size > 0; i--) {
    const earlier = states[i - 1]
    const there = new Set(earlier === undefined || earlier === states[i] ? [] : partsOf(check(earlier)).map(keyOf))
    for (const key of earlier === states[i] ? [] : open) {
      if (there.has(key)) continue
      causes.set(key, i - 1)
      open.delete(key)
    }
  }
  return final.map((refusal) => {
    const cause = causes.get(keyOf(refusal))
    return { ...refusal, edits: cause === undefined ? [] : [cause] }
  })
}

/** An admission refusal has one text for all that it found: here each finding is one. */
function partsOf(refusals: readonly Refusal[]): Refusal[] {
  return refusals.flatMap((refusal) => {
    if (refusal.stage !== 'admission') return [refusal]
    const [head = '', ...findings] = refusal.detail.split(' | ')
    if (findings.length === 0) return [refusal]
    const object = head.replace(/ is forbidden: .*$/, '')
    return findings.map((finding) => ({ ...admissionRefusal(object, [finding]), field: refusal.field }))
  })
}

/** Positions in lists move with every edit: they do not tell refusals apart, what they say does. */
function keyOf({ stage, type, field, detail, value }: Refusal): string {
  return [stage, type, field.replace(/\[\d+\]/g, '[]'), detail, value ?? ''].join('\n')
}
