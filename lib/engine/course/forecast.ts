import { effectOfOperations, stronger } from '@/lib/engine/impact'
import {
  changesOfRun,
  controlPlaneCauses,
  type EndedSetting,
  effectsOf,
  isRefused,
  lastMaintenanceAfter,
  type MaintenanceRun,
  type MaintenanceSchedule,
  momentOn,
  NEEDS_RETRY,
  parseVersion,
  reportedChanges,
  runMaintenance,
  sameMinor,
  sentencesOf,
  shootVersionsOf,
  sleepOf,
  subjectOf,
  unsupportedMinor,
  type VersionState,
  windowOn,
  withOwnBindings,
  withoutSuffix,
} from '@/lib/engine/rules'
import { DAY, SECOND } from '@/lib/engine/time'
import type {
  ComponentChange,
  ForecastStep,
  Instant,
  LastMaintenance,
  OnlyAfter,
  PoolEffect,
  Shoot,
  ShootForecast,
  SpecChange,
  StepOperation,
  WindowOccurrence,
} from '@/lib/engine/types'
import { atRest, stillAsked } from './class-keys'
import { type ForecastOptions, type ForeseenMaintenance, foresee, isSameResult } from './foresee'
import type { MemoizedProfile } from './memoized-profile'

/**
 * Everything that the maintenances of a shoot will do between two instants, in words, with windows and effects on nodes.
 * Equal to calling `maintain()` in every window (docs/rules.md#forecasts); `foresee` says how it does without.
 * @param foreseen the result of `foresee` for the shoot and these options, if the caller has it already
 */
export function forecast(
  shoot: Shoot,
  profile: MemoizedProfile,
  options: ForecastOptions,
  { list, schedule, final } = foresee(shoot, profile, options),
): ShootForecast {
  const steps: ForecastStep[] = []
  const sleep = sleepOf(shoot, options.from)
  let last = shoot.lastMaintenance
  for (const foreseen of list) {
    const at = momentOn(schedule, foreseen.day)
    const run = inOwnWords(shoot, profile, foreseen, at)
    const changes = changesOfRun(shoot, profile, foreseen.before.state, run)
    const reported = reportedChanges(changes)
    last = lastMaintenanceAfter(last, run, reported, sentencesOf(reported), at)
    const asleep = sleep?.isAsleepAt(at) === true ? { wakes: sleep.wakesAfter(at) } : null
    const onlyAfter = onlyAfterOf(foreseen, shoot, profile, { schedule, from: options.from })
    const written = run.written ? last : undefined
    steps.push({ ...stepOf(shoot, schedule, foreseen, run, { changes, written, asleep }), onlyAfter })
  }
  return { steps, final: shootVersionsOf(shoot, final.state) }
}

interface StepFacts extends Pick<ForecastStep, 'changes' | 'asleep'> {
  readonly written: LastMaintenance | undefined
}

function stepOf(
  shoot: Shoot,
  schedule: MaintenanceSchedule,
  { day, lastDay, repeats, before }: ForeseenMaintenance,
  run: MaintenanceRun,
  { changes, written, asleep }: StepFacts,
): Omit<ForecastStep, 'onlyAfter'> {
  const at = momentOn(schedule, day)
  const kind = stepKindOf(run)
  return {
    at,
    window: windowOn(schedule, day),
    kind,
    kinds: countedKinds(kind, changes, isRefused(run)),
    changes,
    versions: shootVersionsOf(shoot, run.carried.state),
    specChanged: run.specChanged,
    denied: isRefused(run),
    refused: isRefused(run) ? run.refused : [],
    description: written?.description ?? null,
    state: written?.state ?? null,
    failureReason: run.written ? (written?.failureReason ?? null) : run.error,
    repeats,
    lastAt: momentOn(schedule, lastDay),
    ...(asleep === null ? effectOfRun(shoot, before.state, run) : noEffectOn(shoot)),
    asleep,
    dropped: run.otherSpecChanges.map((change) => ({ ...change, reason: reasonOf(change, run.ended) })),
    operations: operationsOf(shoot, run),
    unsupported: run.kind === 'done' ? unsupportedIn(changes) : [],
    waitsForRetry: run.specChanged && run.annotations[NEEDS_RETRY] === 'true' && !run.started.includes('retry'),
  }
}

/** The unsupported minors that an update leads to. A patch does not change support. */
function unsupportedIn(changes: readonly ComponentChange[]): readonly string[] {
  const minors = changes.flatMap((change) => {
    if (change.kind !== 'update' || change.component === 'poolImage') return []
    const [from, to] = [change.from, change.to].map((text) => parseVersion(withoutSuffix(text)))
    if (!from || !to || sameMinor(from, to)) return []
    return unsupportedMinor(change.to) ?? []
  })
  return [...new Set(minors)]
}

