import type {
  Component,
  ExpirableVersion,
  ImageMisfit,
  ImageStop,
  ImageUpdateStrategy,
  Instant,
  MachineType,
  Shoot,
  Stage,
  UpdateReason,
  UsedImage,
  Worker,
} from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile, VersionTable } from './compile'
import { compareVersions, parseConstraint, parseVersion, type ReadVersion, satisfies } from './gardener-semver'
import { fittingVersions, misfitOf, type PoolDemands } from './image-filter'
import { automaticTarget, consecutiveMinorTarget, forcedImageTarget, type VersionCandidates } from './select'
import { canonicalSpelling, hasThreeNumbers, type Version, withoutSuffix } from './version'

/** The versions of a shoot; lists are in the order of its pools. A change makes a new state; the same object: no change. */
export interface VersionState {
  readonly kubernetes: string
  /** Null: the pool follows the control plane. */
  readonly pools: readonly (string | null)[]
  /** Null: the pool names no image. */
  readonly images: readonly (string | null)[]
}

/** Lists are in the order of the pools, and empty where nothing is decided for any pool. */
export interface MaintenanceDecisions {
  readonly controlPlane: VersionDecision
  /** `to` is already clipped to the control plane's version. */
  readonly pools: readonly VersionDecision[]
  /** What is reported. Also empty if the image step ended before the last pool. */
  readonly images: readonly VersionDecision[]
  /** Where the image step ended before the last pool; null: it did not. */
  readonly stop: StoppedImages | null
  readonly next: VersionState
}

/** An unknown machine type or image ended the image step: nothing of it is reported, whatever it did. */
export interface StoppedImages {
  readonly because: ImageStop['because']
  /** Position of the pool. */
  readonly pool: number
  /** Of all pools: what was chosen before, and what fails from there on, as the version should have been left. */
  readonly decisions: readonly VersionDecision[]
}

const NOTHING: readonly VersionDecision[] = []

export function stateOf(shoot: Shoot): VersionState {
  return {
    kubernetes: shoot.kubernetesVersion,
    pools: shoot.workers.map((worker) => worker.kubernetesVersion ?? null),
    images: shoot.workers.map((worker) => worker.image?.version ?? null),
  }
}

/**
 * What a maintenance decides at the instant: images first, for the kubelets of today, then the control plane, then the
 * pools with a version of their own (docs/rules.md#order-of-a-maintenance). Null: the Kubernetes version cannot be read.
 */
export function decide(
  subject: MaintenanceSubject,
  state: VersionState,
  at: Instant,
  picker: VersionPicker,
): MaintenanceDecisions | null {
  const oldControlPlane = subject.profile.readVersion(state.kubernetes)
  if (oldControlPlane === null) return null
  const { images, left, stop } = decideImages(subject, state, oldControlPlane, at, picker)
  const controlPlane = picker.kubernetes(state.kubernetes, subject.shoot.autoUpdate.kubernetesVersion, at)
  const kubernetes = controlPlane.kind === 'update' ? controlPlane.to : state.kubernetes
  const { pools, versions } = decidePools(subject, state, kubernetes, at, picker)
  const unchanged = kubernetes === state.kubernetes && versions === state.pools && left === state.images
  const next = unchanged ? state : { kubernetes, pools: versions, images: left }
  return { controlPlane, pools, images, stop, next }
}

function decidePools(
  { shoot, profile }: MaintenanceSubject,
  state: VersionState,
  controlPlane: string,
  at: Instant,
  picker: VersionPicker,
): { pools: readonly VersionDecision[]; versions: VersionState['pools'] } {
  let pools: VersionDecision[] | null = null
  let versions = state.pools
  for (let i = 0; i < state.pools.length; i++) {
    const own = state.pools[i]
    if (own === null || own === undefined) continue
    const decision = clipped(
      picker.kubernetes(own, shoot.autoUpdate.kubernetesVersion, at),
      controlPlane,
      profile.readVersion,
    )
    if (decision.kind === 'keep') continue
    pools ??= state.pools.map(() => KEEP)
    pools[i] = decision
    if (decision.kind === 'update' && decision.to !== own) versions = versions.with(i, decision.to)
  }
  return { pools: pools ?? NOTHING, versions }
}

