import { z } from 'zod'
import { clock } from './common'
import { CALENDAR_DURATION } from './icalendar'
import { shootsQuery } from './shoot-list'

const feed = {
  /** Automatic updates too; without it only what is forced or fails. */
  auto: z.literal('1', { error: 'must be 1, or be left out' }).optional(),
  /** How long before a window its alarm is, as RFC 5545 writes it; left out: there is none. */
  alarm: z.string().regex(CALENDAR_DURATION, 'must be a duration such as P1D, PT2H or P1W').optional(),
}

/** `GET /api/feeds/…` of a profile. */
export const feedQuery = z.strictObject({ ...clock, ...feed })

/** `GET /api/feeds/shoots.ics`: filters are those of the clusters table. */
export const filteredFeedQuery = z.strictObject({
  ...shootsQuery.omit({ sort: true, group: true, fold: true, offset: true, limit: true }).shape,
  ...feed,
})

/** Of an address that works without signing in: see `POST /api/feeds/addresses`. Where nobody signs in it is not looked at. */
const key = z.string().min(1).max(200).optional()

/** `GET /api/feeds/…` of a cluster or a project. */
export const keyedFeedQuery = z.strictObject({ ...feedQuery.shape, key })

/** `GET /api/badges/shoots/…`. */
export const keyedBadgeQuery = z.strictObject({ ...clock, key })

export type FeedQuery = z.infer<typeof feedQuery>
export type FilteredFeedQuery = z.infer<typeof filteredFeedQuery>
