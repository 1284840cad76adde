import { LRUCache } from 'lru-cache'
import type { EventKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus } from '@/lib/contract/status'
import { clusterEvent } from '@/lib/landscape/event'
import { evidenceOf } from '@/lib/landscape/evidence'
import { expiryOfChange, marksOf, refOf } from '@/lib/landscape/expiries'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { outlookOf } from '@/lib/landscape/outlook'
import { figuresByProfile, figuresOf, profilesInUse } from '@/lib/landscape/profile-figures'
import { oncePerProcess } from '@/lib/process/kept'
import { Steps } from '@/lib/process/steps'
import type { TimeSlice } from '@/lib/process/time-slice'
import type { GardenAnswer } from '../contract/garden'
import { minorsOverTime } from './minors'
import { type Coming, failingFirst, forcedFirst } from './overview/coming'
import { overviewDays } from './overview/days'
import { overviewFigures } from './overview/figures'
import { overviewMonths } from './overview/months'

type Overview = Omit<GardenAnswer, 'garden'>

/** The overview: what needs attention, garden-wide. Days are those of `zone`. */
export function gardenView(index: FleetIndex, garden: GardenStatus, zone: string): GardenAnswer {
  return { ...overviewsOf(index).memo(zone).value, garden }
}

/** Resolves when the overview is known: that of many clusters takes a while. */
export async function overviewReady(index: FleetIndex, zone: string, slice?: TimeSlice): Promise<void> {
  await overviewsOf(index).memo(zone).ready(slice)
}

/** The same in every zone in which that of an earlier index was asked for. */
export async function overviewsReady(index: FleetIndex, before: FleetIndex, slice?: TimeSlice): Promise<void> {
  for (const zone of overviewsOf(before).keys()) await overviewReady(index, zone, slice)
}

/** Readers of one landscape live in few zones; an overview of many clusters takes a while. */
const keptZones = 16
const overviewsOf = oncePerProcess(
  'overviews',
  (index: FleetIndex) =>
    new LRUCache<string, Steps<Overview>>({ max: keptZones, memoMethod: (zone) => new Steps(overviewIn(index, zone)) }),
)

/** A sum over all clusters, which goes on with the landscape. */
type Part<K extends keyof Overview> = Generator<undefined, Overview[K]>

function* overviewIn(index: FleetIndex, zone: string): Generator<undefined, Overview> {
  const days = yield* overviewDays(index, zone)
  return {
    ...evidenceOf(index),
    zone,
    figures: yield* figures(index, days),
    days,
    months: yield* overviewMonths(index, zone, days),
    nextForced: yield* nextForced(index),
    stuck: yield* stuck(index),
    minors: yield* minorsOverTime(index, zone),
    expiries: yield* expiries(index),
  }
}

function* figures(index: FleetIndex, days: GardenAnswer['days']): Part<'figures'> {
  const { forced, ...others } = yield* overviewFigures(index)
  return { ...others, forced: { ...forced, updates90: days.reduce((sum, day) => sum + day.forced, 0) } }
}

function* nextForced(index: FleetIndex): Part<'nextForced'> {
  const { total, first } = yield* forcedFirst(index)
  return { total, items: first.map((one) => comingShoot(index, one, 'forced')) }
}

function* stuck(index: FleetIndex): Part<'stuck'> {
  const { total, first } = yield* failingFirst(index)
  return {
    total,
    items: first.map((one) => {
      const { lead } = one.event.digest
      const expiry = lead === null ? null : expiryOfChange(index, one.member.profile, lead)
      return {
        ...comingShoot(index, one),
        failing: onWire(outlookOf(index, one.position).failing),
        expiredAt: onWire(expiry === null || expiry > index.at ? null : expiry),
      }
    }),
  }
}

function comingShoot(
  index: FleetIndex,
  { member, event }: Coming,
  asked?: EventKind,
): GardenAnswer['nextForced']['items'][number] {
  const { namespace, name, profile } = member.shoot
  const next = onWire(clusterEvent(index, member, event, { asked }))
  return { namespace, name, project: member.project, profile, next }
}

function* expiries(index: FleetIndex): Part<'expiries'> {
  yield* figuresByProfile(index).rest()
  const all = yield* marksOf(index).rest()
  // Of a profile that is missing it is not known when what expires.
  const known = profilesInUse(index).filter((profile) => index.snapshot.profiles.has(profile))
  return known.map((profile) => {
    const marks = all.get(profile) ?? []
    const next = marks[0]
    const { clusters, stuck } = figuresOf(index, profile)
    return {
      profile: refOf(index, profile),
      clusters,
      stuck,
      next: next === undefined ? null : { at: onWire(next.at), what: next.what, version: next.version },
      marks: marks.map((mark) => ({
        ...mark,
        at: onWire(mark.at),
        kind: mark.fails * 2 > mark.clusters ? 'fails' : 'forced',
      })),
    }
  })
}
