import { z } from 'zod'
import { clock, evidence, instant, nodeRange, objectName, profileRef, zoneName } from './common'
import { draft, draftStanding } from './edits'
import { subject } from './projects'
import { nextEvent } from './steps'

const question = {
  ...clock,
  /** Days are those of this IANA zone. */
  zone: zoneName.default('UTC'),
  draft: draft.optional(),
}

/** The body of `POST /api/wall`. */
export const wallQuery = z.strictObject({
  ...question,
  /** So many days of the calendar, from the day of `at` on. */
  days: z.int().min(1).max(365).default(60),
  /** Projects that come first, in this order. */
  pinned: z.array(objectName).max(50).default([]),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(0).max(500).default(100),
})

/** What begins on one day. */
const load = z.strictObject({
  /** Clusters that are forced, begin to fail, or update because auto-update is on; one may be more than one of it. */
  forced: z.int(),
  fails: z.int(),
  auto: z.int(),
  /** That roll. */
  nodes: nodeRange,
})

const dayLoad = z.strictObject({
  ...load.shape,
  /** Without the draft; null: there is none, or it makes no difference. */
  before: load.nullable(),
})

const sums = z.strictObject({
  /** Clusters that are forced or fail, each once. */
  behind: z.int(),
  /** Clusters of which an update fails, each once. */
  stuck: z.int(),
  nodes: nodeRange,
})

const wallRow = z.strictObject({
  /** Name of the project, or of the namespace when no project is known for it. */
  project: z.string(),
  clusters: z.int(),
  ...sums.shape,
  /** Null: it names none. */
  owner: subject.nullable(),
  /** Stretches of days on which something fails again that failed before: to and with the last one. Days count from 0. */
  failing: z.array(z.strictObject({ from: z.int(), to: z.int() })),
  /** Only days on which something begins, with the draft or without. */
  days: z.array(z.strictObject({ day: z.int(), ...dayLoad.shape })),
})

export const wallAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** How the draft was understood; null: there is none. */
  draft: z.strictObject(draftStanding).nullable(),
  /** All projects together. */
  days: z.array(z.strictObject({ date: z.string(), ...dayLoad.shape })),
  figures: z.strictObject({
    projects: z.int(),
    clusters: z.int(),
    /** Projects that name an owner. */
    owned: z.int(),
    ...sums.shape,
    /** Without the draft; null: there is none. */
    before: sums.nullable(),
  }),
  /** The first projects by attention, pinned or not. */
  first: z.array(z.strictObject({ project: z.string(), behind: z.int(), stuck: z.int() })).max(2),
  /** How many more have as many clusters behind, and as many stuck ones, as the last of `first`: only names put them after it. */
  alike: z.int(),
  /** In order: pinned, those with most stuck clusters, with most clusters behind, then by name. One page of them. */
  items: z.array(wallRow),
})

/** The body of `POST /api/wall/cell`: one project on some days. */
export const wallCellQuery = z.strictObject({
  ...question,
  project: objectName,
  /** Both included. */
  from: z.iso.date(),
  to: z.iso.date(),
})

export const wallCellAnswer = z.strictObject({
  ...evidence,
  project: z.string(),
  owner: subject.nullable(),
  ...dayLoad.shape,
  /** Clusters in which something begins on these days. */
  total: z.int(),
  /** Clusters that fail again on these days, as they did before. */
  again: z.int(),
  /** The versions whose end brings that, most clusters first. */
  causes: z
    .array(
      z.strictObject({
        profile: profileRef,
        /** `Kubernetes` or the image's name. */
        what: z.string(),
        version: z.string(),
        /** When it expires; null: no date is known. */
        at: instant.nullable(),
        clusters: z.int(),
      }),
    )
    .max(3),
  /** The first of the clusters by attention, with what begins. */
  items: z
    .array(z.strictObject({ namespace: z.string(), name: z.string(), profile: profileRef, next: nextEvent }))
    .max(5),
})

export type WallQuery = z.infer<typeof wallQuery>
export type WallAnswer = z.infer<typeof wallAnswer>
export type WallCellQuery = z.infer<typeof wallCellQuery>
export type WallCellAnswer = z.infer<typeof wallCellAnswer>
