import type {
  ChangeBody,
  DroppedFieldBody,
  ForecastStepBody,
  PoolEffectBody,
  RolloutBody,
  StepOperationBody,
} from '@/lib/contract/steps'
import type { WhyDecision } from '@/lib/questions/cluster/contract'
import { capitalized, given, plural, shortFieldPath, shortPoolsText } from './phrases'
import type { ShownStep } from './shown-steps'
import { sumNodes } from './shown-steps'
import { countOf, dayText, durationText, spanText } from './time-text'
import { effectText } from './wording'

/** What a row of the step table says happens. Each kind has its own glyph. */
export type EffectLine =
  | { readonly kind: 'controlPlane' | 'rolling' | 'inPlace' | 'kubeletRestart' | 'none'; readonly text: string }
  | { readonly kind: 'fails'; readonly text: string }

export interface StepRow {
  readonly id: string
  /** `Control plane`, `Pool web-a`, `Pool web-a, image`, `Control plane and 3 pools`. */
  readonly what: string
  /** The version before, with the name of an image; null if no version changes. */
  readonly from: string | null
  readonly to: string | null
  /** What `to` is a version of: `Kubernetes` or the image's name. */
  readonly of?: string
  /** What stands in place of a target that does not exist. */
  readonly noTarget: string | null
  /** What happens where no version changes: `rotation starts`. */
  readonly note?: string
  readonly effect: EffectLine
}

/** What is known of a step from those around it. `isDone`: it is over, and Gardener has said what it did. */
export type StepContext = Pick<ShownStep, 'since' | 'last'> & { readonly isDone?: boolean }
const NOTHING: StepContext = { since: new Map(), last: null }

/** Consecutive rows with one reason: it is printed once. */
export interface ReasonBlock {
  readonly reason: string
  /** If it failed before for the same reason, which is not told again: the begin of the first window. */
  readonly since: string | null
  readonly rows: readonly StepRow[]
}

/**
 * The rows of one maintenance run, in Gardener's order of components but with each pool's changes together: the control
 * plane, then the pools that follow it, then pools' own versions and images.
 *
 * A pool without its own version has no change of its own; it is listed under the control plane's change because its
 * nodes are what the owner cares about. With `folded` these rows become one, `Control plane and 3 pools`, and so do pools
 * that make the same move, `5 pools, image`.
 */
export function stepBlocks(
  step: ForecastStepBody,
  folded: boolean,
  around: StepContext = NOTHING,
): readonly ReasonBlock[] {
  const shown = new Set<string>()
  const own = step.denied ? { operations: [], dropped: [] } : step
  const lines = [
    ...groupsOf(step.changes, folded).flatMap((group) => linesOf(step, group, folded, shown, around)),
    ...own.operations.flatMap((operation) => operationLines(step, operation, folded, shown)),
    ...droppedLines(step, own.dropped, shown, around.isDone === true),
  ]
  if (lines.length === 0) return [withoutChange(step, around)]
  if (step.denied) {
    const reason = step.failureReason ?? 'Maintenance failed'
    return [{ reason, since: null, rows: lines.map(({ row }) => ({ ...row, effect: refused(step, around) })) }]
  }
  const blocks: { reason: string; since: string | null; rows: StepRow[] }[] = []
  for (const { reason, since, row: found } of lines) {
    const last = blocks.at(-1)
    const row = step.waitsForRetry ? { ...found, effect: aNightLater(found.effect) } : found
    if (last?.reason === reason) last.rows.push(row)
    else blocks.push({ reason, since, rows: [row] })
  }
  return blocks
}

/** The change is only stored: roll-outs are confined, and what failed before is retried with the next maintenance. */
function aNightLater(effect: EffectLine): EffectLine {
  if (effect.kind === 'none' || effect.kind === 'fails') return effect
  return { ...effect, text: `${effect.text}, a maintenance later` }
}

/** Whether folding would save rows. */
export function canFold(step: ForecastStepBody): boolean {
  const change = step.changes.find((c) => c.component === 'controlPlane')
  const hasFollowers = change !== undefined && change.to !== null && followers(step).length > 0
  const rolls = step.operations.some(({ name }) => poolsBecauseOf(step, name).length > 0)
  return hasFollowers || rolls || groupsOf(step.changes, true).length < step.changes.length
}

