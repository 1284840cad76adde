import { type CompiledImage, type CompiledProfile, compileProfile, type VersionTable } from './compile'
import { parseConstraint, satisfies } from './constraint'
import { fittingVersions, isInPlace } from './image-filter'
import { automaticTarget, type Candidates, consecutiveMinorTarget, forcedImageTarget } from './select'
import type { CloudProfile, Instant, Shoot, UpdateReason, Worker } from './types'
import { canonical, compareVersions, parseVersion, type Version, withoutSuffix } from './version'

/** What was decided for one Kubernetes or image version. */
export type Decision =
  /** It stays: up to date, or nobody wants it updated. */
  | { readonly kind: 'keep' }
  /** `forced`: no automatic target was left, so the next minor or major is taken. */
  | { readonly kind: 'update'; readonly why: UpdateReason; readonly to: string; readonly forced: boolean }
  /** It must go and there is no target; `unreadable`: the version is none. */
  | { readonly kind: 'failure'; readonly why: UpdateReason; readonly cause: 'no-target' | 'end-of-life' | 'unreadable' }

const KEEP: Decision = { kind: 'keep' }

/** The versions of a shoot; lists are in the order of its pools. */
export interface State {
  readonly kubernetes: string
  /** Null: the pool follows the control plane. */
  readonly pools: readonly (string | null)[]
  /** Null: the pool names no image. */
  readonly images: readonly (string | null)[]
}

export interface Decided {
  readonly controlPlane: Decision
  /** `keep` for pools that follow the control plane. `to` is already clipped to the control plane's version. */
  readonly pools: readonly Decision[]
  /** Empty if the image step was broken off: see `next.images` for what it left behind. */
  readonly images: readonly Decision[]
  readonly next: State
}

export function stateOf(shoot: Shoot): State {
  return {
    kubernetes: shoot.kubernetesVersion,
    pools: shoot.workers.map((worker) => worker.kubernetesVersion ?? null),
    images: shoot.workers.map((worker) => worker.image?.version ?? null),
  }
}

/**
 * What a maintenance of the shoot decides at the instant: images first, for the kubelets of today, then the control plane,
 * then the pools with a version of their own (vectors README, order of one maintenance). Null: its Kubernetes version cannot
 * be read.
 */
export function decide(shoot: Shoot, state: State, profile: CloudProfile, at: Instant): Decided | null {
  const compiled = compileProfile(profile)
  const controlPlane = parseVersion(state.kubernetes)
  if (controlPlane === null) return null
  const { images, left } = decideImages(shoot, state, controlPlane, compiled, at)
  const auto = shoot.autoUpdate.kubernetesVersion
  const own = decideKubernetes(compiled.kubernetes, state.kubernetes, auto, at)
  const kubernetes = own.kind === 'update' ? own.to : state.kubernetes
  let pools: Decision[] | null = null
  let poolVersions = state.pools
  for (let i = 0; i < state.pools.length; i++) {
    const version = state.pools[i]
    if (version === null || version === undefined) continue
    const decision = clipped(decideKubernetes(compiled.kubernetes, version, auto, at), kubernetes)
    if (decision.kind === 'keep') continue
    pools ??= state.pools.map(() => KEEP)
    pools[i] = decision
    if (decision.kind === 'update' && decision.to !== version) poolVersions = poolVersions.with(i, decision.to)
  }
  const unchanged = kubernetes === state.kubernetes && poolVersions === state.pools && left === state.images
  return {
    controlPlane: own,
    pools: pools ?? state.pools.map(() => KEEP),
    images,
    next: unchanged ? state : { kubernetes, pools: poolVersions, images: left },
  }
}

/** Pools go to the canonical spelling, and never above the control plane. */
function clipped(decision: Decision, controlPlane: string): Decision {
  if (decision.kind !== 'update') return decision
  const target = parseVersion(decision.to)
  const limit = parseVersion(controlPlane)
  if (target === null || limit === null) return decision
  return { ...decision, to: canonical(compareVersions(target, limit) > 0 ? limit : target) }
}

const kubernetesMemo = new WeakMap<VersionTable, Map<string, Decision>>()

/** What is decided for a Kubernetes version, of a control plane or of a pool. */
export function decideKubernetes(table: VersionTable, current: string, auto: boolean, at: Instant): Decision {
  return remembered(kubernetesMemo, table, `${table.epochAt(at)} ${auto} ${current}`, () => {
    const listed = listedKubernetes(table, current)
    if (listed === 'unreadable') return KEEP
    const stages = table.stagesIn(table.epochAt(at))
    const why = reasonOf(listed === null ? undefined : stages[listed], auto)
    const version = parseVersion(current)
    if (why === null) return KEEP
    if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
    const candidates: Candidates = { table, ascending: table.ascending, stages }
    const automatic = automaticTarget(candidates, version, 'patch')
    if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
    if (why === 'auto') return KEEP
    const forced = consecutiveMinorTarget(candidates, version)
    if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
    return { kind: 'update', why, to: table.at(forced).text, forced: true }
  })
}

