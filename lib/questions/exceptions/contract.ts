import { z } from 'zod'
import { applyStatuses } from '@/lib/contract/apply'
import { askedVersion, clock, instant, objectName, oneOrTwoNames, zoneName } from '@/lib/contract/common'
import { exceptionsAnswer, moreTimeAnswer, moreTimeApplyAnswer } from '@/lib/contract/more-time'
import { notFound, type Route } from '@/lib/contract/route'

/** How many clusters may be named. */
const MOST_NAMED = 500

const asked = {
  /** The project, by its name or its namespace. */
  project: objectName,
  /** The profile that was asked from: `aws`, or a namespaced one of the project, `garden-core/aws-ext`. */
  profile: oneOrTwoNames,
  ...askedVersion,
  /** The new end; absent: the end of the month after the one in which the version ends now. */
  until: instant.optional(),
  /** Names of the clusters that move; absent: all that run the version and are not there yet. At most 50 move at once. */
  clusters: z.array(objectName).max(MOST_NAMED).optional(),
}

/** The body of `POST /api/more-time`. */
export const moreTimeQuery = z.strictObject({ ...clock, ...asked })

export type MoreTimeInput = z.input<typeof moreTimeQuery>

export const moreTimeRoute = {
  name: 'POST /api/more-time',
  summary:
    'More time for one project: the namespaced profile, the clusters that move to it, what that does, and what the API server would refuse',
  body: moreTimeQuery,
  answer: moreTimeAnswer,
  costly: 'asker',
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

/** The body of `POST /api/more-time/apply`. */
const moreTimeApplyQuery = z.strictObject({
  ...asked,
  until: instant,
  clusters: z.array(objectName).max(MOST_NAMED),
  /** The `resourceVersion` of the namespaced profile that the draft was made for; null: there was none. Any other one is a conflict. */
  base: z.string().min(1).max(128).nullable(),
  /** The resource versions of the clusters that move, by name. A cluster that changed since then is not moved. */
  bases: z.record(objectName, z.string().min(1).max(128)),
  /** Whether to ask only if it would be accepted. Clusters are asked about only if the profile exists already. */
  dryRun: z.boolean().default(false),
  /** Days in sentences are those of this IANA zone. */
  zone: zoneName.default('UTC'),
  /** The name of the namespaced profile, typed: needed where `confirmation.typing` asks for it. */
  confirm: z.string().max(253).optional(),
  /** Why, in the words of the user who does it: kept in the journal, and shown in the list of exceptions. */
  reason: z.string().trim().min(1).max(1000).optional(),
})

export const moreTimeApplyRoute = {
  name: 'POST /api/more-time/apply',
  summary:
    'Applies more time for one project, or with `dryRun` only asks: first the profile, then each cluster; `outcome` and status are of the profile',
  body: moreTimeApplyQuery,
  answer: moreTimeApplyAnswer,
  statuses: applyStatuses,
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

/** `GET /api/exceptions` */
const exceptionsQuery = z.strictObject({ ...clock })

export const exceptionsRoute = {
  name: 'GET /api/exceptions',
  summary:
    'Every date that a namespaced profile sets itself: until when, who and why, what happens then, and what removing it would do',
  query: exceptionsQuery,
  answer: exceptionsAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
