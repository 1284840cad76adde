/** What clusters of a landscape went through with a version, in figures. */
export interface SoakFigures {
  /** The number of clusters that have run it. */
  readonly clusters: number
  /** The days since the first cluster came to it, with fractions. */
  readonly days: number
  /** Updates to it that failed. */
  readonly failures: number
}

/** The figures of another landscape, by its name. */
export interface SoakedElsewhere extends SoakFigures {
  readonly landscape: string
}

/** What a team wants to see before it promotes a preview: a rule of its own, which Gardener knows nothing of. */
export interface PromotionRule {
  /** How many clusters have to have run it, at least, in all landscapes that count. */
  readonly clusters: number
  /** For how many days it has to have run in one of them, at least. */
  readonly days: number
  /** How many updates to it may have failed, at most, in all of them. */
  readonly failures: number
  /** How many of the clusters have to be in the landscape in which it is promoted, at least; null: this does not matter. */
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

/** The parts of a rule, each by itself, without a sum. Of `others` only those count that the rule names. */
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
