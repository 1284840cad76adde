import { effectOfOperations, stronger } from '@/lib/engine/impact'
import type { State } from '@/lib/engine/rules'
import {
  changesIn,
  controlPlaneCauses,
  type EndedSetting,
  effectsOf,
  isRefused,
  lastMaintenanceAfter,
  momentOn,
  NEEDS_RETRY,
  parseVersion,
  type Run,
  reportedOf,
  type Schedule,
  sameMinor,
  sentencesOf,
  sleepOf,
  unsupportedMinor,
  versionsOf,
  windowOn,
  withoutSuffix,
} from '@/lib/engine/rules'
import type {
  Change,
  Forecast,
  ForecastStep,
  Instant,
  LastMaintenance,
  PoolEffect,
  Shoot,
  SpecChange,
  StepOperation,
} from '@/lib/engine/types'
import { countedKinds } from './counted-kinds'
import { type ForecastOptions, type ForeseenMaintenance, foresee } from './foresee'
import type { MemoizedProfile } from './memoized-profile'
import { onlyAfterOf, runIn } from './only-after'

/**
 * Everything that the maintenances of a shoot will do between two instants, in words, with windows and effects on nodes.
 * Equal to calling `maintain()` in every window (docs/rules.md#forecasts); `foresee` says how it does without.
 * @param foreseen of the shoot with these options, where that is known already
 */
export function forecast(
  shoot: Shoot,
  profile: MemoizedProfile,
  options: ForecastOptions,
  { list, schedule, final } = foresee(shoot, profile, options),
): Forecast {
  const steps: ForecastStep[] = []
  const sleep = sleepOf(shoot, options.from)
  let last = shoot.lastMaintenance
  for (const foreseen of list) {
    const at = momentOn(schedule, foreseen.day)
    const run = inOwnWords(shoot, profile, foreseen, at)
    const changes = changesIn(shoot, profile, foreseen.before.state, run)
    const reported = reportedOf(changes)
    last = lastMaintenanceAfter(last, run, reported, sentencesOf(reported), at)
    const asleep = sleep?.isAsleepAt(at) === true ? { wakes: sleep.wakesAfter(at) } : null
    const onlyAfter = onlyAfterOf(foreseen, shoot, profile, { schedule, from: options.from })
    const written = run.written ? last : undefined
    steps.push({ ...stepOf(shoot, schedule, foreseen, run, { changes, written, asleep }), onlyAfter })
  }
  return { from: options.from, to: options.to, steps, final: versionsOf(shoot, final.state) }
}

interface StepFacts extends Pick<ForecastStep, 'changes' | 'asleep'> {
  readonly written: LastMaintenance | undefined
}

function stepOf(
  shoot: Shoot,
  schedule: Schedule,
  { day, lastDay, repeats, before }: ForeseenMaintenance,
  run: Run,
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
    versions: versionsOf(shoot, run.carried.state),
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

/** The minors that an update brings and that are not supported. A patch takes nothing away. */
function unsupportedIn(changes: readonly Change[]): readonly string[] {
  const minors = changes.flatMap((change) => {
    if (change.kind !== 'update' || change.component === 'poolImage') return []
    const [from, to] = [change.from, change.to].map((text) => parseVersion(withoutSuffix(text)))
    if (!from || !to || sameMinor(from, to)) return []
    return unsupportedMinor(change.to) ?? []
  })
  return [...new Set(minors)]
}

/** What is said of the setting that a field belongs to, or went over to another field of. */
function reasonOf({ path }: SpecChange, ended: readonly EndedSetting[]): string | null {
  const own = ended.find((one) => path === one.path || path === one.becomes || path.startsWith(`${one.path}.`))
  return own?.text ?? null
}

/** A shoot that sleeps has neither nodes nor an API server that runs. */
export function noEffectOn({ workers }: Shoot): Effect {
  const effects = workers.map(({ name }): PoolEffect => ({ pool: name, effect: 'none', because: [] }))
  return { controlPlane: 'none', controlPlaneBecause: [], effects }
}

type Effect = Pick<ForecastStep, 'controlPlane' | 'controlPlaneBecause' | 'effects'>

function effectOfRun(shoot: Shoot, before: State, { carried, otherSpecChanges, started }: Run): Effect {
  const controlPlaneBecause = controlPlaneCauses(before, carried.state, otherSpecChanges)
  const effects = effectsOf(shoot, before, carried.state, otherSpecChanges)
  return withOperations({ controlPlaneBecause, effects }, shoot, started)
}

/** What operations do on top of what changes do. */
export function withOperations(
  { controlPlaneBecause, effects }: Omit<Effect, 'controlPlane'>,
  shoot: Shoot,
  operations: readonly string[],
): Effect {
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

function operationsOf({ lastOperation }: Shoot, { rotations, started, added }: Run): readonly StepOperation[] {
  const due = rotations.map(({ operation, reason, ...rotation }): StepOperation => {
    const starts = rotation.started && started.includes(operation)
    return { name: operation, why: 'due', starts, reason }
  })
  const isDue = (name: string) => due.some((one) => one.name === name)
  const asked = started.filter((name) => !isDue(name))
  const why = lastOperation?.state === 'Failed' ? 'retry' : 'asked'
  return [...asked.map((name): StepOperation => ({ name, why, starts: true, reason: added })), ...due]
}

/** What is foreseen is shared by all shoots of a class, but a refusal names the shoot and its pools, and a change its bindings. */
export function inOwnWords(shoot: Shoot, profile: MemoizedProfile, foreseen: ForeseenMaintenance, at: Instant): Run {
  const { run } = foreseen
  if (run.error === null && run.otherSpecChanges.length === 0) return run
  return runIn(foreseen, shoot, profile)(at)
}

/** What a maintenance is: see `ForecastStep.kind`. */
export function stepKindOf({ kind, decided }: Run): ForecastStep['kind'] {
  const made =
    decided === null
      ? []
      : [decided.controlPlane, ...decided.pools, ...decided.images, ...(decided.stop?.decisions ?? [])]
  if (kind !== 'done' || made.some((decision) => decision.kind === 'failure')) return 'fails'
  if (made.every((decision) => decision.kind === 'keep')) return 'other'
  return made.some((decision) => decision.kind === 'update' && decision.why !== 'auto') ? 'forced' : 'auto'
}
