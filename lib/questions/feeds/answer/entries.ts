import { offsetText } from '@/lib/contract/zone'
import { countMore, groupedBy } from '@/lib/engine/grouped'
import { type DigestChange, type ForecastEvent, nothingAhead } from '@/lib/engine/outlook'
import type { Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import { type ClusterEvent, clusterEvent } from '@/lib/landscape/event'
import type { Landscape } from '@/lib/landscape/landscape'
import { eachOf } from '@/lib/process/event-loop'
import { codedCauseText } from '@/lib/words/causes'
import { eventLine, failureSentence, moveTitle, otherNight, refusalSentence } from '@/lib/words/event-words'
import { operationWords } from '@/lib/words/operations'
import { capitalized, HORIZON } from '@/lib/words/phrases'
import { clockText, countOf, wallDayText } from '@/lib/words/time-text'
import { windowZone } from '@/lib/words/when'
import { effectText } from '@/lib/words/wording'

/** A window of a cluster as a calendar shows it, before any reader was told of it. */
export interface FeedEntry extends NamespacedName {
  /** The identity of the event in a garden: see `identityOf`. */
  readonly id: string
  readonly begin: number
  readonly end: number
  readonly summary: string
  readonly description: string
  readonly categories: readonly string[]
}

export interface FeedEntries {
  /** The entries in order of time. */
  readonly entries: readonly FeedEntry[]
  /** How many there are in all. */
  readonly total: number
}

/** A feed has so many at most: the earliest. A calendar with more of them is not read, and some programs refuse it. */
export const mostEntries = 2000

interface WantedEvent {
  readonly position: number
  readonly event: ForecastEvent
}

/** An entry for every event of these clusters that is wanted, by their positions in the roster. Rejects when the asker has left. */
export async function entriesOf(
  landscape: Landscape,
  positions: readonly number[],
  isWanted: (event: ForecastEvent) => boolean,
  most = mostEntries,
): Promise<FeedEntries> {
  const isTold = (event: ForecastEvent) => hasEntry(event) && isWanted(event)
  const { places } = landscape.classes
  /** Clusters of a class have the same ahead, so they are read together. */
  const alike = [...groupedBy(positions, (position) => places[position]).values()]
  const begins = new Map<Instant, number>()
  await eachOf(alike, (of) => {
    for (const event of eventsOf(landscape, of[0])) if (isTold(event)) countMore(begins, event.from, of.length)
  })
  // Of many clusters there are far more than are told.
  let total = 0
  let last = Number.POSITIVE_INFINITY
  for (const [from, clusters] of [...begins].sort(([a], [b]) => a - b)) {
    if (total < most) last = from
    total += clusters
  }
  const found: WantedEvent[] = []
  await eachOf(alike, (of) => {
    for (const event of eventsOf(landscape, of[0])) {
      if (event.from > last) break
      if (isTold(event)) for (const position of of) found.push({ position, event })
    }
  })
  found.sort((a, b) => a.event.from - b.event.from || a.position - b.position)
  const entries: FeedEntry[] = []
  await eachOf(found.slice(0, most), (one) => entries.push(entryOf(landscape, one)))
  return { entries, total }
}

/** The events of a cluster in order of time. */
function eventsOf(landscape: Landscape, position: number): readonly ForecastEvent[] {
  return (landscape.forecasts.at(position) ?? nothingAhead).events
}

/** What touches no version has none. */
function hasEntry({ kind }: ForecastEvent): boolean {
  return kind !== 'other'
}

/**
 * What stays the same when the date of a window moves: the cluster, the part that its maintenance is about, and the version that this
 * part is to leave, or cannot leave. The next update of the part leaves another version, so it is another entry; what becomes
 * forced instead of automatic is the same. Where the same comes twice, the second has a number.
 */
function identityOf({ kind, digest }: ForecastEvent, { namespace, name, workers }: Shoot): string {
  const { lead } = digest
  const pool = lead?.pool === null || lead === null ? undefined : (workers[lead.pool]?.name ?? String(lead.pool))
  const part =
    lead === null
      ? 'maintenance'
      : pool === undefined
        ? 'control-plane'
        : `pool/${pool}/${lead.component === 'poolImage' ? 'image' : 'kubernetes'}`
  return [namespace, name, part, ...(lead === null ? [] : [lead.from]), kind === 'fails' ? 'fails' : 'moves'].join('/')
}

function entryOf(landscape: Landscape, { position, event }: WantedEvent): FeedEntry {
  const member = landscape.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, project } = member
  const told = clusterEvent(landscape, member, event)
  const events = eventsOf(landscape, position).filter(hasEntry)
  const identity = identityOf(event, shoot)
  const same = events.slice(0, events.indexOf(event)).filter((other) => identityOf(other, shoot) === identity)
  return {
    id: same.length === 0 ? identity : `${identity}/${same.length + 1}`,
    begin: event.window.begin,
    end: event.window.end,
    // The line, in the words of the list: `payments / checkout-prod: forced to Kubernetes 1.33.7, and 2 more in the same run`.
    summary: `${project} / ${shoot.name}: ${eventLine(told)}`,
    description: descriptionOf(event, told, shoot),
    categories: [...event.digest.kinds.map((kind) => (kind === 'auto' ? 'auto-update' : kind)).reverse(), project],
    namespace: shoot.namespace,
    name: shoot.name,
  }
}

