import {
  feedAddress,
  feedAddressesAnswer,
  feedScopeQuery,
  revokeAnswer,
  revokeQuery,
} from '@/lib/contract/feed-addresses'
import { feedQuery, filteredFeedQuery, keyedFeedQuery } from '@/lib/contract/feeds'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'

export const shootFeedRoute = {
  name: 'GET /api/feeds/shoots/[namespace]/[name]',
  summary:
    'A calendar with the windows in which a cluster is forced or fails, to subscribe to; `auto=1` adds automatic updates, ' +
    '`alarm=P1D` an alarm a day before',
  query: keyedFeedQuery,
  keyed: 'Shoot',
  answer: 'text/calendar',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route
export type ShootFeedRoute = typeof shootFeedRoute

export const projectFeedRoute = {
  name: 'GET /api/feeds/projects/[name]',
  summary: 'The same for all clusters of a project',
  query: keyedFeedQuery,
  keyed: 'Project',
  answer: 'text/calendar',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route
export type ProjectFeedRoute = typeof projectFeedRoute

export const profileFeedRoute = {
  name: 'GET /api/feeds/cloudprofiles/[...ref]',
  summary: 'The same for all clusters on a profile',
  query: feedQuery,
  answer: 'text/calendar',
  costly: 'sight',
  ending: 'ics',
  refusals: notFound,
} as const satisfies Route
export type ProfileFeedRoute = typeof profileFeedRoute

export const shootsFeedRoute = {
  name: 'GET /api/feeds/shoots.ics',
  summary: 'The same for clusters filtered as in `GET /api/shoots`; where a filter is about what is ahead, only that',
  query: filteredFeedQuery,
  answer: 'text/calendar',
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route
export type ShootsFeedRoute = typeof shootsFeedRoute

export const feedAddressesRoute = {
  name: 'GET /api/feeds/addresses',
  summary:
    'The addresses of a calendar and a badge that work without signing in, of a cluster (`kind=Shoot&namespace=…&name=…`) or a ' +
    'project (`kind=Project&name=…`): those that whoever asks may revoke',
  query: feedScopeQuery,
  answer: feedAddressesAnswer,
  refusals: notFound,
} as const satisfies Route
export type FeedAddressesRoute = typeof feedAddressesRoute

export const makeFeedAddressRoute = {
  name: 'POST /api/feeds/addresses',
  summary:
    'Makes such an address for whoever asks, or gives the one that they have; a calendar takes its `key` as it is',
  body: feedScopeQuery,
  answer: feedAddress,
  refusals: ['forbidden', 'not-found', 'not-ready'],
} as const satisfies Route
export type MakeFeedAddressRoute = typeof makeFeedAddressRoute

export const revokeFeedAddressRoute = {
  name: 'POST /api/feeds/addresses/revoke',
  summary: 'Ends one: of whoever made it, or of a cluster that whoever asks may edit',
  body: revokeQuery,
  answer: revokeAnswer,
  refusals: notFound,
} as const satisfies Route
export type RevokeFeedAddressRoute = typeof revokeFeedAddressRoute
