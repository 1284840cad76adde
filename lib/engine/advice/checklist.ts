import { type UpdateChange, updatesIn } from '@/lib/engine/course'
import type { Instant, Shoot } from '@/lib/engine/types'
import { isTooLarge } from './advice'
import { courseOfSteps, firstSpared, forecastCourse, isBetter } from './compare-courses'
import { type AdvisedProspect, NOTHING_TO_APPLY, type OwnerRemedy, type RemedyPatch } from './remedy'
import { AUTO_UPDATE_FLAGS, isAdmitted, shootEditsBetween, switched } from './remedy-trial'

type AutoUpdateFlag = keyof Shoot['autoUpdate']

/** What stands on the list of an owner beside remedies: an automatic update is on. */
export type AutoUpdate = LeaveOut | KeptAutoUpdate

/** The next automatic update can be left out: it was tried, and then it does not come, and no maintenance before it is refused. */
interface LeaveOut extends RemedyPatch, Pick<OwnerRemedy, 'edits'> {
  readonly code: 'leave-out'
  readonly flag: AutoUpdateFlag
  /** What it would do; `pool` null: the control plane, `image` null: Kubernetes. */
  readonly moves: readonly Pick<UpdateChange, 'pool' | 'image' | 'to'>[]
  /** Begin of its window, before which it is to be decided. */
  readonly begins: Instant
  /** Begin of the window of what comes first without it that is forced or fails, and does not with it; null: nothing, as far as known. */
  readonly otherwise: Instant | null
}

/** An automatic update that is on already, and without which more would be forced or fail. */
type KeptAutoUpdate = typeof NOTHING_TO_APPLY & {
  readonly code: 'auto-kept'
  readonly flag: AutoUpdateFlag
  /** Begin of the window of what would come first without it that does not come with it, and whether that fails. */
  readonly begins: Instant
  readonly fails: boolean
}

/**
 * What the automatic updates of a cluster that are on give its owner to decide, and which of them help as they are. Each is tried: the
 * forecast without it says so. `advice`: what is advised anyhow; what it turns off is not told twice.
 */
export function autoUpdatesOf(prospect: AdvisedProspect, advice: readonly OwnerRemedy[]): readonly AutoUpdate[] {
  const { shoot, profile, at, until } = prospect
  if (isTooLarge(shoot) || shoot.deletionTimestamp !== undefined) return []
  const course = courseOfSteps(prospect.steps)
  return AUTO_UPDATE_FLAGS.flatMap(({ flag, components }): AutoUpdate[] => {
    if (!shoot.autoUpdate[flag]) return []
    const { after, ...patch } = switched(shoot, flag, false)
    const without = forecastCourse(after, profile, at, until)
    const spared = isBetter(course, without) ? firstSpared(without, course) : undefined
    const found: AutoUpdate[] = []
    // While maintenance is refused, leaving one out does more than that: it may get through again.
    const next = course.steps.find((step) => step.denied || updatesIn(step).length > 0)
    const moves = (next === undefined ? [] : updatesIn(next)).filter(
      ({ component, why }) => why === 'auto' && components.some((one) => one === component),
    )
    const isAdvised = advice.some((one) => one.code === 'auto-off' && one.flag === flag)
    const isSpared = !without.steps.some(({ window }) => window.begin === next?.window.begin)
    if (next !== undefined && moves.length > 0 && next.window.begin > at && !isAdvised && isSpared) {
      if (isAdmitted(shoot, after, profile.source, at)) {
        found.push({
          code: 'leave-out',
          flag,
          moves: moves.map(({ pool, image, to }) => ({ pool, image, to })),
          begins: next.window.begin,
          otherwise: spared?.window.begin ?? null,
          ...patch,
          edits: shootEditsBetween(shoot, after),
        })
      }
    }
    if (spared !== undefined) {
      const { window, fails } = spared
      found.push({ code: 'auto-kept', flag, begins: window.begin, fails, ...NOTHING_TO_APPLY })
    }
    return found
  })
}

/**
 * Before when something is to be done so that it helps. Null: it is due already, or there is nothing to be done, as with what does not
 * help.
 */
export function deadlineOf(one: OwnerRemedy | AutoUpdate): Instant | null {
  switch (one.code) {
    case 'leave-out':
      return one.begins
    case 'kubernetes-of-operators':
      return one.stuck.some(({ from }) => from === null) ? null : Math.min(...one.stuck.map(({ from }) => from ?? 0))
    case 'image-of-operators':
      return one.held.begins.isPast ? null : one.held.begins.at
  }
  if (!('timing' in one)) return null
  switch (one.timing.kind) {
    case 'any-time':
      return one.timing.until.at
    case 'at-once':
      return one.timing.until
    case 'earlier-window':
      return one.timing.than
    case 'next-window':
      return one.timing.begins
  }
}
