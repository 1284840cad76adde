import 'server-only'
import type { z } from 'zod'
import { onWire } from '@/lib/contract/dates'
import { type ForecastEvent, type ForecastEventKind, isLate, isNoticed, nothingAhead } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { instantOfParameter, nowOf } from '@/lib/landscape/clock'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { findShoot, there } from '@/lib/landscape/lookup'
import { InvalidQuery } from '@/lib/process/errors'
import type { nearestUpdateAnswer, nearestUpdateRoute } from '../contract'

export const answerNearestUpdate: AnswerTo<typeof nearestUpdateRoute> = async (
  { query: { from, direction, only, namespace, name } },
  { garden },
) => {
  // A time that has passed has today's landscape at that hour.
  const now = nowOf(garden.snapshot())
  const landscape = await landscapeAt(garden, instantOfParameter('from', from, now) < now ? from : undefined)
  if ((namespace === undefined) !== (name === undefined))
    throw new InvalidQuery([{ field: 'name', reason: 'is asked for together with `namespace`' }])
  const position =
    namespace === undefined || name === undefined
      ? undefined
      : there(garden, () => findShoot(landscape, namespace, name))
  return nearestUpdateView(landscape, {
    from: instantOfParameter('from', from, landscape.at),
    direction,
    only,
    position,
  })
}

export interface NearestUpdate {
  readonly from: Instant
  readonly direction: 'next' | 'previous'
  readonly only?: 'forced' | undefined
  /** The position in `landscape.roster.members`; undefined: all clusters. */
  readonly position?: number | undefined
}

/** The gravest last. */
const GRAVITY: readonly ForecastEventKind[] = ['other', 'auto', 'forced', 'fails']

/** The update that lies nearest to an instant in time, as it is foreseen from the instant of the landscape on. */
export function nearestUpdateView(
  landscape: Landscape,
  { from, direction, only, position }: NearestUpdate,
): z.input<typeof nearestUpdateAnswer> {
  const forecasts = position === undefined ? landscape.forecasts : [landscape.forecasts.at(position) ?? nothingAhead]
  const counts = only === 'forced' ? isLate : isNoticed
  const isNearer = (at: Instant, than: Instant) => (direction === 'next' ? at < than : at > than)
  let nearest: { at: Instant; kind: ForecastEventKind; clusters: number } | null = null
  for (const { events } of forecasts) {
    const event = direction === 'next' ? events.find(isAfter) : events.findLast(isBefore)
    if (event === undefined) continue
    if (nearest === null || isNearer(event.from, nearest.at))
      nearest = { at: event.from, kind: event.kind, clusters: 1 }
    else if (event.from === nearest.at) {
      nearest.clusters++
      if (GRAVITY.indexOf(event.kind) > GRAVITY.indexOf(nearest.kind)) nearest.kind = event.kind
    }
  }
  return { ...evidenceOf(landscape), update: nearest && { ...nearest, at: onWire(nearest.at) } }

  function isAfter(event: ForecastEvent): boolean {
    return event.from > from && counts(event)
  }
  function isBefore(event: ForecastEvent): boolean {
    return event.from < from && counts(event)
  }
}
