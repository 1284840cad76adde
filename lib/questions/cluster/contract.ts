import { z } from 'zod'
import { applyStatuses, shootApplyAnswer, shootApplyQuery } from '@/lib/contract/apply'
import { knownFact, laneSegment, shootAnswer } from '@/lib/contract/clusters'
import { addressKey, clock, clockQuery, evidence, gaps, instant, stage, window } from '@/lib/contract/common'
import { nightsAnswer, planAnswer, planQuery } from '@/lib/contract/plan'
import { notFound, type Route } from '@/lib/contract/route'
import { clusterPart, forecastStep, move } from '@/lib/contract/steps'
import { CANDIDATE_RULES, REACHES, STEP_KINDS } from '@/lib/engine/kinds'
import { inPlaceAnswer, maintenanceAnswer } from './contract/maintenance'

/** How the reconciliation went that carries an update out, as far as it was seen. */
const pastReconciliation = z.strictObject({
  /** When the maintenance began; of what no maintenance did, when the reconciliation was seen to begin. */
  from: instant,
  /** Up to then it is known to have gone on. */
  until: instant,
  /**
   * `succeeded`: at `until`. `goes-on`: it had not by then, and nothing later is known. `changed`: versions were changed again before,
   * or the cluster was gone. `not-recorded`: nothing is recorded from `until` on. `not-begun`: at `until` it was still to begin.
   */
  end: z.enum(['succeeded', 'goes-on', 'changed', 'not-recorded', 'not-begun']),
  /** When it ended otherwise than well first, with the codes of the errors, before it was tried again; null: it did not. */
  failed: z.strictObject({ at: instant, codes: z.array(z.string()) }).nullable(),
})

export const pastUpdate = z.strictObject({
  /** When it began, as Gardener says; of one that no maintenance made, when it was seen. */
  at: instant,
  /** If it happened while nothing was recorded: it happened between this instant and `at`. Null: it was seen as it happened. */
  after: instant.nullable(),
  /**
   * `auto`, `forced`, `fails`, `other`: a maintenance, in the words of forecasts. `by-hand`: no maintenance made it.
   * `not-recorded`: it is not known whether one did.
   */
  cause: z.enum(['auto', 'forced', 'fails', 'other', 'by-hand', 'not-recorded']),
  moves: z.array(move),
  /** The resource versions of the cluster as it was recorded before and after. Null: not known. Absent: neither is known. */
  resourceVersion: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }).optional(),
  /** The update as Gardener reported it; null: it reported nothing. */
  step: forecastStep.nullable(),
  /** Null: it changed no version, or it is not recorded when that was carried out. */
  reconciliation: pastReconciliation.nullable(),
  /**
   * What `GET …/why` is asked for the rules as they stood then; null: there was no maintenance, or too little is recorded.
   * `resourceVersion`: of the profile as it stood then. Absent: not known.
   */
  question: z.strictObject({ seen: instant, window: instant, resourceVersion: z.string().optional() }).nullable(),
  /** Whether the profile of today would have it do the same; null: that cannot be told. */
  sameToday: z.boolean().nullable(),
  /** The instants since which it could be known, oldest first. */
  known: z.array(knownFact),
})

export const shootPastAnswer = z.strictObject({
  ...evidence,
  /** The instant since which anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** Stretches of which nothing is recorded; `until` null: it has not ended. */
  gaps,
  /** Newest first, at most 500. */
  updates: z.array(pastUpdate),
  /** What was set of the cluster itself in the last 60 days, its versions aside, newest first. */
  settings: z.array(knownFact),
  /** What ran in the last 60 days, by the same ids as in `GET /api/shoots/NAMESPACE/NAME`. */
  lanes: z.array(z.strictObject({ id: z.string(), segments: z.array(laneSegment) })),
})

export type PastUpdateBody = z.infer<typeof pastUpdate>

export type ShootPastAnswer = z.infer<typeof shootPastAnswer>

/** `GET /api/shoots/NAMESPACE/NAME/why` */
export const whyQuery = z.strictObject({
  ...clock,
  /**
   * The maintenance that is asked about: of the first window that may still begin at or after this instant, e.g. the
   * `window.begin` of a step. Default: the next. Where it is the instant of the last maintenance, that one is explained.
   */
  window: instant.optional(),
})

/** What keeps or removes a version. */
export const rule = z.enum(CANDIDATE_RULES)

export const candidate = z.strictObject({
  version: z.string(),
  /** When it is decided, not now. */
  stage: stage.or(z.literal('unclassified')),
  /** The first rule that removes it, or `chosen`. */
  rule,
  /** The rule in words, e.g. `minor is +2, only +1 is allowed`. */
  text: z.string(),
})

export const whyStep = z.strictObject({
  kind: z.enum(STEP_KINDS),
  /** The range of versions that the step may take. */
  reach: z.enum(REACHES),
  /** What it looks for, and when. */
  text: z.string(),
  /** The candidates in reach first, in each part the highest first; at most one is `chosen`. */
  candidates: z.array(candidate),
})

