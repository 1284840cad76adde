import { z } from 'zod'
import { accountAnswer } from './account'
import { accuracyAnswer, accuracyQuery } from './accuracy'
import {
  applyAnswer,
  applyQuery,
  draftTextsAnswer,
  draftTextsQuery,
  journalAnswer,
  resetAnswer,
  resetQuery,
  shootApplyAnswer,
  shootApplyQuery,
} from './apply'
import { profileAnswer, profileQuery, profilesAnswer } from './cloudprofiles'
import { clockQuery, type ErrorCode } from './common'
import { compareAnswer, compareQuery } from './compare'
import { defaultsAnswer, defaultsQuery } from './defaults'
import { feedAddress, feedAddressesAnswer, feedScopeQuery, revokeAnswer, revokeQuery } from './feed-addresses'
import { feedQuery, filteredFeedQuery, keyedBadgeQuery, keyedFeedQuery } from './feeds'
import { filmAnswer, filmDraftQuery, filmQuery } from './film'
import { findAnswer, findQuery, gardenAnswer, gardenQuery, statusAnswer } from './garden'
import { inPlaceAnswer } from './in-place'
import { maintenanceAnswer } from './maintenance'
import { movementAnswer, movementQuery } from './movement'
import { nearestUpdateAnswer, nearestUpdateQuery } from './nearest-update'
import { newClusterAnswer, newClusterQuery } from './new-cluster'
import { nightsAnswer, planAnswer, planQuery } from './plan'
import { policyAnswer, policyEffectsAnswer, policyQuery, policyStatusAnswer } from './policy'
import { changeEffectAnswer, changeEffectQuery, profileHistoryAnswer, profileHistoryQuery } from './profile-history'
import { projectAnswer, projectQuery } from './projects'
import { promotionEvidenceAnswer, promotionEvidenceQuery } from './promotion-evidence'
import { scenarioAnswer, scenarioQuery } from './scenarios'
import { allShootsQuery, shootsAnswer, shootsQuery } from './shoot-list'
import { shootPastAnswer } from './shoot-past'
import { shootAnswer } from './shoots'
import { tonightAnswer, tonightQuery } from './tonight'
import { versionAnswer, versionQuery } from './versions'
import { wallAnswer, wallCellAnswer, wallCellQuery, wallQuery } from './wall'
import { whatIfAnswer, whatIfQuery } from './what-if'
import { whyAnswer, whyQuery } from './why'
import { sourceAnswer } from './workbench'

export interface Route {
  /** What it answers: for the description and for docs/api.md. */
  readonly summary: string
  /** Left out: no parameter is looked at. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** JSON of this shape, or what else it is. */
  readonly answer:
    | z.ZodType
    | 'text/plain'
    | 'text/event-stream'
    | 'text/calendar'
    | 'text/csv'
    | 'application/json'
    | 'image/svg+xml'
    | 'image/png'
    /** Leads elsewhere (303). */
    | 'a redirect'
  /** Its path ends with a dot and this, as files do: the last folder in `app` is the name without it. */
  readonly ending?: string
  /** With `"format": "csv"` in the body it is a table instead, to be saved under this name. */
  readonly csv?: string
  /** The status of an answer by its `outcome`, where it is not always 200. */
  readonly statuses?: Readonly<Record<string, number>>
  /** It knows nothing of the garden, or asks on its own who may read it: nobody needs to be signed in. */
  readonly isOpen?: true
  /** With `key` in the question nobody needs to be signed in either: it shows one object of this kind, by the parts of the path. */
  readonly keyed?: 'Shoot' | 'Project'
  /**
   * It takes its time, so that only some of them are computed at once for each identity. Who asks for the same while it is computed waits for the same answer: all who see the same (`sight`), whoever asks
   * alone (`asker`), or each request on its own (`request`).
   */
  readonly costly?: 'sight' | 'asker' | 'request'
  /** Besides what every route with a question has: what is wrong with it, and what is not foreseen. */
  readonly refusals?: readonly ErrorCode[]
}

const notFound = ['not-found', 'not-ready'] as const

/** Of an answer that says what became of edits. */
const applyStatuses = {
  accepted: 200,
  applied: 200,
  unchanged: 200,
  forbidden: 403,
  gone: 404,
  conflict: 409,
  impossible: 422,
  refused: 422,
  unconfirmed: 428,
  unexplained: 428,
  unavailable: 503,
} satisfies Record<z.output<typeof applyAnswer>['outcome'] | z.output<typeof shootApplyAnswer>['outcome'], number>

