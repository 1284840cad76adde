import type {
  ComponentChange,
  Instant,
  LastMaintenance,
  MaintenanceEvent,
  Shoot,
  ShootVersions,
  SpecChange,
  WindowOccurrence,
} from '@/lib/engine/types'
import type { CompiledProfile } from './compile'
import { pickerFor, stateOf, subjectOf, type VersionPicker, type VersionState } from './decide'
import { changesOfRun, eventsOf, reportedChanges, sentencesOf, textsOf } from './describe'
import { type Annotations, asksForMaintenance } from './operations'
import { carriedBy, type MaintenanceRun, operationTexts, runMaintenance } from './run'
import { type DailyWindow, isInWindow, nextWindow, parseWindow } from './window'

/** What a maintenance of one shoot at one instant does. */
export interface MaintenanceOutcome {
  /** Why nothing was done; then everything else echoes the shoot. */
  readonly skipped: null | 'deletionTimestamp' | 'outsideWindow'
  /** What was decided, refused or not. */
  readonly changes: readonly ComponentChange[]
  /** As stored afterwards. */
  readonly versions: ShootVersions
  /** What the controller wanted, if the API server refused it (then `versions` are the old ones). */
  readonly proposal: ShootVersions | null
  readonly specChanged: boolean
  /** Changes of the spec apart from versions, by path. */
  readonly otherSpecChanges: readonly SpecChange[]
  readonly lastMaintenance: LastMaintenance | null
  /** False: what the shoot had stays in place. */
  readonly lastMaintenanceWritten: boolean
  readonly events: readonly MaintenanceEvent[]
  /** The operation annotations as stored afterwards. */
  readonly annotations: Annotations
  /** The dry run was refused: nothing changes, the next maintenance tries the same again. */
  readonly denied: boolean
  /** The controller ran into an error that it did not foresee; null: none. */
  readonly error: string | null
  /** The generation is raised, so gardenlet reconciles the shoot: for a change that is not confined, or as it was asked to. */
  readonly reconciles: boolean
}

export interface MaintainOptions {
  /** True: as if a maintenance were asked for now, whatever the window says. */
  readonly ignoreWindow?: boolean
  /** Of the profile; by default one that looks at all versions each time. */
  readonly picker?: VersionPicker
}

/**
 * One maintenance of a shoot at an instant, as gardener-controller-manager and the API server would do it
 * (docs/rules.md#order-of-a-maintenance). Pure; hibernation, purpose and confined roll-outs do not influence versions.
 */
export function maintain(
  shoot: Shoot,
  profile: CompiledProfile,
  at: Instant,
  options: MaintainOptions = {},
): MaintenanceOutcome {
  if (shoot.deletionTimestamp !== undefined) return skip(shoot, 'deletionTimestamp')
  const isDue =
    options.ignoreWindow === true || asksForMaintenance(shoot.annotations) || isInWindow(windowOf(shoot), at)
  if (!isDue) return skip(shoot, 'outsideWindow')
  const before = carriedBy(shoot)
  const run = runMaintenance(subjectOf(shoot, profile), before, at, options.picker ?? pickerFor(profile))
  const changes = changesOfRun(shoot, profile, before.state, run)
  const reported = reportedChanges(changes)
  const sentences = sentencesOf(reported)
  return {
    skipped: null,
    changes,
    versions: shootVersionsOf(shoot, run.carried.state),
    proposal: run.kind === 'denied' && run.decided !== null ? shootVersionsOf(shoot, run.decided.next) : null,
    specChanged: run.specChanged,
    otherSpecChanges: run.otherSpecChanges,
    lastMaintenance: lastMaintenanceAfter(shoot.lastMaintenance, run, reported, sentences, at) ?? null,
    lastMaintenanceWritten: run.written,
    events: eventsFor(run, reported, sentences),
    annotations: run.annotations,
    denied: run.kind === 'denied',
    error: run.kind === 'error' ? run.error : null,
    reconciles: raisesGeneration(shoot, run),
  }
}

const ANY_TIME = parseWindow(null)

export function windowOf({ window }: Shoot): DailyWindow {
  return window === undefined ? ANY_TIME : parseWindow(window)
}

