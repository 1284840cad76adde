import type { Effect } from '@/lib/engine/what-if'

/** What worries most comes first. */
export const attention: readonly Effect[] = [
  'stuck',
  'forced',
  'earlier',
  'more',
  'target',
  'later',
  'freed',
  'auto',
  'unchanged',
]
