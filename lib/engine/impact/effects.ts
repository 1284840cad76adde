import {
  afterOperations,
  inPlaceKey,
  isAsleep,
  type PoolView,
  poolNamed,
  poolsToRollOut,
  type RotationKind,
  rollingKey,
  type ShootManifest,
  type ShootView,
  sameJson,
  shootJson,
  viewShoot,
} from '@/lib/engine/api-server/manifest'
import { EFFECT_KINDS } from '@/lib/engine/kinds'
import { once } from '@/lib/engine/once'
import { ROLLING_ROTATIONS } from '@/lib/engine/rules'
import type { Instant, MachineType, PoolEffect, Shoot } from '@/lib/engine/types'
import { poolOf, withField } from './fields'
import { kubeletSetup } from './kubelet-config'

/**
 * What happens to the nodes of a pool: all are replaced, all are drained and updated where they are, kubelet restarts on
 * them, nothing of these; or the pool comes or goes.
 */
export type NodeEffect = 'rolling' | 'inPlace' | 'kubeletRestart' | 'none' | 'added' | 'removed'

export interface PoolImpact {
  readonly name: string
  readonly effect: NodeEffect
  /**
   * The changed fields that cause the same or a stronger effect on their own; if none does, those without which the effect
   * would be another one. Empty for `none`.
   */
  readonly because: readonly string[]
  /** Changed fields that Gardener does not count, but the provider's extension may: they could roll the pool as well. */
  readonly undecided: readonly string[]
}

export interface EffectsInput {
  readonly before: ShootManifest
  readonly after: ShootManifest
  readonly changed: readonly string[]
  readonly machineTypes: readonly MachineType[]
  readonly now: Instant
}

/** The effects on pools in the order of `after`; pools that are gone come last. Both manifests are as stored; refusals are ignored. */
export function poolImpacts(input: EffectsInput): readonly PoolImpact[] {
  const judge = judgeFor(input)
  const before = viewShoot(input.before)
  const after = viewShoot(input.after)
  const all = judge(before, after)
  const judged = (was: ShootManifest, path: string, is: ShootManifest): LazyNodeEffects =>
    once(() => judge(before, viewShoot(withField(was, path, is))))
  const alone = new Map(input.changed.map((path) => [path, judged(input.before, path, input.after)]))
  const without = new Map(input.changed.map((path) => [path, judged(input.after, path, input.before)]))
  return [...all].map(([name, effect]) => ({
    name,
    effect,
    because: causes(name, effect, input.changed, alone, without),
    undecided:
      effect === 'removed' || effect === 'added' ? [] : input.changed.filter((path) => isUndecided(path, name)),
  }))
}

type NodeEffects = ReadonlyMap<string, NodeEffect>
type NodeEffectRule = (before: ShootView, after: ShootView) => NodeEffects
type LazyNodeEffects = () => NodeEffects

/** How heavy each effect on a pool is. */
const STRENGTH: Readonly<Record<NodeEffect, number>> = {
  none: 0,
  kubeletRestart: 1,
  inPlace: 2,
  rolling: 2,
  added: 3,
  removed: 3,
}

function causes(
  name: string,
  effect: NodeEffect,
  changed: readonly string[],
  alone: ReadonlyMap<string, LazyNodeEffects>,
  without: ReadonlyMap<string, LazyNodeEffects>,
): readonly string[] {
  if (effect === 'none') return []
  const effectOf = (effects: ReadonlyMap<string, LazyNodeEffects>, path: string): NodeEffect =>
    effects.get(path)?.().get(name) ?? 'none'
  const strength = STRENGTH[effect]
  const sole = changed.filter((path) => STRENGTH[effectOf(alone, path)] >= strength)
  return sole.length > 0 ? sole : changed.filter((path) => effectOf(without, path) !== effect)
}

function judgeFor({ machineTypes, now }: EffectsInput): NodeEffectRule {
  return (before, after) => {
    const [was, is] = [begun(before, now), begun(after, now)]
    const newOperations = is.operations.filter((operation) => !was.operations.includes(operation))
    const rolledOut = poolsToRollOut(
      newOperations,
      is.pools.map(({ name }) => name),
    )
    const effects = new Map<string, NodeEffect>()
    for (const pool of is.pools) {
      const old = poolNamed(was, pool.name)
      if (old === undefined) effects.set(pool.name, 'added')
      else if (!pool.inPlace && rolledOut.includes(pool.name)) effects.set(pool.name, 'rolling')
      else effects.set(pool.name, effectOn(was, old, is, pool, machineTypes))
    }
    for (const { name } of was.pools) if (!effects.has(name)) effects.set(name, 'removed')
    return effects
  }
}

/** The shoot once gardenlet has begun to carry out its operations; most have none. */
function begun(shoot: ShootView, now: Instant): ShootView {
  return shoot.operations.length === 0 && !isAsleep(shoot.manifest)
    ? shoot
    : viewShoot(afterOperations(shoot.manifest, now))
}

function effectOn(
  was: ShootView,
  old: PoolView,
  is: ShootView,
  pool: PoolView,
  machineTypes: readonly MachineType[],
): NodeEffect {
  const key = pool.inPlace ? inPlaceKey : rollingKey
  if (!sameJson(key(was, old), key(is, pool))) return pool.inPlace ? 'inPlace' : 'rolling'
  const setups = [kubeletSetup(was, old, machineTypes), kubeletSetup(is, pool, machineTypes)] as const
  return sameJson(...setups) ? 'none' : 'kubeletRestart'
}

