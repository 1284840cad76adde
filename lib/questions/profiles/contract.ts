import { clockQuery } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'
import { compareAnswer, compareQuery } from './contract/compare'
import { defaultsAnswer, defaultsQuery } from './contract/defaults'
import { changeEffectAnswer, changeEffectQuery, profileHistoryAnswer, profileHistoryQuery } from './contract/history'
import { nearestUpdateAnswer, nearestUpdateQuery } from './contract/nearest-update'
import { newClusterAnswer, newClusterQuery } from './contract/new-cluster'
import { profileAnswer, profileQuery, profilesAnswer } from './contract/profile'

export const profilesRoute = {
  name: 'GET /api/cloudprofiles',
  summary: 'All profiles',
  query: clockQuery,
  answer: profilesAnswer,
} as const satisfies Route
export type ProfilesRoute = typeof profilesRoute

export const profileRoute = {
  name: 'GET /api/cloudprofiles/[...ref]',
  summary: 'One profile: its versions over time, who runs them; `select=kubernetes/1.33.6` adds where they go',
  query: profileQuery,
  answer: profileAnswer,
  refusals: notFound,
} as const satisfies Route
export type ProfileRoute = typeof profileRoute

export const profileHistoryRoute = {
  name: 'GET /api/history/cloudprofiles/[...ref]',
  summary:
    'How a profile came to be what it is, as far as it is recorded: each version’s life, where its expiry stood before, every ' +
    'change with who made it and what takes it back',
  query: profileHistoryQuery,
  answer: profileHistoryAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type ProfileHistoryRoute = typeof profileHistoryRoute

export const changeEffectRoute = {
  name: 'GET /api/history/effects/[...ref]',
  summary:
    'What one `change` of a profile, by its moment as its history tells it, did to what was ahead then, of the clusters that were there just before',
  query: changeEffectQuery,
  answer: changeEffectAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type ChangeEffectRoute = typeof changeEffectRoute

export const compareRoute = {
  name: 'GET /api/compare',
  summary:
    'Two profiles `a` and `b` beside each other, version by version: stages, ends, clusters, defaults and what images run on, ' +
    'with what differs; of a namespaced one and its parent also what it overrides, adds and inherits',
  query: compareQuery,
  answer: compareAnswer,
  refusals: notFound,
} as const satisfies Route
export type CompareRoute = typeof compareRoute

export const defaultsRoute = {
  name: 'GET /api/defaults',
  summary: 'What a new cluster gets now or on a `date`, for a full, partial or omitted version',
  query: defaultsQuery,
  answer: defaultsAnswer,
  refusals: notFound,
} as const satisfies Route
export type DefaultsRoute = typeof defaultsRoute

export const newClusterRoute = {
  name: 'GET /api/new-cluster/[...ref]',
  summary:
    'What a new cluster of a profile gets on every day of the next 12 months, whatever is written of version and image, per ' +
    'machine type, with the refusals in the words of the API server; of very many versions the newest, `leftOut` counts the others, and up to `until`',
  query: newClusterQuery,
  answer: newClusterAnswer,
  costly: 'asker',
  refusals: notFound,
} as const satisfies Route
export type NewClusterRoute = typeof newClusterRoute

export const nearestUpdateRoute = {
  name: 'GET /api/updates/nearest',
  summary: 'The first update after an instant, or the last one before it: of all clusters, or of one',
  query: nearestUpdateQuery,
  answer: nearestUpdateAnswer,
  refusals: notFound,
} as const satisfies Route
export type NearestUpdateRoute = typeof nearestUpdateRoute

export const profileBadgeRoute = {
  name: 'GET /api/badges/cloudprofiles/[...ref]',
  summary: 'The same for a profile: how many of its clusters are forced or fail within 90 days',
  query: clockQuery,
  answer: 'image/svg+xml',
  ending: 'svg',
  refusals: notFound,
} as const satisfies Route
export type ProfileBadgeRoute = typeof profileBadgeRoute

export const profilePictureRoute = {
  name: 'GET /api/pictures/cloudprofiles/[...ref]',
  summary: 'The same for the versions of a profile',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  ending: 'png',
  refusals: notFound,
} as const satisfies Route
export type ProfilePictureRoute = typeof profilePictureRoute
