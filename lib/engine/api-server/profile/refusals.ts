import type { ProfileRefusal } from '@/lib/engine/refusal'

/** A refusal of the API server, and the edits that cause it. */
export interface CausedRefusal extends ProfileRefusal {
  /** Positions in the list of edits; none: the profile has it already without them. */
  readonly edits: readonly number[]
}

/**
 * What the API server refuses of the last of several states. `check` judges a state; `states[0]` is without edits, `states[i]`
 * with the first i of them. A refusal is caused by the edit since which it is there all the time; what a later edit sets
 * right is none. In steps: each state takes one.
 * @param final what is refused of the last one, where that is known
 */
export function* causedRefusals<T>(
  states: readonly T[],
  check: (state: T) => readonly ProfileRefusal[],
  final: readonly ProfileRefusal[] = states.slice(-1).flatMap(check),
): Generator<undefined, CausedRefusal[]> {
  if (final.length === 0) return []
  const causes = new Map<string, number>()
  const open = keysOf(final)
  for (let i = states.length - 1; i > 0 && open.size > 0; i--) {
    const earlier = states[i - 1]
    if (earlier !== states[i]) yield
    const there = keysOf(earlier === undefined || earlier === states[i] ? [] : check(earlier))
    for (const key of earlier === states[i] ? [] : open) {
      if (there.has(key)) continue
      causes.set(key, i - 1)
      open.delete(key)
    }
  }
  const caused = new Map<ProfileRefusal, CausedRefusal>()
  return final.map((refusal) => {
    const known = caused.get(refusal)
    if (known !== undefined) return known
    const cause = causes.get(keyOf(refusal))
    const found = { ...refusal, edits: cause === undefined ? [] : [cause] }
    caused.set(refusal, found)
    return found
  })
}

/** One that is there many times is one object. */
function keysOf(refusals: readonly ProfileRefusal[]): Set<string> {
  return new Set([...new Set(refusals)].map(keyOf))
}

/** Positions in lists move with every edit: they do not tell refusals apart, what they say does. */
function keyOf({ stage, rule, type, field, text, subject }: ProfileRefusal): string {
  return [stage, rule, type, field.replace(/\[\d+\]/g, '[]'), text, subject.value ?? ''].join('\n')
}