/**
 * What an entry says, in the words of the cluster's page: every change, what it does to nodes, when it may begin. Nothing in it changes
 * while time goes by.
 */
function descriptionOf({ digest }: ForecastEvent, told: ClusterEvent, shoot: Shoot): string {
  const { changes, operations, denied } = digest
  const cause = told.cause === null || told.cause === 'no-version' ? null : codedCauseText(told.cause)
  return [
    ...(denied ? [refusalSentence(cause)] : []),
    ...together(changes, shoot).map((part) => changeText(part, denied ? null : cause)),
    ...operations.map((name) => operationWords(name).clause),
    `${capitalized(effectText(told.effect, told.nodes))}.`,
    windowText(told, shoot),
    ...onlyAfterText(told),
  ].join('\n')
}

/** Parts to which the same happens. */
interface ChangedComponents extends Pick<DigestChange, 'from' | 'to' | 'why'> {
  readonly pools: string[]
  readonly image: string | null
}

function together(changes: readonly DigestChange[], { workers }: Shoot): readonly ChangedComponents[] {
  const parts = new Map<string, ChangedComponents>()
  for (const { component, pool, what, from, to, why } of changes) {
    const key = JSON.stringify([component, what, from, to, why])
    const one = parts.get(key) ?? { pools: [], image: component === 'poolImage' ? what : null, from, to, why }
    if (pool !== null) one.pools.push(workers[pool]?.name ?? String(pool))
    parts.set(key, one)
  }
  return [...parts.values()]
}

function changeText({ to, ...part }: ChangedComponents, cause: string | null): string {
  return to === null ? failureSentence(part, cause) : `${moveTitle({ ...part, to })}, from ${part.from}.`
}

function windowText({ window }: ClusterEvent, shoot: Shoot): string {
  const zone = windowZone(shoot.window)
  const range = `${clockText(window.begin, zone)}–${clockText(window.end, zone)} ${offsetText(zone, window.begin)}`
  return `Window ${wallDayText(window.begin, zone)} ${range}. It begins at ${clockText(window.latestStart, zone)} at the latest.`
}

/**
 * A sentence for a window within which a version changes its stage, as Gardener begins at any moment of the window. It does not depend on
 * the time at which it is told.
 */
function onlyAfterText(told: ClusterEvent): readonly string[] {
  const other = otherNight(told, told.window.begin)
  return other === null ? [] : [`Only ${other}.`]
}

/** What a feed is called in a list of calendars. */
export function feedName(of: string, hasAuto: boolean): string {
  return `${of}: ${hasAuto ? 'updates' : 'forced updates'}`
}

interface FeedCounts {
  readonly told: number
  readonly total: number
  /** Clusters that nothing is foreseen of. */
  readonly blind: number
}

/** What a feed is, where it ends, and what is not in it. */
export function aboutFeed({ told, total, blind }: FeedCounts): string {
  const cut = total > told ? ` The first ${told} of ${total} windows.` : ''
  const without = `${countOf(blind, 'cluster whose profile', 'clusters whose profiles')} you may not see`
  const rest = blind > 0 ? ` Without those of ${without}.` : ''
  return `Maintenance windows as Almanac forecasts them for the next ${HORIZON}.${cut}${rest}`
}
