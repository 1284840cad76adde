/** What a team wants to see before it promotes a preview: a rule of its own, which Gardener knows nothing of. */
export interface PromotionRule {
  /** At least so many have run it. */
  readonly clusters: number
  /** Since at least so many days. */
  readonly days: number
  /** At most so many updates to it failed. */
  readonly failures: number
}

export interface RulePart {
  readonly part: keyof PromotionRule
  /** Days are whole and fractions. */
  readonly value: number
  readonly limit: number
  readonly isMet: boolean
}

/** Each part by itself. There is no sum of them. */
export function ruleParts(rule: PromotionRule, found: PromotionRule): readonly RulePart[] {
  return [
    { part: 'clusters', value: found.clusters, limit: rule.clusters, isMet: found.clusters >= rule.clusters },
    { part: 'days', value: found.days, limit: rule.days, isMet: found.days >= rule.days },
    { part: 'failures', value: found.failures, limit: rule.failures, isMet: found.failures <= rule.failures },
  ]
}
