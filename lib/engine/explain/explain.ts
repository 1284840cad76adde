import {
  type CompiledImage,
  type CompiledProfile,
  compareVersions,
  type Decision,
  decide,
  isPatchOf,
  KEEP,
  listedKubernetes,
  type Misfit,
  misfitOf,
  type PoolDemands,
  parseVersion,
  pickerFor,
  reasonFor,
  type State,
  type Subject,
  stateOf,
  subjectOf,
  type Version,
  type VersionTable,
} from '@/lib/engine/rules'
import type {
  Component,
  ExpirableVersion,
  ImageStop,
  ImageUpdateStrategy,
  Instant,
  Shoot,
  Stage,
  UpdateReason,
} from '@/lib/engine/types'
import { type Rule, type Step, stepsOf } from './rules'

export type { Rule } from './rules'

export interface Candidate {
  readonly version: string
  readonly stage: Stage
  readonly rule: Rule
  /** As the profile has it. */
  readonly source: ExpirableVersion
}

/** One step of the search, with the versions that it reached and that no step before had looked at. */
export interface ExplainedStep {
  readonly kind: Step['kind']
  readonly reach: Step['reach']
  /** Those within reach first, each part with the highest first. */
  readonly candidates: readonly Candidate[]
}

/** What was looked at for one component of a shoot, and what came of it. */
export interface Explanation {
  readonly component: Component
  readonly pool: string | null
  readonly image: string | null
  /** Of the image; null: Kubernetes, or the image is not known. */
  readonly strategy: ImageUpdateStrategy | null
  readonly current: string
  /** The kubelet version that the image must support; null: Kubernetes. */
  readonly kubelet: string | null
  /** What the current version is, among those that fit; undefined: not listed, which counts as expired. */
  readonly stage: Stage | undefined
  /** Null: it may stay as it is, and no other was looked for. */
  readonly why: UpdateReason | null
  /** In the order in which they were tried; empty where nothing was looked for. */
  readonly steps: readonly ExplainedStep[]
  /** Versions that are lower than the current one, and in no step. Highest first. */
  readonly below: readonly string[]
  /** As maintenance decides; for pools already clipped to the control plane's version. */
  readonly decision: Decision
  /** Why the image step ended at or before this pool. */
  readonly stopped: ImageStop | null
}

/**
 * For each component of the shoot every version on offer, in the order in which Gardener looks at them, and the first rule
 * that removes it, as a maintenance at the instant would see it (docs/rules.md#automatic-target). It asks the same
 * questions as `decide`, one by one.
 */
export function explain(shoot: Shoot, profile: CompiledProfile, at: Instant): Explanation[] {
  const state = stateOf(shoot)
  const subject = subjectOf(shoot, profile)
  const decided = decide(subject, state, at, pickerFor(profile))
  const kubernetes = (current: string) =>
    explainKubernetes(profile.kubernetes, current, shoot.autoUpdate.kubernetesVersion, at)
  const common = { image: null, strategy: null, kubelet: null, stopped: null }
  const controlPlane: Explanation = {
    component: 'controlPlane',
    pool: null,
    decision: decided?.controlPlane ?? KEEP,
    ...kubernetes(state.kubernetes),
    ...common,
  }
  const pools = shoot.workers.flatMap(({ name }, i): Explanation[] => {
    const own = state.pools[i] ?? null
    if (own === null) return []
    const decision = decided?.pools[i] ?? KEEP
    return [{ component: 'poolKubernetes', pool: name, decision, ...kubernetes(own), ...common }]
  })
  return [controlPlane, ...pools, ...explainImages(subject, state, at)]
}

type Found = Pick<Explanation, 'current' | 'stage' | 'why' | 'steps' | 'below'>

function explainKubernetes(table: VersionTable, current: string, auto: boolean, at: Instant): Found {
  const stages = table.stagesAt(at)
  const listed = listedKubernetes(table, current)
  const stage = typeof listed === 'number' ? stages[listed] : undefined
  const why = listed === 'unreadable' ? null : reasonFor(stage, auto)
  const version = parseVersion(current)
  if (why === null || version === null) return nothingTold(current, stage, why)
  const candidates = { table, ascending: table.ascending, stages }
  const steps = stepsOf(candidates, version, 'patch', why === 'auto' ? null : 'kubernetes')
  return { current, stage, why, ...told(table, stages, version, steps) }
}

