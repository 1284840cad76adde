import type { UpdateRefusal } from '@/lib/engine/refusal'
import type { Instant, LastMaintenance, Shoot, VersionBoundSettings } from '@/lib/engine/types'
import {
  decide,
  type MaintenanceDecisions,
  type MaintenanceSubject,
  stateOf,
  type VersionPicker,
  type VersionState,
} from './decide'
import type { RotationResult } from './describe'
import { versionError } from './gardener-semver'
import {
  type Annotations,
  annotationsWithOperations,
  asksForMaintenance,
  dueRotations,
  MAINTENANCE_OPERATION,
  OPERATION,
  startedOperations,
  storedAnnotations,
} from './operations'
import { refusalOf, type UpdateRequest } from './update-check'
import { byPath, droppedSettings, type EndedSetting, type SettingsOutcome, settleSettings } from './version-bound'

/** What a shoot carries from one maintenance to the next. */
export interface CarriedState {
  readonly state: VersionState
  readonly settings: VersionBoundSettings | undefined
  /** Those of the settings that the API server drops with the next write that it accepts, of the spec or of the status. */
  readonly dropped?: Shoot['droppedOnWrite']
  /** The state of `status.lastMaintenance`; null: there is none. */
  readonly lastState: LastMaintenance['state'] | null
  /** What was asked of a maintenance that did not start it, and is of the next one, as the annotation has it; absent: nothing. */
  readonly asked?: string
}

/** The outcome of a maintenance that takes place, before it is put into words. */
export interface MaintenanceRun {
  /** `denied`: the API server refused the dry run; `error`: it refused the update, or the shoot cannot be read. */
  readonly kind: 'done' | 'denied' | 'error'
  /** Null: the shoot's version cannot be read. */
  readonly decided: MaintenanceDecisions | null
  readonly rotations: readonly RotationResult[]
  /** Settings that end, with what is said about them. */
  readonly ended: readonly EndedSetting[]
  /** What is said about annotations; null: nothing. */
  readonly added: string | null
  /** What gardenlet begins to do, apart from reconciling, if the update took place. */
  readonly started: readonly string[]
  /** Spec changes apart from versions: those of the update, if it took place, and what the API server drops. */
  readonly otherSpecChanges: SettingsOutcome['changes']
  /** What the shoot has afterwards. */
  readonly carried: CarriedState
  readonly specChanged: boolean
  /** Whether the update changes the spec: what the API server drops as it stores it is no change that it was sent. */
  readonly updatesSpec: boolean
  /** Whether there was anything to report. */
  readonly reported: boolean
  /** Whether `status.lastMaintenance` was written; without a report an earlier failure was declared over. */
  readonly written: boolean
  readonly annotations: Annotations
  /** The API server's or the controller's error; null: none. */
  readonly error: string | null
  /** What the API server's error consists of. */
  readonly refused: readonly UpdateRefusal[]
}

const NOTHING: readonly never[] = []

export function carriedBy(shoot: Shoot): CarriedState {
  const { versionBound, droppedOnWrite, lastMaintenance } = shoot
  const carried = { state: stateOf(shoot), settings: versionBound, lastState: lastMaintenance?.state ?? null }
  // The controller still sees what the API server is about to drop.
  if (droppedOnWrite === undefined) return carried
  return { ...carried, settings: { ...versionBound, ...droppedOnWrite }, dropped: droppedOnWrite }
}

/** A maintenance that is due. Versions, settings and last maintenance are those carried, not the shoot's own. */
export function runMaintenance(
  subject: MaintenanceSubject,
  carried: CarriedState,
  at: Instant,
  picker: VersionPicker,
): MaintenanceRun {
  const { shoot } = subject
  const decided = decide(subject, carried.state, at, picker)
  if (decided === null) return unreadable(shoot, carried)
  const attempt = attemptOf(shoot, carried, decided, at)
  return refusedRun(subject, carried, attempt, at) ?? acceptedRun(shoot, carried, attempt)
}

