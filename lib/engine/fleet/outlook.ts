import { compileProfile } from '@/lib/engine/compile'
import { windowOf } from '@/lib/engine/maintain'
import { outcomesFrom } from '@/lib/engine/outcomes'
import { windowOn } from '@/lib/engine/schedule'
import { nodeOf, type TransitionNode } from '@/lib/engine/transitions'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { DailyWindow, WindowOccurrence } from '@/lib/engine/window'
import { type Digest, digestOf, type EventKind } from './digest'

/** One maintenance that is foreseen, or the first of several in a row that come out the same. */
export interface Event {
  readonly kind: EventKind
  /** When its window begins, or the instant of the question when it has begun by then. */
  readonly from: Instant
  readonly window: WindowOccurrence
  readonly digest: Digest
}

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
  /** What it passes through, from what it is now on. */
  readonly path: readonly TransitionNode[]
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
export const nothingAhead: Outlook = { events: [], next: null, nextForced: null, first: {}, path: [] }

/** Looks ahead once per kind of shoots and window, and remembers it for as long as it holds. */
export class Lookout {
  private readonly known = new WeakMap<TransitionNode, Map<DailyWindow, Seen>>()

  /** The outlook of a shoot between two instants. */
  between(from: Instant, to: Instant, shoot: Shoot, profile: CloudProfile): Outlook {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    const kind = kindOf(shoot, profile)
    let byWindow = this.known.get(kind)
    if (byWindow === undefined) {
      byWindow = new Map()
      this.known.set(kind, byWindow)
    }
    const window = windowOf(shoot)
    let seen = byWindow.get(window)
    if (seen === undefined || !stillHolds(seen, from, to)) {
      seen = { from, to, outlook: outlookOf(kind, shoot, profile, from, to) }
      byWindow.set(window, seen)
    }
    return seen.outlook
  }
}

interface Seen {
  readonly from: Instant
  readonly to: Instant
  readonly outlook: Outlook
}

/** Time alone changes nothing that is ahead until the window begins in which something happens. */
function stillHolds({ from, to, outlook }: Seen, at: Instant, until: Instant): boolean {
  const first = outlook.events[0]
  return from <= at && to === until && (first === undefined || first.window.begin > at)
}

const kinds = new WeakMap<Shoot, { readonly profile: CloudProfile; readonly node: TransitionNode }>()

function kindOf(shoot: Shoot, profile: CloudProfile): TransitionNode {
  let kind = kinds.get(shoot)
  if (kind?.profile !== profile) {
    kind = { profile, node: nodeOf(withoutRotations(shoot), compileProfile(profile)) }
    kinds.set(shoot, kind)
  }
  return kind.node
}

/** What is ahead of a shoot whose node is known. */
export function outlookOf(
  node: TransitionNode,
  shoot: Shoot,
  profile: CloudProfile,
  from: Instant,
  to: Instant,
): Outlook {
  const { list, schedule, path } = outcomesFrom(node, shoot, { from, to })
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
    path,
  }
}

/** Forecasts do not foresee rotations of credentials; with them no two shoots would be alike. */
function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}
