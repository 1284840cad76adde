import { z } from 'zod'
import { knownFact, laneSegment } from '@/lib/contract/clusters'
import { evidence, instant } from '@/lib/contract/common'
import { forecastStep } from '@/lib/contract/steps'
import { COMPONENTS } from '@/lib/engine/kinds'

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
  /** Of the cluster's object, as it was recorded before and after. Null: not known. Absent: neither is. */
  resourceVersion: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }).optional(),
  /** As Gardener told of it; null: it told nothing. */
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

export type PastUpdateBody = z.infer<typeof pastUpdate>

export type ShootPastAnswer = z.infer<typeof shootPastAnswer>
