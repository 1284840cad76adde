/** What clusters of a landscape went through with a version, in figures. */
export interface SoakFigures {
  /** That have run it. */
  readonly clusters: number
  /** Since the first one came to it, whole and fractions. */
  readonly days: number
  /** Updates to it that failed. */
  readonly failures: number
}

/** The same of another landscape, by its name. */
export interface SoakedElsewhere extends SoakFigures {
  readonly landscape: string
}

/** What a team wants to see before it promotes a preview: a rule of its own, which Gardener knows nothing of. */
export interface PromotionRule {
  /** At least so many have run it, in all landscapes that count. */
  readonly clusters: number
  /** Since at least so many days in one of them. */
  readonly days: number
  /** At most so many updates to it failed, in all of them. */
  readonly failures: number
  /** At least so many of the clusters are of the landscape in which it is promoted; null: that is all the same. */
  readonly clustersHere: number | null
  /** The names of other landscapes that count as well. */
  readonly landscapes: readonly string[]
}

export interface RulePart {
  readonly part: 'clusters' | 'days' | 'failures' | 'clustersHere'
  /** Days are whole and fractions. */
  readonly value: number
  readonly limit: number
  readonly isMet: boolean
}

/** Each part by itself. There is no sum of them. Of `others` only those count that the rule names. */
export function ruleParts(
  { clusters, days, failures, clustersHere, landscapes }: PromotionRule,
  here: SoakFigures,
  others: readonly SoakedElsewhere[],
): readonly RulePart[] {
  const counted: readonly SoakFigures[] = [here, ...others.filter(({ landscape }) => landscapes.includes(landscape))]
  const sum = (what: 'clusters' | 'failures') => counted.reduce((all, one) => all + one[what], 0)
  return [
    atLeast('clusters', sum('clusters'), clusters),
    ...(clustersHere === null ? [] : [atLeast('clustersHere', here.clusters, clustersHere)]),
    atLeast('days', Math.max(...counted.map((one) => one.days)), days),
    { part: 'failures', value: sum('failures'), limit: failures, isMet: sum('failures') <= failures },
  ]
}

function atLeast(part: RulePart['part'], value: number, limit: number): RulePart {
  return { part, value, limit, isMet: value >= limit }
}

/** The parts of a rule, of which only this landscape was known, with what others saw that count. */
export function withOthers(
  parts: readonly RulePart[],
  landscapes: readonly string[],
  others: readonly SoakedElsewhere[],
): readonly RulePart[] {
  const of = (part: RulePart['part']) => parts.find((one) => one.part === part)
  const [clusters, days, failures, clustersHere] = [of('clusters'), of('days'), of('failures'), of('clustersHere')]
  if (clusters === undefined || days === undefined || failures === undefined) return parts
  const limits = { clusters: clusters.limit, days: days.limit, failures: failures.limit }
  const here = { clusters: clusters.value, days: days.value, failures: failures.value }
  return ruleParts({ ...limits, clustersHere: clustersHere?.limit ?? null, landscapes }, here, others)
}