/**
 * Every route: the handlers, what they check, the description for programs and the questions of the pages are made of this table.
 * Paths are those of the folders in `app`; `[...ref]` is `NAME` or `NAMESPACE/NAME`, of versions with what follows.
 */
export const routes = {
  'GET /api/status': {
    summary:
      'Whether what is shown follows the garden: live, stale since, what could not be read; which Gardener the rules are of, and ' +
      'which ones work on its clusters',
    query: clockQuery,
    answer: statusAnswer,
  },
  'GET /api/garden': {
    summary: 'What needs attention: figures, forced updates per day, clusters per minor, expiries per profile',
    query: gardenQuery,
    answer: gardenAnswer,
  },
  'GET /api/cloudprofiles': { summary: 'All profiles', query: clockQuery, answer: profilesAnswer },
  'GET /api/cloudprofiles/[...ref]': {
    summary: 'One profile: its versions over time, who runs them; `select=kubernetes/1.33.6` adds where they go',
    query: profileQuery,
    answer: profileAnswer,
    refusals: notFound,
  },
  'GET /api/history/cloudprofiles/[...ref]': {
    summary:
      'How a profile came to be what it is, as far as it is recorded: each version’s life, where its expiry stood before, every ' +
      'change with who made it and what takes it back',
    query: profileHistoryQuery,
    answer: profileHistoryAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/history/effects/[...ref]': {
    summary:
      'What the next change of a profile after `seen` did to what was ahead then, of the clusters that were known then',
    query: changeEffectQuery,
    answer: changeEffectAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/versions/[...ref]': {
    summary:
      'One version of a profile, e.g. `/api/versions/aws/kubernetes/1.33.6`: its life, who runs it, where they go, what keeps it ' +
      'from being removed, what is offered instead',
    query: versionQuery,
    answer: versionAnswer,
    refusals: notFound,
  },
  'GET /api/evidence/[...ref]': {
    summary:
      'What is recorded of the clusters that run a version, e.g. `/api/evidence/aws/kubernetes/1.36.2`: for how long, what failed, how they ' +
      'are doing, what nobody has tried; beside the version that it would replace, and a `rule` of one’s own part by part',
    query: promotionEvidenceQuery,
    answer: promotionEvidenceAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/compare': {
    summary:
      'Two profiles `a` and `b` beside each other, version by version: stages, ends, clusters, defaults and what images run on, ' +
      'with what differs; of a namespaced one and its parent also what it overrides, adds and inherits',
    query: compareQuery,
    answer: compareAnswer,
    refusals: notFound,
  },
  'GET /api/shoots': {
    summary: 'Clusters, filtered, sorted, in pages',
    query: shootsQuery,
    answer: shootsAnswer,
  },
  'GET /api/shoots.csv': {
    summary: 'All clusters of such a question as a table',
    query: allShootsQuery,
    answer: 'text/csv',
    costly: 'request',
  },
  'GET /api/shoots.json': {
    summary: 'The same as a file, with the shape of `GET /api/shoots`',
    query: allShootsQuery,
    answer: 'application/json',
    costly: 'request',
  },
  'GET /api/shoots/[namespace]/[name]': {
    summary:
      'One cluster: every update ahead with window, reason and effect, and what its owner can do; the name of a project does ' +
      'for the namespace',
    query: clockQuery,
    answer: shootAnswer,
    refusals: notFound,
  },
  'GET /api/shoots/[namespace]/[name]/in-place': {
    summary:
      'How the pools of one cluster are updated: strategies and what they may be switched to, what is pending and what that ' +
      'blocks, commands for nodes',
    query: clockQuery,
    answer: inPlaceAnswer,
    refusals: notFound,
  },
  'GET /api/shoots/[namespace]/[name]/maintenance': {
    summary:
      'The next maintenance of one cluster: what runs in it in Gardener’s order, what it is skipped or refused for, how long it ' +
      'may take, commands, and the events that Gardener wrote',
    query: clockQuery,
    answer: maintenanceAnswer,
    refusals: notFound,
  },
  'GET /api/shoots/[namespace]/[name]/why': {
    summary:
      'Why one maintenance takes the versions that it takes: every candidate, and the rule that keeps or removes it; ' +
      '`window=2026-12-15T21:00:00Z` asks about a later one',
    query: whyQuery,
    answer: whyAnswer,
    refusals: notFound,
  },
  'POST /api/shoots/[namespace]/[name]/plan': {
    summary:
      'What a plan of `edits` of one cluster does, sent now or `on` another day: what the API server refuses of it, what happens ' +
      'to nodes and for how long at worst, the forecast without and with it, the patch',
    body: planQuery,
    answer: planAnswer,
    costly: 'asker',
    refusals: ['forbidden', ...notFound],
  },
  'POST /api/shoots/[namespace]/[name]/apply': {
    summary:
      'Applies `edits` of one cluster, as its plan has them, or with `dryRun` only asks; `outcome` says what became of it, the ' +
      'status too: 409 is a conflict, as somebody else has changed the cluster since `base`',
    body: shootApplyQuery,
    answer: shootApplyAnswer,
    statuses: applyStatuses,
    refusals: ['forbidden', ...notFound],
  },
  'GET /api/shoots/[namespace]/[name]/nights': {
    summary:
      'The nights in which an update could be done by hand until one is forced: what the cluster does then, other clusters of its ' +
      'project, freeze days',
    query: clockQuery,
    answer: nightsAnswer,
    refusals: notFound,
  },
  'GET /api/shoots/[namespace]/[name]/past': {
    summary:
      'What happened to one cluster, as far as it is recorded: every update with its cause and Gardener’s words, since when it ' +
      'could be known, and what ran when',
    query: clockQuery,
    answer: shootPastAnswer,
    refusals: notFound,
  },
  'GET /api/projects/[name]': {
    summary: 'One project: owner and members, what is ahead of its clusters by time and by month, which are stuck',
    query: projectQuery,
    answer: projectAnswer,
    refusals: notFound,
  },
  'POST /api/wall': {
    summary:
      'Projects by days: clusters that are forced, fail or update by themselves, nodes that roll, whom to call; with a `draft` of ' +
      'edits before and after',
    body: wallQuery,
    answer: wallAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'POST /api/wall/cell': {
    summary: 'One project on some days: what begins, why, and the first of its clusters',
    body: wallCellQuery,
    answer: wallCellAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/film': {
    summary:
      'A year of clusters from minor to minor: how many are on each, which come from where to where on which day, how many ' +
      'are stuck from when to when',
    query: filmQuery,
    answer: filmAnswer,
    costly: 'sight',
  },
  'POST /api/film': {
    summary: 'The same, with a `draft` of edits of a profile as things are and as they would be',
    body: filmDraftQuery,
    answer: filmAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/defaults': {
    summary: 'What a new cluster gets now or on a `date`, for a full, partial or omitted version',
    query: defaultsQuery,
    answer: defaultsAnswer,
    refusals: notFound,
  },
  'GET /api/new-cluster/[...ref]': {
    summary:
      'What a new cluster of a profile gets on every day of the year that follows, whatever is written of version and image, per ' +
      'machine type, with the refusals in the words of the API server; of very many versions the newest, `leftOut` counts the others, and up to `until`',
    query: newClusterQuery,
    answer: newClusterAnswer,
    costly: 'asker',
    refusals: notFound,
  },
  'GET /api/find': {
    summary: 'Clusters, versions, profiles, projects by a part `q` of their name',
    query: findQuery,
    answer: findAnswer,
  },
  'GET /api/feeds/shoots/[namespace]/[name]': {
    summary:
      'A calendar with the windows in which a cluster is forced or fails, to subscribe to; `auto=1` adds automatic updates, ' +
      '`alarm=P1D` an alarm a day before',
    query: keyedFeedQuery,
    keyed: 'Shoot',
    answer: 'text/calendar',
    ending: 'ics',
    refusals: notFound,
  },
  'GET /api/feeds/projects/[name]': {
    summary: 'The same for all clusters of a project',
    query: keyedFeedQuery,
    keyed: 'Project',
    answer: 'text/calendar',
    ending: 'ics',
    refusals: notFound,
  },
  'GET /api/feeds/cloudprofiles/[...ref]': {
    summary: 'The same for all clusters on a profile',
    query: feedQuery,
    answer: 'text/calendar',
    costly: 'sight',
    ending: 'ics',
    refusals: notFound,
  },
  'GET /api/feeds/shoots.ics': {
    summary: 'The same for clusters filtered as in `GET /api/shoots`; where a filter is about what is ahead, only that',
    query: filteredFeedQuery,
    answer: 'text/calendar',
    costly: 'sight',
    refusals: ['not-ready'],
  },
  'GET /api/feeds/addresses': {
    summary:
      'The addresses of a calendar and a badge that work without signing in, of a cluster (`kind=Shoot&namespace=…&name=…`) or a ' +
      'project (`kind=Project&name=…`): those that whoever asks may revoke',
    query: feedScopeQuery,
    answer: feedAddressesAnswer,
    refusals: notFound,
  },
  'POST /api/feeds/addresses': {
    summary:
      'Makes such an address for whoever asks, or gives the one that they have; a calendar takes its `key` as it is',
    body: feedScopeQuery,
    answer: feedAddress,
    refusals: ['forbidden', 'not-found', 'not-ready'],
  },
  'POST /api/feeds/addresses/revoke': {
    summary: 'Ends one: of whoever made it, or of a cluster that whoever asks may edit',
    body: revokeQuery,
    answer: revokeAnswer,
    refusals: notFound,
  },
  'GET /api/accuracy': {
    summary:
      'How right forecasts were: of the maintenances of the last `days`, those that went as was said 1, 7 and 30 days before, and ' +
      'every deviation with its reason, in pages',
    query: accuracyQuery,
    answer: accuracyAnswer,
    costly: 'sight',
    refusals: ['not-ready'],
  },
  'GET /api/movement': {
    summary:
      'What happened on each of the last 30 days beside what the forecasts of 30 days before had named, and control planes per minor ' +
      'in the last 60 days',
    query: movementQuery,
    answer: movementAnswer,
    costly: 'sight',
    refusals: ['not-ready'],
  },
  'GET /api/tonight': {
    summary: 'The night of 18:00 to 06:00: each window in which something happens, what it does, what became of it',
    query: tonightQuery,
    answer: tonightAnswer,
    refusals: ['not-ready'],
  },
  'GET /api/updates/nearest': {
    summary: 'The first update after an instant, or the last one before it: of all clusters, or of one',
    query: nearestUpdateQuery,
    answer: nearestUpdateAnswer,
    refusals: notFound,
  },
  'GET /api/badges/shoots/[namespace]/[name]': {
    summary:
      'A badge with the version of a cluster and when it is forced, for a page of others; it holds for five minutes',
    query: keyedBadgeQuery,
    keyed: 'Shoot',
    answer: 'image/svg+xml',
    ending: 'svg',
    refusals: notFound,
  },
  'GET /api/badges/cloudprofiles/[...ref]': {
    summary: 'The same for a profile: how many of its clusters are forced or fail within 90 days',
    query: clockQuery,
    answer: 'image/svg+xml',
    ending: 'svg',
    refusals: notFound,
  },
  'GET /api/pictures/shoots/[namespace]/[name]': {
    summary: 'The timeline of a cluster as a picture, as programs for messages show it beside a link',
    query: clockQuery,
    answer: 'image/png',
    costly: 'sight',
    ending: 'png',
    refusals: notFound,
  },
  'GET /api/pictures/cloudprofiles/[...ref]': {
    summary: 'The same for the versions of a profile',
    query: clockQuery,
    answer: 'image/png',
    costly: 'sight',
    ending: 'png',
    refusals: notFound,
  },
  'GET /api/pictures/overview.png': {
    summary: 'The same for the days ahead of the landscape',
    query: clockQuery,
    answer: 'image/png',
    costly: 'sight',
    refusals: ['not-ready'],
  },
  'GET /api/workbench/[...ref]': {
    summary: 'A profile as a draft of edits begins with it; a namespaced one with the lists of its parent',
    query: clockQuery,
    answer: sourceAnswer,
    refusals: notFound,
  },
  'POST /api/what-if': {
    summary:
      'What a draft of edits of a profile changes: for every cluster, per day and per project, what the API server refuses of ' +
      'it; with `"format": "csv"` the clusters that change as a table',
    body: whatIfQuery,
    answer: whatIfAnswer,
    costly: 'sight',
    csv: 'what-if.csv',
    refusals: notFound,
  },
  'POST /api/apply': {
    summary:
      'Applies edits of a profile, or with `dryRun` only asks; `outcome` says what became of it, the status too: 409 is a ' +
      'conflict, as the profile has another version than `base`; 428 wants `confirm`, or a `reason`',
    body: applyQuery,
    answer: applyAnswer,
    statuses: applyStatuses,
    refusals: notFound,
  },
  'POST /api/apply/texts': {
    summary: 'Edits as a diff of the manifest, as a patch for the API server and as command',
    body: draftTextsQuery,
    answer: draftTextsAnswer,
    refusals: ['forbidden', ...notFound],
  },
  'GET /api/journal': {
    summary:
      'What was applied: who, when, what, its effect as computed then, and what undoes it; and what was begun without an outcome',
    answer: journalAnswer,
  },
  'GET /api/policy': {
    summary: 'How far each CloudProfile is from the policy that `POLICY` names',
    query: clockQuery,
    answer: policyStatusAnswer,
  },
  'POST /api/policy': {
    summary: 'What a policy would edit in a CloudProfile, now and in a year',
    body: policyQuery,
    answer: policyAnswer,
    refusals: notFound,
  },
  'POST /api/policy/effects': {
    summary: 'What that means for its clusters',
    body: policyQuery,
    answer: policyEffectsAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'GET /api/scenarios': {
    summary:
      'A guide through a `scenario` of operators: `patch`, `minor`, `promote`, `deprecate`, `replace`, `remove`; steps, ' +
      'preconditions as they are, edits',
    query: scenarioQuery,
    answer: scenarioAnswer,
    costly: 'sight',
    refusals: notFound,
  },
  'POST /api/demo/reset': {
    summary: 'Brings the demo garden back as it was at the start',
    body: resetQuery,
    answer: resetAnswer,
    refusals: ['forbidden'],
  },
  'GET /api/events': {
    summary: 'A stream that tells when something changed',
    answer: 'text/event-stream',
    refusals: ['not-ready', 'too-many'],
  },
  'GET /api/account': {
    summary: 'Whoever asks: their name and groups in the garden, which projects they see, and what they may change',
    answer: accountAnswer,
    refusals: ['not-ready'],
  },
  'POST /signin/token': {
    summary:
      'Begins a session with a bearer token, as the form of `/signin` sends it (`token`, `to`); the session is a cookie, programs ' +
      'send `Authorization: Bearer` instead',
    answer: 'a redirect',
    refusals: ['too-large'],
  },
  'GET /signin/provider': {
    summary: 'Begins to sign in at the OpenID Connect provider, to come back to the page that `to` names',
    answer: 'a redirect',
  },
  'GET /signin/callback': { summary: 'Where the provider leads back to', answer: 'a redirect' },
  'POST /signout': { summary: 'Ends the session, also at the provider', answer: 'a redirect' },
  'GET /api/openapi.json': {
    isOpen: true,
    summary: 'These routes, described for programs',
    answer: z.record(z.string(), z.unknown()),
  },
  'GET /healthz': { isOpen: true, summary: 'Whether the process is up', answer: 'text/plain' },
  'GET /readyz': {
    isOpen: true,
    summary: 'Whether there is something to show, and which resource is not read or not followed',
    answer: 'text/plain',
    refusals: ['not-ready'],
  },
  'GET /metrics': {
    isOpen: true,
    summary: 'Figures of the landscape and of the process for Prometheus',
    answer: 'text/plain',
    refusals: notFound,
  },
} as const satisfies Record<`${'GET' | 'POST'} /${string}`, Route>

type Routes = typeof routes
export type RouteName = keyof Routes
/** Routes whose answer is JSON. */
export type JsonRouteName = {
  [K in RouteName]: Routes[K]['answer'] extends z.ZodType ? K : never
}[RouteName]

/** Those that only lead elsewhere, for browsers. */
export type LeadingRouteName = {
  [K in RouteName]: Routes[K]['answer'] extends 'a redirect' ? K : never
}[RouteName]

/** The parts of a path that vary. */
type PathOf<Name extends string> = Name extends `${infer Before}/[${infer Part}]${infer After}`
  ? PathOf<Before> & PathOf<After> & (Part extends `...${infer Many}` ? Record<Many, string[]> : Record<Part, string>)
  : unknown
export type RoutePath<K extends RouteName> = { [P in keyof PathOf<K>]: PathOf<K>[P] }

/** What is asked, once it is checked. */
export interface Checked<K extends RouteName> {
  readonly path: RoutePath<K>
  readonly query: Routes[K] extends { query: infer Q extends z.ZodObject } ? z.output<Q> : undefined
  readonly body: Routes[K] extends { body: infer B extends z.ZodObject } ? z.output<B> : undefined
}

/** Optional where the schema lets it be, with the values that it reads; what is undefined is not sent. */
type Sent<S extends z.ZodObject> = {
  readonly [P in keyof z.input<S>]:
    | (z.output<S>[P & keyof z.output<S>] extends infer V ? (V extends readonly (infer E)[] ? readonly E[] : V) : never)
    | (undefined extends z.input<S>[P] ? undefined : never)
}

/** What is asked of a route, by part. */
export type Asked<K extends RouteName> = (keyof PathOf<K> extends never ? object : { readonly path: RoutePath<K> }) &
  (Routes[K] extends { query: infer Q extends z.ZodObject }
    ? Record<never, never> extends Sent<Q>
      ? { readonly query?: Sent<Q> }
      : { readonly query: Sent<Q> }
    : unknown) &
  (Routes[K] extends { body: infer B extends z.ZodObject } ? { readonly body: Sent<B> } : unknown)

export type Answer<K extends RouteName> = Routes[K]['answer'] extends infer A extends z.ZodType
  ? z.output<A>
  : Routes[K]['answer'] extends 'image/png'
    ? Uint8Array<ArrayBuffer>
    : string
