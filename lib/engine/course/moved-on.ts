import {
  changesIn,
  firstDay,
  lastDay,
  lastMaintenanceAfter,
  momentOn,
  reportedOf,
  rotated,
  type Schedule,
  scheduleOf,
  sentencesOf,
  sleepOf,
  sleptOn,
  windowOf,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { inOwnWords } from './forecast'
import { type ForecastOptions, type ForeseenMaintenances, foresee } from './foresee'
import type { MemoizedProfile } from './memoized-profile'
import { shootWith } from './shoot-at-window'

/** From when on nothing is done, and the instant that is looked at. */
export interface Move {
  readonly from: Instant
  readonly to: Instant
}

/**
 * The shoot as the forecast has it at `to` if nothing is done from `from` on: maintained in every window of `windowsOf`, each time
 * reconciled, with the words that Gardener will have written. It is the same shoot while there is no such window.
 */
export function movedOn(shoot: Shoot, profile: MemoizedProfile, move: Move): Shoot {
  const slept = sleptOn(shoot, sleepOf(shoot, move.from), move.to)
  if (!isMaintained(shoot, move)) return slept
  const foreseen = foresee(shoot, profile, { ...windowsOf(move), rotations: true })
  const {
    lastMaintenance: _,
    autoRotation: __,
    asleep: ___,
    rotationTimes,
    ...later
  } = shootWith(shoot, foreseen.final)
  const { lastMaintenance, autoRotation } = recordedBy(shoot, profile, foreseen)
  // Which pools wait for the rollout of a rotation is not known once an operation may have taken them along.
  const isKnown = foreseen.list.every(({ run }) => run.started.length === 0)
  return {
    ...later,
    ...hibernationOf(slept),
    ...(lastMaintenance && { lastMaintenance }),
    ...(autoRotation && { autoRotation }),
    ...(isKnown && rotationTimes && { rotationTimes }),
  }
}

function hibernationOf({ hibernated, asleep }: Shoot): Pick<Shoot, 'hibernated' | 'asleep'> {
  return { hibernated, ...(asleep && { asleep }) }
}

/**
 * Which windows act between two instants: those whose moment, the latest start, lies at or after the first and before the
 * second. A window that is open at the second has not acted by then. Every forecast begins with the first window whose moment
 * lies at or after its own beginning, so that no window acts twice or never for who goes on from there.
 */
export function windowsOf({ from, to }: Move): Pick<ForecastOptions, 'from' | 'to'> {
  return { from, to: to - 1 }
}

/** Whether any window of the shoot acts between the two instants. */
function isMaintained(shoot: Shoot, move: Move): boolean {
  return shoot.deletionTimestamp === undefined && actsBetween(scheduleOf(windowOf(shoot), 'latestStart'), move)
}

/** Whether one of these windows acts between the two instants. */
export function actsBetween(schedule: Schedule, move: Move): boolean {
  const { from, to } = windowsOf(move)
  return firstDay(schedule, from) <= lastDay(schedule, to)
}

/** What the last maintenance that wrote anything has written, and when credentials were rotated last: each completes at once. */
function recordedBy(
  shoot: Shoot,
  profile: MemoizedProfile,
  { list, schedule }: ForeseenMaintenances,
): Pick<Shoot, 'lastMaintenance' | 'autoRotation'> {
  let last = shoot.lastMaintenance
  let current = shoot
  for (const foreseen of list) {
    const at = momentOn(schedule, foreseen.day)
    const run = inOwnWords(current, profile, foreseen, at)
    const changes = reportedOf(changesIn(current, profile, foreseen.before.state, run))
    // Each of several nights that come out the same writes it anew.
    last = lastMaintenanceAfter(last, run, changes, sentencesOf(changes), momentOn(schedule, foreseen.lastDay))
    if (run.started.length > 0 && run.rotations.length > 0) current = rotated(current, at)
  }
  return { ...(last && { lastMaintenance: last }), ...(current.autoRotation && { autoRotation: current.autoRotation }) }
}
