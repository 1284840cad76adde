import { z } from 'zod'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { knowledge } from './clusters'
import { clusterName, countOfEach, eventKind, instant } from './common'
import { move } from './steps'

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
  /** `words`: Gardener's own; null: none are recorded. */
  z.strictObject({ kind: z.literal('failed'), words: z.string().nullable() }),
])

export const deviation = z.strictObject({
  ...clusterName,
  /** The profile, as in `profile` of the question. */
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

export type DeviationBody = z.infer<typeof deviation>

/** How many maintenances were as forecast, and how many were not, for which reason. All of them add up to `total`. */
export const counts = z.strictObject({ total: z.int(), asForecast: z.int(), reasons: countOfEach(DEVIATION_REASONS) })

export type AccuracyCounts = z.infer<typeof counts>
