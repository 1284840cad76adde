import { type CompiledProfile, compileProfile } from './compile'
import { decide, type State, stateOf } from './decide'
import { changesOf, eventsOf, textsOf } from './describe'
import {
  type Annotations,
  asksForMaintenance,
  dueRotations,
  OPERATION,
  storedAnnotations,
  withOperations,
} from './operations'
import type {
  Change,
  CloudProfile,
  Instant,
  LastMaintenance,
  MaintenanceEvent,
  Shoot,
  ShootVersions,
  VersionBoundSettings,
} from './types'
import { refusalOf } from './update-check'
import { versionError } from './version'
import { type SpecChange, settleSettings } from './version-bound'
import { type DailyWindow, isInWindow, parseWindow } from './window'

/** What a maintenance of one shoot at one instant does. */
export interface Maintenance {
  /** Why nothing was done; then everything else echoes the shoot. */
  readonly skipped: null | 'deletionTimestamp' | 'outsideWindow'
  /** What was decided, refused or not. */
  readonly changes: readonly Change[]
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
}

export interface MaintainOptions {
  /** True: as if somebody had asked for a maintenance now, whatever the window says. */
  readonly ignoreWindow?: boolean
}

/** What a shoot carries from one maintenance to the next. */
export interface Carried {
  readonly state: State
  readonly settings: VersionBoundSettings | undefined
  readonly lastMaintenance: LastMaintenance | undefined
}

/** The outcome of a maintenance that is not skipped, before it is written out. */
export interface Run {
  readonly kind: 'done' | 'denied' | 'error'
  readonly changes: readonly Change[]
  /** What the controller wanted. */
  readonly wanted: State
  /** What the shoot has afterwards. */
  readonly carried: Carried
  readonly specChanged: boolean
  readonly otherSpecChanges: readonly SpecChange[]
  /** Whether there was anything to report: decisions, rotations, operations. */
  readonly decided: boolean
  /** Whether `status.lastMaintenance` was written. */
  readonly written: boolean
  readonly annotations: Annotations
  readonly error: string | null
}

/**
 * One maintenance of a shoot at an instant, as gardener-controller-manager and the API server would do it (vectors README,
 * algorithm). Pure; hibernation, purpose and confined roll-outs do not influence versions.
 */
export function maintain(shoot: Shoot, profile: CloudProfile, at: Instant, options: MaintainOptions = {}): Maintenance {
  if (shoot.deletionTimestamp !== undefined) return skip(shoot, 'deletionTimestamp')
  const isDue =
    options.ignoreWindow === true || asksForMaintenance(shoot.annotations) || isInWindow(windowOf(shoot), at)
  if (!isDue) return skip(shoot, 'outsideWindow')
  const run = runMaintenance(shoot, carriedBy(shoot), compileProfile(profile), at)
  return {
    skipped: null,
    changes: run.changes,
    versions: versionsOf(shoot, run.carried.state),
    proposal: run.kind === 'denied' ? versionsOf(shoot, run.wanted) : null,
    specChanged: run.specChanged,
    otherSpecChanges: run.otherSpecChanges,
    lastMaintenance: run.carried.lastMaintenance ?? null,
    lastMaintenanceWritten: run.written,
    events: eventsFor(run),
    annotations: run.annotations,
    denied: run.kind === 'denied',
    error: run.error,
  }
}

export function carriedBy(shoot: Shoot): Carried {
  return { state: stateOf(shoot), settings: shoot.versionBound, lastMaintenance: shoot.lastMaintenance }
}

const windows = new WeakMap<Shoot, DailyWindow>()

/** The shoot's window, read once. */
export function windowOf(shoot: Shoot): DailyWindow {
  const known = windows.get(shoot)
  if (known !== undefined) return known
  const window = parseWindow(shoot.window ?? null)
  windows.set(shoot, window)
  return window
}

