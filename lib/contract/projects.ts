import { z } from 'zod'
import { SUBJECT_KINDS } from '@/lib/engine/words'
import { clock, eventKind, evidence, instant, nodeRange, problem, profileRef, runningStage, zoneName } from './common'
import { laneSegment } from './shoots'
import { nextEvent } from './steps'

/** Whom a project names, as Kubernetes does in role bindings. */
export const subject = z.strictObject({
  kind: z.enum(SUBJECT_KINDS),
  name: z.string(),
  /** Of a service account; null where its name tells, and of others. */
  namespace: z.string().nullable(),
})

/** `GET /api/projects/[name]`. Months are those of `zone`, an IANA name (default UTC). */
export const projectQuery = z.strictObject({ ...clock, zone: zoneName.optional() })

/** A cluster with something that happens to it. */
const affected = z.strictObject({ namespace: z.string(), name: z.string(), next: nextEvent })

/** A cluster on the axis, with what happens to its control plane and its pools. */
const path = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  profile: profileRef,
  /** So many further clusters of the project go the same way. */
  same: z.int(),
  version: z.string(),
  stage: runningStage,
  /** Of the control plane. */
  segments: z.array(laneSegment),
  /** From here on every night fails; null: never, as far as is computed. */
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
  /** Its last maintenance, where the garden tells when that was. */
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
     * With the begin of the last window in which it fails for that (null: as far as can be seen it does every night), and what would help,
     * where one thing would.
     */
    items: z
      .array(z.strictObject({ ...affected.shape, until: instant.nullable(), remedy: z.string().nullable() }))
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
  /** Of all: clusters with something ahead on the axis, and clusters without. */
  ahead: z.int(),
  quiet: z.int(),
})

export type SubjectBody = z.infer<typeof subject>
export type ProjectAnswer = z.infer<typeof projectAnswer>
