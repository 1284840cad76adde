import type { NextEvent } from '@/lib/contract/steps'
import { onlyAfterIn } from '@/lib/engine/course'
import type { Event, EventKind } from '@/lib/engine/outlook'
import type { PartEvent } from '@/lib/engine/outlook/difference'
import type { OnlyAfter } from '@/lib/engine/types'
import { oncePer } from '@/lib/process/kept'
import type { EditedProfiles } from './draft/edited-profiles'
import { nextEventBody, partEventBody } from './event'
import { type FleetIndex, memoizedProfile } from './fleet-index'
import type { Member } from './roster'

interface Options {
  /** What is of that kind stands for an event that counts as several, as for `nextEventBody`. */
  readonly asked?: EventKind | undefined
  /** The event is one of what comes with these edits. */
  readonly edited?: EditedProfiles | undefined
}

/** An event of a cluster as answers tell it, with the other night in which it may come. */
export function clusterEventBody(
  index: FleetIndex,
  member: Member,
  event: Event,
  { asked, edited }: Options = {},
): NextEvent {
  return nextEventBody(event, member.shoot, onlyAfterOn(index, member, event, edited), asked)
}

/** What it does to one part of the cluster; it depends on the moment as the whole maintenance does. */
export function clusterPartBody(
  index: FleetIndex,
  member: Member,
  part: PartEvent,
  edited?: EditedProfiles,
): NextEvent {
  return partEventBody(part, member.shoot, onlyAfterOn(index, member, part.event, edited))
}

/** See `onlyAfterIn`; null too where the profile of the cluster is missing. */
export function onlyAfterOn(
  index: FleetIndex,
  member: Member,
  event: Event,
  edited?: EditedProfiles,
): OnlyAfter | null {
  const known = knownOf(edited ?? index)
  const before = known.get(event)
  if (before !== undefined) return before
  const source = edited?.profiles.get(member.profile)?.after
  const profile = source === undefined ? memoizedProfile(index, member.profile) : index.forecaster.profiles.of(source)
  const found = profile === undefined ? null : onlyAfterIn(member.shoot, profile, event.window, index.at)
  known.set(event, found)
  return found
}

/** Clusters of one class have the same events: what holds for one of them holds for all. */
const knownOf = oncePer((_: FleetIndex | EditedProfiles) => new WeakMap<Event, OnlyAfter | null>())
