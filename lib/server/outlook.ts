import type { EventKind } from '@/lib/contract'
import { compileProfile } from '@/lib/engine/compile'
import { windowOf } from '@/lib/engine/maintain'
import { outcomesOf } from '@/lib/engine/outcomes'
import { windowOn } from '@/lib/engine/schedule'
import { nodeOf } from '@/lib/engine/transitions'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { digestOf } from './digest'
import type { Event } from './event'

/** What is ahead of a shoot, as lists need it; one object for all shoots of a kind with the same window. */
export interface Outlook {
  /** In order of time. */
  readonly events: readonly Event[]
  /** The earliest event that changes a version or fails to. */
  readonly next: Event | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: Event | null
  /** When the first event of each kind begins. */
  readonly first: Readonly<Partial<Record<EventKind, Instant>>>
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
export const nothingAhead: Outlook = { events: [], next: null, nextForced: null, first: {} }

/** Tells the outlook of shoots between two instants. */
export type Lookout = (shoot: Shoot, profile: CloudProfile) => Outlook

/** A lookout that looks once per kind of shoots and window. */
export function lookoutBetween(from: Instant, to: Instant): Lookout {
  const known = new Map<object, Map<object, Outlook>>()
  return (shoot, profile) => {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    const kind = nodeOf(withoutRotations(shoot), compileProfile(profile))
    let byWindow = known.get(kind)
    if (byWindow === undefined) {
      byWindow = new Map()
      known.set(kind, byWindow)
    }
    const window = windowOf(shoot)
    let outlook = byWindow.get(window)
    if (outlook === undefined) {
      outlook = outlookOf(shoot, profile, from, to)
      byWindow.set(window, outlook)
    }
    return outlook
  }
}

function outlookOf(shoot: Shoot, profile: CloudProfile, from: Instant, to: Instant): Outlook {
  const { list, schedule } = outcomesOf(shoot, profile, { from, to })
  const first: Partial<Record<EventKind, Instant>> = {}
  const events = list.map((outcome): Event => {
    const digest = digestOf(outcome, shoot, profile)
    const window = windowOn(schedule, outcome.day)
    const begin = Math.max(window.begin, from)
    first[digest.kind] ??= begin
    return { kind: digest.kind, from: begin, window, digest }
  })
  return {
    events,
    next: events.find((e) => e.kind !== 'other') ?? null,
    nextForced: events.find((e) => e.kind === 'forced' || e.kind === 'fails') ?? null,
    first,
  }
}

/** Forecasts do not foresee rotations of credentials; with them no two shoots would be alike. */
function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}
