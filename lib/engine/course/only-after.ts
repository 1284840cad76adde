import {
  momentOn,
  type Run,
  runMaintenance,
  type Schedule,
  subjectOf,
  windowOn,
  withOwnBindings,
} from '@/lib/engine/rules'
import type { Instant, OnlyAfter, Shoot } from '@/lib/engine/types'
import { atRest, stillAsked } from './at-rest'
import { type ForeseenMaintenance, isSameResult } from './foresee'
import type { MemoizedProfile } from './memoized-profile'

/**
 * What a maintenance that is foreseen does if it begins at an instant. What is foreseen is shared by all shoots of a class: this is
 * with the shoot's own names.
 */
export function runIn(
  { before, resting, autoRotation }: ForeseenMaintenance,
  shoot: Shoot,
  profile: MemoizedProfile,
): (at: Instant) => Run {
  const { asked } = before
  const { autoRotation: _, ...others } =
    asked !== undefined ? stillAsked(shoot, asked) : resting ? atRest(shoot) : shoot
  const subject = subjectOf(autoRotation === null ? others : { ...others, autoRotation }, profile)
  const own = { ...before, settings: withOwnBindings(before.settings, shoot) }
  return (at) => runMaintenance(subject, own, at, profile.classes.picker)
}

/**
 * Gardener begins a maintenance at a random moment of the window. Where a version changes its stage within it, what is foreseen for
 * the latest moment comes about only if it begins after that; else it may be what the next window brings. Null: it comes about
 * whenever the maintenance begins, `from` at the earliest.
 */
export function onlyAfterOf(
  foreseen: ForeseenMaintenance,
  shoot: Shoot,
  profile: MemoizedProfile,
  { schedule, from }: { readonly schedule: Schedule; readonly from: Instant },
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
