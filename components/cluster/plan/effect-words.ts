import type { PlanAnswer, PlanPart } from '@/lib/questions/cluster/contract/plan'
import { capitalized } from '@/lib/words/phrases'
import { fieldName } from '@/lib/words/planned-text'
import { effectName } from '@/lib/words/wording'

/** What happens to a part: `Rolling update, up to 12 nodes`. */
export function effectWords({ pool, effect, nodes }: PlanPart, controlPlane: PlanAnswer['controlPlane']): string {
  if (pool !== null) return effect === 'none' ? 'No node is touched' : capitalized(effectName(effect, nodes))
  if (controlPlane === 'restart') return 'API server and controllers restart'
  return controlPlane === 'none' ? 'Nothing restarts' : 'May restart a component of the control plane'
}

/** Why it takes as long: `6 × (create 20 min + drain 2 h), 3 more and 0 fewer nodes at a time`. */
export function whyWords({ rollout }: PlanPart): string | null {
  if (rollout === null) return null
  return `${rollout.figure}, ${rollout.surge} more and ${rollout.unavailable} fewer at a time`
}

/** The fields that cause it, as people call them; without those of the whole cluster said twice. */
export function causeWords({ because, undecided }: PlanPart): string {
  const names = [...new Set(because.map(fieldName))]
  const maybe = [...new Set(undecided.map(fieldName))]
  return [
    ...(names.length > 0 ? [`because of ${names.join(', ')}`] : []),
    ...(maybe.length > 0 ? [`${maybe.join(', ')}: only the extension of the provider knows whether nodes roll`] : []),
  ].join('; ')
}
