import { onWire } from '@/lib/contract/dates'
import { TONIGHT_STATES } from '@/lib/contract/words'
import { doneStep } from '@/lib/engine/course'
import { unmetPreconditions } from '@/lib/engine/explain/obstacles'
import { addTo, sumOf } from '@/lib/engine/grouped'
import { type ForecastEvent, isNoticed } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import { compare } from '@/lib/garden/snapshot'
import { positionsOfClasses } from '@/lib/landscape/classes'
import { type ClusterEvent, clusterEvent, doneEvent } from '@/lib/landscape/event'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import type { Member } from '@/lib/landscape/roster'
import { asksForEvents, leavesOutEvents, type ShootFilter, shootFilter } from '@/lib/landscape/shoot-filter'
import type { ReaderNight } from '@/lib/landscape/zone'
import { eachOf } from '@/lib/process/event-loop'
import { reportText } from '@/lib/words/obstacles'
import { windowZone } from '@/lib/words/when'
import { allNodes } from '@/lib/words/wording'
import type { TonightAnswer, TonightQuery } from '../contract'

/** Rows that one answer may have, and clusters that a row names. */
const MOST = 1000
const NAMED = 100

type ClusterState = (typeof TONIGHT_STATES)[number]
type TonightRowOfCluster = ReturnType<typeof rowOf>

/** What tonight is for one cluster. */
interface TonightEvent {
  readonly member: Member
  readonly event: ClusterEvent
  readonly begin: Instant
  readonly end: Instant
  /** When it was maintained; null: it was not yet. */
  readonly doneAt: Instant | null
  readonly isForeseen: boolean
  /** What that maintenance asked for is being done. */
  readonly isReconciled: boolean
}

/** How far a cluster is at an instant. What was asked for in its window and goes on is not done before that ends. */
function stateOf({ event, begin, end, doneAt, isReconciled }: TonightEvent, at: Instant): ClusterState {
  if (doneAt !== null && event.kind === 'fails') return 'failed'
  if (doneAt !== null && (!isReconciled || at >= end)) return 'done'
  if (begin <= at && at < end) return 'open'
  return event.kind === 'fails' ? 'willFail' : 'toCome'
}

/** The night that is shown, and the instant in it. */
export interface ShownNight {
  readonly night: ReaderNight
  readonly at: Instant
  readonly zone: string
  /** Only clusters with these properties; absent: all clusters. */
  readonly filters?: Omit<TonightQuery, 'at' | 'zone'>
}

/**
 * From when on a night is seen at an instant. One that lies ahead of now is seen from its begin on, so that what is over by the instant
 * is told as well, or from the instant on where that lies before it.
 */
export function nightSeenFrom({ begin }: ReaderNight, at: Instant, now: Instant): Instant {
  return at <= now ? at : Math.max(now, Math.min(at, begin))
}

/**
 * Every cluster in which something happens in a night: what was maintained since its begin, as its status tells, and what is
 * ahead from the instant of the landscape on, that of `nightSeenFrom`: what lies between that and `at` is told as if it had come as foreseen.
 */
export async function tonightView(
  landscape: Landscape,
  { night, at, zone, filters = {} }: ShownNight,
): Promise<TonightAnswer> {
  const isAsked = nightFilter(landscape, filters, zone)
  const { found, asked } = await foundIn(landscape, night, at, isAsked)
  const turns: TonightEvent[] = []
  await eachOf(found, (one) => turns.push('ahead' in one ? foreseenEvent(landscape, one, at) : one))
  const groups = new Map<string, TonightEvent[]>()
  await eachOf(turns, (turn) => addTo(groups, keyOf(turn, at), turn))
  const rows: TonightRowOfCluster[] = []
  await eachOf(groups.values(), (group) => rows.push(rowOf(group, at)))
  rows.sort(byAttention)
  const sum = (...states: readonly ClusterState[]) => {
    const own = rows.filter(({ state }) => states.includes(state))
    return {
      clusters: sumOf(own, ({ clusters }) => clusters),
      nodes: allNodes(own.filter(({ effect }) => effect === 'rolling')),
    }
  }
  return onWire({
    ...evidenceOf(landscape),
    at,
    ...(at > landscape.at && { foreseenFrom: landscape.foreseen?.from ?? landscape.at }),
    zone,
    begin: night.begin,
    end: night.end,
    figures: {
      open: sum('open'),
      done: sum('done'),
      failed: sum('failed'),
      toCome: sum('toCome', 'willFail'),
      willFail: sum('willFail').clusters,
      clusters: turns.length,
    },
    next: nextOpening(landscape, at, { asked, isAsked }),
    rows: rows.slice(0, MOST),
    left: Math.max(0, rows.length - MOST),
  })
}

/** The number of clusters that `tonightView` would tell. */
export async function tonightCount(
  landscape: Landscape,
  { night, at, zone, filters = {} }: ShownNight,
): Promise<number> {
  const { found } = await foundIn(landscape, night, at, nightFilter(landscape, filters, zone))
  return found.length
}

