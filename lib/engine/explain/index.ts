/** Why a shoot gets this version and no other. */

import type { CANDIDATE_RULES, REACHES, STEP_KINDS } from '@/lib/engine/kinds'
import {
  AUTOMATIC_RANGES_OF_STRATEGY,
  type AutomaticRange,
  automaticTargetIn,
  type CompiledImage,
  type CompiledProfile,
  compareVersions,
  consecutiveMinorTarget,
  decide,
  forcedImageSearch,
  isOfNextMinor,
  isPatchOf,
  KEEP,
  listedKubernetes,
  type MaintenanceSubject,
  type Misfit,
  misfitOf,
  type PoolDemands,
  parseVersion,
  pickerFor,
  reasonFor,
  removedFromAutomatic,
  removedFromConsecutive,
  removedFromForced,
  stateOf,
  stopAt,
  subjectOf,
  type Version,
  type VersionCandidates,
  type VersionDecision,
  type VersionPicker,
  type VersionState,
  type VersionTable,
} from '@/lib/engine/rules'
import type {
  ClusterPart,
  Component,
  ExpirableVersion,
  ImageStop,
  ImageUpdateStrategy,
  Instant,
  Shoot,
  Stage,
  UpdateReason,
} from '@/lib/engine/types'

export interface ExplainedCandidate {
  readonly version: string
  readonly stage: Stage
  readonly rule: CandidateRule
  /** The version as the profile has it. */
  readonly source: ExpirableVersion
}

/** One step of the search, with the versions that it reached and that no step before had looked at. */
export interface ExplainedStep {
  readonly kind: SearchStep['kind']
  readonly reach: SearchStep['reach']
  /** The candidates within reach first, in each part the highest first. */
  readonly candidates: readonly ExplainedCandidate[]
}

/** What comes of one component of a shoot. */
interface ComponentOutcome extends ClusterPart {
  /** The update strategy of the image; null: it is Kubernetes, or the image is not known. */
  readonly strategy: ImageUpdateStrategy | null
  readonly current: string
  /** The kubelet version that the image must support; null: Kubernetes. */
  readonly kubelet: string | null
  /** What the current version is, among those that fit; undefined: not listed, which counts as expired. */
  readonly stage: Stage | undefined
  /** Null: it may stay as it is, and no other was looked for. */
  readonly why: UpdateReason | null
  /** The decision of the maintenance; for pools it is clipped to the version of the control plane. */
  readonly decision: VersionDecision
  /** Why the image step ended at or before this pool. */
  readonly stopped: ImageStop | null
}

/** The outcome together with what was looked at. */
export interface Explanation extends ComponentOutcome {
  /** The steps in the order in which they were tried; empty if nothing was looked for. */
  readonly steps: readonly ExplainedStep[]
  /** Versions that are lower than the current one, and in no step. Highest first. */
  readonly below: readonly string[]
}

type SearchedVersions = Pick<Explanation, 'steps' | 'below'>

/** What was looked at is found when it is asked for. */
interface ExplainableOutcome extends ComponentOutcome {
  readonly lookedAt: () => SearchedVersions
}

/**
 * For each component of the shoot every version on offer, in the order in which Gardener looks at them, and the first rule
 * that removes it, as a maintenance at the instant would see it (docs/rules.md#automatic-target). It asks the same
 * questions as `decide`, one by one. What was looked at for one component is found when it is taken: for hundreds of pools with
 * thousands of versions each that takes its time.
 */
export function* explain(shoot: Shoot, profile: CompiledProfile, at: Instant): Generator<Explanation, undefined> {
  for (const { lookedAt, ...outcome } of outcomesOf(shoot, profile, at)) yield { ...outcome, ...lookedAt() }
}

/** What comes of each component. `picker`: one that remembers what it picked, where there is one. */
export function outcomesOf(
  shoot: Shoot,
  profile: CompiledProfile,
  at: Instant,
  picker: VersionPicker = pickerFor(profile),
): ExplainableOutcome[] {
  const state = stateOf(shoot)
  const subject = subjectOf(shoot, profile)
  const decided = decide(subject, state, at, picker)
  const common = { image: null, strategy: null, kubelet: null, stopped: null }
  const kubernetes = (
    component: Component,
    pool: string | null,
    current: string,
    decision: VersionDecision = KEEP,
  ): ExplainableOutcome => {
    const found = explainKubernetes(profile.kubernetes, current, shoot.autoUpdate.kubernetesVersion, at)
    return { component, pool, decision, current, ...common, ...found }
  }
  const controlPlane = kubernetes('controlPlane', null, state.kubernetes, decided?.controlPlane)
  const pools = shoot.workers.flatMap(({ name }, i): ExplainableOutcome[] => {
    const own = state.pools[i] ?? null
    return own === null ? [] : [kubernetes('poolKubernetes', name, own, decided?.pools[i])]
  })
  return [controlPlane, ...pools, ...explainImages(subject, state, at, picker)]
}

