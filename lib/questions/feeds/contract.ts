import { z } from 'zod'
import { addressKey, clock, instant } from '@/lib/contract/common'
import { CALENDAR_DURATION } from '@/lib/contract/icalendar'
import { notFound, type Route } from '@/lib/contract/route'
import { shootsQuery } from '@/lib/contract/selection'

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

/** `GET /api/feeds/…` of a cluster or a project. */
export const keyedFeedQuery = z.strictObject({ ...feedQuery.shape, key: addressKey })

export type FeedQuery = z.infer<typeof feedQuery>

export type FilteredFeedQuery = z.infer<typeof filteredFeedQuery>

const part = z.string().min(1).max(253)

/** What an address shows. */
export const feedScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Shoot'), namespace: part, name: part }),
  z.strictObject({ kind: z.literal('Project'), name: part }),
])

/** The question of `GET /api/feeds/addresses` and the body of `POST`: a project has no namespace here. */
export const feedScopeQuery = z.strictObject({
  kind: z.enum(['Shoot', 'Project']),
  namespace: part.optional(),
  name: part,
})

/** The body of `POST /api/feeds/addresses/revoke`. */
export const revokeQuery = z.strictObject({ id: z.string().min(1).max(64) })

/** An address that calendar programs and pages of others can read without signing in. */
export const feedAddress = z.strictObject({
  id: z.string(),
  scope: feedScope,
  /** The maker of the address, as the garden calls them. */
  by: z.string(),
  at: instant,
  /** The whole addresses, for the user who made it; null for others. */
  feed: z.string().nullable(),
  /** The address of the badge, for a cluster only; else null. */
  badge: z.string().nullable(),
})

export const feedAddressesAnswer = z.strictObject({
  /** Whether plain addresses work only for who is signed in. */
  isNeeded: z.boolean(),
  /** Why none can be made here: a sentence; null: they can. */
  off: z.string().nullable(),
  /** The addresses that the user may revoke: their own, or all if they may edit the clusters. Newest first. */
  addresses: z.array(feedAddress),
})

export const revokeAnswer = z.strictObject({ id: z.string() })

export type FeedScope = z.infer<typeof feedScope>

export type FeedScopeQuery = z.infer<typeof feedScopeQuery>

export type FeedAddress = z.infer<typeof feedAddress>

export type FeedAddressesAnswer = z.infer<typeof feedAddressesAnswer>

export const shootFeedRoute = {
  name: 'GET /api/feeds/shoots/[namespace]/[name]',
  summary:
    'A calendar of the windows in which a cluster is forced or fails; `auto=1` adds automatic updates, `alarm=P1D` an alarm a day before',
  query: keyedFeedQuery,
  keyed: 'Shoot',
  answer: 'text/calendar',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route

export const projectFeedRoute = {
  name: 'GET /api/feeds/projects/[name]',
  summary: 'The same for all clusters of a project',
  query: keyedFeedQuery,
  keyed: 'Project',
  answer: 'text/calendar',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route

export const profileFeedRoute = {
  name: 'GET /api/feeds/cloudprofiles/[...ref]',
  summary: 'The same for all clusters on a profile',
  query: feedQuery,
  answer: 'text/calendar',
  costly: 'sight',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route

export const shootsFeedRoute = {
  name: 'GET /api/feeds/shoots.ics',
  summary: 'The same for clusters filtered as in `GET /api/shoots`',
  query: filteredFeedQuery,
  answer: 'text/calendar',
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route

export const feedAddressesRoute = {
  name: 'GET /api/feeds/addresses',
  summary:
    'Addresses that work without signing in, of a cluster (`kind=Shoot&namespace=…&name=…`) or a project (`kind=Project&name=…`): those that you may revoke',
  query: feedScopeQuery,
  answer: feedAddressesAnswer,
  refusals: notFound,
} as const satisfies Route

export const makeFeedAddressRoute = {
  name: 'POST /api/feeds/addresses',
  summary: 'Makes such an address, or gives the one that you have',
  body: feedScopeQuery,
  answer: feedAddress,
  refusals: ['forbidden', 'not-found', 'not-ready'],
} as const satisfies Route

export const revokeFeedAddressRoute = {
  name: 'POST /api/feeds/addresses/revoke',
  summary: 'Ends such an address',
  body: revokeQuery,
  answer: revokeAnswer,
  refusals: notFound,
} as const satisfies Route
