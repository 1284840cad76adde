import { forecast, type MemoizedProfiles, shootOn } from '@/lib/engine/course'
import { isDeepEqual } from '@/lib/engine/json'
import { DAY, HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type {
  CloudProfile,
  ForecastStep,
  Instant,
  LastError,
  LastMaintenance,
  LastOperation,
  Shoot,
  ShootVersions,
} from '@/lib/engine/types'
import { profileKey } from '../garden'
import type { DemoCalendar } from './calendar'
import {
  type DeletedCluster,
  type DemoMoment,
  type PastOfCluster,
  type PastSpec,
  pastsOfClusters,
  type UnhealthyTime,
} from './past-beginnings'
import type { ProfilesSince } from './past-profiles'
import { minutesIntoWindow } from './shoot'

interface ProfileSince {
  readonly since: Instant
  readonly profile: CloudProfile
}

/** What a shoot became at a moment, by a maintenance or by its owner. */
interface ShootOccurrence {
  readonly at: Instant
  readonly shoot: Shoot
}

interface ShootCourse {
  readonly shoot: Shoot
  readonly edits: readonly { readonly at: Instant; readonly edited: (shoot: Shoot) => Shoot }[]
  readonly from: Instant
  readonly to: Instant
  /** Oldest first, the first one from before `from`. */
  readonly profiles: readonly ProfileSince[]
  readonly memoized: MemoizedProfiles
}

/**
 * All that happens to a shoot: maintained in every window with the profile of that moment, edited by its owner in between.
 * Only versions change: the demo's shoots have no settings that end on their way, and ask for no operations.
 */
function courseOf({ shoot, edits, from, to, profiles, memoized }: ShootCourse): readonly ShootOccurrence[] {
  const occurrences: ShootOccurrence[] = []
  let current = shoot
  let at = from
  let nextProfile = profiles.findIndex(({ since }) => since > from)
  if (nextProfile === -1) nextProfile = profiles.length
  let nextEdit = 0
  while (at < to) {
    const profile = profiles[nextProfile - 1]?.profile
    if (profile === undefined) return []
    const until = Math.min(to, profiles[nextProfile]?.since ?? to, edits[nextEdit]?.at ?? to)
    const moment = minutesIntoWindow(shoot.name) * MINUTE
    const { steps } = forecast(current, memoized.of(profile), { from: at, to: until - 1, moment })
    for (const step of steps) {
      for (let i = 0; i <= step.repeats; i++) {
        current = maintained(current, step, step.at + i * DAY)
        occurrences.push({ at: step.at + i * DAY, shoot: current })
      }
    }
    const edit = edits[nextEdit]
    if (edit?.at === until) {
      current = edit.edited(current)
      occurrences.push({ at: until, shoot: current })
      nextEdit++
    } else {
      nextProfile++
    }
    at = until
  }
  return occurrences
}

function maintained(shoot: Shoot, { versions, description, state, failureReason }: ForecastStep, at: Instant): Shoot {
  const { lastMaintenance: before, ...others } = withVersions(shoot, versions)
  const written: LastMaintenance | undefined =
    description === null || state === null
      ? before
      : { description, state, ...(failureReason !== null && { failureReason }), triggeredTime: at }
  return { ...others, ...(written && { lastMaintenance: written }) }
}

function withVersions(shoot: Shoot, { kubernetesVersion, workers }: ShootVersions): Shoot {
  return shootOn(shoot, {
    kubernetes: kubernetesVersion,
    pools: workers.map((worker) => worker.kubernetesVersion),
    images: workers.map(({ image }) => image?.version ?? null),
  })
}

/** What is seen of a shoot from a moment on; null: it is gone. */
export interface ShootSince {
  readonly at: Instant
  readonly shoot: Shoot | null
}

/** A period of the demo's past, in which maintenance and owners act on shoots. */
export interface DemoPeriod {
  readonly calendar: DemoCalendar
  readonly from: Instant
  readonly to: Instant
  /** Oldest first. */
  readonly profiles: readonly ProfilesSince[]
  readonly memoized: MemoizedProfiles
}

const AT_REST: LastOperation = { type: 'Reconcile', state: 'Succeeded' }
const UPDATING: LastOperation = { type: 'Reconcile', state: 'Processing', progress: 12 }
const FAILED: LastOperation = { type: 'Reconcile', state: 'Failed' }
const TRYING: LastOperation = { type: 'Reconcile', state: 'Error' }
/** What an update ended with that failed. */
const REFUSED: LastError = {
  description: 'admission webhook "quota.example.com" denied the request: PodDisruptionBudget is immutable',
  codes: ['ERR_CONFIGURATION_PROBLEM'],
}
const CREATING: LastOperation = { type: 'Create', state: 'Processing' }
const DELETING: LastOperation = { type: 'Delete', state: 'Processing' }

/** How long after something happened it is seen. */
const notice = 20 * SECOND

/** When clusters that are in trouble on the birthday got into it, as the demo writes into their last operation. */
const troubled: DemoMoment = [-1, '22:14:07']

/** All that was seen of a shoot of today, oldest first. */
export function seenOf(today: Shoot, period: DemoPeriod): readonly ShootSince[] {
  const { creationTimestamp: created = 0, deletionTimestamp, lastOperation } = today
  const beginning = pastsOfClusters[nameOf(today)] ?? {}
  const calm = shootAtRest(today)
  const seen = shootsOverTime(today, beginning, { ...period, to: deletionTimestamp ?? period.to }, created)
  const known = seen.map(({ at, shoot }) => ({ at, shoot: asToday(shoot, calm, today) }))
  if (deletionTimestamp !== undefined) return [...known, { at: deletionTimestamp + notice, shoot: today }]
  if (lastOperation?.state === 'Failed') return [...known, { at: instantOf(troubled, period), shoot: today }]
  return known
}

/** All that was seen of a shoot that is gone; `like` is one of today. */
export function seenOfDeparted(gone: DeletedCluster, like: Shoot, period: DemoPeriod): readonly ShootSince[] {
  const [created, deleted] = [instantOf(gone.created, period), instantOf(gone.deleted, period)]
  const { lastMaintenance: _, ...others } = { ...like, name: gone.name, creationTimestamp: created }
  const seen = shootsOverTime(others, gone, { ...period, to: deleted }, created)
  const last = seen.at(-1)?.shoot ?? others
  return [
    ...seen,
    { at: deleted + notice, shoot: { ...last, deletionTimestamp: deleted, lastOperation: DELETING } },
    { at: deleted + 24 * MINUTE, shoot: null },
  ]
}

function shootsOverTime(
  shoot: Shoot,
  beginning: PastOfCluster,
  period: DemoPeriod,
  created: Instant,
): readonly ShootOccurrence[] {
  const { to, profiles, memoized } = period
  const from = Math.max(period.from, created)
  const begin = written(before(shoot, from), beginning, shoot)
  const edits = (beginning.edits ?? []).map((edit) => ({
    at: instantOf(edit.at, period),
    edited: (current: Shoot) => written(current, edit, shoot),
  }))
  const occurrences = courseOf({ shoot: begin, edits, from, to, profiles: profilesOf(begin, profiles), memoized })
  const isNew = created >= period.from
  const seen = [
    { at: isNew ? from + notice : from, shoot: isNew ? { ...begin, lastOperation: CREATING } : begin },
    ...(isNew && shoot.lastOperation?.type !== 'Create' ? [{ at: from + 11 * MINUTE, shoot: begin }] : []),
    ...occurrences.flatMap((one, i) => seenAfter(one, occurrences[i - 1]?.shoot ?? begin, beginning)),
  ]
  return withUnwell(seen, beginning.unwell ?? [], period)
}

/** The states with the times in which a condition was not true, between what else happened. */
function withUnwell(
  seen: readonly ShootOccurrence[],
  unwell: readonly UnhealthyTime[],
  period: DemoPeriod,
): readonly ShootOccurrence[] {
  const more = unwell.flatMap(({ at: moment, minutes, condition, error }) => {
    const at = instantOf(moment, period)
    const shoot = seen.findLast((one) => one.at <= at)?.shoot
    if (shoot === undefined) return []
    const conditions = [{ type: condition, status: 'False' }]
    const trouble = { ...shoot, conditions, ...(error && { lastOperation: TRYING, lastErrors: [error] }) }
    return [
      { at, shoot: trouble },
      { at: at + minutes * MINUTE, shoot },
    ]
  })
  return [...seen, ...more].sort((a, b) => a.at - b.at)
}

/** The profiles of the shoot, each as long as it is the same. */
function profilesOf({ profile: ref }: Shoot, all: readonly ProfilesSince[]): readonly ProfileSince[] {
  const key = profileKey(ref)
  const used: ProfileSince[] = []
  for (const { since, profiles } of all) {
    const profile = profiles.get(key)?.profile
    if (profile !== undefined && profile !== used.at(-1)?.profile) used.push({ since, profile })
  }
  return used
}

/** What is seen of it until it is at rest again. */
function seenAfter(
  { at, shoot }: ShootOccurrence,
  before: Shoot,
  { failedHours }: PastOfCluster,
): readonly ShootOccurrence[] {
  const rolls = shoot.workers !== before.workers
  if (!rolls && shoot.kubernetesVersion === before.kubernetesVersion) return [{ at: at + notice, shoot }]
  const minutes = 8 + (rolls ? 6 * shoot.workers.length : 0)
  const begun = { at: at + notice, shoot: { ...shoot, lastOperation: UPDATING } }
  if (failedHours === undefined) return [begun, { at: at + minutes * MINUTE, shoot }]
  return [
    begun,
    { at: at + minutes * MINUTE, shoot: { ...shoot, lastOperation: FAILED, lastErrors: [REFUSED] } },
    { at: at + failedHours * HOUR, shoot },
  ]
}

/** The shoot as it is today before any maintenance of the period: at rest, and without what came since. */
function before(today: Shoot, from: Instant): Shoot {
  const { lastMaintenance, manualInPlaceWorkersUpdated: _, ...others } = shootAtRest(today)
  if ((lastMaintenance?.triggeredTime ?? 0) < from) return shootAtRest(today)
  return { ...others, pendingWorkerUpdates: [] }
}

/** The shoot without trouble. Settings that the API server is about to drop are dropped since today. */
function shootAtRest(today: Shoot): Shoot {
  const {
    deletionTimestamp: _,
    alwaysDiffers: __,
    droppedOnWrite: ___,
    lastErrors: ____,
    lastOperation,
    ...others
  } = today
  const isAtRest = isDeepEqual(lastOperation, AT_REST)
  return {
    ...others,
    lastOperation: isAtRest && lastOperation ? lastOperation : AT_REST,
    ...(!isAtRest && { annotations: {} }),
  }
}

/** The shoot of today where nothing else is seen, `calm` while it is still to get into trouble. */
function asToday(shoot: Shoot, calm: Shoot, today: Shoot): Shoot {
  const { lastOperation } = shoot
  const { pendingWorkerUpdates, manualInPlaceWorkersUpdated: waiting } = calm
  const known = {
    ...shoot,
    pendingWorkerUpdates,
    ...(waiting && { manualInPlaceWorkersUpdated: waiting }),
    lastOperation: calm.lastOperation,
  }
  if (!isDeepEqual(known, calm)) return shoot
  if (!isDeepEqual(lastOperation, today.lastOperation))
    return lastOperation === calm.lastOperation ? calm : { ...calm, ...(lastOperation && { lastOperation }) }
  return isDeepEqual(calm, today) || lastOperation?.type === 'Create' ? today : calm
}

/** The shoot with versions, flags and a window of its own. `today` says what is on. */
function written(shoot: Shoot, { kubernetes, images, autoUpdate, window }: PastSpec, today: Shoot): Shoot {
  const state = {
    kubernetes: kubernetes ?? shoot.kubernetesVersion,
    pools: shoot.workers.map((worker) => worker.kubernetesVersion ?? null),
    images: shoot.workers.map(({ image }, i) => images?.[i] ?? image?.version ?? null),
  }
  const off = { kubernetesVersion: false, machineImageVersion: false }
  const changed = { ...shootOn(shoot, state), ...(window && { window }) }
  return autoUpdate === undefined ? changed : { ...changed, autoUpdate: autoUpdate === 'off' ? off : today.autoUpdate }
}

function instantOf(moment: DemoMoment, { calendar }: DemoPeriod): Instant {
  return Date.parse(calendar.day(...moment))
}

/** The name of a shoot, as `pastsOfClusters` has it. */
function nameOf({ namespace, name }: Shoot): string {
  return `${namespace.slice('garden-'.length)}/${name}`
}