type StageOf = VersionCandidates['stageOf']

type OutcomeSource = Pick<ExplainableOutcome, 'stage' | 'why' | 'lookedAt'>

function explainKubernetes(table: VersionTable, current: string, auto: boolean, at: Instant): OutcomeSource {
  const listed = listedKubernetes(table, current)
  // What is no version is left as it is.
  if (listed === 'unreadable') return { stage: undefined, why: null, lookedAt: nothing }
  return found(table, { current, listed, auto }, at, (stageOf, version, why) =>
    stepsOf({ table, ascending: table.ascending, stageOf }, version, 'patch', why === 'auto' ? null : 'kubernetes'),
  )
}

/** `listed`: null: not at all; `stepsFrom`: the steps from a version that is to be updated for a reason. */
function found(
  table: VersionTable,
  { current, listed, auto }: { readonly current: string; readonly listed: number | null; readonly auto: boolean },
  at: Instant,
  stepsFrom: (stageOf: StageOf, version: Version, why: UpdateReason) => readonly SearchStep[],
): OutcomeSource {
  const stageOf = table.stageOf(at)
  const stage = listed === null ? undefined : stageOf(listed)
  const why = reasonFor(stage, auto)
  const version = parseVersion(current)
  if (why === null || version === null) return { stage, why, lookedAt: nothing }
  return { stage, why, lookedAt: () => told(table, stageOf, version, stepsFrom(stageOf, version, why)) }
}

function nothing(): SearchedVersions {
  return { steps: [], below: [] }
}

/** Decisions are those made for each pool, also where a pool further on ends the step so that none is reported. */
function explainImages(
  subject: MaintenanceSubject,
  state: VersionState,
  at: Instant,
  picker: VersionPicker,
): ExplainableOutcome[] {
  const { shoot, profile } = subject
  let stopped: ImageStop | null = null
  return shoot.workers.flatMap((worker, i): ExplainableOutcome[] => {
    const current = state.images[i] ?? null
    const kubelet = parseVersion(state.pools[i] ?? state.kubernetes)
    const pool = subject.pools[i]
    const because = stopped === null ? stopAt(pool, kubelet, current) : null
    if (because !== null) stopped = { because, pool: worker.name }
    if (worker.image === undefined || current === null) return []
    const image = pool?.image
    const common = {
      component: 'poolImage' as const,
      pool: worker.name,
      image: worker.image.name,
      strategy: image?.source.updateStrategy ?? null,
      kubelet: state.pools[i] ?? state.kubernetes,
      current,
      stopped,
    }
    if (stopped !== null || image === undefined || kubelet === null || pool === undefined) {
      return [{ ...common, decision: KEEP, stage: undefined, why: null, lookedAt: nothing }]
    }
    const demands = { worker, machineType: pool.machineType, kubelet, current }
    const auto = shoot.autoUpdate.machineImageVersion
    const decision = picker.image(image, demands, auto, at)
    return [{ ...common, decision, ...explainImage(image, demands, auto, profile, at) }]
  })
}

function explainImage(
  image: CompiledImage,
  demands: PoolDemands,
  auto: boolean,
  profile: CompiledProfile,
  at: Instant,
): OutcomeSource {
  const { table } = image
  const { current } = demands
  const misfitAt = (index: number) => {
    const version = image.versions[index]
    return version === undefined ? null : misfitOf(version, demands, profile.source)
  }
  const isNamed = demands.worker.image?.name === image.source.name
  const index = isNamed ? table.versions.findIndex(({ text }, i) => text === current && misfitAt(i) === null) : -1
  const listed = index === -1 ? null : index
  return found(table, { current, listed, auto }, at, (stageOf, version, why) => {
    const misfits = image.versions.map((_, i) => misfitAt(i))
    const candidates = { table, ascending: table.ascending.filter((i) => misfits[i] === null), stageOf }
    const steps = stepsOf(candidates, version, image.source.updateStrategy, why === 'auto' ? null : 'image')
    return [filterStep(misfits), ...steps]
  })
}

function filterStep(misfits: readonly (Misfit | null)[]): SearchStep {
  return {
    kind: 'filter',
    reach: 'fitting',
    reaches: (index) => misfits[index] !== null,
    target: -1,
    ruleOf: (index) => misfits[index] ?? 'chosen',
  }
}

/**
 * Versions that are lower than the current one and of another minor need no step. Each other one is told once: by the first
 * step that reaches it, else by the last one that was tried.
 */
