import type { SEVERITIES } from '@/lib/engine/words'

/** Something that stands in the way of maintenance or follows from it, in whole sentences. */
export interface Obstacle {
  readonly severity: (typeof SEVERITIES)[number]
  readonly text: string
}
