import type { GardenState } from '@/lib/garden'
import { resourceTitle } from '@/lib/garden/garden'

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