/** A pool never goes above the control plane, whose canonical spelling it gets (docs/rules.md#pools-with-their-own-version). */
function clipped(decision: VersionDecision, controlPlane: string, readVersion: ReadVersion): VersionDecision {
  if (decision.kind !== 'update') return decision
  const target = readVersion(decision.to)
  const limit = readVersion(controlPlane)
  if (target === null || limit === null) return decision
  const to = canonicalSpelling(compareVersions(target, limit) > 0 ? limit : target)
  return to === decision.to ? decision : { ...decision, to }
}

/**
 * An unknown machine type or image ends the image step: then nothing is reported, but what was chosen for the pools before
 * stays chosen.
 */
function decideImages(
  subject: MaintenanceSubject,
  state: VersionState,
  controlPlane: Version,
  at: Instant,
  picker: VersionPicker,
): { images: readonly VersionDecision[]; left: VersionState['images']; stop: StoppedImages | null } {
  const { shoot, pools, profile } = subject
  let images: VersionDecision[] | null = null
  let left = state.images
  for (let i = 0; i < pools.length; i++) {
    const pool = pools[i]
    const own = state.pools[i] ?? null
    const kubelet = own === null ? controlPlane : profile.readVersion(own)
    const current = state.images[i] ?? null
    const because = stopAt(pool, kubelet, current)
    if (because !== null) {
      const before = images ?? []
      const decisions = pools.map(
        (_, j) => (j < i ? before[j] : stuckAt(subject, state, controlPlane, j, at, picker)) ?? KEEP,
      )
      return { images: NOTHING, left, stop: { because, pool: i, decisions } }
    }
    if (current === null || pool?.image === undefined || pool.machineType === undefined || kubelet === null) continue
    const demands = { worker: pool.worker, machineType: pool.machineType, kubelet, current }
    const decision = picker.image(pool.image, demands, shoot.autoUpdate.machineImageVersion, at)
    if (decision.kind === 'keep') continue
    images ??= state.images.map(() => KEEP)
    images[i] = decision
    if (decision.kind === 'update') left = left.with(i, decision.to)
  }
  return { images: images ?? NOTHING, left, stop: null }
}

/** Why the image step ends at a pool; null: it goes on. `current`: the version of its image. */
export function stopAt(
  pool: PoolSubject | undefined,
  kubelet: Version | null,
  current: string | null,
): StoppedImages['because'] | null {
  if (pool?.machineType === undefined) return 'machine-type-unknown'
  if (current === null) return null
  if (pool.image === undefined) return 'image-unknown'
  return kubelet === null ? 'version-unreadable' : null
}

/** What becomes of a pool that the image step does not come to: a version that it should have left stays. */
function stuckAt(
  { shoot, pools, profile }: MaintenanceSubject,
  state: VersionState,
  controlPlane: Version,
  i: number,
  at: Instant,
  picker: VersionPicker,
): VersionDecision {
  const [pool, current] = [pools[i], state.images[i] ?? null]
  if (pool === undefined || current === null) return KEEP
  if (pool.image === undefined) return stuck('not-listed')
  const own = state.pools[i] ?? null
  const kubelet = (own === null ? controlPlane : profile.readVersion(own)) ?? controlPlane
  const { worker, machineType = { name: worker.machineType } } = pool
  const decision = picker.image(
    pool.image,
    { worker, machineType, kubelet, current },
    shoot.autoUpdate.machineImageVersion,
    at,
  )
  return decision.kind === 'keep' || decision.why === 'auto' ? KEEP : stuck(decision.why)
}

function stuck(why: UpdateReason): VersionDecision {
  return { kind: 'failure', why, cause: 'stopped', misfit: null }
}

/** What was decided for one Kubernetes or image version. */
export type VersionDecision =
  /** It stays: up to date, or not to be updated automatically. */
  | { readonly kind: 'keep' }
  /** `forced`: no automatic target was left, so the next minor or major is taken. */
  | { readonly kind: 'update'; readonly why: UpdateReason; readonly to: string; readonly forced: boolean }
  /** It must go and there is no target; `unreadable`: the version is none. */
  | {
      readonly kind: 'failure'
      readonly why: UpdateReason
      /** `stopped`: the image step ended before it came to the pool. */
      readonly cause: 'no-target' | 'end-of-life' | 'unreadable' | 'stopped'
      /** What keeps a pool from versions of its image with which nothing would fail; null: there are none. */
      readonly misfit: ImageMisfit | null
    }

