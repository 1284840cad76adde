import { z } from 'zod'
import { SEVERITIES } from '@/lib/engine/kinds'
import { advice, failingSoFar, lane, shootRow } from './clusters'
import { evidence, instant, problem, window } from './common'
import { deadEnd, forecastStep, rollout } from './steps'

export const shootAnswer = z.strictObject({
  ...evidence,
  /** What is wrong with the object as it was read, and what was done about it. */
  problems: z.array(problem),
  shoot: shootRow,
  /** Whether whoever asks may change it. */
  mayEdit: z.boolean(),
  /** Its page in the Gardener dashboard, where `DASHBOARD_URL` says how those are called. */
  dashboard: z.string().nullable(),
  /** How far ahead is computed. */
  until: instant,
  /** The last date anybody set that matters here; beyond it nothing is known. Null: no date is set. */
  knownUntil: instant.nullable(),
  /** When a change that is made at `at` is rolled out, where roll-outs are confined to the window; null: at once. */
  rollOut: window.nullable(),
  steps: z.array(forecastStep),
  lanes: z.array(lane),
  lastMaintenance: z
    .strictObject({
      at: instant.nullable(),
      state: z.string(),
      description: z.string(),
      failureReason: z.string().nullable(),
      /** It is not recorded: the forecast has it so, as `at` lies ahead. */
      foreseen: z.boolean(),
      /** What it did, read from Gardener's words; null: nothing, or it does not say. What fields held is not told. */
      step: forecastStep.nullable(),
    })
    .nullable(),
  /**
   * Maintenance failed in the last window, as `lastMaintenance` says, and the first step goes on with that; null: it does not, or
   * that is not known.
   */
  failing: failingSoFar.nullable(),
  /** That something should have left an expired version in windows that have passed, and that nothing on record says why not. */
  overdue: z.boolean(),
  /** What stands in the way of maintenance or follows from it, as whole sentences. */
  constraints: z.array(z.strictObject({ severity: z.enum(SEVERITIES), text: z.string() })),
  /** What gardenlet reports as not met, where an update is foreseen, in its words; the constraints have it too. */
  reported: z.array(z.string()),
  advice: z.array(advice),
  /** In the order of the pools. */
  rollouts: z.array(rollout),
  /** Pools with an update in place that is not finished. */
  pending: z.array(z.string()),
  /** Every dead end on the way, in order of time. */
  deadEnds: z.array(deadEnd),
})

export type ShootAnswer = z.infer<typeof shootAnswer>
