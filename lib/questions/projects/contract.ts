import { z } from 'zod'
import { failingSoFar, laneSegment } from '@/lib/contract/clusters'
import {
  clock,
  eventKind,
  evidence,
  instant,
  nodeRange,
  objectName,
  problem,
  profileRef,
  runningStage,
  subject,
  wordedVersion,
  zoneName,
} from '@/lib/contract/common'
import { draft, draftStanding } from '@/lib/contract/edits'
import { notFound, type Route } from '@/lib/contract/route'
import { nextEvent } from '@/lib/contract/steps'
import { load } from '@/lib/contract/what-if'

/** `GET /api/projects/[name]`. Months are those of `zone`, an IANA name (default UTC). */
export const projectQuery = z.strictObject({ ...clock, zone: zoneName.optional() })

/** A cluster with something that happens to it. */
const affected = z.strictObject({ namespace: z.string(), name: z.string(), next: nextEvent })

/** A cluster on the axis, with what happens to its control plane and its pools. */
const path = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  profile: profileRef,
  /** How many further clusters of the project go the same way. */
  same: z.int(),
  version: z.string(),
  stage: runningStage,
  /** The versions of the control plane over time. */
  segments: z.array(laneSegment),
  /** The instant from which on every night fails; null: there is none in the forecast. */
  stuckFrom: instant.nullable(),
  /** What is ahead, in order of time. */
  marks: z.array(
    z.strictObject({
      at: instant,
      kind: eventKind,
      /** `Kubernetes` or the image's name; null: no version changes. */
      what: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  /** The last maintenance, if the garden tells when it was. */
  last: z.strictObject({ at: instant, failed: z.boolean(), description: z.string() }).nullable(),
  next: nextEvent.nullable(),
})

export const projectAnswer = z.strictObject({
  ...evidence,
  /** What is wrong with the object as it was read, and what was done about it. */
  problems: z.array(problem),
  /** Name of the project, or of the namespace when no project is known for it. */
  name: z.string(),
  /** What the project says of itself; null: the garden tells of no such project, only of clusters in a namespace of that name. */
  about: z
    .strictObject({
      namespace: z.string(),
      description: z.string().nullable(),
      purpose: z.string().nullable(),
      /** Null: it names none. */
      owner: subject.nullable(),
      members: z.array(z.strictObject({ ...subject.shape, roles: z.array(z.string()) })),
    })
    .nullable(),
  figures: z.strictObject({
    clusters: z.int(),
    profiles: z.int(),
    /** Bounds of all pools. */
    nodes: nodeRange,
    /** Within 60 days: clusters that are forced, these updates, and the nodes that roll with them. */
    forced: z.strictObject({ clusters: z.int(), updates: z.int(), nodes: nodeRange }),
  }),
  /** Clusters of which an update fails within 60 days, first those that fail first. */
  stuck: z.strictObject({
    total: z.int(),
    /**
     * With since when it has failed already (null: it has not), the begin of the last window in which it fails for that (null: as far as can
     * be seen it does every night), and what would help, where one thing would.
     */
    items: z
      .array(
        z.strictObject({
          ...affected.shape,
          failing: failingSoFar.nullable(),
          until: instant.nullable(),
          remedy: z.string().nullable(),
        }),
      )
      .max(5),
  }),
  /** The forced updates within 60 days, in order of time. */
  forced: z.array(affected).max(50),
  /** The first day on which clusters update by themselves, if that is before anything is forced. */
  auto: z.strictObject({ date: z.string(), clusters: z.int(), nodes: nodeRange, next: nextEvent }).nullable(),
  /** Months in which anything begins, as far as the axis goes. */
  months: z.array(
    z.strictObject({
      /** `YYYY-MM`. */
      date: z.string(),
      forced: z.int(),
      auto: z.int(),
      /** Clusters that begin to fail. */
      fails: z.int(),
      nodes: nodeRange,
      /** The first of the clusters that fail or are forced, else of those that update by themselves; and how many there are. */
      names: z.array(z.string()).max(4),
      clusters: z.int(),
    }),
  ),
  /** How far the axis goes. */
  from: instant,
  until: instant,
  /** Clusters with something ahead on the axis, by attention; clusters that go the same way as one where they are many. */
  paths: z.array(path).max(20),
  /** `ahead` and `quiet`: how many of all clusters have something ahead on the axis, and how many have not. */
  ahead: z.int(),
  quiet: z.int(),
})

export type ProjectAnswer = z.infer<typeof projectAnswer>

const question = {
  ...clock,
  /** Days are those of this IANA zone. */
  zone: zoneName.default('UTC'),
  draft: draft.optional(),
}

/** The body of `POST /api/wall`. */
export const wallQuery = z.strictObject({
  ...question,
  /** How many days of the calendar are asked for, from the day of `at` on. */
  days: z.int().min(1).max(365).default(60),
  /** Projects that come first, in this order. */
  pinned: z.array(objectName).max(50).default([]),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(0).max(500).default(100),
})

const dayLoad = z.strictObject({
  ...load.shape,
  /** The load without the draft; null: there is no draft, or it makes no difference. */
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
  /** Only days on which something begins, with or without the draft. */
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
    /** The sums without the draft; null: there is no draft. */
    before: sums.nullable(),
  }),
  /** The first projects by attention, pinned or not. */
  first: z.array(z.strictObject({ project: z.string(), behind: z.int(), stuck: z.int() })).max(2),
  /** How many more have as many clusters behind, and as many stuck ones, as the last of `first`: only names put them after it. */
  alike: z.int(),
  /** One page of the projects: pinned ones, then those with most stuck clusters, with most clusters behind, then by name. */
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
        ...wordedVersion,
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

export const projectRoute = {
  name: 'GET /api/projects/[name]',
  summary: 'One project: owner and members, what is ahead of its clusters, which are stuck',
  query: projectQuery,
  answer: projectAnswer,
  ofLandscape: true,
  refusals: notFound,
} as const satisfies Route

export const wallRoute = {
  name: 'POST /api/wall',
  summary:
    'Projects by days: clusters that are forced, fail or update by themselves, nodes that roll, whom to call; with a `draft` before and after',
  body: wallQuery,
  answer: wallAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route

export const wallCellRoute = {
  name: 'POST /api/wall/cell',
  summary: 'One project on some days: what begins, why, and the first of its clusters',
  body: wallCellQuery,
  answer: wallCellAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