/** Why one component of a cluster gets the version that it gets. */
export const why = z.strictObject({
  ...clusterPart,
  /** What it has before. */
  current: z.string(),
  outcome: z.enum(['keeps', 'updates', 'fails']),
  /** `updates`: what it gets; not the chosen candidate where a pool may not pass its control plane. */
  to: z.string().nullable(),
  /** Whether it is updated at all and why, e.g. `Yes, 1.32.9 is listed and expired: Gardener then updates it whether auto-update is on or off.` */
  text: z.string(),
  /** Gardener's own reason; null when it keeps its version. */
  reason: z.string().nullable(),
  /** Gardener's own error when it fails. */
  error: z.string().nullable(),
  /** What the last maintenance did otherwise than these rules and the profile of today tell; null: nothing. */
  otherwise: z.string().nullable(),
  /** The steps in the order in which Gardener tries them; the last one may find a version. Empty: Gardener looks for no other version. */
  steps: z.array(whyStep),
  /** Lower versions of other minors, that are never looked at; highest first. */
  below: z.array(z.string()),
})

export const whyAnswer = z.strictObject({
  ...evidence,
  /** The maintenance that is explained: in this window, at its latest start. */
  window,
  /** Whether it lies in the past: then it is judged by the profile of today, as the profile of that time is not known. */
  past: z.boolean(),
  /** `deleting`: it is never maintained; `profile-missing`: nothing is known. Then there are no subjects. */
  skipped: z.enum(['deleting', 'profile-missing']).nullable(),
  /** Gardener's text if the API server refuses the whole maintenance, so that none of the updates takes place. */
  refused: z.string().nullable(),
  /** The release of Gardener that the rules are of, and the one that works on the cluster, in few words. */
  release: z.string(),
  /** Control plane, pools with an own Kubernetes version, pools' images: each in the order of the pools. */
  subjects: z.array(why),
})

export type WhyAnswer = z.infer<typeof whyAnswer>

export type WhyDecision = z.infer<typeof why>

export type WhyStep = z.infer<typeof whyStep>

/** `GET /api/badges/shoots/…`. */
const keyedBadgeQuery = z.strictObject({ ...clock, key: addressKey })

export const shootRoute = {
  name: 'GET /api/shoots/[namespace]/[name]',
  summary:
    'One cluster: every update ahead with window, reason and effect, and what its owner can do; the name of a project may stand for the namespace',
  query: clockQuery,
  answer: shootAnswer,
  refusals: notFound,
} as const satisfies Route

export const inPlaceRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/in-place',
  summary: 'Update strategies of the pools of a cluster, and what is pending',
  query: clockQuery,
  answer: inPlaceAnswer,
  refusals: notFound,
} as const satisfies Route

export const maintenanceRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/maintenance',
  summary:
    'The next maintenance of a cluster: what runs in Gardener’s order, what prevents it, how long it may take, and Gardener’s events',
  query: clockQuery,
  answer: maintenanceAnswer,
  refusals: notFound,
} as const satisfies Route

export const whyRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/why',
  summary:
    'Why a maintenance takes these versions: every candidate, and the rule that keeps or removes it; `window=2026-12-15T21:00:00Z` asks about a later one',
  query: whyQuery,
  answer: whyAnswer,
  refusals: notFound,
} as const satisfies Route

export const planRoute = {
  name: 'POST /api/shoots/[namespace]/[name]/plan',
  summary:
    'What `edits` of a cluster do now or `on` another day: refusals, effect on nodes, the forecast without and with them, the patch',
  body: planQuery,
  answer: planAnswer,
  costly: 'asker',
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

export const shootApplyRoute = {
  name: 'POST /api/shoots/[namespace]/[name]/apply',
  summary: 'Applies `edits` of a cluster, or with `dryRun` only asks; 409: the cluster has changed since `base`',
  body: shootApplyQuery,
  answer: shootApplyAnswer,
  statuses: applyStatuses,
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

export const nightsRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/nights',
  summary: 'The nights before the next forced update of a cluster, and which are quiet',
  query: clockQuery,
  answer: nightsAnswer,
  refusals: notFound,
} as const satisfies Route

export const shootPastRoute = {
  name: 'GET /api/shoots/[namespace]/[name]/past',
  summary: 'What is recorded of a cluster: every update with its cause, and since when it could be known',
  query: clockQuery,
  answer: shootPastAnswer,
  refusals: notFound,
} as const satisfies Route

export const shootBadgeRoute = {
  name: 'GET /api/badges/shoots/[namespace]/[name]',
  summary: 'A badge with the version of a cluster and when it is forced',
  query: keyedBadgeQuery,
  keyed: 'Shoot',
  answer: 'image/svg+xml',
  ending: 'svg',
  refusals: notFound,
} as const satisfies Route

export const shootPictureRoute = {
  name: 'GET /api/pictures/shoots/[namespace]/[name]',
  summary: 'The timeline of a cluster as a picture, for links in messages',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  ofLandscape: true,
  ending: 'png',
  refusals: notFound,
} as const satisfies Route
