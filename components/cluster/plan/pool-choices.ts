import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'

/** A version that a pool may be given. */
export type PoolChoice = PlanAnswer['poolVersions'][number] & Pick<Stretch, 'isRefused'>

type Stretch = PlanAnswer['poolChoices'][number]['images'][number]

/** What versions a pool may be given, in the order in which they are offered; the answer tells each once for all pools. */
export function poolChoices(
  { poolVersions, poolChoices: all }: Pick<PlanAnswer, 'poolVersions' | 'poolChoices'>,
  { choices }: Pick<PlanAnswer['pools'][number], 'choices'>,
): Readonly<Record<'kubernetes' | 'images', readonly PoolChoice[]>> {
  const listed = (stretches: readonly Stretch[] = []) =>
    stretches.flatMap(({ from, to, isRefused }) =>
      poolVersions.slice(from, to).map((version) => ({ ...version, isRefused })),
    )
  return { kubernetes: listed(all[choices]?.kubernetes), images: listed(all[choices]?.images) }
}
