import type { StatusAnswer } from '@/lib/contract/status'
import type { Zone } from '@/lib/contract/zone'
import { MINUTE, momentText, ms } from './time-text'

/** How long what is seen may wait before a page says that nothing is recorded. */
const USUAL = 2 * MINUTE

/** What is wrong with recording, as a sentence; null: nothing is. */
export function recordingText(
  { until, problem }: Pick<StatusAnswer['recording'], 'until' | 'problem'>,
  zone: Zone,
  now: number,
): string | null {
  if (problem === null) return null
  if (until === null) return `Nothing is recorded: ${reasonText(problem)}`
  // Then something else is wrong with it, which the sentence tells.
  if (ms(until) >= now) return problem
  if (now - ms(until) < USUAL) return `What is seen may not be recorded: ${reasonText(problem)}`
  return `Nothing is recorded since ${momentText(until, zone, now)}: ${reasonText(problem)}`
}

/** What the codes mean that stores give most often. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\((SQLITE_FULL|53100)\)/, 'the disk is full'],
  [/\((SQLITE_READONLY\w*|25006)\)/, 'nothing may be written there'],
]

/** `the disk is full. almanac.db in DATA_DIR cannot be used (SQLITE_FULL).` */
function reasonText(problem: string): string {
  const known = REASONS.find(([code]) => code.test(problem))
  return known === undefined ? problem.replace(/^The /, 'the ') : `${known[1]}. ${problem}`
}