/** How many pools with the same move get a row of their own when folded. */
const MANY_POOLS = 3

/** One after the other; when folded, many pools that make the same move together, in the place of the first. */
function groupsOf(
  changes: readonly ChangeBody[],
  folded: boolean,
): readonly (readonly [ChangeBody, ...ChangeBody[]])[] {
  const same = (a: ChangeBody, b: ChangeBody) =>
    a.component === b.component &&
    a.pool !== null &&
    a.image === b.image &&
    a.from === b.from &&
    a.to === b.to &&
    a.reason === b.reason &&
    a.unreported === b.unreported &&
    a.error === b.error
  const groups: [ChangeBody, ...ChangeBody[]][] = []
  for (const change of changes) {
    const group = folded ? groups.find(([first]) => same(first, change)) : undefined
    if (group === undefined) groups.push([change])
    else group.push(change)
  }
  return groups.flatMap((group) => (group.length < MANY_POOLS ? group.map((one): [ChangeBody] => [one]) : [group]))
}

interface StepLine {
  readonly reason: string
  readonly since: string | null
  readonly row: StepRow
}

function linesOf(
  step: ForecastStepBody,
  group: readonly [ChangeBody, ...ChangeBody[]],
  folded: boolean,
  shown: Set<string>,
  around: StepContext,
): readonly StepLine[] {
  const [change] = group
  const reason = change.unreported ?? change.error ?? change.reason
  const since = around.since.get(change) ?? null
  const line = (what: string, effect: EffectLine): StepLine => ({
    reason,
    since,
    row: {
      id: `${change.component}/${what}`,
      what,
      from: change.image === null ? change.from : `${change.image} ${change.from}`,
      to: change.to,
      of: change.image ?? 'Kubernetes',
      noTarget: change.to !== null ? null : change.unreported === null ? 'no later version' : 'stays',
      effect,
    },
  })
  if (change.to === null) {
    return [
      line(whatOf(group), since === null ? fails(step, around) : { kind: 'fails', text: 'Still fails every night' }),
    ]
  }
  if (step.asleep !== null) return [line(whatOf(group), asleepThen)]
  if (change.component === 'controlPlane') {
    const pools = followers(step)
    if (folded && pools.length > 0) {
      for (const pool of pools) shown.add(pool.pool)
      return [line(`Control plane and ${countOf(pools.length, 'pool')}`, summary(pools))]
    }
    const own = line('Control plane', step.controlPlane === 'restart' ? restart : { kind: 'none', text: 'No restart' })
    return [own, ...pools.map((pool) => line(`Pool ${pool.pool}`, effectOnce(pool, shown)))]
  }
  const pools = step.effects.filter(({ pool }) => group.some((one) => one.pool === pool))
  const [first] = pools
  if (first === undefined) return [line(whatOf(group), noEffect)]
  return [line(whatOf(group), group.length === 1 ? effectOnce(first, shown) : effectsOnce(pools, shown))]
}

/** A rotation or a rollout, and the pools whose nodes it touches; folded, all of it is one row. */
function operationLines(
  step: ForecastStepBody,
  operation: StepOperationBody,
  folded: boolean,
  shown: Set<string>,
): readonly StepLine[] {
  const { name, subject, action, starts, every } = operation
  const reason = operation.reason ?? `asked for: ${name}`
  const restarts = step.controlPlaneBecause.includes(name)
  const pools = poolsBecauseOf(step, name)
  const line = (what: string, note: string, effect: EffectLine): StepLine => ({
    reason,
    since: null,
    row: { id: `${name}/${what}`, what, from: null, to: null, noTarget: null, note, effect },
  })
  const again = every === null ? '' : `, again every ${spanText(every, 'exact')}`
  if (!starts) return [line(subject, `${action}, but cannot`, { kind: 'fails', text: 'Does not start' })]
  const note = `${action}${again}`
  if (folded && pools.length > 0) {
    const { kind, text } = effectsOnce(pools, shown)
    return [line(subject, note, { kind, text: restarts ? `${text}; API server restarts` : text })]
  }
  const own: EffectLine = restarts ? restart : pools.length > 0 ? { kind: 'none', text: '' } : noEffect
  return [line(subject, note, own), ...pools.map((pool) => line(`Pool ${pool.pool}`, action, effectOnce(pool, shown)))]
}

