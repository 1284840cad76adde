import { z } from 'zod'
import { clock, evidence, instant, objectName, zoneName } from '@/lib/contract/common'
import { overviewDay } from './garden'

/** `GET /api/movement`: what the overview shows of the time before now. */
export const movementQuery = z.strictObject({
  ...clock,
  zone: zoneName.default('UTC'),
  /** As for `GET /api/garden`. */
  project: z.array(objectName).max(50).optional(),
})

/** Of clusters: the nights on which they fail again are not counted. */
const expected = z.strictObject({ forced: z.int(), fails: z.int(), auto: z.int() })

export const movementAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** Since when anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** When nothing was recorded since, as far as that is shown; the last one may go on. */
  gaps: z.array(z.strictObject({ from: instant, until: instant.nullable() })),
  /** Of so many days it is still being computed what was expected. */
  left: z.int(),
  /**
   * What happened in the 30 days before and on the day of `at` so far, oldest first; of what is before `since` there is nothing. Empty:
   * nothing was recorded before that day began. As `days` of `GET /api/garden`, by the windows in which maintenances began.
   */
  days: z.array(
    z.strictObject({
      ...overviewDay.shape,
      /** Changes of versions that no maintenance made, or of which that is not known. */
      byHand: z.int(),
      /** What the forecasts of 30 days before named for that day, whatever became of it; null: it is not known. */
      expected: expected.nullable(),
    }),
  ),
  /**
   * Steps of the last 60 days: `counts[i]` control planes on the minor from `at[i]` until `at[i + 1]`, the last until now. The first is
   * when that began, or `since`. Days in `zone`. Empty as `days` are.
   */
  minors: z.strictObject({
    at: z.array(instant),
    /** Oldest minor first. */
    series: z.array(z.strictObject({ minor: z.string(), counts: z.array(z.int()) })),
  }),
})

export type MovementQuery = z.infer<typeof movementQuery>
export type MovementAnswer = z.infer<typeof movementAnswer>
