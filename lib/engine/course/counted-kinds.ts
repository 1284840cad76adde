import type { ForecastStep } from '@/lib/engine/types'

type Kind = ForecastStep['kind']

interface Decided {
  /** Null or absent: there is no version to move to. */
  readonly to?: string | null
  readonly why: ForecastStep['changes'][number]['why']
}

/** There are many maintenances: they share these. */
const ONE = { other: ['other'], auto: ['auto'], forced: ['forced'], fails: ['fails'] } as const
const FORCED_AND_FAILS = ['forced', 'fails'] as const

/**
 * As what a maintenance counts, see `ForecastStep.kinds`: one that forces a part and fails for another is both, unless it is refused as
 * a whole. The one place that says so.
 */
export function countedKinds(kind: Kind, changes: readonly Decided[], denied: boolean): readonly Kind[] {
  const isBoth = kind === 'fails' && !denied && changes.some(({ to, why }) => typeof to === 'string' && why !== 'auto')
  return isBoth ? FORCED_AND_FAILS : ONE[kind]
}
