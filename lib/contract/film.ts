import { z } from 'zod'
import { clock, eventKind, evidence, nodeRange, profileRef, zoneName } from './common'
import { draft, draftStanding } from './edits'

/** `GET /api/film`: days are those of `zone`, an IANA name, from that of `at` on. */
export const filmQuery = z.strictObject({ ...clock, zone: zoneName.default('UTC') })

/** The body of `POST /api/film`. */
export const filmDraftQuery = z.strictObject({ ...filmQuery.shape, draft: draft.optional() })

/** Clusters of one profile that leave one version for another minor on one day. */
const flow = z.strictObject({
  profile: profileRef,
  /** Of the control plane, which they leave. */
  version: z.string(),
  /** Minors. */
  from: z.string(),
  to: z.string(),
  kind: eventKind,
  clusters: z.int(),
  /** Those that roll. */
  nodes: nodeRange,
})

/** Where clusters are from the first day on. */
const course = {
  /** Days on which control planes come to another minor, in order: the days after their windows begin. */
  steps: z.array(z.strictObject({ day: z.int(), flows: z.array(flow) })),
  /** Oldest minor first. `counts`: today, then from each step on. */
  series: z.array(z.strictObject({ minor: z.string(), counts: z.array(z.int()) })),
  /** Clusters of which an update fails night after night, by the minor that they are on then. */
  stuck: z.array(
    z.strictObject({
      minor: z.string(),
      profile: profileRef,
      /** The first day after the first window that fails; 0: it did so before the first day. */
      from: z.int(),
      /** The last day; null: no end of it is known. */
      to: z.int().nullable(),
      clusters: z.int(),
      /** Why it fails, in short words. */
      cause: z.string(),
    }),
  ),
}

export const filmAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** The first day, `2026-11-21`; all other days are counted from it, which is 0. */
  first: z.iso.date(),
  days: z.int(),
  clusters: z.int(),
  ...course,
  /** With the draft; null: there is none. */
  draft: z.strictObject({ ...draftStanding, ...course }).nullable(),
})

export type FilmAnswer = z.infer<typeof filmAnswer>
