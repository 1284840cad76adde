import type { Classification, ExpirableVersion, Instant, LifecycleStage, Stage } from '@/lib/engine/types'

/** What a profile says about the life of a version. */
export type Life = Pick<ExpirableVersion, 'classification' | 'expirationDate' | 'lifecycle'>

/** Stages that an operator may classify a version as; it expires by a date. */
export type Classified = Exclude<Classification, 'expired'>

const RANK: Readonly<Record<Stage, number>> = { unavailable: 0, preview: 1, supported: 2, deprecated: 3, expired: 4 }

export function lifeOf({ classification, expirationDate, lifecycle }: ExpirableVersion): Life {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate }),
    ...(lifecycle !== undefined && { lifecycle }),
  }
}

export function withLife<T extends ExpirableVersion>(version: T, life: Life): T {
  const { classification: _, expirationDate: __, lifecycle: ___, ...rest } = version
  return { ...rest, ...life } as T
}

/**
 * The life with another classification. In the newer form its stage begins at `from`, or stays as it is if it began before;
 * what would still come later stays planned, what it overtakes goes. Null: only the expiration stays.
 */
export function classified(life: Life, classification: Classified | null, from: Instant): Life {
  const stages = life.lifecycle ?? []
  if (stages.length === 0) {
    const { classification: _, ...rest } = life
    return classification === null ? rest : { ...rest, classification }
  }
  if (classification === null) {
    const expires = stages.find((stage) => stage.classification === 'expired')?.startTime
    return expires === undefined ? {} : { expirationDate: expires }
  }
  const begun = (stage: LifecycleStage) => stage.startTime === undefined || stage.startTime < from
  const before = stages.filter((stage) => RANK[stage.classification] < RANK[classification] && begun(stage))
  const after = stages.filter((stage) => RANK[stage.classification] > RANK[classification] && !begun(stage))
  const own = stages.find((stage) => stage.classification === classification && begun(stage))
  // Without anything before it, a time would make the version unavailable until then.
  const begins = own ?? (before.length === 0 ? { classification } : { classification, startTime: from })
  return { lifecycle: [...before, begins, ...after] }
}

/**
 * The life with another expiration; null: without one. In the newer form that is its last stage, and stages that would only
 * begin then go.
 */
export function expiring(life: Life, expires: Instant | null): Life {
  const stages = life.lifecycle ?? []
  if (stages.length === 0) {
    const { expirationDate: _, ...rest } = life
    return expires === null ? rest : { ...rest, expirationDate: expires }
  }
  const others = stages.filter((stage) => stage.classification !== 'expired')
  if (expires === null) return others.length === 0 ? {} : { lifecycle: others }
  const kept = others.filter(({ startTime }) => startTime === undefined || startTime < expires)
  return { lifecycle: [...kept, { classification: 'expired', startTime: expires }] }
}

/** The stages replace everything; without any, nothing is known of the version's life. */
export function scheduled(stages: readonly LifecycleStage[] | null): Life {
  return stages === null || stages.length === 0 ? {} : { lifecycle: stages }
}