/** Decisions are those made for each pool, also where a pool further on ends the step so that none is reported. */
function explainImages(subject: Subject, state: State, at: Instant): Explanation[] {
  const { shoot, profile } = subject
  let stopped: ImageStop | null = null
  return shoot.workers.flatMap((worker, i): Explanation[] => {
    const current = state.images[i] ?? null
    const kubelet = parseVersion(state.pools[i] ?? state.kubernetes)
    const because = stopped === null ? stopAt(shoot, i, profile, kubelet) : null
    if (because !== null) stopped = { because, pool: worker.name }
    if (worker.image === undefined || current === null) return []
    const pool = subject.pools[i]
    const image = pool?.image
    const explanation = {
      component: 'poolImage' as const,
      pool: worker.name,
      image: worker.image.name,
      strategy: image?.source.updateStrategy ?? null,
      kubelet: state.pools[i] ?? state.kubernetes,
      stopped,
    }
    if (stopped !== null || image === undefined || kubelet === null || pool === undefined) {
      return [{ ...explanation, decision: KEEP, ...nothingTold(current, undefined, null) }]
    }
    const demands = { worker, machineType: pool.machineType, kubelet, current }
    const auto = shoot.autoUpdate.machineImageVersion
    const decision = pickerFor(profile).image(image, demands, auto, at)
    return [{ ...explanation, decision, ...explainImage(image, demands, auto, profile, at) }]
  })
}

function stopAt({ workers }: Shoot, i: number, profile: CompiledProfile, kubelet: Version | null) {
  const worker = workers[i]
  if (worker === undefined || !profile.machineTypes.has(worker.machineType)) return 'machine-type-unknown'
  if (worker.image === undefined) return null
  if (!profile.imageByFoldedName.has(worker.image.name.toLowerCase())) return 'image-unknown'
  return kubelet === null ? 'version-unreadable' : null
}

function explainImage(
  image: CompiledImage,
  demands: PoolDemands,
  auto: boolean,
  profile: CompiledProfile,
  at: Instant,
): Found {
  const { table } = image
  const { current } = demands
  const stages = table.stagesAt(at)
  const misfits = image.versions.map((version) => misfitOf(version, demands, profile.source))
  const isNamed = demands.worker.image?.name === image.source.name
  const listed = table.versions.findIndex(({ text }, index) => text === current && misfits[index] === null)
  const stage = isNamed && listed !== -1 ? stages[listed] : undefined
  const why = reasonFor(stage, auto)
  const version = parseVersion(current)
  if (why === null || version === null) return nothingTold(current, stage, why)
  const fitting = { table, ascending: table.ascending.filter((index) => misfits[index] === null), stages }
  const steps = stepsOf(fitting, version, image.source.updateStrategy, why === 'auto' ? null : 'image')
  return { current, stage, why, ...told(table, stages, version, [filterStep(misfits), ...steps]) }
}

function filterStep(misfits: readonly (Misfit | null)[]): Step {
  return {
    kind: 'filter',
    reach: 'fitting',
    reaches: (index) => misfits[index] !== null,
    target: -1,
    ruleOf: (index) => misfits[index] ?? 'chosen',
  }
}

function nothingTold(current: string, stage: Stage | undefined, why: UpdateReason | null): Found {
  return { current, stage, why, steps: [], below: [] }
}

/**
 * Versions that are lower than the current one and of another minor need no step. Each other one is told once: by the first
 * step that reaches it, else by the last one that was tried.
 */
function told(
  table: VersionTable,
  stages: readonly Stage[],
  current: Version,
  steps: readonly Step[],
): Pick<Found, 'steps' | 'below'> {
  const isBelow = (index: number) =>
    compareVersions(table.at(index), current) < 0 && !isPatchOf(table.at(index), current)
  const descending = table.ascending.toReversed()
  let left = descending.filter((index) => !isBelow(index))
  const explained = steps.map((step, i): ExplainedStep => {
    const reached = left.filter(step.reaches)
    left = left.filter((index) => !step.reaches(index))
    const candidates = (i === steps.length - 1 ? [...reached, ...left] : reached).map((index) => ({
      version: table.at(index).text,
      stage: stages[index] ?? 'unavailable',
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