function nightFilter(landscape: Landscape, filters: NonNullable<ShownNight['filters']>, zone: string): ShootFilter {
  const isAboutEvents = asksForEvents(filters) || leavesOutEvents(filters)
  return shootFilter(landscape, { ...filters, ...(isAboutEvents && { within: 'tonight', zone }) })
}

/** What is still to come for a cluster. */
interface AheadEvent {
  readonly member: Member
  readonly ahead: ForecastEvent
}

interface FoundTonight {
  readonly found: readonly (TonightEvent | AheadEvent)[]
  /** For each class, by its place: 1 if any of its clusters is asked for. */
  readonly asked: Uint8Array
}

async function foundIn(
  landscape: Landscape,
  { begin, end }: ReaderNight,
  at: Instant,
  isAsked: ShootFilter,
): Promise<FoundTonight> {
  const found: (TonightEvent | AheadEvent)[] = []
  const asked = new Uint8Array(landscape.classes.all.length)
  // What is ahead of a class is ahead of each of its clusters.
  const ahead = landscape.classes.all.map(({ forecast: { events } }) => {
    // They are in order of time.
    const event = (events[0]?.window.begin ?? end) < end ? events.find(isNoticed) : undefined
    // A window that is open as the night begins is of it, and one that opened in it stays of it.
    return { next: events[0], event: event && event.from >= begin && event.window.begin < end ? event : undefined }
  })
  const places = landscape.classes.places
  await eachOf(landscape.roster.members, (member, i) => {
    if (!isAsked(i, member)) return
    const place = places[i] ?? 0
    asked[place] = 1
    const { next, event } = ahead[place] ?? {}
    const done = maintainedSince(landscape, member, { begin, end, at }, next)
    if (done !== null) found.push(done)
    // The window in which it was maintained is over for it, open or not.
    if (event === undefined || (done !== null && event.window.begin <= done.begin)) return
    found.push({ member, ahead: event })
  })
  return { found, asked }
}

function foreseenEvent(landscape: Landscape, { member, ahead }: AheadEvent, at: Instant): TonightEvent {
  const { begin, end, latestStart } = ahead.window
  return {
    member,
    event: clusterEvent(landscape, member, ahead),
    begin,
    end,
    // Nothing begins after its latest start.
    doneAt: at > landscape.at && latestStart <= at ? latestStart : null,
    isForeseen: true,
    isReconciled: false,
  }
}

/**
 * Its last maintenance, where that was since `begin`, in a window that opened before `end`, and did something; null else. `at`: the instant that is looked at; `next`:
 * what comes after it.
 */
function maintainedSince(
  landscape: Landscape,
  member: Member,
  { begin, end, at }: ReaderNight & { readonly at: Instant },
  next: ForecastEvent | undefined,
): TonightEvent | null {
  const { shoot } = member
  const doneAt = shoot.lastMaintenance?.triggeredTime
  if (doneAt === undefined || doneAt < begin || doneAt > landscape.at) return null
  const step = doneStep(shoot)
  if (step === null || step.window.begin >= end) return null
  return {
    member,
    // Of one that was refused as a whole the status does not say what it was to do: it is what fails again.
    event:
      step.denied && next?.kind === 'fails'
        ? { ...clusterEvent(landscape, member, next), window: doneEvent(step, shoot).window }
        : doneEvent(step, shoot),
    begin: step.window.begin,
    end: step.window.end,
    doneAt,
    isForeseen: false,
    // Of an instant that lies ahead nothing is known of that.
    isReconciled: at <= landscape.at && isReconciled(shoot),
  }
}

function keyOf(turn: TonightEvent, at: Instant): string {
  const { member, event, isReconciled } = turn
  const { kind, what, operations, from, to, effect, cause, onlyAfter } = event
  return JSON.stringify([
    stateOf(turn, at),
    isReconciled,
    member.profile,
    kind,
    what,
    // Where a version changes, that is what a row tells, whatever comes with it.
    what === null ? operations : undefined,
    from,
    to,
    effect,
    cause,
    onlyAfter,
  ])
}

