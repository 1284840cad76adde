import { z } from 'zod'
import { COMPONENTS } from '@/lib/engine/words'
import { evidence, instant, runningStage } from './common'
import { laneSegment } from './shoots'
import { forecastStep } from './steps'

/** What may become known of a version in a profile, or of the settings of a cluster. */
export const knowledge = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('listed'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('removed') }),
  z.strictObject({ kind: z.literal('stage'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('expiry'), from: instant.nullable(), to: instant.nullable() }),
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('auto-update'), of: z.enum(['kubernetes', 'machineImage']), on: z.boolean() }),
  z.strictObject({ kind: z.literal('window'), from: z.string().nullable(), to: z.string().nullable() }),
])

/** What became known of a part before it was updated. */
export const knownFact = z.strictObject({
  /** When it was seen. */
  at: instant,
  /** Null for Kubernetes; absent where it is about the cluster. */
  image: z.string().nullable().optional(),
  version: z.string().optional(),
  fact: knowledge,
})

export const pastUpdate = z.strictObject({
  /** When it began, as Gardener says; of one that no maintenance made, when it was seen. */
  at: instant,
  /** It came about between this instant and `at`, while nothing was recorded. Null: it was seen as it happened. */
  after: instant.nullable(),
  /**
   * `auto`, `forced`, `fails`, `other`: a maintenance, in the words of forecasts. `by-hand`: no maintenance made it.
   * `not-recorded`: it is not known whether one did.
   */
  cause: z.enum(['auto', 'forced', 'fails', 'other', 'by-hand', 'not-recorded']),
  moves: z.array(
    z.strictObject({
      component: z.enum(COMPONENTS),
      pool: z.string().nullable(),
      /** Null for Kubernetes. */
      image: z.string().nullable(),
      from: z.string(),
      /** Null: it failed to leave it. */
      to: z.string().nullable(),
    }),
  ),
  /** As Gardener told of it; null: it told nothing. */
  step: forecastStep.nullable(),
  /** What `GET …/why` is asked for the rules as they stood then; null: there was no maintenance, or too little is recorded. */
  question: z.strictObject({ seen: instant, window: instant }).nullable(),
  /** Whether the profile of today would have it do the same; null: that cannot be told. */
  sameToday: z.boolean().nullable(),
  /** Since when it could be known, oldest first. */
  known: z.array(knownFact),
})

export const shootPastAnswer = z.strictObject({
  ...evidence,
  /** Since when anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** Stretches of which nothing is recorded; `until` null: it has not ended. */
  gaps: z.array(z.strictObject({ from: instant, until: instant.nullable() })),
  /** Newest first, at most 500. */
  updates: z.array(pastUpdate),
  /** What ran in the last 60 days, by the same ids as in `GET /api/shoots/NAMESPACE/NAME`. */
  lanes: z.array(z.strictObject({ id: z.string(), segments: z.array(laneSegment) })),
})

export type KnownFact = z.infer<typeof knownFact>
export type PastUpdateBody = z.infer<typeof pastUpdate>
export type ShootPastAnswer = z.infer<typeof shootPastAnswer>
