import type { ProfileRefusal } from '@/lib/engine/refusal'

/** A refusal of the API server, and the edits that cause it. */
export interface CausedRefusal extends ProfileRefusal {
  /** Positions in the list of edits; none: the profile has it already without them. */
  readonly edits: readonly number[]
}

/**
 * What the API server refuses of the last of several states. `check` judges a state; `states[0]` is without edits, `states[i]`
 * with the first i of them. A refusal is caused by the edit since which it is there all the time; what a later edit sets
 * right is none.
 */
export function causedRefusals<T>(
  states: readonly T[],
  check: (state: T) => readonly ProfileRefusal[],
): CausedRefusal[] {
  const last = states.at(-1)
  if (last === undefined) return []
  const final = check(last)
  if (final.length === 0) return []
  const causes = new Map<string, number>()
  const open = new Set(final.map(keyOf))
  for (let i = states.length - 1; i > 0 && open.size > 0; i--) {
    const earlier = states[i - 1]
    const there = new Set(earlier === undefined || earlier === states[i] ? [] : check(earlier).map(keyOf))
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

/** Positions in lists move with every edit: they do not tell refusals apart, what they say does. */
function keyOf({ stage, rule, type, field, text, subject }: ProfileRefusal): string {
  return [stage, rule, type, field.replace(/\[\d+\]/g, '[]'), text, subject.value ?? ''].join('\n')
}