function isUndecided(path: string, pool: string): boolean {
  return poolOf(path) === pool && /\]\.(?:providerConfig|dataVolumes|volume\.encrypted)(?:$|[.[])/.test(path)
}

/**
 * Whether kube-apiserver, kube-controller-manager and kube-scheduler restart. `unknown`: something changed that one of them
 * may read. (cluster-autoscaler and machine-controller-manager are not considered.)
 */
export type ControlPlaneEffect = 'restart' | 'none' | 'unknown'

/**
 * They restart if the Kubernetes version changes at all, and when a rotation of the CAs or of the service account key starts
 * or is completed; they surely do not if only existing pools, kubelet settings or labels of the shoot change.
 */
export function controlPlaneEffect(
  before: ShootManifest,
  after: ShootManifest,
  changed: readonly string[],
  now: Instant,
): ControlPlaneEffect {
  const was = viewShoot(afterOperations(before, now))
  const is = viewShoot(afterOperations(after, now))
  if (was.version !== is.version || ROLLING_ROTATIONS.some((kind) => rotates(was, is, kind))) return 'restart'
  const pools = new Set(was.pools.map(({ name }) => name).filter((name) => is.pools.some((pool) => pool.name === name)))
  return changed.every((path) => isUnreadByControlPlane(path, pools)) ? 'none' : 'unknown'
}

function rotates(was: ShootView, is: ShootView, kind: RotationKind): boolean {
  const [old, now] = [was.rotations[kind], is.rotations[kind]]
  if (old.lastInitiationTime !== now.lastInitiationTime) return true
  return !isCompleted(old.phase) && isCompleted(now.phase)
}

function isCompleted(phase: string): boolean {
  return phase === 'Completing' || phase === 'Completed'
}

function isUnreadByControlPlane(path: string, pools: ReadonlySet<string>): boolean {
  const pool = poolOf(path)
  if (pool !== undefined) return pools.has(pool)
  return path === 'metadata.labels' || /^spec\.kubernetes\.kubelet(?:\.|$)/.test(path)
}

/** What operations do that a maintenance hands over to gardenlet. */
export interface OperationEffect {
  readonly controlPlane: 'restart' | 'none'
  /** The operations for which it restarts. */
  readonly controlPlaneBecause: readonly string[]
  /** The effects on pools, in their order; the causes are the operations. */
  readonly pools: readonly PoolEffect[]
}

/**
 * Rotations of the CAs and of the service account key replace or update the nodes of every pool that takes part, and
 * rollouts those of the pools that they name; all other operations leave nodes alone
 * (docs/rules.md#credentials-operations). The rules are those of `impact`: it is asked about a manifest that has what they
 * look at, with and without the operation.
 */
export function effectOfOperations(shoot: Shoot, operations: readonly string[]): OperationEffect {
  const before = { ...shootJson(shoot), metadata: {} }
  const each = operations.map((operation) => {
    const after = { ...before, metadata: { annotations: { 'gardener.cloud/operation': operation } } }
    const restarts = controlPlaneEffect(before, after, [], SOME_TIME) === 'restart' || ETCD.test(operation)
    const pools = poolImpacts({ before, after, changed: [], machineTypes: [], now: SOME_TIME })
    return { operation, restarts, pools }
  })
  const controlPlaneBecause = each.flatMap(({ operation, restarts }) => (restarts ? [operation] : []))
  return {
    controlPlane: controlPlaneBecause.length > 0 ? 'restart' : 'none',
    controlPlaneBecause,
    pools: shoot.workers.map(({ name }, i) =>
      each.reduce(
        (strongest: PoolEffect, { operation, pools }) =>
          stronger(strongest, { pool: name, effect: strongestOf([pools[i]?.effect ?? 'none']), because: [operation] }),
        { pool: name, effect: 'none', because: [] },
      ),
    ),
  }
}

/** Whether nodes are replaced or updated. */
export function touchesNodes({ effect }: Pick<PoolEffect, 'effect'>): boolean {
  return effect === 'rolling' || effect === 'inPlace'
}

/** What happens to any of some pools: replaced nodes count for more than updated ones. */
export function strongestOf(effects: readonly NodeEffect[]): PoolEffect['effect'] {
  return EFFECT_KINDS.find((effect) => effects.includes(effect)) ?? 'none'
}

/** The stronger of two effects on one pool, with the causes of both if they are the same. */
export function stronger(a: PoolEffect, b: PoolEffect): PoolEffect {
  if (b.effect === 'none' || STRENGTH[a.effect] > STRENGTH[b.effect]) return a
  if (STRENGTH[b.effect] > STRENGTH[a.effect]) return b
  return { ...a, because: [...a.because, ...b.because] }
}

/** Every rotation begins at another time than the one before; which one does not matter. */
const SOME_TIME = Date.UTC(9999, 0)

/** Operations that give the API server another key. It restarts, as it reads keys only when it starts. */
const ETCD = /^rotate-(?:credentials|etcd-encryption-key)(?:-|$)/
