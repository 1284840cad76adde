import type { CANDIDATE_RULES, REACHES, STEP_KINDS } from '@/lib/engine/kinds'
import {
  automaticTargetIn,
  type Candidates,
  compareVersions,
  consecutiveMinorTarget,
  forcedImageSearch,
  isPatchOf,
  plus,
  RANGES,
  type Range,
  removedFromAutomatic,
  removedFromConsecutive,
  removedFromForced,
  type Version,
} from '@/lib/engine/rules'
import type { ImageUpdateStrategy } from '@/lib/engine/types'

export type Rule = (typeof CANDIDATE_RULES)[number]

/** How far a step reaches; see `Range` for the automatic ones. */
export type Reach = (typeof REACHES)[number]

/** One step of a search: which versions it reaches, what it takes, and why not the others. */
export interface Step {
  readonly kind: (typeof STEP_KINDS)[number]
  readonly reach: Reach
  readonly reaches: (index: number) => boolean
  /** -1: it finds nothing, and the next step follows. */
  readonly target: number
  readonly ruleOf: (index: number) => Rule
}

/** The steps of a search as `decide.ts` makes them, up to the one that finds something. */
export function stepsOf(
  candidates: Candidates,
  current: Version,
  strategy: ImageUpdateStrategy,
  forced: 'kubernetes' | 'image' | null,
): Step[] {
  const steps: Step[] = []
  for (const range of RANGES[strategy]) {
    const step = automaticStep(candidates, current, range)
    steps.push(step)
    if (step.target !== -1) return steps
  }
  if (forced === 'kubernetes') return [...steps, consecutiveStep(candidates, current)]
  if (forced === 'image' && strategy !== 'major') return [...steps, forcedStep(candidates, current, strategy)]
  return steps
}

function automaticStep(candidates: Candidates, current: Version, range: Range): Step {
  const { table, stages } = candidates
  const target = automaticTargetIn(candidates, current, range)
  return {
    kind: 'automatic',
    reach: range,
    reaches: (index) => isWithin(table.at(index), current, range),
    target,
    ruleOf: (index) =>
      removedFromAutomatic(table.at(index), stages[index], current, range) ?? ranked(candidates, index, target),
  }
}

function isWithin(version: Version, current: Version, range: Range): boolean {
  if (range === 'same-minor') return isPatchOf(version, current)
  return range === 'any' || version.major === current.major
}

function consecutiveStep(candidates: Candidates, current: Version): Step {
  const { table, stages } = candidates
  const target = consecutiveMinorTarget(candidates, current)
  return {
    kind: 'forced',
    reach: 'next-minor',
    reaches: (index) => table.at(index).major === current.major && table.at(index).minor === plus(current.minor, 1),
    target,
    ruleOf: (index) =>
      removedFromConsecutive(table.at(index), stages[index], current) ?? ranked(candidates, index, target),
  }
}

function forcedStep(candidates: Candidates, current: Version, strategy: 'patch' | 'minor'): Step {
  const { table, stages } = candidates
  const { target, expiredToo } = forcedImageSearch(candidates, (index) => candidates.stages[index], current, strategy)
  const level = (index: number) => (strategy === 'patch' ? table.at(index).minor : table.at(index).major)
  return {
    kind: 'forced',
    reach: strategy === 'patch' ? 'next-higher-minor' : 'next-higher-major',
    reaches: (index) =>
      target !== -1 &&
      level(index) === level(target) &&
      (strategy === 'minor' || table.at(index).major === current.major),
    target,
    ruleOf: (index) => {
      const removal = removedFromForced(table.at(index), stages[index], current, strategy)
      if (removal !== null) return removal
      if (stages[index] === 'expired' && !expiredToo) return 'expired'
      return target !== -1 && level(index) > level(target) ? 'farther' : ranked(candidates, index, target)
    },
  }
}

/** A version that would do, beside the one that was taken. */
function ranked({ table, stages }: Candidates, index: number, target: number): Rule {
  if (index === target) return 'chosen'
  if (stages[index] === 'expired' && stages[target] !== 'expired') return 'expired'
  const order = compareVersions(table.at(index), table.at(target))
  if (order === 0) return 'same'
  return order < 0 ? 'lower' : 'deprecated'
}
