import { z } from 'zod'
import { COMPONENTS, DEVIATION_REASONS } from '@/lib/engine/words'
import { clock, eventKind, evidence, instant, oneOrTwoNames, zoneName } from './common'
import { knowledge } from './shoot-past'

/** So many days before a maintenance its forecast was made. */
export const FORECAST_AGES = ['1', '7', '30'] as const
/** So many days back maintenances are told. */
const ACCURACY_DAYS = ['30', '90'] as const

const wholeNumber = z.coerce.number({ error: 'must be a whole number' }).int()

/** `GET /api/accuracy`. */
export const accuracyQuery = z.strictObject({
  ...clock,
  days: z.enum(ACCURACY_DAYS).default('90'),
  /** Weeks and deviations are those of the forecasts of so many days before. */
  before: z.enum(FORECAST_AGES).default('7'),
  /** Of clusters on this profile only: `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: oneOrTwoNames.optional(),
  /** Deviations for this reason only. */
  reason: z.enum(DEVIATION_REASONS).optional(),
  /** An IANA name: weeks begin on Monday at midnight there. */
  zone: zoneName.default('UTC'),
  offset: wholeNumber.min(0).max(1_000_000).default(0),
  limit: wholeNumber.min(1).max(500).default(100),
})

const reasons = z.strictObject({
  'owner-acted': z.int(),
  'profile-edited': z.int(),
  'window-moved': z.int(),
  'gardener-failed': z.int(),
  'almanac-wrong': z.int(),
})

/** Of some maintenances, how many were as forecast, and of the others how many for which reason: all of them add up to `total`. */
const counts = z.strictObject({ total: z.int(), asForecast: z.int(), reasons })

const move = z.strictObject({
  component: z.enum(COMPONENTS),
  pool: z.string().nullable(),
  /** Null for Kubernetes. */
  image: z.string().nullable(),
  from: z.string(),
  /** Null: it fails to leave it. */
  to: z.string().nullable(),
})

/** A maintenance in short. */
const outcome = z.strictObject({
  kind: eventKind,
  /** When it began; of one that was to come, begin of the window. */
  at: instant,
  moves: z.array(move),
  /** The API server refuses all of it. */
  denied: z.boolean(),
})

/** What came in between. */
const deviationFact = z.discriminatedUnion('kind', [
  ...knowledge.options,
  z.strictObject({ kind: z.literal('by-hand'), moves: z.array(move) }),
  z.strictObject({ kind: z.literal('pools'), added: z.array(z.string()), removed: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('deleted') }),
  /** A maintenance was asked for, outside of the window. */
  z.strictObject({ kind: z.literal('asked') }),
  /** Another profile was chosen. */
  z.strictObject({ kind: z.literal('profile'), from: z.string(), to: z.string() }),
  /** `words`: Gardener's own; null: none are recorded. */
  z.strictObject({ kind: z.literal('failed'), words: z.string().nullable() }),
])

export const deviation = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  project: z.string(),
  /** As in `profile` of the question. */
  profile: z.string(),
  /** When the maintenance began, or was to begin at the latest. */
  at: instant,
  reason: z.enum(DEVIATION_REASONS),
  /** When that came about; null: no moment is known for it. */
  turned: instant.nullable(),
  /** What is known of it, of the parts that were named or ran; `image` null: Kubernetes, absent: it is about the cluster. */
  facts: z.array(
    z.strictObject({ image: z.string().nullable().optional(), version: z.string().optional(), fact: deviationFact }),
  ),
  /** The forecast is that of this instant, with what was known then. */
  made: instant,
  /** What it named for the window, or of the same parts for a later one; null: nothing. */
  said: outcome.nullable(),
  /** Null: nothing ran. */
  ran: outcome.nullable(),
})

export const accuracyAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** Maintenances are those that began, or were to begin, after `from` and not after `to`. */
  from: instant,
  to: instant,
  /** Since when anything is recorded; null: nothing is. */
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
      /** From when on forecasts of so many days before are known, where that is later than `from`; null: for all of it. */
      knownFrom: instant.nullable(),
      /** So many that ran have no such forecast, and are not in the counts. */
      unknown: z.int(),
    }),
  ),
  /** So many are not in any counts, as nothing was recorded when they ran. */
  unrecorded: z.int(),
  /** Stretches of which nothing is recorded; `until` null: it has not ended. */
  gaps: z.array(z.strictObject({ from: instant, until: instant.nullable() })),
  /** Of the forecasts of `before` days before, oldest first, since anything is recorded. */
  weeks: z.array(z.strictObject({ from: instant, counts })),
  /** Those that clusters with any of them are on, in order. */
  profiles: z.array(z.string()),
  /** Of those of `reason`, in all pages. */
  total: z.int(),
  /** Newest first. */
  deviations: z.array(deviation),
})

export type AccuracyQuery = z.output<typeof accuracyQuery>
export type AccuracyAnswer = z.infer<typeof accuracyAnswer>
export type AccuracyCounts = z.infer<typeof counts>
export type DeviationBody = z.infer<typeof deviation>
