import type { Misfit } from '@/lib/engine/image-filter'
import {
  automaticTargetIn,
  type Candidates,
  consecutiveMinorTarget,
  forcedImageSearch,
  isPatchOf,
  RANGES,
  type Range,
  type Removal,
  removedFromAutomatic,
  removedFromConsecutive,
  removedFromForced,
} from '@/lib/engine/select'
import type { ImageUpdateStrategy } from '@/lib/engine/types'
import { compareVersions, plus, type Version } from '@/lib/engine/version'

/** Why a listed version is or is not the target. */
export type Rule =
  /** It is the target. */
  | 'chosen'
  /** It does not fit the pool. */
  | Misfit
  /** It is not a target of this step. */
  | Removal
  /** It would do, but a supported (or not yet available) version comes before a deprecated one. */
  | 'deprecated'
  /** It would do, but a higher one is taken. */
  | 'lower'
  /** It would do, but an equal one that is listed before it is taken. */
  | 'same'
  /** It would do, but a nearer minor or major comes first. */
  | 'farther'

/** How far a step reaches; see `Range` for the automatic ones. `fitting`: the filters before the first step. */
export type Reach = Range | 'fitting' | 'next-minor' | 'next-higher-minor' | 'next-higher-major'

/** One step of a search: which versions it reaches, what it takes, and why not the others. */
export interface Step {
  readonly kind: 'filter' | 'automatic' | 'forced'
  readonly reach: Reach
  readonly reaches: (index: number) => boolean
  /** -1: it finds nothing, and the next step follows. */
  readonly target: number
  readonly ruleOf: (index: number) => Rule
}

/** The steps of a search as `decision.ts` makes them, up to the one that finds something. */
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
  const { target, expiredToo } = forcedImageSearch(candidates, current, strategy)
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
