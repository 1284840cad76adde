import type { Why, WhyAnswer } from '@/lib/questions/cluster/contract/why'
import { decidedText } from '@/lib/words/steps'

/** Parts of a cluster about which the same is decided for the same reasons. */
export interface WhyGroup {
  readonly id: string
  /** `Control plane`, `gardenlinux of pools web-a and ledger`. */
  readonly parts: string
  readonly why: Why
}

/** What is updated or fails to be, and what stays as it is; each in Gardener's order, equal decisions together. */
export interface WhyGroups {
  readonly decided: readonly WhyGroup[]
  readonly kept: readonly WhyGroup[]
}

export function whyGroups({ subjects }: Pick<WhyAnswer, 'subjects'>): WhyGroups {
  const groups = new Map<string, { readonly why: Why; readonly pools: string[] }>()
  for (const why of subjects) {
    const id = JSON.stringify({ ...why, pool: why.pool === null ? null : '' })
    const group = groups.get(id) ?? { why, pools: [] }
    if (why.pool !== null) group.pools.push(why.pool)
    groups.set(id, group)
  }
  const all = [...groups].map(([id, { why, pools }]) => ({ id, why, parts: decidedText(why, pools) }))
  return {
    decided: all.filter(({ why }) => why.outcome !== 'keeps'),
    kept: all.filter(({ why }) => why.outcome === 'keeps'),
  }
}