function poolsBecauseOf(step: ForecastStepBody, cause: string): readonly PoolEffectBody[] {
  return step.effects.filter(({ effect, because }) => effect !== 'none' && because.includes(cause))
}

/**
 * Fields that go, with what restarts for them where that is not said for a new version anyway. Gardener's words on each are
 * long: beside a new version, and where there are several, they stand with the answer to why.
 */
function droppedLines(
  step: ForecastStepBody,
  fields: readonly DroppedFieldBody[],
  shown: Set<string>,
  isDone: boolean,
): readonly StepLine[] {
  const [first] = fields
  if (first === undefined) return []
  const paths = fields.map(({ path }) => path)
  const pools = paths.flatMap((path) => poolsBecauseOf(step, path)).filter(({ pool }) => !shown.has(pool))
  const isCause = !step.controlPlaneBecause.includes('spec.kubernetes.version')
  const restarts = isCause && step.controlPlaneBecause.some((cause) => paths.includes(cause))
  const effect = restarts ? restart : pools.length > 0 ? effectsOnce(pools, shown) : { kind: 'none' as const, text: '' }
  const named = (those: readonly DroppedFieldBody[]) => those.map(({ path }) => shortFieldPath(path))
  const gone = named(fields.filter(({ to }) => to === null))
  const kept = named(fields.filter(({ to }) => to !== null))
  const note = given(
    gone.length > 0 && `${gone.join(', ')} ${plural(gone.length, 'is', 'are')} removed`,
    kept.length > 0 && `${kept.join(', ')} ${plural(kept.length, 'is', 'are')} set`,
  ).join('; ')
  const isAlone = fields.length === 1 && step.changes.length === 0
  // Gardener writes of what it has done: of a maintenance to come these are words that it will write.
  const words = first.reason === null ? NO_WORDS : isDone ? first.reason : `Gardener will write: ${first.reason}`
  const reason = isAlone ? words : ''
  const what = fields.length === 1 ? 'Field' : countOf(fields.length, 'field')
  return [{ reason, since: null, row: { id: first.path, what, from: null, to: null, noTarget: null, note, effect } }]
}

const NO_WORDS = 'Gardener gives none: the API server no longer keeps it'

/** Pools without their own version whose nodes this step touches. */
function followers({ changes, effects, versions }: ForecastStepBody): readonly PoolEffectBody[] {
  if (!changes.some(({ component, to }) => component === 'controlPlane' && to !== null)) return []
  return effects.filter(
    ({ effect, pool }) =>
      effect !== 'none' &&
      versions.workers.some(({ name, kubernetes }) => name === pool && kubernetes === null) &&
      !changes.some((change) => change.pool === pool && change.component === 'poolKubernetes'),
  )
}

function whatOf([change, ...others]: readonly [ChangeBody, ...ChangeBody[]]): string {
  if (change.component === 'controlPlane') return 'Control plane'
  const pools = others.length === 0 ? `Pool ${change.pool}` : countOf(others.length + 1, 'pool')
  return change.component === 'poolImage' ? `${pools}, image` : pools
}

export const restart: EffectLine = { kind: 'controlPlane', text: 'API server and controllers restart' }
/** There is nothing to touch while it sleeps. */
const asleepThen: EffectLine = { kind: 'none', text: 'It sleeps then: no node is there' }
const noEffect: EffectLine = { kind: 'none', text: 'No node is touched' }

/** One run rolls a pool's nodes once, however many versions change. */
function effectOnce(pool: PoolEffectBody, shown: Set<string>): EffectLine {
  if (shown.has(pool.pool) && pool.effect !== 'none') return { kind: pool.effect, text: 'In the same run' }
  shown.add(pool.pool)
  return { kind: pool.effect, text: capitalized(effectText(pool.effect, pool.nodes)) }
}

