import type { Effect } from '@/lib/engine/outlook/difference'

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
