import type { NextEvent } from './steps'
import type { WhatIfRow } from './what-if'

/** What happens to the very part that a row is about; null: nothing does, and the row tells what the cluster is forced to first. */
export function partOf(
  { ofPart, ...row }: Pick<WhatIfRow, 'before' | 'after' | 'ofPart'>,
  side: 'before' | 'after',
): NextEvent | null {
  return ofPart[side] ? row[side] : null
}