export const KEEP: VersionDecision = { kind: 'keep' }

/** What is to become of one part of a shoot that does not stay as it is. */
export interface PartDecision {
  readonly component: Component
  /** Of the pool; null: the control plane. */
  readonly position: number | null
  /** The version that it has before. */
  readonly from: string
  readonly decision: Exclude<VersionDecision, { kind: 'keep' }>
}

/** In the order of Gardener's texts: the control plane, pools' Kubernetes versions, pools' images, reported or not. */
export function partDecisions(
  { controlPlane, pools, images, stop }: MaintenanceDecisions,
  before: VersionState,
): readonly PartDecision[] {
  const found: PartDecision[] = []
  const add = (
    component: Component,
    position: number | null,
    from: string | null | undefined,
    decision: VersionDecision,
  ) => {
    if (decision.kind !== 'keep') found.push({ component, position, from: from ?? '', decision })
  }
  add('controlPlane', null, before.kubernetes, controlPlane)
  for (const [i, decision] of pools.entries()) add('poolKubernetes', i, before.pools[i], decision)
  for (const [i, decision] of (stop?.decisions ?? images).entries()) add('poolImage', i, before.images[i], decision)
  return found
}

/** Picks the versions that a maintenance moves to, from those of one profile. */
export interface VersionPicker {
  /** For a Kubernetes version, of a control plane or of a pool. `auto`: the shoot wants it updated by itself. */
  kubernetes(current: string, auto: boolean, at: Instant): VersionDecision
  /** For the image version of a pool. */
  image(image: CompiledImage, pool: PoolDemands, auto: boolean, at: Instant): VersionDecision
}

/** Picks from scratch, each time anew. */
export function pickerFor(profile: CompiledProfile): VersionPicker {
  return {
    kubernetes: (current, auto, at) => kubernetesDecisions(profile.kubernetes, current, auto)(at),
    image: (image, pool, auto, at) =>
      imageDecisions(image, fittingVersions(image, pool, profile), pool, auto, profile)(at),
  }
}

/** A version (null: none that can be read) as the table lists it (null: not at all), and whether the shoot wants it updated by itself. */
export interface DecisionInput {
  readonly version: Version | null
  readonly listed: number | null | 'unreadable'
  readonly auto: boolean
}

/**
 * What is decided for a version (docs/rules.md#whether-to-update).
 * @param forcedTarget where it has to go if no automatic step leads on
 */
function decisionOf(
  candidates: VersionCandidates,
  strategy: ImageUpdateStrategy,
  forcedTarget: (candidates: VersionCandidates, current: Version, strategy: ImageUpdateStrategy) => number,
  { version, listed, auto }: DecisionInput,
): VersionDecision {
  if (listed === 'unreadable') return KEEP
  const { table, stageOf } = candidates
  const why = reasonFor(listed === null ? undefined : stageOf(listed), auto)
  if (why === null) return KEEP
  if (version === null) return { kind: 'failure', why, cause: 'unreadable', misfit: null }
  const higher = automaticTarget(candidates, version, strategy)
  if (higher !== -1) return { kind: 'update', why, to: table.at(higher).text, forced: false }
  if (why === 'auto') return KEEP
  const next = forcedTarget(candidates, version, strategy)
  if (next !== -1) return { kind: 'update', why, to: table.at(next).text, forced: true }
  return { kind: 'failure', why, cause: strategy === 'major' ? 'end-of-life' : 'no-target', misfit: null }
}

/** What is decided for a Kubernetes version; `stageOf`: of the versions of the table. */
export function kubernetesDecision(
  table: VersionTable,
  decided: DecisionInput,
  stageOf: VersionCandidates['stageOf'],
): VersionDecision {
  return decisionOf({ table, ascending: table.ascending, stageOf }, 'patch', consecutiveMinorTarget, decided)
}

/** What is decided for the image version of a pool that only the versions `fitting` fit (indices, ascending by version). */
export function imageDecision(
  { table, source }: CompiledImage,
  fitting: readonly number[],
  decided: DecisionInput,
  stageOf: VersionCandidates['stageOf'],
): VersionDecision {
  return decisionOf({ table, ascending: fitting, stageOf }, source.updateStrategy, forcedImageTarget, decided)
}

