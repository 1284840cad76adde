import type { Problem as ProblemBody } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus } from '@/lib/contract/status'
import { shortened } from '@/lib/engine/bounds'
import type { GardenState } from '@/lib/garden'
import { type Garden, type ObjectRef, type Problem, resourceTitle, type Snapshot } from '@/lib/garden/garden'
import { labelOf } from '@/lib/garden/read-object'
import { missingProfiles } from '@/lib/landscape/missing-profiles'

/** As many problems as an answer lists. */
const listed = 100
/** As many of one object: its page tells them one by one. */
const ofObject = 10
/** As many characters of what has one, and of why. */
const nameLength = 200
const reasonLength = 500

/** Whether what is shown follows the garden, as answers tell it. */
export function statusBody(garden: Garden): GardenStatus {
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
    reason: reason ?? null,
    resources: resources.map(({ read, of, state, message, ...resource }) => ({
      name: resourceTitle(resource),
      read,
      of: of ?? null,
      state,
      message: message ?? null,
    })),
    problems: problems.slice(0, listed).map(problemOfGarden),
    problemCount: problems.length,
  }
}

function problemOfGarden({ source, line, object, reason, more }: Problem): ProblemBody {
  return {
    source: shortened(source, nameLength),
    line: line ?? null,
    object: object === undefined ? null : shortened(object, nameLength),
    reason: shortened(reason, reasonLength) + (more === undefined ? '' : `. ${more}`),
  }
}

/** What is wrong with one object, for its own page. */
export function problemsOfObject({ problems }: Snapshot, ref: ObjectRef): ProblemBody[] {
  const label = labelOf(ref)
  return problems
    .filter(({ object }) => object === label)
    .slice(0, ofObject)
    .map(problemOfGarden)
}

export interface Readiness {
  readonly isReady: boolean
  /** What is not read yet, or is read and not followed: one sentence each, none when all is well. */
  readonly missing: readonly string[]
}

/** From how the garden is. Each resource that is not in order is named, with how far it is and why. */
export function readinessOf({ state, reason, resources }: GardenState): Readiness {
  const named = resources.flatMap(({ state, read, of, message, ...resource }) => {
    if (state === 'synced') return []
    const progress =
      state === 'waiting' || state === 'reading' ? ` (${read}${of === undefined ? '' : ` of ${of}`})` : ''
    return `${resourceTitle(resource)}${progress}: ${message ?? words[state]}.`
  })
  const isReady = state !== 'reading' && state !== 'failed'
  const missing = named.length > 0 || isReady || reason === undefined ? named : [reason]
  return { isReady, missing }
}

const words = {
  waiting: 'not read yet',
  reading: 'being read',
  stale: 'not followed',
  forbidden: 'may not be read',
} as const
