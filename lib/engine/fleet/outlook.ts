import { type CompiledProfile, compileProfile } from '@/lib/engine/compile'
import { windowOf } from '@/lib/engine/maintain'
import { type Outcomes, outcomesFrom } from '@/lib/engine/outcomes'
import { beginOn, type Schedule, windowOn } from '@/lib/engine/schedule'
import { NODES_LIMIT, nodeOf, type TransitionNode } from '@/lib/engine/transitions'
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

/** Only few events are looked at so closely that their window matters: it is found when it does. */
class ScheduledEvent implements Event {
  constructor(
    readonly digest: Digest,
    readonly from: Instant,
    private readonly schedule: Schedule,
    private readonly day: number,
  ) {}

  get kind(): EventKind {
    return this.digest.kind
  }

  get window(): WindowOccurrence {
    return windowOn(this.schedule, this.day)
  }
}

/** What is ahead from some day on. */
export interface Ahead {
  /** In order of time. */
  readonly events: readonly Event[]
  /** The earliest event that changes a version or fails to. */
  readonly next: Event | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: Event | null
  /** When the first event of each kind begins; not of kinds of which there was one before that day. */
  readonly first: Readonly<Partial<Record<EventKind, Instant>>>
}

/** What is ahead of a shoot, as lists need it; one object for all shoots of a kind with the same window. */
export interface Outlook extends Ahead {
  /** What it passes through, from what it is now on. */
  readonly path: readonly TransitionNode[]
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
export const nothingAhead: Outlook = { events: [], next: null, nextForced: null, first: {}, path: [] }

/** Looks ahead once per kind of shoots and window, and remembers it for as long as it holds. */
export class Lookout {
  private readonly known = new WeakMap<CompiledProfile, Map<TransitionNode, Seen>>()

  /** The outlook of a shoot between two instants. */
  between(from: Instant, to: Instant, shoot: Shoot, profile: CloudProfile): Outlook {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    const compiled = compileProfile(profile)
    const node = nodeOf(shoot, compiled)
    const window = windowOf(shoot)
    const seen = this.seenBy(node, compiled, window)
    if (seen.outlook === null || !stillHolds(seen.outlook, seen, from, to)) {
      seen.outlook = outlookOf(node, shoot, profile, from, to)
      seen.from = from
      seen.to = to
    }
    return seen.outlook
  }

  private seenBy(node: TransitionNode, profile: CompiledProfile, window: DailyWindow): Seen {
    let nodes = this.known.get(profile)
    if (nodes === undefined || nodes.size >= NODES_LIMIT) {
      nodes = new Map()
      this.known.set(profile, nodes)
    }
    const first = nodes.get(node)
    for (let seen = first; seen !== undefined; seen = seen.next) if (seen.window === window) return seen
    const seen: Seen = { window, next: first, from: 0, to: 0, outlook: null }
    nodes.set(node, seen)
    return seen
  }
}

/** For one window; a kind has few of them, and they are a chain. */
interface Seen {
  readonly window: DailyWindow
  readonly next: Seen | undefined
  from: Instant
  to: Instant
  outlook: Outlook | null
}

/** Time alone changes nothing that is ahead until the window begins in which something happens. */
function stillHolds({ events }: Outlook, { from, to }: Seen, at: Instant, until: Instant): boolean {
  const first = events[0]
  return from <= at && to === until && (first === undefined || first.window.begin > at)
}

/** What is ahead of a shoot whose node is known. */
export function outlookOf(
  node: TransitionNode,
  shoot: Shoot,
  profile: CloudProfile,
  from: Instant,
  to: Instant,
): Outlook {
  const outcomes = outcomesFrom(node, shoot, { from, to })
  return { ...aheadOf(eventsOf(outcomes, shoot, profile, from)), path: outcomes.path }
}

/** `shoot` and `profile`: any shoot that has the outcomes; what began before `from` counts as beginning then. */
export function eventsOf(
  { list, schedule }: Outcomes,
  shoot: Shoot,
  profile: CloudProfile,
  from: Instant,
): readonly Event[] {
  return list.map((outcome) => {
    const begin = Math.max(beginOn(schedule, outcome.day), from)
    return new ScheduledEvent(digestOf(outcome, shoot, profile), begin, schedule, outcome.day)
  })
}

/** `seen`: kinds of which there was an event before these. */
export function aheadOf(events: readonly Event[], seen: readonly EventKind[] = NONE): Ahead {
  const first: Partial<Record<EventKind, Instant>> = {}
  let next: Event | null = null
  let nextForced: Event | null = null
  for (const event of events) {
    const { kind } = event
    if (first[kind] === undefined && !seen.includes(kind)) first[kind] = event.from
    if (kind !== 'other') next ??= event
    if (kind === 'forced' || kind === 'fails') nextForced ??= event
  }
  return { events, next, nextForced, first }
}

const NONE: readonly EventKind[] = []
