import { z } from 'zod'
import { applyStatuses, shootApplyAnswer, shootApplyQuery } from '@/lib/contract/apply'
import { addressKey, clock, clockQuery } from '@/lib/contract/common'
import { notFound, type Route } from '@/lib/contract/route'
import { shootAnswer } from '@/lib/contract/shoot'
import { inPlaceAnswer, maintenanceAnswer } from './contract/maintenance'
import { shootPastAnswer } from './contract/past'
import { nightsAnswer, planAnswer, planQuery } from './contract/plan'
import { whyAnswer, whyQuery } from './contract/why'

/** `GET /api/badges/shoots/…`. */
const keyedBadgeQuery = z.strictObject({ ...clock, key: addressKey })

export const shootRoute = {
  name: 'GET /api/shoots/[namespace]/[name]',
  summary:
    'One cluster: every update ahead with window, reason and effect, and what its owner can do; the name of a project does ' +
    'for the namespace',
  query: clockQuery,
  answer: shootAnswer,
  refusals: notFound,
} as const satisfies Route

export type ShootRoute = typeof shootRoute

export const inPlaceRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/in-place',
  summary:
    'How the pools of one cluster are updated: strategies and what they may be switched to, what is pending and what that ' +
    'blocks, commands for nodes',
  query: clockQuery,
  answer: inPlaceAnswer,
  refusals: notFound,
} as const satisfies Route

export type InPlaceRoute = typeof inPlaceRoute

export const maintenanceRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/maintenance',
  summary:
    'The next maintenance of one cluster: what runs in it in Gardener’s order, what it is skipped or refused for, how long it ' +
    'may take, commands, and the events that Gardener wrote',
  query: clockQuery,
  answer: maintenanceAnswer,
  refusals: notFound,
} as const satisfies Route

export type MaintenanceRoute = typeof maintenanceRoute

export const whyRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/why',
  summary:
    'Why one maintenance takes the versions that it takes: every candidate, and the rule that keeps or removes it; ' +
    '`window=2026-12-15T21:00:00Z` asks about a later one',
  query: whyQuery,
  answer: whyAnswer,
  refusals: notFound,
} as const satisfies Route

export type WhyRoute = typeof whyRoute

export const planRoute = {
  name: 'POST /api/shoots/[namespace]/[name]/plan',
  summary:
    'What a plan of `edits` of one cluster does, sent now or `on` another day: what the API server refuses of it, what happens ' +
    'to nodes and for how long at worst, the forecast without and with it, the patch',
  body: planQuery,
  answer: planAnswer,
  costly: 'asker',
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

export type PlanRoute = typeof planRoute

export const shootApplyRoute = {
  name: 'POST /api/shoots/[namespace]/[name]/apply',
  summary:
    'Applies `edits` of one cluster, as its plan has them, or with `dryRun` only asks; `outcome` says what became of it, the ' +
    'status too: 409 is a conflict, as somebody else has changed the cluster since `base`',
  body: shootApplyQuery,
  answer: shootApplyAnswer,
  statuses: applyStatuses,
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

export type ShootApplyRoute = typeof shootApplyRoute

export const nightsRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/nights',
  summary:
    'The nights in which an update could be done by hand until one is forced: what the cluster does then, other clusters of its ' +
    'project, freeze days',
  query: clockQuery,
  answer: nightsAnswer,
  refusals: notFound,
} as const satisfies Route

export type NightsRoute = typeof nightsRoute

export const shootPastRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/past',
  summary:
    'What happened to one cluster, as far as it is recorded: every update with its cause and Gardener’s words, since when it ' +
    'could be known, and what ran when',
  query: clockQuery,
  answer: shootPastAnswer,
  refusals: notFound,
} as const satisfies Route

export type ShootPastRoute = typeof shootPastRoute

export const shootBadgeRoute = {
  name: 'GET /api/badges/shoots/[namespace]/[name]',
  summary:
    'A badge with the version of a cluster and when it is forced, for a page of others; it holds for five minutes',
  query: keyedBadgeQuery,
  keyed: 'Shoot',
  answer: 'image/svg+xml',
  ending: 'svg',
  refusals: notFound,
} as const satisfies Route

export type ShootBadgeRoute = typeof shootBadgeRoute

export const shootPictureRoute = {
  name: 'GET /api/pictures/shoots/[namespace]/[name]',
  summary: 'The timeline of a cluster as a picture, as programs for messages show it beside a link',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  ending: 'png',
  refusals: notFound,
} as const satisfies Route

export type ShootPictureRoute = typeof shootPictureRoute
