import type { PastUpdateBody } from '@/lib/contract'

type Step = NonNullable<PastUpdateBody['step']>

/** A maintenance that succeeded and did nothing to nodes, but for what is said. */
export function stepOf(parts: Partial<Step> = {}): Step {
  return {
    kind: 'forced',
    window: {
      begin: '2026-11-20T02:00:00Z',
      latestStart: '2026-11-20T02:45:00Z',
      end: '2026-11-20T03:00:00Z',
      offset: '+01:00',
    },
    changes: [],
    versions: { kubernetes: '1.33.11', workers: [] },
    description: 'All maintenance operations successful.',
    state: 'Succeeded',
    failureReason: null,
    denied: false,
    repeats: 0,
    lastWindowBegin: '2026-11-20T02:00:00Z',
    controlPlane: 'none',
    controlPlaneBecause: [],
    effects: [],
    dropped: [],
    operations: [],
    waitsForRetry: false,
    ...parts,
  }
}

/** The control plane was forced from 1.32.9 to 1.32.13, but for what is said. */
export function updateOf(parts: Partial<PastUpdateBody> = {}): PastUpdateBody {
  return {
    at: '2026-11-20T02:04:00Z',
    after: null,
    cause: 'forced',
    moves: [{ component: 'controlPlane', pool: null, image: null, from: '1.32.9', to: '1.32.13' }],
    step: stepOf(),
    question: null,
    sameToday: null,
    known: [],
    ...parts,
  }
}

/** A night in which pool std could not leave its image. */
export function failureAt(at: string, failureReason = 'no version is left'): PastUpdateBody {
  return updateOf({
    at,
    cause: 'fails',
    moves: [{ component: 'poolImage', pool: 'std', image: 'gardenlinux', from: '1877.3.0', to: null }],
    step: stepOf({ kind: 'fails', state: 'Failed', failureReason }),
  })
}
