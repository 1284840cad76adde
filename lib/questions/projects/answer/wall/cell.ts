import { onWire } from '@/lib/contract/dates'
import { type Event, isNoticed } from '@/lib/engine/outlook'
import { classPlaces } from '@/lib/landscape/classes'
import type { Computed } from '@/lib/landscape/draft/run'
import { clusterEvent } from '@/lib/landscape/event'
import { evidenceOf } from '@/lib/landscape/evidence'
import { expiryOfChange, refOf } from '@/lib/landscape/expiries'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { positionsIn, projectFacts, subjectBody } from '@/lib/landscape/projects'
import { nodesOf } from '@/lib/landscape/roster'
import { RunningVersions } from '@/lib/landscape/running'
import { byAttention } from '@/lib/landscape/shoot-order'
import { daysOf, spanOf } from '@/lib/landscape/zone'
import { InvalidQuery } from '@/lib/process/errors'
import type { Steps } from '@/lib/process/steps'
import type { WallCellAnswer, WallCellQuery } from '../../contract'
import { draftWithin, type EventsOf, eventsAsTheyAre, eventsWith } from '../draft-events'
import type { Load } from './sums'

const listed = 5
const mostCauses = 3

/** What its draft comes to, which takes longer than the cell itself; undefined: it has none. */
export function cellDraft(index: FleetIndex, query: WallCellQuery): Steps<Computed> | undefined {
  const { zone, draft } = query
  return draft && draftWithin(index, draft, { zone, days: daysUntil(index, query) })
}

/** What begins in one project on some days: sums, what brings it, and the first of its clusters. */
export function wallCellView(index: FleetIndex, query: WallCellQuery): WallCellAnswer {
  const { project, zone } = query
  const { members } = index.roster
  const positions = positionsIn(index, project)
  if (query.to < query.from) throw new InvalidQuery([{ field: 'to', reason: 'must not be before from' }])
  const span = spanOf(zone, `${query.from}..${query.to}`)
  const asTheyAre = eventsAsTheyAre(index)
  const found = cellDraft(index, query)?.value
  const events = found === undefined ? asTheyAre : eventsWith(found, asTheyAre)
  const places = classPlaces(index)
  const begins = new Map<number, Event>()
  let again = 0
  for (const position of positions) {
    const { inside, previous } = within(events(places[position] ?? 0), span)
    const event = strongest(inside)
    if (event !== undefined) begins.set(position, event)
    else if (previous?.kind === 'fails' && inside.length === 0) again++
  }
  const load = loadOf(index, positions, events, span)
  const ordered = [...begins.keys()].sort(byAttention((position) => begins.get(position)))
  return {
    ...evidenceOf(index),
    project,
    owner: subjectBody(projectFacts(index.snapshot).get(project)?.owner),
    ...load,
    before: found === undefined ? null : loadOf(index, positions, asTheyAre, span),
    total: begins.size,
    again,
    causes: causesOf(index, begins, found),
    items: ordered.slice(0, listed).flatMap((position) => {
      const member = members.at(position)
      const event = begins.get(position)
      if (member === undefined || event === undefined) return []
      const { namespace, name, profile } = member.shoot
      return [{ namespace, name, profile, next: onWire(clusterEvent(index, member, event, { edited: found?.edited })) }]
    }),
  }
}

/** So many days of the calendar from the day of the index on reach the end of what is asked for. */
function daysUntil(index: FleetIndex, { zone, to }: WallCellQuery): number {
  const { dates } = daysOf(zone, index.at, 365)
  const place = dates.indexOf(to)
  return place === -1 ? 365 : place + 1
}

interface Span {
  readonly from: number
  readonly to: number
}

function within(events: readonly Event[], { from, to }: Span) {
  const inside = events.filter((event) => event.from >= from && event.from < to)
  return { inside, previous: events.findLast((event) => event.from < from) }
}

const WEIGHTS = { fails: 3, forced: 2, auto: 1, other: 0 } as const

/** What fails before what is forced before what is automatic; the first of them. */
function strongest(events: readonly Event[]): Event | undefined {
  return events.filter(isNoticed).toSorted((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind])[0]
}

function loadOf(index: FleetIndex, positions: readonly number[], eventsOf: EventsOf, span: Span): Load {
  const places = classPlaces(index)
  const load: Load = { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }
  for (const position of positions) {
    const shoot = index.roster.members.at(position)?.shoot
    if (shoot === undefined) continue
    for (const { digest } of within(eventsOf(places[position] ?? 0), span).inside) {
      for (const kind of digest.kinds) if (kind !== 'other') load[kind]++
      if (digest.rolls.length === 0) continue
      const { min, max } = nodesOf(shoot, digest.rolls)
      load.nodes.min += min
      load.nodes.max += max
    }
  }
  return load
}

function causesOf(
  index: FleetIndex,
  begins: ReadonlyMap<number, Event>,
  draft: Computed | undefined,
): WallCellAnswer['causes'] {
  const running = (profile: string) => {
    const edited = draft?.edited.profiles.get(profile)
    return edited === undefined ? index.running(profile) : new RunningVersions(edited.after, index.at)
  }
  const causes = new Map<string, WallCellAnswer['causes'][number]>()
  for (const [position, { digest, kind }] of begins) {
    const profile = index.roster.members.at(position)?.profile
    const { lead } = digest
    if (profile === undefined || lead === null || lead.why === 'auto' || kind === 'auto') continue
    const key = `${profile} ${lead.what} ${lead.from}`
    let cause = causes.get(key)
    if (cause === undefined) {
      const at = expiryOfChange({ running }, profile, lead)
      const { what, from: version } = lead
      cause = { profile: refOf(index, profile), what, version, at: onWire(at), clusters: 0 }
      causes.set(key, cause)
    }
    cause.clusters++
  }
  return [...causes.values()].sort((a, b) => b.clusters - a.clusters).slice(0, mostCauses)
}