/** What a run says of itself whether the API server accepts it or not. */
type ToldAttempt = Pick<MaintenanceRun, 'rotations' | 'ended' | 'added' | 'reported'> & {
  readonly decided: MaintenanceDecisions
}

interface MaintenanceAttempt extends Pick<MaintenanceRun, 'otherSpecChanges' | 'specChanged'> {
  readonly told: ToldAttempt
  /** The annotations as the maintenance writes them. */
  readonly annotations: Annotations
  readonly settings: VersionBoundSettings | undefined
}

function attemptOf(
  shoot: Shoot,
  carried: CarriedState,
  decided: MaintenanceDecisions,
  at: Instant,
): MaintenanceAttempt {
  const rotations = shoot.autoRotation === undefined ? NOTHING : dueRotations(shoot, at)
  const { annotations, named } = annotationsWithOperations(shoot, rotations)
  const settled = carried.settings && settleSettings(carried.settings, carried.state, decided.next)
  const added = named === null ? null : `Added ${JSON.stringify(named)} operation annotation`
  const ended = settled?.ended ?? NOTHING
  const otherSpecChanges = settled?.changes ?? NOTHING
  const reported = ended.length > 0 || added !== null || rotations.length > 0 || decidesAnything(decided)
  return {
    told: { decided, rotations, ended, added, reported },
    annotations,
    otherSpecChanges,
    settings: settled?.settings,
    specChanged: decided.next !== carried.state || otherSpecChanges.length > 0,
  }
}

/** Null: the API server accepts. */
function refusedRun(
  subject: MaintenanceSubject,
  carried: CarriedState,
  attempt: MaintenanceAttempt,
  at: Instant,
): MaintenanceRun | null {
  const { shoot } = subject
  const { told, settings, annotations, specChanged } = attempt
  const { reported } = told
  const isSeen = specChanged || shoot.alwaysDiffers === true || isSeenByServer(shoot, annotations)
  const sent = (differs: boolean): UpdateRequest => ({
    subject,
    before: carried.state,
    after: told.decided.next,
    settings,
    settingsBefore: carried.settings,
    annotations,
    differs,
    at,
  })
  const denied = reported ? refusalOf(sent(isSeen)) : null
  // The final update adds annotations of its own: what the dry run did not look at is looked at now.
  const refusal = denied ?? (reported && isSeen ? null : refusalOf(sent(true)))
  if (refusal === null) return null
  const written = reported ? afterStatusWrite(carried) : { carried, otherSpecChanges: NOTHING }
  return {
    ...told,
    kind: denied === null ? 'error' : 'denied',
    started: NOTHING,
    otherSpecChanges: written.otherSpecChanges,
    carried: {
      ...written.carried,
      lastState: denied === null ? stateOfAttempt(carried, told) : 'Failed',
      ...askedAfter(shoot.annotations),
    },
    specChanged: written.otherSpecChanges.length > 0,
    updatesSpec: false,
    written: reported,
    annotations: denied === null ? shoot.annotations : withoutMaintain(shoot.annotations),
    error: refusal.text,
    refused: refusal.refusals,
  }
}

/** What is left of the settings once the report is written, whatever becomes of the update: that drops what is to be dropped. */
function afterStatusWrite({
  dropped: onWrite,
  ...carried
}: CarriedState): Pick<MaintenanceRun, 'carried' | 'otherSpecChanges'> {
  const { settings, dropped } = droppedSettings(carried.settings, onWrite)
  return { carried: { ...carried, settings }, otherSpecChanges: dropped }
}

