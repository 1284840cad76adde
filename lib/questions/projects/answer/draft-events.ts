import { whatIfQuery } from '@/lib/contract/what-if'
import { type Event, nothingAhead } from '@/lib/engine/outlook'
import { classesOf } from '@/lib/landscape/classes'
import { type Computed, draftOf } from '@/lib/landscape/draft/run'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { Steps } from '@/lib/process/steps'
import type { WallQuery } from '../contract'

/** What is ahead of the classes of an index, by place in `classesOf`. */
export type EventsOf = (place: number) => readonly Event[]

/** As things are. */
export function eventsAsTheyAre(index: FleetIndex): EventsOf {
  const classes = classesOf(index)
  return (place) => (classes[place]?.forecast ?? nothingAhead).events
}

/** What a draft comes to within so many days of the calendar, step by step. Throws `NotFound` for a profile that is not there. */
export function draftWithin(
  index: FleetIndex,
  { profile, edits }: NonNullable<WallQuery['draft']>,
  { zone, days }: Pick<WallQuery, 'zone' | 'days'>,
): Steps<Computed> {
  return draftOf(index, whatIfQuery.parse({ profile, edits, zone, days }))
}

/** How it was understood, as in the contract. */
export function standingOf({ entry, edited, refusals }: Computed) {
  const impossible = edited.problems.filter((problem) => problem !== null).length
  return { profile: entry.ref, impossible, accepted: refusals.length === 0 }
}

/** With the edits of a draft. */
export function eventsWith({ effects }: Computed, asTheyAre: EventsOf): EventsOf {
  return (place) => effects.changed.get(place)?.after ?? asTheyAre(place)
}