function effectsOnce(pools: readonly PoolEffectBody[], shown: Set<string>): EffectLine {
  const fresh = pools.filter(({ pool }) => !shown.has(pool))
  for (const { pool } of fresh) shown.add(pool)
  return fresh.length > 0 ? summary(fresh) : { kind: pools[0]?.effect ?? 'none', text: 'In the same run' }
}

function fails(step: ForecastStepBody, around: StepContext): EffectLine {
  if (again(step, around)) return { kind: 'fails', text: `Fails again every night${untilLast(step, around)}` }
  return { kind: 'fails', text: around.isDone === true ? 'Failed' : 'Fails' }
}

function refused(step: ForecastStepBody, around: StepContext): EffectLine {
  if (again(step, around)) return { kind: 'fails', text: `Refused again every night${untilLast(step, around)}` }
  return { kind: 'fails', text: around.isDone === true ? 'Refused, nothing changed' : 'Refused, nothing changes' }
}

function again(step: ForecastStepBody, { last }: StepContext): boolean {
  return step.repeats > 0 || last !== null
}

/** ` until 20 Mar 2027`; nothing when no end is in sight. */
function untilLast({ window }: ForecastStepBody, { last }: StepContext): string {
  return last === null ? '' : ` until ${dayText(last, window.offset)}`
}

function withoutChange(step: ForecastStepBody, around: StepContext): ReasonBlock {
  const bad = step.kind === 'fails'
  const what = { id: 'maintenance', what: 'Maintenance', from: null, to: null, noTarget: null }
  return {
    reason: step.failureReason ?? step.description ?? '',
    since: null,
    rows: [{ ...what, effect: bad ? (step.denied ? refused(step, around) : fails(step, around)) : noEffect }],
  }
}

/** `20 nodes roll; 4 nodes in place`: the strongest effect first. */
export function summary(pools: readonly PoolEffectBody[]): EffectLine {
  const kinds = (['rolling', 'inPlace'] as const).flatMap((kind) => {
    const nodes = sumNodes(pools, kind)
    return nodes === null ? [] : [{ kind, text: effectText(kind, nodes) }]
  })
  const [strongest] = kinds
  if (strongest === undefined) return { kind: 'kubeletRestart', text: 'Kubelet restart only' }
  const hasOthers = pools.some(({ effect }) => effect === 'kubeletRestart')
  const texts = given(...kinds.map(({ text }) => text), hasOthers && 'kubelet restart in the others')
  return { kind: strongest.kind, text: capitalized(texts.join('; ')) }
}

/** What was decided about a part of a cluster. */
type PartDecisionBody = Pick<WhyDecision, 'component' | 'image' | 'current' | 'outcome' | 'to' | 'below'>

/** The parts that a decision is about: `Control plane`, `gardenlinux of pools web-a and ledger`. */
export function decidedText({ component, image }: PartDecisionBody, pools: readonly string[]): string {
  if (component === 'controlPlane') return 'Control plane'
  return `${image ?? 'Kubernetes'} of ${shortPoolsText(pools)}`
}

/** `Why 1.33.11 and not another?`, `Why does it not leave 1.31.14?`, `Why does it stay on 1.33.11?` */
export function whyQuestion({ outcome, to, current }: PartDecisionBody): string {
  if (outcome === 'updates' && to !== null) return `Why ${to} and not another?`
  return outcome === 'fails' ? `Why does it not leave ${current}?` : `Why does it stay on ${current}?`
}

/** The versions that are never looked at, in one line; null when there are none. */
export function belowText({ below, current }: PartDecisionBody): string | null {
  return below.length === 0 ? null : `${below.join(', ')}: lower than ${current}`
}

/** `at most 14 h`; where a person has to select nodes, it cannot be told. */
export function worstCase({ milliseconds }: RolloutBody): string {
  return milliseconds === null ? 'as long as nodes wait to be selected' : `at most ${durationText(milliseconds)}`
}

/** The field that causes an effect, without what every path begins with. */
export function fieldCauseText(because: readonly string[]): string {
  return because.map(shortFieldPath).join(', ')
}