/** The first listed version equal to the text, suffixes aside: a short spelling equals every version it begins. */
function listedKubernetes(table: VersionTable, current: string): number | null | 'unreadable' {
  const constraint = parseConstraint(`= ${withoutSuffix(current)}`)
  if (constraint === null) return table.versions.length === 0 ? null : 'unreadable'
  const index = table.versions.findIndex(({ text }) => {
    const version = parseVersion(withoutSuffix(text))
    return version !== null && satisfies(version, constraint)
  })
  return index === -1 ? null : index
}

function reasonOf(stage: string | undefined, auto: boolean): UpdateReason | null {
  if (stage === undefined) return 'not-listed'
  if (stage === 'expired') return 'expired'
  return auto ? 'auto' : null
}

/** An unknown machine type or image ends the image step: nothing is reported, what was chosen before stays chosen. */
function decideImages(
  shoot: Shoot,
  state: State,
  controlPlane: Version,
  profile: CompiledProfile,
  at: Instant,
): { images: Decision[]; left: readonly (string | null)[] } {
  const images: Decision[] = []
  let left = state.images
  for (let i = 0; i < shoot.workers.length; i++) {
    const worker = shoot.workers[i]
    const current = state.images[i]
    if (worker === undefined) continue
    if (!profile.machineTypes.has(worker.machineType)) return { images: [], left }
    if (worker.image === undefined || current === null || current === undefined) {
      images.push(KEEP)
      continue
    }
    const image = profile.imageByFoldedName.get(worker.image.name.toLowerCase())
    const own = state.pools[i] ?? null
    const kubelet = own === null ? controlPlane : parseVersion(own)
    if (image === undefined || kubelet === null) return { images: [], left }
    const fitting = fittingFor(profile, image, worker, current, kubelet)
    const decision = decideImage(fitting, worker.image.name, current, shoot.autoUpdate.machineImageVersion, at)
    images.push(decision)
    if (decision.kind === 'update') left = left.with(i, decision.to)
  }
  return { images, left }
}

/** The versions of an image that fit pools of one kind. */
interface Fitting {
  readonly image: CompiledImage
  readonly ascending: readonly number[]
}

const imageMemo = new WeakMap<Fitting, Map<string, Decision>>()

function decideImage(fitting: Fitting, name: string, current: string, auto: boolean, at: Instant): Decision {
  const { image, ascending } = fitting
  const { table } = image
  const epoch = table.epochAt(at)
  return remembered(imageMemo, fitting, `${epoch} ${auto} ${name} ${current}`, () => {
    const stages = table.stagesIn(epoch)
    const index = name === image.source.name ? firstSpelled(table, ascending, current) : undefined
    const why = reasonOf(index === undefined ? undefined : stages[index], auto)
    if (why === null) return KEEP
    const version = parseVersion(current)
    if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
    const candidates: Candidates = { table, ascending, stages }
    const { updateStrategy } = image.source
    const automatic = automaticTarget(candidates, version, updateStrategy)
    if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
    if (why === 'auto') return KEEP
    if (updateStrategy === 'major') return { kind: 'failure', why, cause: 'end-of-life' }
    const forced = forcedImageTarget(candidates, version, updateStrategy)
    if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
    return { kind: 'update', why, to: table.at(forced).text, forced: true }
  })
}

/** Image versions are compared by their text. */
function firstSpelled(table: VersionTable, indices: readonly number[], text: string): number | undefined {
  const spelled = indices.filter((index) => table.at(index).text === text)
  return spelled.length === 0 ? undefined : Math.min(...spelled)
}

const fittingMemo = new WeakMap<CompiledImage, Map<string, Fitting>>()
const poolKinds = new WeakMap<Worker, string>()

function fittingFor(
  profile: CompiledProfile,
  image: CompiledImage,
  worker: Worker,
  current: string,
  kubelet: Version,
): Fitting {
  const key = `${kindOf(worker)} ${canonical(kubelet)} ${isInPlace(worker) ? current : ''}`
  return remembered(fittingMemo, image, key, () => {
    const machineType = profile.machineTypes.get(worker.machineType)
    return { image, ascending: fittingVersions(image, { worker, machineType, kubelet, current }, profile) }
  })
}

/** Everything about a pool that decides which image versions fit, apart from versions. */
export function kindOf(worker: Worker): string {
  const known = poolKinds.get(worker)
  if (known !== undefined) return known
  const { architecture, cri, machineType } = worker
  const kind = JSON.stringify([architecture, cri.name, cri.containerRuntimes, machineType, isInPlace(worker)])
  poolKinds.set(worker, kind)
  return kind
}

function remembered<K extends object, V>(memo: WeakMap<K, Map<string, V>>, owner: K, key: string, make: () => V): V {
  let entries = memo.get(owner)
  if (entries === undefined) {
    entries = new Map()
    memo.set(owner, entries)
  }
  const known = entries.get(key)
  if (known !== undefined) return known
  const value = make()
  entries.set(key, value)
  return value
}
