import { z } from 'zod'
import {
  affectedNodes,
  clock,
  effectKind,
  eventKind,
  evidence,
  instant,
  nodeRange,
  profileRef,
  window,
  zoneName,
} from '@/lib/contract/common'
import { nextEvent, onlyAfter } from '@/lib/contract/steps'
import { TONIGHT_STATES } from '@/lib/contract/words'

/** `GET /api/tonight`: the night is that of `at` in `zone`, an IANA name: until noon the one that is ending. */
export const tonightQuery = z.strictObject({ ...clock, zone: zoneName.default('UTC') })

/** Clusters, and the bounds of their pools that roll. */
const sum = z.strictObject({ clusters: z.int(), nodes: nodeRange })

/** Clusters of one profile and project with the same window and step. */
const tonightRow = z.strictObject({
  profile: profileRef,
  project: z.string(),
  /** The largest of them, by which the row is named. */
  lead: z.strictObject({ namespace: z.string(), name: z.string() }),
  clusters: z.int(),
  kind: eventKind,
  /** As of a next event. */
  what: nextEvent.shape.what,
  /** As of a next event, where no version changes. */
  operations: nextEvent.shape.operations,
  from: z.string(),
  to: z.string().nullable(),
  effect: effectKind,
  nodes: affectedNodes,
  window,
  /** As of a next event, of what is still to come. */
  onlyAfter: onlyAfter.optional(),
  state: z.enum(TONIGHT_STATES),
  /** How many of them were maintained, with success or not. */
  done: z.int(),
  failed: z.int(),
  /** How many were maintained and are being reconciled since. */
  rolling: z.int(),
  /** The least of `status.lastOperation.progress` of those, in percent; null: none tells it. */
  progress: z.int().nullable(),
  /** When the last of those was maintained; null: none was. */
  lastDoneAt: instant.nullable(),
  /** What is known of them is foreseen, not recorded. */
  foreseen: z.boolean(),
  /** Why it fails, as of a next event; null: it does not. */
  cause: z.string().nullable(),
  /** Why the largest of those failed, in Gardener's own words; null: none did, or it does not say. */
  failureReason: z.string().nullable(),
  /** Of how many that are to come, and touch nodes, gardenlet reports that preconditions of maintenance are not met, and its words for the largest; null: of none. */
  reported: z.strictObject({ clusters: z.int(), text: z.string() }).nullable(),
})

export const tonightAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** 18:00 in `zone`. */
  begin: instant,
  /** 06:00 of the next day. */
  end: instant,
  figures: z.strictObject({
    open: sum,
    done: sum,
    failed: sum,
    toCome: sum,
    /** Of those to come. */
    willFail: z.int(),
    windows: z.int(),
    clusters: z.int(),
  }),
  /** The next window that opens, tonight or later; null: none does within the horizon. */
  next: z
    .strictObject({ at: instant, clusters: z.int(), project: z.string(), namespace: z.string(), name: z.string() })
    .nullable(),
  /** By profile, then by window. */
  rows: z.array(tonightRow).max(1000),
  /** Rows beyond the bound. */
  left: z.int(),
})

export type TonightAnswer = z.infer<typeof tonightAnswer>
