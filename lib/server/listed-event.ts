import { onWire } from '@/lib/contract/dates'
import type { NextEvent } from '@/lib/contract/steps'
import { onlyAfterIn } from '@/lib/engine/course'
import type { Event, EventKind } from '@/lib/engine/fleet'
import type { OnlyAfter, Shoot } from '@/lib/engine/types'
import { nextEventBody } from './event'
import type { FleetIndex } from './fleet-index'
import { windowBody } from './window-body'

/** The event of a cluster in a list, and in which other night it may come. */
export function listedEventBody(index: FleetIndex, position: number, event: Event, asked?: EventKind): NextEvent {
  const member = index.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const onlyAfter = onlyAfterOn(index, position, event)
  const body = nextEventBody(event, member.shoot, asked)
  return onlyAfter === null ? body : { ...body, onlyAfter: onlyAfterBody(onlyAfter, member.shoot) }
}

/** See `onlyAfterIn`; null too where the profile of the cluster is missing. */
export function onlyAfterOn(index: FleetIndex, position: number, { window }: Event): OnlyAfter | null {
  const member = index.roster.members.at(position)
  const entry = member && index.snapshot.profiles.get(member.profile)
  if (member === undefined || entry === undefined) return null
  return onlyAfterIn(member.shoot, index.forecaster.profiles.of(entry.profile), window, index.at)
}

export function onlyAfterBody({ at, otherwise }: OnlyAfter, { window }: Shoot) {
  return { at: onWire(at), otherwise: otherwise && windowBody(otherwise, window) }
}