/** What is decided for a Kubernetes version at each instant. */
export function kubernetesDecisions(
  table: VersionTable,
  current: string,
  auto: boolean,
): (at: Instant) => VersionDecision {
  const decided = { version: parseVersion(current), listed: listedKubernetes(table, current), auto }
  return (at) => kubernetesDecision(table, decided, table.stageOf(at))
}

/** The same for the image version of a pool; a failure comes with what keeps the pool from the versions of its image. */
export function imageDecisions(
  image: CompiledImage,
  fitting: readonly number[],
  pool: PoolDemands,
  auto: boolean,
  profile: CompiledProfile,
): (at: Instant) => VersionDecision {
  const { table } = image
  const used = { name: pool.worker.image?.name ?? '', version: pool.current }
  const decided = { version: parseVersion(pool.current), listed: listedImage(image, fitting, used), auto }
  return (at) => {
    const stageOf = table.stageOf(at)
    const decision = imageDecision(image, fitting, decided, stageOf)
    if (decision.kind !== 'failure') return decision
    // What would be decided if every version of the image fitted the pool.
    const all = { ...decided, listed: listedImage(image, table.ascending, used) }
    const anyhow = imageDecision(image, table.ascending, all, stageOf)
    if (anyhow.kind === 'failure') return decision
    const next = anyhow.kind === 'update' && anyhow.why !== 'auto' ? anyhow.to : null
    const version = image.versions[table.indexOf(next ?? pool.current)]
    const rule = version === undefined ? null : misfitOf(version, pool, profile.source)
    return rule === null ? decision : { ...decision, misfit: { rule, isOwn: next === null } }
  }
}

/** Why a version in that stage (undefined: not listed) is to be updated; null if it may stay. */
export function reasonFor(stage: Stage | undefined, auto: boolean): UpdateReason | null {
  if (stage === undefined) return 'not-listed'
  if (stage === 'expired') return 'expired'
  return auto ? 'auto' : null
}

/** The first listed version equal to the text, suffixes aside: a short spelling equals every version that it begins. */
export function listedKubernetes(table: VersionTable, current: string): number | null | 'unreadable' {
  const bare = withoutSuffix(current)
  if (hasThreeNumbers(bare)) {
    const index = table.indexOfBare(bare)
    return index === -1 ? null : index
  }
  const constraint = parseConstraint(`= ${bare}`)
  if (constraint === null) return table.versions.length === 0 ? null : 'unreadable'
  const index = table.bare.findIndex((version) => version !== null && satisfies(version, constraint))
  return index === -1 ? null : index
}

/** What a profile says of a version that a shoot has, of an image or (null) of Kubernetes; undefined: it does not list it. */
export function listedEntry(
  { kubernetes, imageByName }: CompiledProfile,
  image: string | null,
  version: string,
): ExpirableVersion | undefined {
  if (image === null) {
    const index = listedKubernetes(kubernetes, version)
    return typeof index === 'number' ? kubernetes.sources[index] : undefined
  }
  const table = imageByName.get(image)?.table
  return table?.sources[table.indexOf(version)]
}

/**
 * The first in list order of those that fit; image versions are compared by their text. Where the pool spells the image's name in
 * another case, none of its versions count as listed.
 */
export function listedImage(
  { table, source }: CompiledImage,
  fitting: readonly number[],
  { name, version }: UsedImage,
): number | null {
  if (name !== source.name) return null
  let first: number | null = null
  for (const index of fitting) if (table.at(index).text === version && (first === null || index < first)) first = index
  return first
}

/** A shoot brought together with its profile. */
export interface MaintenanceSubject {
  readonly shoot: Shoot
  readonly profile: CompiledProfile
  readonly pools: readonly PoolSubject[]
}

/** A pool, and what the profile has for it. */
interface PoolSubject {
  readonly worker: Worker
  /** Undefined: the pool names none, or the profile has none of that name in any case. */
  readonly image: CompiledImage | undefined
  /** Undefined: the profile does not list it. */
  readonly machineType: MachineType | undefined
}

export function subjectOf(shoot: Shoot, profile: CompiledProfile): MaintenanceSubject {
  const pools = shoot.workers.map((worker): PoolSubject => {
    const image = worker.image && profile.imageByFoldedName.get(worker.image.name.toLowerCase())
    return { worker, image, machineType: profile.machineTypes.get(worker.machineType) }
  })
  return { shoot, profile, pools }
}
