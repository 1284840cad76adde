import type { TASK_STATES } from '@/lib/engine/kinds'
import { isTrue, MAINTENANCE_OPERATION, NEEDS_RETRY, operationsIn } from '@/lib/engine/rules'
import type { ComponentChange, DroppedField, ForecastStep, PoolEffect, Shoot } from '@/lib/engine/types'

/** One part of a maintenance. */
export type MaintenancePart =
  | (TaskEffects & { readonly kind: 'change'; readonly change: ComponentChange })
  /** Credentials whose rotation is due by itself; `reason`: Gardener's words. */
  | (TaskEffects & {
      readonly kind: 'rotation'
      readonly name: string
      readonly starts: boolean
      readonly reason: string | null
    })
  /** A field of the spec that ends with a minor. */
  | (TaskEffects & { readonly kind: 'setting'; readonly field: DroppedField })
  /** What the annotation asks for. */
  | (TaskEffects & { readonly kind: 'operation'; readonly name: string; readonly outcome: OperationOutcome })
  /** Changes of the spec that wait for the window; the garden does not tell which, as the generation is not raised. */
  | { readonly kind: 'roll-out'; readonly because: ReconciliationCause }
  /** `isConfined`: roll-outs are, so it takes place in the window only. Else that is for the operators: the garden does not tell. */
  | { readonly kind: 'reconciliation'; readonly because: ReconciliationCause; readonly isConfined: boolean }
  /** Infrastructure and DNSRecord resources are only reconciled in the window. */
  | { readonly kind: 'infrastructure'; readonly because: ReconciliationCause }
  /** Restarts of controllers and core addons. Whether operators have set these up, the garden does not tell. */
  | { readonly kind: 'restarts' }

/** What it does to nodes and control plane; nothing where the maintenance is refused. */
interface TaskEffects {
  /** The effects on the pools that are touched. */
  readonly effects: readonly PoolEffect[]
  readonly restarts: boolean
}

/**
 * `skipped`: the last operation failed, or there was none yet, and it stays asked for; `refused`: with the whole maintenance;
 * `idle`: another operation does it as well.
 */
type OperationOutcome = 'starts' | 'retries' | 'skipped' | 'refused' | 'idle'

/**
 * What starts gardenlet's work: the controller asks for it; a change of the spec does; the failed operation is marked for a
 * retry; or nothing: the last operation failed, there was none, or the maintenance is refused.
 */
type ReconciliationCause = 'asked' | 'change' | 'retry' | 'failed' | 'never-worked-on' | 'refused'

/**
 * What a maintenance does, in Gardener's order (docs/rules.md#order-of-a-maintenance): images of all pools, the control plane,
 * rotations, settings that end, pools' own versions, feature gates and plugins, operations; then what gardenlet is asked for.
 *
 * @param step what the forecast has for that window; null: no version, setting or operation
 */
export function tasksOf(shoot: Shoot, step: ForecastStep | null): MaintenancePart[] {
  const changes = (component: ComponentChange['component']): MaintenancePart[] =>
    (step?.changes ?? [])
      .filter((change) => change.component === component)
      .map((change) => ({ kind: 'change', change, ...touchedBy(shoot, step, change) }))
  const settings = (isLate: boolean): MaintenancePart[] =>
    (step?.dropped ?? [])
      .filter(({ path }) => isLate === /\.(featureGates|admissionPlugins)\b/.test(path))
      .map((field) => ({ kind: 'setting', field, ...because(step, field.path) }))
  const cause = reconciliationOf(shoot, step)
  return [
    ...changes('poolImage'),
    ...changes('controlPlane'),
    ...rotations(step),
    ...settings(false),
    ...changes('poolKubernetes'),
    ...settings(true),
    ...operations(shoot, step),
    ...(shoot.confineSpecUpdateRollout ? [{ kind: 'roll-out', because: cause } as const] : []),
    { kind: 'reconciliation', because: cause, isConfined: shoot.confineSpecUpdateRollout },
    { kind: 'infrastructure', because: cause },
    { kind: 'restarts' },
  ]
}

