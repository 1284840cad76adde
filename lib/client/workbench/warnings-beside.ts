import type { EditBody, WhatIfAnswer, WhatIfWarning } from '@/lib/contract'

/** A draft with edits that set its broken rules right, and what it would do. */
interface Remedied {
  readonly edits: readonly EditBody[]
  readonly answer: Pick<WhatIfAnswer, 'edits'>
}

/**
 * The warnings of every edit. While remedies are offered, the effect that is shown is that of the draft with them, and so are the
 * warnings: those of an edit that a remedy adds stand beside the one that needs it.
 */
export function warningsBeside(
  edits: readonly EditBody[],
  remedied: Remedied,
  /** Positions of the edits that break a rule. */
  broken: readonly number[],
): readonly (readonly WhatIfWarning[])[] {
  const texts = edits.map((edit) => JSON.stringify(edit))
  const warnings = edits.map((): WhatIfWarning[] => [])
  const taken = new Set<number>()
  for (const [i, edit] of remedied.edits.entries()) {
    const text = JSON.stringify(edit)
    const same = texts.findIndex((one, place) => one === text && !taken.has(place))
    if (same !== -1) taken.add(same)
    const place = same === -1 ? (broken[0] ?? 0) : same
    warnings[place]?.push(...(remedied.answer.edits[i]?.warnings ?? []))
  }
  return warnings
}
