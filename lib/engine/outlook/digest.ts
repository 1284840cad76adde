import { countedKinds, effectWithOperations, type ForeseenMaintenance, stepKindOf } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { strongestOf } from '@/lib/engine/impact'
import { type RefusalSubject, UPDATE_RULES, type UpdateRefusal, type UpdateRule } from '@/lib/engine/refusal'
import {
  type CompiledProfile,
  effectsOf,
  fails,
  failsUnreported,
  isRefused,
  type MaintenanceRun,
  type MisfitCause,
  minorText,
  misfitCause,
  partDecisions,
  type ReadVersion,
  type VersionState,
} from '@/lib/engine/rules'
import type {
  ComponentChange,
  ForecastStep,
  ImageMisfit,
  ImageStop,
  PoolEffect,
  Shoot,
  UpdateReason,
  Worker,
} from '@/lib/engine/types'

/** As `ForecastStep.kind`. */
export type ForecastEventKind = ForecastStep['kind']

export type PoolEffectKind = PoolEffect['effect']

/** One decision, without texts. Pools are given by position, as shoots that share the decision name them differently. */
export interface DigestChange {
  readonly component: ComponentChange['component']
  readonly pool: number | null
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly from: string
  /** Null: there is no version to move to. */
  readonly to: string | null
  /** `major.minor` of the two. */
  readonly fromMinor: string
  readonly toMinor: string | null
  readonly why: UpdateReason
  /** What keeps a pool that fails from versions of its image; null: nothing, or it does not fail. */
  readonly misfit: ImageMisfit | null
}

/** The summary of a maintenance for lists. All shoots of a class share it. */
export interface MaintenanceDigest {
  /** The heaviest that happens to a part. */
  readonly kind: ForecastEventKind
  /** As `ForecastStep.kinds`. */
  readonly kinds: readonly ForecastEventKind[]
  readonly denied: boolean
  readonly changes: readonly DigestChange[]
  /** The change that stands for all; null when no version is to change. */
  readonly lead: DigestChange | null
  /** The strongest effect on nodes, and which pools have it. */
  readonly effect: PoolEffectKind
  readonly pools: readonly number[]
  /** Pools whose nodes roll: each is replaced by a new one. */
  readonly rolls: readonly number[]
  /** Pools whose nodes are updated in place: none of them rolls. */
  readonly inPlace: readonly number[]
  /** Why it fails, as a code; null if it does not fail. */
  readonly cause: FailureCause | null
  /** Whether it fails only because parts have no version to move to. */
  readonly lacksVersion: boolean
  /** The parts that fail to leave a version, as a text to compare; empty: none fails. */
  readonly failing: string
  /** The minor of the control plane afterwards. */
  readonly minor: string
  /** What gardenlet is asked to do apart from reconciling; automatic rotations, which touch no node, are left out. */
  readonly operations: readonly string[]
}

/** The digests of maintenances of shoots of one profile, each made once. */
export class MaintenanceDigests {
  private readonly known = new Map<MaintenanceRun, MaintenanceDigest>()

  /** `shoot` may be any for which the maintenance is foreseen. */
  of(
    { run, before }: Pick<ForeseenMaintenance, 'run' | 'before'>,
    shoot: Shoot,
    profile: CompiledProfile,
  ): MaintenanceDigest {
    return madeOnce(this.known, run, () => condense(run, before.state, shoot, profile))
  }
}

/** The digest for shoots that sleep then: they have no nodes. */
export function asleepDigest(digest: MaintenanceDigest): MaintenanceDigest {
  return digest.effect === 'none' ? digest : { ...digest, ...onPools([]) }
}

function condense(
  run: MaintenanceRun,
  before: VersionState,
  shoot: Shoot,
  { readVersion }: CompiledProfile,
): MaintenanceDigest {
  const { workers } = shoot
  const changes = changesIn(run, before, workers, readVersion)
  const kind = stepKindOf(run)
  const denied = isRefused(run)
  const after = run.carried.state
  const changed = effectsOf(shoot, before, after, run.otherSpecChanges, readVersion)
  const { effects } = effectWithOperations({ controlPlaneBecause: [], effects: changed }, shoot, run.started)
  return {
    kind,
    kinds: countedKinds(kind, changes, denied),
    denied,
    changes,
    lead: leadOf(kind, changes),
    ...onPools(effects.map(({ effect }) => effect)),
    cause:
      kind !== 'fails'
        ? null
        : (stopCauseOf(run) ?? causeOf(run.error, run.refused, leadOf(kind, changes)?.misfit ?? null)),
    lacksVersion: kind === 'fails' && run.error === null && stopCauseOf(run) === null,
    failing: failingText(kind, changes, denied),
    minor: minorText(after.kubernetes, readVersion),
    operations: run.started,
  }
}

type DigestOfPools = Pick<MaintenanceDigest, 'effect' | 'pools' | 'rolls' | 'inPlace'>