function rotations(step: ForecastStep | null): MaintenancePart[] {
  return (step?.operations ?? [])
    .filter(({ why }) => why === 'due')
    .map(({ name, starts, reason }) => ({ kind: 'rotation', name, starts, reason, ...because(step, name) }))
}

function operations({ annotations, lastOperation }: Shoot, step: ForecastStep | null): MaintenancePart[] {
  const started = (step?.operations ?? []).filter(({ why }) => why !== 'due').map(({ name }) => name)
  const isSkipped = lastOperation === undefined || lastOperation.state === 'Failed'
  const asked = operationsIn(annotations[MAINTENANCE_OPERATION]).map((name): MaintenancePart => {
    const outcome = isSkipped ? 'skipped' : step?.denied ? 'refused' : started.includes(name) ? 'starts' : 'idle'
    return { kind: 'operation', name, outcome, ...because(step, name) }
  })
  const retries = (step?.operations ?? [])
    .filter(({ why }) => why === 'retry')
    .map(({ name }): MaintenancePart => ({ kind: 'operation', name, outcome: 'retries', ...because(step, name) }))
  return [...asked, ...retries]
}

function reconciliationOf(
  { lastOperation, annotations, confineSpecUpdateRollout }: Shoot,
  step: ForecastStep | null,
): ReconciliationCause {
  if (step?.denied) return 'refused'
  if (lastOperation === undefined) return 'never-worked-on'
  if (lastOperation.state !== 'Failed') return 'asked'
  if (isTrue(annotations[NEEDS_RETRY])) return 'retry'
  return step?.specChanged && !confineSpecUpdateRollout ? 'change' : 'failed'
}

function touchedBy({ workers }: Shoot, step: ForecastStep | null, { component, pool }: ComponentChange): TaskEffects {
  if (step === null || step.denied) return { effects: [], restarts: false }
  const follows = (name: string) => workers.find((worker) => worker.name === name)?.kubernetesVersion === undefined
  const effects = step.effects.filter(
    (one) =>
      one.effect !== 'none' &&
      (component === 'controlPlane' ? isOf(one, KUBERNETES) && follows(one.pool) : one.pool === pool),
  )
  return { effects, restarts: component === 'controlPlane' && step.controlPlaneBecause.includes(KUBERNETES) }
}

const KUBERNETES = 'spec.kubernetes.version'

function because(step: ForecastStep | null, cause: string): TaskEffects {
  if (step === null || step.denied) return { effects: [], restarts: false }
  const effects = step.effects.filter((one) => one.effect !== 'none' && isOf(one, cause))
  return { effects, restarts: step.controlPlaneBecause.includes(cause) }
}

function isOf({ because: causes }: PoolEffect, cause: string): boolean {
  return causes.includes(cause)
}

const OF_OPERATION = { starts: 'runs', retries: 'runs', skipped: 'waits', refused: 'refused', idle: 'idle' } as const
const OF_RECONCILIATION = {
  asked: 'runs',
  change: 'runs',
  retry: 'runs',
  failed: 'waits',
  'never-worked-on': 'waits',
  refused: 'refused',
} as const

/** What becomes of a part; `isRefused`: of the whole maintenance. */
export function taskState(task: MaintenancePart, isRefused: boolean): (typeof TASK_STATES)[number] {
  switch (task.kind) {
    case 'change':
      return isRefused ? 'refused' : task.change.kind === 'failure' ? 'fails' : 'runs'
    case 'rotation':
      return isRefused ? 'refused' : task.starts ? 'runs' : 'fails'
    case 'setting':
      return isRefused ? 'refused' : 'runs'
    case 'operation':
      return OF_OPERATION[task.outcome]
    case 'roll-out':
    case 'reconciliation':
    case 'infrastructure':
      return OF_RECONCILIATION[task.because]
    case 'restarts':
      return isRefused ? 'refused' : 'unknown'
  }
}
