import { z } from 'zod'
import { clockQuery, evidence, instant, problem } from './common'
import type { Route } from './route'

/** Whether what is shown follows the garden. */
export const gardenStatus = z.strictObject({
  kind: z.enum(['demo', 'manifests', 'kubernetes']),
  /** E.g. `demo, born 2026-11-21`, a path, or the API server's host and context. */
  label: z.string(),
  /** The clusters that all figures are about, if these are not all: `your 3 projects`, `only garden-dev`. */
  covers: z.string().nullable(),
  state: z.enum(['reading', 'live', 'stale', 'failed']),
  /** The instant since which it is not live; null while it is. */
  since: instant.nullable(),
  /** Why it is not live. */
  reason: z.string().nullable(),
  /** One line per resource while reading and when something may not be read. */
  resources: z.array(
    z.strictObject({
      name: z.string(),
      read: z.int(),
      of: z.int().nullable(),
      state: z.enum(['waiting', 'reading', 'synced', 'stale', 'forbidden']),
      message: z.string().nullable(),
    }),
  ),
  problems: z.array(problem),
  /** All problems, also those beyond the list's bound. */
  problemCount: z.int(),
})

/** Days on which the operators of this landscape want no update, both included, e.g. `2026-12-18` to `2027-01-04`. */
const freezeDays = z.strictObject({ from: z.string(), to: z.string() })

/** `GET /api/status`: what the frame of every page shows, without computing any forecast. */
export const statusAnswer = z.strictObject({
  ...evidence,
  garden: gardenStatus,
  /** The instant since which it is recorded what was known, see `seen`; null: nothing is recorded yet. */
  recordedSince: instant.nullable(),
  recording: z.strictObject({
    /** `process`: in memory, as long as this process lives; `file`: in `DATA_DIR`; `database`: in PostgreSQL. */
    kept: z.enum(['process', 'file', 'database']),
    /** Up to when everything that was seen is recorded; null: nothing is. */
    until: instant.nullable(),
    /** Why what is seen is not recorded as it should be; null: it is. */
    problem: z.string().nullable(),
  }),
  gardener: z.strictObject({
    /** The release whose rules forecasts are made by: `1.150`. */
    rules: z.string(),
    /** The versions that work on clusters, as `status.gardener.version` has them; the lowest first. Of very many the highest. */
    running: z.array(z.string()),
    /** Whether one of them is newer than what is known of the rules. */
    isNewer: z.boolean(),
    /** All of that in few words. */
    text: z.string(),
  }),
  /**
   * The freezes of the setting `FREEZE`, in order of time, without overlaps. Gardener does not know them, and forces updates in them too.
   */
  freezes: z.array(freezeDays),
})

export type GardenStatus = z.infer<typeof gardenStatus>

export type FreezeDays = z.infer<typeof freezeDays>

export type StatusAnswer = z.infer<typeof statusAnswer>

/** The frame of every page asks it: how, `lib/browser` says. */
export const statusRoute = {
  name: 'GET /api/status',
  summary:
    'Whether the garden is followed, what could not be read, and which Gardener releases the rules and the clusters have',
  query: clockQuery,
  answer: statusAnswer,
} as const satisfies Route
