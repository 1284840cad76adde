import type { MemoizedProfile } from '@/lib/engine/course'
import { windowAround, windowOf } from '@/lib/engine/rules'
import { SECOND } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { between } from './between'
import type { ClusterRecord, Deviation, KnownState } from './record'

/** What a forecast says of one window that is made at an instant, with what is known then: the same text for the same. */
export type Answer = (shoot: Shoot, profile: MemoizedProfile, from: Instant) => string

/** A moment at which what happened made a forecast say something else. */
export interface Turn {
  readonly at: Instant
  /** Empty: it can be explained by nothing that was recorded. */
  readonly reasons: readonly Deviation['reason'][]
}

interface Happened {
  readonly at: Instant
  readonly reasons: readonly Deviation['reason'][]
  readonly shoot: Shoot | null
  readonly profile: MemoizedProfile | null
}

/** The moments after one instant and up to another at which the answer turned, since it was last what it had been at first. */
export function turnsOf(
  record: ClusterRecord,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  answer: Answer,
): Turn[] {
  let turns: Turn[] = []
  const [first, ...course] = courseOf(record, from, to)
  if (first === undefined) return turns
  const begin = eitherAnswer(first, from, answer)
  let last = first
  for (const happened of course) {
    const { at, reasons } = happened
    const is = eitherAnswer(happened, at, answer)
    if (is === begin) turns = []
    else if (is !== eitherAnswer(last, at, answer)) turns.push({ at, reasons })
    last = happened
  }
  return turns
}

/**
 * Gardener looks at a shoot once in a window, at a moment that is not known before: while one is open it may be over already, so
 * what happens then takes effect in it or in the next one. Both answers are told, unless it is known to have looked.
 */
function eitherAnswer({ shoot, profile }: Happened, at: Instant, answer: Answer): string {
  if (shoot === null || profile === null) return ''
  const open = windowAround(windowOf(shoot), at)
  if (open === null) return answer(shoot, profile, at)
  const next = answer(shoot, profile, open.latestStart + SECOND)
  const looked = shoot.lastMaintenance?.triggeredTime
  if (looked !== undefined && looked >= open.begin) return next
  return [...new Set([answer(shoot, profile, at), next])].join(' or ')
}

/** What was known at `from`, and all that happened since. */
function courseOf({ shoots, profilesOf }: ClusterRecord, from: Instant, to: Instant): Happened[] {
  const first = Math.max(
    0,
    shoots.findLastIndex(({ seen }) => seen <= from),
  )
  const course: Happened[] = []
  for (const [i, known] of shoots.entries()) {
    if (i < first || known.seen > to) continue
    const since = i === first ? from : known.seen
    const before = shoots[i - 1]
    const until = Math.min(shoots[i + 1]?.seen ?? to, to)
    const profiles = known.value === null ? [] : profilesOf(known.value.profile)
    const profile = profiles.findLast(({ seen }) => seen <= since)?.value ?? null
    const happened = i === first || before === undefined ? { at: since, reasons: [] } : happenedAt(before, known)
    course.push({ ...happened, shoot: known.value, profile })
    for (const edited of profiles) {
      if (edited.seen <= since || edited.seen > until) continue
      course.push({ at: edited.seen, reasons: ['profile-edited'], shoot: known.value, profile: edited.value })
    }
  }
  return course
}

function happenedAt(before: KnownState<Shoot>, after: KnownState<Shoot>): Pick<Happened, 'at' | 'reasons'> {
  const { owner, window, maintenance, failed } = between(before, after)
  const reasons: Deviation['reason'][] = []
  if (owner) reasons.push('owner-acted')
  if (window) reasons.push('window-moved')
  if (failed || maintenance?.denied) reasons.push('gardener-failed')
  // The forecast from before is for the moment at which the maintenance began.
  return { at: Math.min(after.seen, maintenance?.at ?? after.seen), reasons }
}