/** What is said about the setting to which a field belongs, or whose value moved to another field. */
function reasonOf({ path }: SpecChange, ended: readonly EndedSetting[]): string | null {
  const own = ended.find((one) => path === one.path || path === one.becomes || path.startsWith(`${one.path}.`))
  return own?.text ?? null
}

/** The effect on a hibernated shoot, which has no nodes and no running API server: none. */
export function noEffectOn({ workers }: Shoot): StepEffect {
  const effects = workers.map(({ name }): PoolEffect => ({ pool: name, effect: 'none', because: [] }))
  return { controlPlane: 'none', controlPlaneBecause: [], effects }
}

type StepEffect = Pick<ForecastStep, 'controlPlane' | 'controlPlaneBecause' | 'effects'>

function effectOfRun(
  shoot: Shoot,
  before: VersionState,
  { carried, otherSpecChanges, started }: MaintenanceRun,
): StepEffect {
  const controlPlaneBecause = controlPlaneCauses(before, carried.state, otherSpecChanges)
  const effects = effectsOf(shoot, before, carried.state, otherSpecChanges)
  return effectWithOperations({ controlPlaneBecause, effects }, shoot, started)
}

/** The effect of changes together with that of operations. */
export function effectWithOperations(
  { controlPlaneBecause, effects }: Omit<StepEffect, 'controlPlane'>,
  shoot: Shoot,
  operations: readonly string[],
): StepEffect {
  const more = operations.length === 0 ? null : effectOfOperations(shoot, operations)
  const because = [...controlPlaneBecause, ...(more?.controlPlaneBecause ?? [])]
  return {
    controlPlane: because.length > 0 ? 'restart' : 'none',
    controlPlaneBecause: because,
    effects: effects.map((effect, i) => {
      const other = more?.pools[i]
      return other === undefined ? effect : stronger(effect, other)
    }),
  }
}

function operationsOf(
  { lastOperation }: Shoot,
  { rotations, started, added }: MaintenanceRun,
): readonly StepOperation[] {
  const due = rotations.map(({ operation, reason, ...rotation }): StepOperation => {
    const starts = rotation.started && started.includes(operation)
    return { name: operation, why: 'due', starts, reason }
  })
  const isDue = (name: string) => due.some((one) => one.name === name)
  const hasFailed = lastOperation?.state === 'Failed'
  const asked = started.flatMap((name): StepOperation[] => {
    if (isDue(name)) return []
    // Only once it was reconciled is it time for what else is asked for.
    return [{ name, why: hasFailed && name === 'retry' ? 'retry' : 'asked', starts: true, reason: added }]
  })
  return [...asked, ...due]
}

/** A run is shared by all shoots of a class. This puts in the names of one shoot: of itself and its pools in refusals, of bindings in changes. */
export function inOwnWords(
  shoot: Shoot,
  profile: MemoizedProfile,
  foreseen: ForeseenMaintenance,
  at: Instant,
): MaintenanceRun {
  const { run } = foreseen
  if (run.error === null && run.otherSpecChanges.length === 0) return run
  return runIn(foreseen, shoot, profile)(at)
}

/** What a maintenance updates: nothing where it is refused. */
export function updatesIn({ denied, changes }: Pick<ForecastStep, 'denied' | 'changes'>): readonly UpdateChange[] {
  return denied ? [] : changes.filter((change) => change.kind === 'update')
}

export type UpdateChange = ComponentChange & { readonly kind: 'update' }

/** What a maintenance is: see `ForecastStep.kind`. */
export function stepKindOf({ kind, decided }: MaintenanceRun): ForecastStep['kind'] {
  const made =
    decided === null
      ? []
      : [decided.controlPlane, ...decided.pools, ...decided.images, ...(decided.stop?.decisions ?? [])]
  if (kind !== 'done' || made.some((decision) => decision.kind === 'failure')) return 'fails'
  if (made.every((decision) => decision.kind === 'keep')) return 'other'
  return made.some((decision) => decision.kind === 'update' && decision.why !== 'auto') ? 'forced' : 'auto'
}

/**
 * What a foreseen maintenance does if it begins at an instant, with the names of the shoot itself: the forecast is shared by all shoots
 * of a class.
 */
function runIn(
  { before, resting, autoRotation }: ForeseenMaintenance,
  shoot: Shoot,
  profile: MemoizedProfile,
): (at: Instant) => MaintenanceRun {
  const { asked } = before
  const { autoRotation: _, ...others } =
    asked !== undefined ? stillAsked(shoot, asked) : resting ? atRest(shoot) : shoot
  const subject = subjectOf(autoRotation === null ? others : { ...others, autoRotation }, profile)
  const own = { ...before, settings: withOwnBindings(before.settings, shoot) }
  return (at) => runMaintenance(subject, own, at, profile.classes.picker)
}