/** The versions in the form that the outside sees. */
export function shootVersionsOf(shoot: Shoot, state: VersionState): ShootVersions {
  return {
    kubernetesVersion: state.kubernetes,
    workers: shoot.workers.map(({ name, image }, i) => {
      const version = state.images[i] ?? null
      return {
        name,
        kubernetesVersion: state.pools[i] ?? null,
        image: image === undefined || version === null ? null : { name: image.name, version },
      }
    }),
  }
}

/** `status.lastMaintenance` after a run; what there was before if it writes nothing. `changes`: those that are reported. */
export function lastMaintenanceAfter(
  before: LastMaintenance | undefined,
  run: MaintenanceRun,
  changes: readonly ComponentChange[],
  sentences: readonly string[],
  at: Instant,
): LastMaintenance | undefined {
  const state = run.carried.lastState
  if (!run.written || state === null) return before
  if (run.reported) return { ...reportOf(run, changes, sentences), state, triggeredTime: at }
  if (before === undefined) return undefined
  // What was left in progress keeps its words; a failure that is over does not.
  if (before.state === 'Processing') return { ...before, state }
  const { failureReason: _, ...rest } = before
  return { ...rest, state, description: 'Maintenance succeeded' }
}

function reportOf(
  run: MaintenanceRun,
  changes: readonly ComponentChange[],
  sentences: readonly string[],
): Pick<LastMaintenance, 'description' | 'failureReason'> {
  if (run.kind === 'denied') {
    const failureReason = `Updates to the Shoot failed to be applied: ${run.error}`
    return { description: 'Maintenance failed', failureReason }
  }
  const { description, failureReason } = textsOf(changes, sentences, run.rotations, operationTexts(run))
  return failureReason === null ? { description } : { description, failureReason }
}

function eventsFor(
  run: MaintenanceRun,
  changes: readonly ComponentChange[],
  sentences: readonly string[],
): readonly MaintenanceEvent[] {
  if (run.kind === 'done') return eventsOf(changes, sentences)
  if (run.kind === 'denied' || run.error === null || run.decided === null) return []
  return [{ type: 'Warning', reason: 'MaintenanceFailed', message: run.error }]
}

/**
 * Of a shoot without a last operation, or with one that failed, a reconciliation is only asked for by a retry; while a migration has
 * ended, or was aborted, also by whatever is written to the status.
 */
function raisesGeneration({ confineSpecUpdateRollout, lastOperation }: Shoot, run: MaintenanceRun): boolean {
  const { kind, updatesSpec, started, written } = run
  const hasMigrated = lastOperation?.type === 'Migrate' && MIGRATED.includes(lastOperation.state)
  if (hasMigrated && written) return true
  if (kind !== 'done') return false
  if (updatesSpec && !confineSpecUpdateRollout) return true
  if (lastOperation === undefined) return false
  return lastOperation.state !== 'Failed' || started.includes('retry')
}

const MIGRATED: readonly string[] = ['Succeeded', 'Aborted']

function skip(shoot: Shoot, skipped: 'deletionTimestamp' | 'outsideWindow'): MaintenanceOutcome {
  return {
    skipped,
    changes: [],
    versions: shootVersionsOf(shoot, stateOf(shoot)),
    proposal: null,
    specChanged: false,
    otherSpecChanges: [],
    lastMaintenance: shoot.lastMaintenance ?? null,
    lastMaintenanceWritten: false,
    events: [],
    annotations: shoot.annotations,
    denied: false,
    error: null,
    reconciles: false,
  }
}

/** When a change of the specification reaches the cluster. */
export type RollOutMoment =
  | { readonly kind: 'at-once' }
  | {
      readonly kind: 'next-window'
      /** The first in which a maintenance may still begin: it starts the reconciliation. */
      readonly window: WindowOccurrence
    }

/**
 * When a change that the owner makes at an instant is rolled out (docs/rules.md#confined-changes). As a rule every change
 * starts a reconciliation. With `confineSpecUpdateRollout` the API server only stores it, and the maintenance of the next
 * window rolls it out. Exceptions are hibernating, waking up and an operation that is asked for, e.g. `reconcile`:
 * these act at once, and take along what waits.
 */
export function rollOutMoment(shoot: Shoot, at: Instant): RollOutMoment {
  if (!shoot.confineSpecUpdateRollout) return { kind: 'at-once' }
  return { kind: 'next-window', window: nextWindow(windowOf(shoot), at) }
}
