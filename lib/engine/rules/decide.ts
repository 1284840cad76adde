import type { ImageStop, Instant, Shoot, UpdateReason } from '@/lib/engine/types'
import { type Decision, KEEP, type VersionPicker } from './decision'
import { compareVersions, type ReadVersion } from './gardener-semver'
import type { PoolSubject, Subject } from './subject'
import { canonical, type Version } from './version'

/** The versions of a shoot; lists are in the order of its pools. A change makes a new state; the same object: no change. */
export interface State {
  readonly kubernetes: string
  /** Null: the pool follows the control plane. */
  readonly pools: readonly (string | null)[]
  /** Null: the pool names no image. */
  readonly images: readonly (string | null)[]
}

/** Lists are in the order of the pools, and empty where nothing is decided for any pool. */
export interface Decided {
  readonly controlPlane: Decision
  /** `to` is already clipped to the control plane's version. */
  readonly pools: readonly Decision[]
  /** What is reported. Also empty if the image step ended before the last pool. */
  readonly images: readonly Decision[]
  /** Where the image step ended before the last pool; null: it did not. */
  readonly stop: StoppedImages | null
  readonly next: State
}

/** An unknown machine type or image ended the image step: nothing of it is reported, whatever it did. */
export interface StoppedImages {
  readonly because: ImageStop['because']
  /** Position of the pool. */
  readonly pool: number
  /** Of all pools: what was chosen before, and what fails from there on, as the version should have been left. */
  readonly decisions: readonly Decision[]
}

const NOTHING: readonly Decision[] = []

export function stateOf(shoot: Shoot): State {
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
export function decide(subject: Subject, state: State, at: Instant, picker: VersionPicker): Decided | null {
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
  { shoot, profile }: Subject,
  state: State,
  controlPlane: string,
  at: Instant,
  picker: VersionPicker,
): { pools: readonly Decision[]; versions: State['pools'] } {
  let pools: Decision[] | null = null
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
function clipped(decision: Decision, controlPlane: string, readVersion: ReadVersion): Decision {
  if (decision.kind !== 'update') return decision
  const target = readVersion(decision.to)
  const limit = readVersion(controlPlane)
  if (target === null || limit === null) return decision
  const to = canonical(compareVersions(target, limit) > 0 ? limit : target)
  return to === decision.to ? decision : { ...decision, to }
}

/**
 * An unknown machine type or image ends the image step: then nothing is reported, but what was chosen for the pools before
 * stays chosen.
 */
function decideImages(
  subject: Subject,
  state: State,
  controlPlane: Version,
  at: Instant,
  picker: VersionPicker,
): { images: readonly Decision[]; left: State['images']; stop: StoppedImages | null } {
  const { shoot, pools, profile } = subject
  let images: Decision[] | null = null
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

function stopAt(
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
  { shoot, pools, profile }: Subject,
  state: State,
  controlPlane: Version,
  i: number,
  at: Instant,
  picker: VersionPicker,
): Decision {
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

function stuck(why: UpdateReason): Decision {
  return { kind: 'failure', why, cause: 'stopped', misfit: null }
}
