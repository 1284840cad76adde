import type { PastUpdateBody } from '@/lib/questions/cluster/contract'
import { stepOf, windowFrom } from '../../../outlook/testdata/answers'

/** The night of the update below. */
const NIGHT = { window: windowFrom('2026-11-20T02:00:00Z'), description: 'All maintenance operations successful.' }

/** The control plane was forced from 1.32.9 to 1.32.13, but for what is said. */
export function updateOf(parts: Partial<PastUpdateBody> = {}): PastUpdateBody {
  return {
    at: '2026-11-20T02:04:00Z',
    after: null,
    cause: 'forced',
    moves: [{ component: 'controlPlane', pool: null, image: null, from: '1.32.9', to: '1.32.13' }],
    step: stepOf(NIGHT),
    reconciliation: null,
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
    step: stepOf({ ...NIGHT, kind: 'fails', state: 'Failed', failureReason }),
  })
}
