import { strategyRules } from '@/lib/engine/impact'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'
import type { Edit } from './edit'

/** What the API server takes of a pool only where Gardener selects the nodes. */
export const SURGE_FIELDS = ['maxSurge', 'maxUnavailable'] as const

/**
 * What has to go in the same patch when a pool gets another strategy: where a person selects the nodes, the API server takes no
 * `maxSurge` and no `maxUnavailable`, be they defaults that it set itself.
 * @param isSet whether the pool has the field
 */
export function goesWithStrategy(
  pool: string,
  to: WorkerUpdateStrategy,
  isSet: (field: (typeof SURGE_FIELDS)[number]) => boolean,
): readonly Edit[] {
  if (strategyRules(to).surge) return []
  return SURGE_FIELDS.filter(isSet).map((field) => ({ pool, field, value: null }))
}