/**
 * Gardener begins a maintenance at a random moment of the window. If the stage of a version changes within the window, then what is
 * foreseen for the latest moment happens only if the maintenance begins after the change; else it may happen in the next window. Null: it
 * happens whenever the maintenance begins, `from` at the earliest.
 */
function onlyAfterOf(
  foreseen: ForeseenMaintenance,
  shoot: Shoot,
  profile: MemoizedProfile,
  { schedule, from }: { readonly schedule: MaintenanceSchedule; readonly from: Instant },
): OnlyAfter | null {
  const { day } = foreseen
  const latest = momentOn(schedule, day)
  const earliest = Math.max(windowOn(schedule, day).begin, from)
  // At the very begin of the window hardly any maintenance begins.
  const within = profile.classes.picker.boundariesFor(shoot).filter((at) => earliest < at && at < latest)
  if (within.length === 0) return null
  const runAt = runIn(foreseen, shoot, profile)
  const run = runAt(latest)
  for (const at of within.toReversed()) {
    const before = runAt(at)
    if (isSameResult(before, run)) continue
    const isIdle = !before.specChanged && !before.written
    const isDueAgain = isIdle && isSameResult(runAt(momentOn(schedule, day + 1)), run)
    return { at, otherwise: isDueAgain ? windowOn(schedule, day + 1) : null }
  }
  return null
}

/**
 * As `onlyAfterOf`, for lists, which know only the window of an event. Nothing is computed if no version that the shoot uses changes its
 * stage within the window.
 * @param from the instant of the question
 */
export function onlyAfterIn(
  shoot: Shoot,
  profile: MemoizedProfile,
  { begin, latestStart, end }: WindowOccurrence,
  from: Instant,
): OnlyAfter | null {
  const [after, before] = [Math.max(begin, from), latestStart + SECOND]
  const { picker } = profile.classes
  // For most windows this decides at once, and it is asked for each cluster of a list.
  if (!picker.mayChangeBetween(after, before)) return null
  if (!picker.boundariesFor(shoot).some((at) => after < at && at < before)) return null
  const { steps } = forecast(shoot, profile, { from, to: end })
  return steps.find(({ window }) => window.begin === begin)?.onlyAfter ?? null
}

type StepKind = ForecastStep['kind']

interface CountedChange {
  /** Null or absent: there is no version to move to. */
  readonly to?: string | null
  readonly why: ForecastStep['changes'][number]['why']
}

/** Lists that all maintenances share, as there are many. */
const ONE = { other: ['other'], auto: ['auto'], forced: ['forced'], fails: ['fails'] } as const
const FORCED_AND_FAILS = ['forced', 'fails'] as const

/**
 * The kinds that a maintenance counts as, see `ForecastStep.kinds`: one that forces a part and fails for another counts as both, unless
 * it is refused as a whole. This is the only place that decides it.
 */
export function countedKinds(kind: StepKind, changes: readonly CountedChange[], denied: boolean): readonly StepKind[] {
  const isBoth = kind === 'fails' && !denied && changes.some(({ to, why }) => typeof to === 'string' && why !== 'auto')
  return isBoth ? FORCED_AND_FAILS : ONE[kind]
}

/**
 * The steps of a forecast with automatic rotations, each rotation only where it is due for the first time: it comes again with
 * every period, to the end of the forecast, and a list of all of them would hide everything else.
 */
export function withFirstRotations(steps: readonly ForecastStep[]): ForecastStep[] {
  const seen = new Set<string>()
  const kept: ForecastStep[] = []
  for (const step of steps) {
    const isRepeated = step.operations.every(({ name, why }) => why === 'due' && seen.has(name))
    for (const { name, why } of step.operations) if (why === 'due') seen.add(name)
    const previous = kept.at(-1)
    if (isRepeated && step.operations.length > 0 && onlyRotates(step)) continue
    // What fails every night fails on those with a rotation as well.
    if (isRepeated && previous !== undefined && goesOn(previous, step)) {
      kept[kept.length - 1] = {
        ...previous,
        lastAt: step.lastAt,
        repeats: previous.repeats + 1 + step.repeats,
      }
    } else {
      kept.push(step)
    }
  }
  return kept
}

function onlyRotates({ kind, changes, specChanged, denied }: ForecastStep): boolean {
  return kind === 'other' && changes.length === 0 && !specChanged && !denied
}

function goesOn(previous: ForecastStep, step: ForecastStep): boolean {
  return (
    previous.kind === 'fails' &&
    step.kind === 'fails' &&
    !previous.specChanged &&
    !step.specChanged &&
    previous.denied === step.denied &&
    Math.round((step.at - previous.lastAt) / DAY) === 1 &&
    JSON.stringify(previous.changes) === JSON.stringify(step.changes) &&
    (!step.denied || previous.failureReason === step.failureReason)
  )
}
