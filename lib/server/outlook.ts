import type { EventKind } from '@/lib/contract'
import type { Forecast, Instant } from '@/lib/engine/types'
import { type Event, eventOf } from './event'

/** What the forecast of a shoot comes down to in lists; shared by all shoots with the same forecast. */
export interface Outlook {
  readonly forecast: Forecast | null
  /** In order of time. */
  readonly events: readonly Event[]
  /** The earliest event that changes a version or fails to. */
  readonly next: Event | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: Event | null
  /** When the first event of each kind begins. */
  readonly first: Readonly<Partial<Record<EventKind, Instant>>>
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
export const nothingAhead: Outlook = { forecast: null, events: [], next: null, nextForced: null, first: {} }

/** `at`: the instant of the question; steps after `until` are left out. */
export function outlookOf(forecast: Forecast, at: Instant, until: Instant): Outlook {
  const events = forecast.steps.filter((step) => step.at <= until).map((step) => eventOf(step, at))
  if (events.length === 0) return { ...nothingAhead, forecast }
  const first: Partial<Record<EventKind, Instant>> = {}
  for (const event of events) first[event.kind] ??= event.from
  return {
    forecast,
    events,
    next: events.find((e) => e.kind !== 'other') ?? null,
    nextForced: events.find((e) => e.kind === 'forced' || e.kind === 'fails') ?? null,
    first,
  }
}
