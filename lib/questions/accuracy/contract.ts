import { z } from 'zod'
import { clock, evidence, gaps, instant, oneOrTwoNames, zoneName } from '@/lib/contract/common'
import { counts, deviation } from '@/lib/contract/record'
import type { Route } from '@/lib/contract/route'
import { paging } from '@/lib/contract/selection'
import { ACCURACY_DAYS, FORECAST_AGES } from '@/lib/contract/words'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'

/** For how many days back maintenances are told. */

/** `GET /api/accuracy`. */
export const accuracyQuery = z.strictObject({
  ...clock,
  days: z.enum(ACCURACY_DAYS).default('90'),
  /** Weeks and deviations are those of the forecasts of so many days before. */
  before: z.enum(FORECAST_AGES).default('7'),
  /** Only clusters on this profile: `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: oneOrTwoNames.optional(),
  /** Deviations for this reason only. */
  reason: z.enum(DEVIATION_REASONS).optional(),
  /** An IANA name: weeks begin on Monday at midnight there. */
  zone: zoneName.default('UTC'),
  ...paging,
})

export const accuracyAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** Maintenances are those that began, or were to begin, after `from` and not after `to`. */
  from: instant,
  to: instant,
  /** The instant since which anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** When this was computed; null: nothing of it is yet. `left`: so many days of it are still to be. */
  computed: z.strictObject({ at: instant.nullable(), left: z.int() }),
  /** Clusters with any of them, and their projects. */
  clusters: z.int(),
  projects: z.int(),
  /** One for each of 1, 7 and 30 days before. */
  ages: z.array(
    z.strictObject({
      before: z.enum(FORECAST_AGES),
      counts,
      /**
       * The instant since which forecasts of so many days before are known, if that is later than `from`; null: they are known for all of
       * it.
       */
      knownFrom: instant.nullable(),
      /** The number of maintenances that ran without such a forecast. They are not in the counts. */
      unknown: z.int(),
    }),
  ),
  /** The number of maintenances that are in no counts, because nothing was recorded when they ran. */
  unrecorded: z.int(),
  /** Stretches of which nothing is recorded; `until` null: it has not ended. */
  gaps,
  /** The counts of each week for forecasts of `before` days before, oldest first, since anything is recorded. */
  weeks: z.array(z.strictObject({ from: instant, counts })),
  /** The profiles of the clusters that have any of them, in order. */
  profiles: z.array(z.string()),
  /** The number of maintenances with that `reason`, in all pages. */
  total: z.int(),
  /** Newest first. */
  deviations: z.array(deviation),
})

export type AccuracyQuery = z.output<typeof accuracyQuery>

export type AccuracyAnswer = z.infer<typeof accuracyAnswer>

export const accuracyRoute = {
  name: 'GET /api/accuracy',
  summary:
    'How right forecasts of 1, 7 and 30 days before were in the last `days`, and every deviation with its reason, in pages',
  query: accuracyQuery,
  answer: accuracyAnswer,
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route