function told(table: VersionTable, stageOf: StageOf, current: Version, steps: readonly SearchStep[]): SearchedVersions {
  const isBelow = (index: number) =>
    compareVersions(table.at(index), current) < 0 && !isPatchOf(table.at(index), current)
  const descending = table.ascending.toReversed()
  let left = descending.filter((index) => !isBelow(index))
  const explained = steps.map((step, i): ExplainedStep => {
    const reached = left.filter(step.reaches)
    left = left.filter((index) => !step.reaches(index))
    const candidates = (i === steps.length - 1 ? [...reached, ...left] : reached).map((index) => ({
      version: table.at(index).text,
      stage: stageOf(index) ?? 'unavailable',
      rule: step.ruleOf(index),
      source: table.sources[index] ?? { version: table.at(index).text },
    }))
    return { kind: step.kind, reach: step.reach, candidates }
  })
  return {
    steps: explained.filter(({ kind, candidates }) => kind !== 'filter' || candidates.length > 0),
    below: descending.filter(isBelow).map((index) => table.at(index).text),
  }
}

type CandidateRule = (typeof CANDIDATE_RULES)[number]

/** How far a step reaches; see `AutomaticRange` for the automatic ones. */
export type StepReach = (typeof REACHES)[number]

/** One step of a search: which versions it reaches, what it takes, and why not the others. */
interface SearchStep {
  readonly kind: (typeof STEP_KINDS)[number]
  readonly reach: StepReach
  readonly reaches: (index: number) => boolean
  /** -1: it finds nothing, and the next step follows. */
  readonly target: number
  readonly ruleOf: (index: number) => CandidateRule
}

/** The steps of a search as `decide.ts` makes them, up to the one that finds something. */
function stepsOf(
  candidates: VersionCandidates,
  current: Version,
  strategy: ImageUpdateStrategy,
  forced: 'kubernetes' | 'image' | null,
): SearchStep[] {
  const steps: SearchStep[] = []
  for (const range of AUTOMATIC_RANGES_OF_STRATEGY[strategy]) {
    const step = automaticStep(candidates, current, range)
    steps.push(step)
    if (step.target !== -1) return steps
  }
  if (forced === 'kubernetes') return [...steps, consecutiveStep(candidates, current)]
  if (forced === 'image' && strategy !== 'major') return [...steps, forcedStep(candidates, current, strategy)]
  return steps
}

function automaticStep(candidates: VersionCandidates, current: Version, range: AutomaticRange): SearchStep {
  const { table, stageOf } = candidates
  const target = automaticTargetIn(candidates, current, range)
  return {
    kind: 'automatic',
    reach: range,
    reaches: (index) => isWithin(table.at(index), current, range),
    target,
    ruleOf: (index) =>
      removedFromAutomatic(table.at(index), stageOf(index), current, range) ?? ranked(candidates, index, target),
  }
}

function isWithin(version: Version, current: Version, range: AutomaticRange): boolean {
  if (range === 'same-minor') return isPatchOf(version, current)
  return range === 'any' || version.major === current.major
}

function consecutiveStep(candidates: VersionCandidates, current: Version): SearchStep {
  const { table, stageOf } = candidates
  const target = consecutiveMinorTarget(candidates, current)
  return {
    kind: 'forced',
    reach: 'next-minor',
    reaches: (index) => isOfNextMinor(table.at(index), current),
    target,
    ruleOf: (index) =>
      removedFromConsecutive(table.at(index), stageOf(index), current) ?? ranked(candidates, index, target),
  }
}

function forcedStep(candidates: VersionCandidates, current: Version, strategy: 'patch' | 'minor'): SearchStep {
  const { table, stageOf } = candidates
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
      const removal = removedFromForced(table.at(index), stageOf(index), current, strategy)
      if (removal !== null) return removal
      if (stageOf(index) === 'expired' && !expiredToo) return 'expired'
      return target !== -1 && level(index) > level(target) ? 'farther' : ranked(candidates, index, target)
    },
  }
}

/** A version that would do, beside the one that was taken. */
function ranked({ table, stageOf }: VersionCandidates, index: number, target: number): CandidateRule {
  if (index === target) return 'chosen'
  if (stageOf(index) === 'expired' && stageOf(target) !== 'expired') return 'expired'
  const order = compareVersions(table.at(index), table.at(target))
  if (order === 0) return 'same'
  return order < 0 ? 'lower' : 'deprecated'
}

/** Why nothing leads away from an expired Kubernetes version; `unreadable`: it is none. */
export type NoMinor = 'minor-gap' | 'only-previews' | 'last-minor' | 'unreadable'

/** Looks at the minors above the version as they are at the instant. Only asked where there is no target. */
export function whyNoMinor(table: VersionTable, current: string, at: Instant): NoMinor {
  const version = parseVersion(current)
  if (version === null) return 'unreadable'
  const stages = table.stagesAt(at)
  const higher = table.ascending.filter((index) => {
    const listed = table.at(index)
    return listed.major === version.major && listed.minor > version.minor
  })
  const next = higher.filter((index) => isOfNextMinor(table.at(index), version))
  if (next.length > 0 && next.every((index) => stages[index] === 'preview')) return 'only-previews'
  return higher.length > 0 ? 'minor-gap' : 'last-minor'
}