function rowOf(turns: readonly TonightEvent[], at: Instant) {
  // Those of one window stay in the order of the roster, by project and name.
  const inOrder = turns.toSorted((a, b) => a.begin - b.begin || a.end - b.end)
  const [first] = inOrder
  if (first === undefined) throw new RangeError('a row has clusters')
  const { event, isReconciled, member } = first
  const state = stateOf(first, at)
  const progress = isReconciled ? turns.flatMap((turn) => turn.member.shoot.lastOperation?.progress ?? []) : []
  const said = turns.flatMap((turn) => {
    const words = turn.isForeseen || state !== 'failed' ? undefined : turn.member.shoot.lastMaintenance?.failureReason
    return words === undefined ? [] : [{ words, nodes: turn.member.nodes.max }]
  })
  const done = turns.flatMap(({ doneAt }) => doneAt ?? [])
  return {
    state,
    profile: member.shoot.profile,
    kind: event.kind,
    what: event.what,
    ...(event.what === null && event.operations !== undefined && { operations: event.operations }),
    from: event.from,
    to: event.to,
    effect: event.effect,
    nodes: allNodes(turns.map((turn) => turn.event)),
    ...(event.onlyAfter && state !== 'done' && state !== 'failed' && { onlyAfter: event.onlyAfter }),
    cause: event.cause,
    clusters: turns.length,
    windows: windowsOf(inOrder),
    members: inOrder.slice(0, NAMED).map(({ member: { project, shoot }, event }) => ({
      project,
      namespace: shoot.namespace,
      name: shoot.name,
      window: event.window,
      nodes: event.nodes,
    })),
    reconciling: isReconciled,
    progress: progress.length === 0 ? null : Math.min(...progress),
    lastDoneAt: done.length === 0 ? null : Math.max(...done),
    foreseen: turns.every(({ isForeseen }) => isForeseen),
    failureReason: said.toSorted((a, b) => b.nodes - a.nodes)[0]?.words ?? null,
    reported: reportedOf(turns),
  }
}

/** The windows of clusters, which stand in their order, each once. */
function windowsOf(turns: readonly TonightEvent[]) {
  const windows: (ClusterEvent['window'] & { clusters: number })[] = []
  for (const { event } of turns) {
    const last = windows.at(-1)
    if (last?.begin === event.window.begin && last.end === event.window.end) last.clusters++
    else windows.push({ ...event.window, clusters: 1 })
  }
  return windows
}

/** What gardenlet reports of clusters whose nodes are still to be touched. */
function reportedOf(turns: readonly TonightEvent[]): { readonly clusters: number; readonly text: string } | null {
  const found = turns.flatMap(({ member: { shoot, nodes }, event: { effect }, doneAt }) => {
    const unmet =
      doneAt === null && (effect === 'rolling' || effect === 'inPlace') ? unmetPreconditions(shoot) : undefined
    return unmet === undefined ? [] : [{ text: reportText(unmet, windowZone(shoot.window)), nodes: nodes.max }]
  })
  const [largest] = found.toSorted((a, b) => b.nodes - a.nodes)
  return largest === undefined ? null : { clusters: found.length, text: largest.text }
}

function isReconciled({ lastOperation }: Shoot): boolean {
  return lastOperation?.type === 'Reconcile' && lastOperation.state === 'Processing'
}

const KINDS = ['fails', 'forced', 'auto', 'other'] as const

function byAttention(a: TonightRowOfCluster, b: TonightRowOfCluster): number {
  const begin = ({ windows: [first] }: TonightRowOfCluster) => first?.begin ?? 0
  return (
    TONIGHT_STATES.indexOf(a.state) - TONIGHT_STATES.indexOf(b.state) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    begin(a) - begin(b) ||
    compare(profileKey(a.profile), profileKey(b.profile))
  )
}

/** When something happens to a cluster next after an instant, what fails again every night included; null: nothing does within the horizon. */
export function nextBegin(events: readonly ForecastEvent[], after: Instant): Instant | null {
  const next = events.find(({ from }) => from > after)
  const current = events.findLast(({ from }) => from <= after)
  if (current?.kind === 'fails') {
    const { begin } = current.window
    const again = begin + (Math.floor((after - begin) / DAY) + 1) * DAY
    if (next === undefined || again < next.from) return again
  }
  return events.find((one) => isNoticed(one) && one.from > after)?.from ?? null
}

/** The first window after an instant in which something happens to a cluster that is asked for, and the largest of its clusters. */
function nextOpening(
  landscape: Landscape,
  after: Instant,
  { asked, isAsked }: { readonly asked: Uint8Array; readonly isAsked: ShootFilter },
) {
  let at = Number.POSITIVE_INFINITY
  let first: number[] = []
  for (const [place, { forecast }] of landscape.classes.all.entries()) {
    const { events } = forecast
    // They are in order of time: none is earlier than the first.
    if (asked[place] !== 1 || (events[0]?.from ?? Number.POSITIVE_INFINITY) > at) continue
    const begin = nextBegin(events, after)
    if (begin === null || begin > at) continue
    if (begin < at) first = []
    first.push(place)
    at = begin
  }
  const positions = positionsOfClasses(landscape, first)
  const members = Array.from(positions)
    .filter((position) => isAsked(position))
    .flatMap((position) => landscape.roster.members.at(position) ?? [])
  const [largest] = members.toSorted((a, b) => b.nodes.max - a.nodes.max)
  if (largest === undefined) return null
  const { project, shoot } = largest
  return { at, clusters: members.length, project, namespace: shoot.namespace, name: shoot.name }
}