/** The run of an attempt that the API server accepts. */
function acceptedRun(shoot: Shoot, carried: CarriedState, attempt: MaintenanceAttempt): MaintenanceRun {
  // Spread, each would have a shape of its own for V8, as large as the run.
  const { decided, rotations, ended, added, reported } = attempt.told
  const { settings, dropped } = droppedSettings(attempt.settings, carried.dropped)
  const specChanged = attempt.specChanged || dropped.length > 0
  // With a report its status is written first, and that drops them already: then the update changes the spec back and forth.
  const updatesSpec = reported ? specChanged : attempt.specChanged
  const lastState = concluded(stateOfAttempt(carried, attempt.told), reported)
  const annotations = storedAnnotations(shoot, attempt.annotations, updatesSpec)
  const left = askedAfter(annotations)
  const isSame = !specChanged && lastState === carried.lastState && left.asked === carried.asked
  return {
    kind: 'done',
    decided,
    rotations,
    ended,
    added,
    reported,
    started: startedOperations(shoot, attempt.annotations),
    otherSpecChanges:
      dropped.length > 0 ? [...attempt.otherSpecChanges, ...dropped].sort(byPath) : attempt.otherSpecChanges,
    carried: isSame ? carried : { state: decided.next, settings, lastState, ...left },
    specChanged,
    updatesSpec,
    written: reported || lastState !== carried.lastState,
    annotations,
    error: null,
    refused: NOTHING,
  }
}

/** What is left of what was asked: all of it after a refusal, and of a shoot that failed or was never reconciled. */
function askedAfter(annotations: Annotations): Pick<CarriedState, 'asked'> {
  const asked = annotations[MAINTENANCE_OPERATION]
  return asked === undefined ? {} : { asked }
}

function stateOfAttempt(
  { lastState }: CarriedState,
  { decided, rotations, reported }: ToldAttempt,
): CarriedState['lastState'] {
  if (!reported) return lastState
  return fails(decided, rotations) ? 'Failed' : 'Processing'
}

/** What was recorded has succeeded; an old failure with nothing left to do is over. */
function concluded(state: CarriedState['lastState'], isNew: boolean): CarriedState['lastState'] {
  return state === 'Processing' || (state === 'Failed' && !isNew) ? 'Succeeded' : state
}

/** What is said of settings and annotations, in order. */
export function operationTexts({ ended, added }: Pick<MaintenanceRun, 'ended' | 'added'>): readonly string[] {
  const settings = ended.map(({ text }) => text)
  return added === null ? settings : [...settings, added]
}

function decidesAnything({ controlPlane, pools, images }: MaintenanceDecisions): boolean {
  return controlPlane.kind !== 'keep' || pools.length > 0 || images.length > 0
}

/** Whether anything that is decided, or a rotation, cannot be done. */
export function fails(
  { controlPlane, pools, images }: MaintenanceDecisions,
  rotations: readonly RotationResult[],
): boolean {
  return (
    controlPlane.kind === 'failure' ||
    pools.some(({ kind }) => kind === 'failure') ||
    images.some(({ kind }) => kind === 'failure') ||
    rotations.some(({ started }) => !started)
  )
}

/**
 * Whether it fails and `status.lastMaintenance` says nothing of it: a pool stays on a version that it should have left, as the image
 * step ended before; or the API server refuses what had nothing to report, of which only an event tells.
 */
export function failsUnreported(run: Pick<MaintenanceRun, 'decided' | 'kind' | 'written'>): boolean {
  const endsUnreported = run.decided?.stop?.decisions.some(({ kind }) => kind === 'failure') === true
  return endsUnreported || (run.kind === 'error' && !run.written)
}

/** Whether the API server refuses all of it, reported or not: then none of its updates takes place. */
export function isRefused({ kind, written, refused }: Pick<MaintenanceRun, 'kind' | 'written' | 'refused'>): boolean {
  return kind === 'denied' || (kind === 'error' && !written && refused.length > 0)
}

/** Whether an update shows the API server any difference in the metadata; a reconciliation that it triggers is one. */
function isSeenByServer(shoot: Shoot, written: Annotations): boolean {
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
function unreadable(shoot: Shoot, carried: CarriedState): MaintenanceRun {
  return {
    kind: 'error',
    decided: null,
    rotations: NOTHING,
    ended: NOTHING,
    added: null,
    started: NOTHING,
    otherSpecChanges: NOTHING,
    carried,
    specChanged: false,
    updatesSpec: false,
    reported: false,
    written: false,
    annotations: shoot.annotations,
    error: versionError(carried.state.kubernetes),
    refused: NOTHING,
  }
}