function onPools(effects: readonly PoolEffectKind[]): DigestOfPools {
  const effect = strongestOf(effects)
  const [rolls, inPlace] = [poolsWith(effects, 'rolling'), poolsWith(effects, 'inPlace')]
  return { effect, pools: effect === 'none' ? NO_POOLS : poolsWith(effects, effect), rolls, inPlace }
}

const NO_POOLS: readonly number[] = []

function poolsWith(effects: readonly PoolEffectKind[], effect: PoolEffectKind): readonly number[] {
  return effects.includes(effect) ? tight(effects.flatMap((one, i) => (one === effect ? [i] : []))) : NO_POOLS
}

/** A list without spare room: what `flatMap` makes has room for 17 more, and there are as many digests as maintenances. */
export function tight<T>(list: readonly T[]): readonly T[] {
  return list.slice()
}

/** The changes of a run, in the order of `changesOfRun`. */
function changesIn(
  { decided }: MaintenanceRun,
  before: VersionState,
  workers: readonly Worker[],
  readVersion: ReadVersion,
): readonly DigestChange[] {
  if (decided === null) return []
  const changes = partDecisions(decided, before).flatMap((part): DigestChange[] => {
    const { component, position: pool, from, decision } = part
    const what = component === 'poolImage' ? workers[pool ?? -1]?.image?.name : 'Kubernetes'
    if (what === undefined) return []
    const to = decision.kind === 'update' ? decision.to : null
    const minors = { fromMinor: minorText(from, readVersion), toMinor: to && minorText(to, readVersion) }
    const misfit = decision.kind === 'failure' ? decision.misfit : null
    return [{ component, pool, what, from, to, ...minors, why: decision.why, misfit }]
  })
  return tight(changes)
}

/** The change that stands for all: one that fails if the maintenance fails, one that is forced if it forces, else the first. */
function leadOf(kind: ForecastEventKind, changes: readonly DigestChange[]): DigestChange | null {
  const failing = kind === 'fails' ? changes.find(({ to }) => to === null) : undefined
  return failing ?? changes.find(({ why }) => why !== 'auto') ?? changes[0] ?? null
}

function failingText(kind: ForecastEventKind, changes: readonly DigestChange[], denied: boolean): string {
  if (kind !== 'fails') return ''
  const failing = changes.filter((change) => isFailing(change, { denied }))
  return failing.map(({ component, pool, what, from }) => [component, pool, what, from].join(' ')).join('\n')
}

/** Whether a change fails: it has no target, or the maintenance is refused as a whole. */
export function isFailing({ to }: DigestChange, { denied }: Pick<MaintenanceDigest, 'denied'>): boolean {
  return denied || to === null
}

/**
 * Why a maintenance fails. `no-version`: there is none to move to. `unfit-…`: the image that is there does not fit the pool, nor does
 * another one; `none-for-…`: it may stay, and no version that it could go to fits. Then what ends the search for images, and the rules
 * of the API server; `refused`: by one that is not known.
 */
export type CauseCode = 'no-version' | 'refused' | MisfitCause | ImageStop['because'] | UpdateRule

/** A code, for some followed by a blank and what it is about: `no-version`, `image-kubelet < 1.31`. It is one text, so that causes can be compared. */
export type FailureCause = CauseCode | `${CauseCode} ${string}`

/**
 * Why a maintenance fails, for a row of a list; the whole text is in the step. `error`: what the API server
 * or the controller answered, null when it accepted and there was no version to move to. `refused`: what it consists of. `misfit`:
 * what keeps the first pool that fails from versions of its image.
 * Names of pools are left out: a cause is shared by shoots that name theirs differently.
 */
function causeOf(error: string | null, refused: readonly UpdateRefusal[], misfit: ImageMisfit | null): FailureCause {
  if (error === null) return misfit === null ? 'no-version' : misfitCause(misfit)
  const rule = UPDATE_RULES.find((one) => refused.some((refusal) => refusal.rule === one))
  const first = refused.find((refusal) => refusal.rule === rule)
  if (first === undefined) return 'refused'
  const about = aboutOf(first.rule, first.subject)
  return about === undefined || about === '' ? first.rule : `${first.rule} ${about}`
}

/** The cause if the only failure is one that Gardener does not report; null: something else fails, or nothing. */
function stopCauseOf(run: MaintenanceRun): FailureCause | null {
  if (run.kind !== 'done' || !failsUnreported(run) || run.decided === null || run.decided.stop === null) return null
  return fails(run.decided, run.rotations) ? null : run.decided.stop.because
}

/** What a rule is about, if that says more than its code. */
function aboutOf(
  rule: UpdateRule,
  { image, version, machineType, supported, value }: RefusalSubject,
): string | undefined {
  switch (rule) {
    case 'image-architecture':
    case 'image-unavailable':
      return `${image} ${version}`
    case 'image-capabilities':
    case 'machine-type-gone':
      return machineType
    case 'image-kubelet':
      return supported?.join()
    case 'api-ends':
      return value
    default:
      return undefined
  }
}
