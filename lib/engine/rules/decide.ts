import type { Instant, Shoot } from '@/lib/engine/types'
import { type Decision, KEEP } from './decision-timeline'
import { imageTimelineOf, kubernetesTimelineOf, type Subject } from './subject'
import { canonical, compareVersions, parseVersion, type Version } from './version'

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
  /** Also empty if the image step was broken off: see `next.images` for what it left behind. */
  readonly images: readonly Decision[]
  /** An unknown machine type or image ended the image step. */
  readonly brokenOff: boolean
  readonly next: State
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
export function decide(subject: Subject, state: State, at: Instant): Decided | null {
  const oldControlPlane = parseVersion(state.kubernetes)
  if (oldControlPlane === null) return null
  const { images, left, brokenOff } = decideImages(subject, state, oldControlPlane, at)
  const controlPlane = kubernetesTimelineOf(subject, state.kubernetes).at(at)
  const kubernetes = controlPlane.kind === 'update' ? controlPlane.to : state.kubernetes
  const { pools, versions } = decidePools(subject, state, kubernetes, at)
  const unchanged = kubernetes === state.kubernetes && versions === state.pools && left === state.images
  const next = unchanged ? state : { kubernetes, pools: versions, images: left }
  return { controlPlane, pools, images, brokenOff, next }
}

/** The last instant up to which `decide` answers for this state as it does at the given one. */
export function unchangedUntil(subject: Subject, state: State, at: Instant): Instant {
  const oldControlPlane = parseVersion(state.kubernetes)
  if (oldControlPlane === null) return Number.POSITIVE_INFINITY
  let until = kubernetesTimelineOf(subject, state.kubernetes).unchangedUntil(at)
  for (const own of state.pools) {
    if (own !== null) until = Math.min(until, kubernetesTimelineOf(subject, own).unchangedUntil(at))
  }
  eachImage(subject, state, oldControlPlane, (_, line) => {
    until = Math.min(until, line.unchangedUntil(at))
  })
  return until
}

function decidePools(
  subject: Subject,
  state: State,
  controlPlane: string,
  at: Instant,
): { pools: readonly Decision[]; versions: State['pools'] } {
  let pools: Decision[] | null = null
  let versions = state.pools
  for (let i = 0; i < state.pools.length; i++) {
    const own = state.pools[i]
    if (own === null || own === undefined) continue
    const decision = clipped(kubernetesTimelineOf(subject, own).at(at), controlPlane)
    if (decision.kind === 'keep') continue
    pools ??= state.pools.map(() => KEEP)
    pools[i] = decision
    if (decision.kind === 'update' && decision.to !== own) versions = versions.with(i, decision.to)
  }
  return { pools: pools ?? NOTHING, versions }
}

/** A pool never goes above the control plane, whose canonical spelling it gets (docs/rules.md#pools-with-their-own-version). */
function clipped(decision: Decision, controlPlane: string): Decision {
  if (decision.kind !== 'update') return decision
  const target = parseVersion(decision.to)
  const limit = parseVersion(controlPlane)
  if (target === null || limit === null) return decision
  const to = canonical(compareVersions(target, limit) > 0 ? limit : target)
  return to === decision.to ? decision : { ...decision, to }
}

function decideImages(
  subject: Subject,
  state: State,
  controlPlane: Version,
  at: Instant,
): { images: readonly Decision[]; left: State['images']; brokenOff: boolean } {
  let images: Decision[] | null = null
  let left = state.images
  const finished = eachImage(subject, state, controlPlane, (i, line) => {
    const decision = line.at(at)
    if (decision.kind === 'keep') return
    images ??= state.images.map(() => KEEP)
    images[i] = decision
    if (decision.kind === 'update') left = left.with(i, decision.to)
  })
  return { images: finished ? (images ?? NOTHING) : NOTHING, left, brokenOff: !finished }
}

/**
 * Visits the pools that have an image. False: an unknown machine type or image ended the image step; then nothing is
 * reported, but what was chosen for the pools before stays chosen.
 */
function eachImage(
  subject: Subject,
  state: State,
  controlPlane: Version,
  visit: (i: number, line: ReturnType<typeof imageTimelineOf>) => void,
): boolean {
  for (let i = 0; i < subject.pools.length; i++) {
    const pool = subject.pools[i]
    const current = state.images[i] ?? null
    if (pool === undefined || !pool.hasMachineType) return false
    if (current === null) continue
    const own = state.pools[i] ?? null
    const kubelet = own === null ? controlPlane : parseVersion(own)
    if (pool.image === undefined || kubelet === null) return false
    visit(i, imageTimelineOf(subject, pool, pool.image, current, kubelet))
  }
  return true
}