/** The versions in the form that the outside sees. */
export function versionsOf(shoot: Shoot, state: State): ShootVersions {
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

/** A maintenance that is due. The shoot's own versions, settings and last maintenance do not count, but those carried. */
export function runMaintenance(shoot: Shoot, carried: Carried, profile: CompiledProfile, at: Instant): Run {
  const decided = decide(shoot, carried.state, profile.source, at)
  if (decided === null) return stopped(shoot, carried, versionError(carried.state.kubernetes))
  const changes = changesOf(shoot, carried.state, decided, profile)
  const rotations = dueRotations(shoot, at)
  const { annotations, named } = withOperations(shoot, rotations)
  const settled = carried.settings === undefined ? null : settleSettings(carried.settings, carried.state, decided.next)
  const operations = [
    ...(settled?.operations ?? []),
    ...(named === null ? [] : [`Added ${JSON.stringify(named)} operation annotation`]),
  ]
  const otherSpecChanges = settled?.changes ?? []
  const specChanged = decided.next !== carried.state || otherSpecChanges.length > 0
  const settings = settled?.settings
  const update = { shoot, before: carried.state, after: decided.next, settings, annotations, at }
  const isDecided = operations.length > 0 || changes.length > 0 || rotations.length > 0
  const intended = {
    changes,
    wanted: decided.next,
    otherSpecChanges: [],
    specChanged: false,
    decided: isDecided,
    written: isDecided,
  }
  let lastMaintenance = carried.lastMaintenance
  if (isDecided) {
    const texts = textsOf(changes, rotations, operations)
    lastMaintenance = recorded(texts.description, texts.failureReason, at)
    const refusal = refusalOf({ ...update, differs: isSeen(shoot, annotations, specChanged) }, profile)
    if (refusal !== null) {
      const failed = recorded('Maintenance failed', `Updates to the Shoot failed to be applied: ${refusal}`, at)
      const left = withoutMaintain(shoot.annotations)
      return {
        kind: 'denied',
        ...intended,
        carried: { ...carried, lastMaintenance: failed },
        annotations: left,
        error: null,
      }
    }
  }
  // What the dry run did not look at (nothing differed then) is looked at now: the final update adds annotations of its own.
  const error = refusalOf({ ...update, differs: true }, profile)
  if (error !== null) {
    return {
      kind: 'error',
      ...intended,
      carried: { ...carried, lastMaintenance },
      annotations: shoot.annotations,
      error,
    }
  }
  const finished = concluded(lastMaintenance, isDecided)
  return {
    kind: 'done',
    changes,
    wanted: decided.next,
    carried: { state: decided.next, settings, lastMaintenance: finished },
    specChanged,
    otherSpecChanges,
    decided: isDecided,
    written: isDecided || finished !== lastMaintenance,
    annotations: storedAnnotations(shoot, annotations, specChanged),
    error: null,
  }
}

function recorded(description: string, failureReason: string | null, at: Instant): LastMaintenance {
  return failureReason === null
    ? { description, state: 'Processing', triggeredTime: at }
    : { description, state: 'Failed', failureReason, triggeredTime: at }
}

/** After a maintenance went through: what it recorded has succeeded, and an old failure with nothing left to do is over. */
function concluded(last: LastMaintenance | undefined, isNew: boolean): LastMaintenance | undefined {
  if (last === undefined) return undefined
  if (last.state === 'Processing') return { ...last, state: 'Succeeded' }
  if (isNew || last.state !== 'Failed') return last
  const { failureReason: _, ...rest } = last
  return { ...rest, state: 'Succeeded', description: 'Maintenance succeeded' }
}

/** Whether the dry run shows the API server any difference; a reconciliation that it triggers is one. */
function isSeen(shoot: Shoot, written: Annotations, specChanged: boolean): boolean {
  if (specChanged) return true
  if (shoot.lastOperation !== undefined && shoot.lastOperation.state !== 'Failed') return true
  const stored = storedAnnotations(shoot, written, false)
  const names = new Set([...Object.keys(stored), ...Object.keys(shoot.annotations)])
  return [...names].some((name) => stored[name] !== shoot.annotations[name])
}

function withoutMaintain(annotations: Annotations): Annotations {
  if (!asksForMaintenance(annotations)) return annotations
  const { [OPERATION]: _, ...rest } = annotations
  return rest
}

/** The controller gives up before it does anything. */
function stopped(shoot: Shoot, carried: Carried, error: string): Run {
  return {
    kind: 'error',
    changes: [],
    wanted: carried.state,
    carried,
    specChanged: false,
    otherSpecChanges: [],
    decided: false,
    written: false,
    annotations: shoot.annotations,
    error,
  }
}

function eventsFor(run: Run): readonly MaintenanceEvent[] {
  if (run.kind === 'done') return eventsOf(run.changes)
  if (run.kind === 'denied' || run.error === null) return []
  return [{ type: 'Warning', reason: 'MaintenanceFailed', message: run.error }]
}

function skip(shoot: Shoot, skipped: 'deletionTimestamp' | 'outsideWindow'): Maintenance {
  return {
    skipped,
    changes: [],
    versions: versionsOf(shoot, stateOf(shoot)),
    proposal: null,
    specChanged: false,
    otherSpecChanges: [],
    lastMaintenance: shoot.lastMaintenance ?? null,
    lastMaintenanceWritten: false,
    events: [],
    annotations: shoot.annotations,
    denied: false,
    error: null,
  }
}
