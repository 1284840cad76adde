import { type Event, nothingAhead } from '@/lib/engine/outlook'
import type { Shoot } from '@/lib/engine/types'
import { clusterEvent } from '@/lib/landscape/event'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { TimeSlice } from '@/lib/process/time-slice'
import { descriptionOf, summaryOf } from './sentences'

/** A window of a cluster as a calendar shows it, before anybody was told of it. */
export interface FeedEntry {
  /** Of a garden: see `identityOf`. */
  readonly id: string
  readonly begin: number
  readonly end: number
  readonly summary: string
  readonly description: string
  readonly categories: readonly string[]
  readonly namespace: string
  readonly name: string
}

export interface Entries {
  /** In order of time. */
  readonly entries: readonly FeedEntry[]
  /** How many there are in all. */
  readonly total: number
}

/** As many does a feed have: the earliest. A calendar with more of them nobody reads, and some programs refuse it. */
export const mostEntries = 2000

interface Found {
  readonly position: number
  readonly event: Event
  readonly id: string
}

/** An entry for every event of these clusters that is wanted, by their positions in the roster. Rejects when the asker has left. */
export async function entriesOf(
  index: FleetIndex,
  positions: Iterable<number>,
  isWanted: (event: Event) => boolean,
  most = mostEntries,
): Promise<Entries> {
  const slice = new TimeSlice()
  const found: Found[] = []
  for (const position of positions) {
    if (slice.isOver) await slice.pause()
    const shoot = index.roster.members.at(position)?.shoot
    if (shoot === undefined) continue
    const seen = new Map<string, number>()
    for (const event of (index.forecasts.at(position) ?? nothingAhead).events) {
      if (event.kind === 'other') continue
      const identity = identityOf(event, shoot)
      const ordinal = (seen.get(identity) ?? 0) + 1
      seen.set(identity, ordinal)
      if (isWanted(event)) found.push({ position, event, id: ordinal === 1 ? identity : `${identity}/${ordinal}` })
    }
  }
  found.sort((a, b) => a.event.from - b.event.from || a.position - b.position)
  const entries: FeedEntry[] = []
  for (const one of found.slice(0, most)) {
    if (slice.isOver) await slice.pause()
    entries.push(entryOf(index, one))
  }
  return { entries, total: found.length }
}

/**
 * What stays the same when the date of a window moves: the cluster, the part that its maintenance is about, and the version that this
 * part is to leave, or cannot leave. The next update of the part leaves another version, so it is another entry; what becomes
 * forced instead of automatic is the same. Where the same comes twice, the second has a number.
 */
function identityOf({ kind, digest }: Event, { namespace, name, workers }: Shoot): string {
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

function entryOf(index: FleetIndex, { position, event, id }: Found): FeedEntry {
  const member = index.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, project } = member
  const told = clusterEvent(index, member, event)
  return {
    id,
    begin: event.window.begin,
    end: event.window.end,
    summary: summaryOf(told, `${project} / ${shoot.name}`),
    description: descriptionOf(event, told, shoot),
    categories: [...event.digest.kinds.map((kind) => (kind === 'auto' ? 'auto-update' : kind)).reverse(), project],
    namespace: shoot.namespace,
    name: shoot.name,
  }
}
