import type { ProblemBody } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus } from '@/lib/contract/status'
import type { Problem } from '@/lib/engine/faults'
import { type Garden, resourceTitle } from '@/lib/garden/garden'
import { missingProfiles } from '@/lib/landscape/problems'

/** How many problems an answer lists. */
const listed = 100

/** What tells of problems: the caller hands it in. */
export interface ProblemWords {
  readonly problemBody: (problem: Problem) => ProblemBody
  /** Why nothing is known; null: there is no problem. */
  readonly nothingReadText: (problems: readonly Problem[]) => string | null
}

/** Whether what is shown follows the garden, as answers tell it. */
export function statusBody(garden: Garden, words: ProblemWords): GardenStatus {
  const status = garden.status()
  const { kind, label, covers, state, since, reason, resources } = status
  const snapshot = garden.snapshot()
  const problems = [...missingProfiles(snapshot, status), ...snapshot.problems]
  return {
    kind,
    label: covers === undefined ? label : `${label}, ${covers}`,
    covers: covers ?? null,
    state,
    since: onWire(since ?? null),
    reason: (state === 'failed' ? words.nothingReadText(snapshot.problems) : null) ?? reason ?? null,
    resources: resources.map(({ read, of, state, message, ...resource }) => ({
      name: resourceTitle(resource),
      read,
      of: of ?? null,
      state,
      message: message ?? null,
    })),
    problems: problems.slice(0, listed).map(words.problemBody),
    problemCount: problems.length,
  }
}
