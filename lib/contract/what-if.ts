import { z } from 'zod'
import { COUNTED, EDIT_PROBLEMS, WHAT_IF_CHANGES, WHAT_IF_WARNINGS } from '@/lib/engine/kinds'
import { PROFILE_RULES, PROFILE_STAGES } from '@/lib/engine/refusal'
import {
  beforeAndAfter,
  clock,
  clusterName,
  countOfEach,
  evidence,
  instant,
  nodeRange,
  objectName,
  profileRef,
  shortText,
  zoneName,
} from './common'
import { edits } from './edits'
import { type NextEvent, nextEvent } from './steps'

/**
 * How a cluster fares with the edits compared to without, within `days`; the first that applies. Control plane, the Kubernetes
 * version of a pool and its image are each compared with themselves.
 *
 * - `stuck`: an update fails, and without the edits none would. `freed`: the other way round.
 * - `stuckSooner`, `stuckLater`: updates fail with the edits and without, from another day on.
 * - `forced`: something is forced, and without the edits nothing of the cluster would be within 365 days.
 * - `earlier`: a forced update comes earlier, or comes at all, of a cluster of which something else is forced anyway.
 * - `later`: a forced update comes later or no longer within 365 days.
 * - `unforced`: it comes no longer, and nothing else of the cluster is forced within 365 days.
 * - `target`: it goes to another version at the same time, or fails in a cluster that fails to update anyway, or no longer fails.
 * - `auto`: only automatic updates, settings or the words of a refusal differ.
 * - `unchanged`: all is the same.
 */
export const whatIfChange = z.enum(WHAT_IF_CHANGES)

/** The body of `POST /api/what-if`. */
export const whatIfQuery = z.strictObject({
  ...clock,
  /** Days are those of this IANA zone. */
  zone: zoneName.default('UTC'),
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: shortText,
  edits,
  /** How far ahead before and after are compared. */
  days: z.int().min(1).max(365).default(365),
  /**
   * Which clusters are listed, those with the worst changes first; default: all that change. Figures and days are always about all of
   * them.
   */
  change: z.array(whatIfChange).max(WHAT_IF_CHANGES.length).optional(),
  project: z.array(objectName).max(50).optional(),
  q: shortText.optional(),
  /** Only clusters for which a figure differs with the edits. */
  counted: z.enum(COUNTED).optional(),
  /** At most so many clusters of each change, so that a page shows some of all. */
  each: z.int().min(1).max(500).optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(0).max(500).default(100),
  /** Whether to compare the profiles at every instant to come, also beyond `days`. */
  everyInstant: z.boolean().default(false),
  /** `csv`: all listed clusters as a table, without pages. */
  format: z.enum(['json', 'csv']).default('json'),
})

export const changeCounts = countOfEach(whatIfChange.exclude(['unchanged']).options)

/** What the edits bring beyond the counts of changes, within `days`. */
export const gained = z.strictObject({
  /** Clusters that are forced, and would not be without the edits; when the first of them is, null: none is. */
  forced: z.int(),
  firstForced: instant.nullable(),
  /** When the first cluster is forced that is forced earlier than without the edits. */
  firstEarlier: instant.nullable(),
  /** Clusters that are not forced, and would be without the edits. */
  unforced: z.int(),
  /** Clusters that begin an update before tonight is over (06:00 of the zone) which they would not begin without the edits. */
  soon: z.int(),
  firstSoon: instant.nullable(),
  /** When the first cluster is stuck that would not be without the edits. */
  firstStuck: instant.nullable(),
  /** How many more nodes roll, at most; negative: fewer. */
  nodes: z.int(),
})

/** Clusters that the user may not see, and how many of them change how. */
export const others = z.strictObject({ clusters: z.int(), changes: changeCounts })

/** A refusal of the API server. */
const refusal = z.strictObject({
  /** `validation` or `admission`: admission only looks at what is valid. */
  stage: z.enum(PROFILE_STAGES),
  /** The rule that refuses. */
  rule: z.enum(PROFILE_RULES),
  /** The API server's name for the kind of the error, e.g. `FieldValueForbidden`. */
  type: z.string(),
  field: z.string(),
  /** The path of the field in the object; empty: it is about the whole object. */
  place: z.string(),
  /** What it is about; null: no image (but Kubernetes, or something else), no version in particular. */
  subject: z.strictObject({ image: z.string().nullable(), version: z.string().nullable() }),
  /** The text of the API server; empty if the kind says everything. */
  text: z.string(),
  /** The whole text behind the field: the kind of the error, what is refused and why. */
  message: z.string(),
  /** Positions of the edits that cause it; empty: the profile has it already without them. */
  edits: z.array(z.int()),
})

const warning = z.strictObject({
  code: z.enum(WHAT_IF_WARNINGS),
  /** A whole sentence. */
  text: z.string(),
})

/** What begins on one day, in its windows. */
export const load = z.strictObject({
  /** Clusters that are forced, begin to fail, or update because auto-update is on; one may be more than one of it. */
  forced: z.int(),
  fails: z.int(),
  auto: z.int(),
  /** The nodes that roll. */
  nodes: nodeRange,
})

export const whatIfRow = z.strictObject({
  ...clusterName,
  profile: profileRef,
  change: whatIfChange,
  /**
   * What decides, on both sides of the same part of the cluster; where nothing happens to that part within 365 days, what the cluster is
   * forced to first. Null: nothing of the cluster is forced or fails within 365 days.
   */
  before: nextEvent.nullable(),
  after: nextEvent.nullable(),
  /** Whether that is of the part; false: it is of another one, or there is nothing. */
  ofPart: z.strictObject({ before: z.boolean(), after: z.boolean() }),
  /** The first event of the whole cluster that is forced or fails, whichever part it is about, as lists and its page tell it. */
  nextForced: z.strictObject({ before: nextEvent.nullable(), after: nextEvent.nullable() }),
  /** The difference in days from before to after; negative: earlier; null if one of them is missing. */
  shiftDays: z.int().nullable(),
  /** All that is ahead of the cluster within `days`, without the edits and with them; the first eight of it. */
  outlook: z.strictObject({ before: z.array(nextEvent).max(8), after: z.array(nextEvent).max(8) }),
  /** Positions of the edits that bring it about. */
  edits: z.array(z.int()),
})

export const whatIfAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  resourceVersion: z.string().nullable(),
  days: z.int(),
  /** The effect of each edit, in order. */
  edits: z.array(
    z.strictObject({
      /** Why the edit could not be made at all; it is then left out of everything else. */
      problem: z.strictObject({ code: z.enum(EDIT_PROBLEMS), text: z.string() }).nullable(),
      warnings: z.array(warning),
      /** Clusters that it makes fare otherwise, alone or with others, by what happens to them. */
      changes: changeCounts,
    }),
  ),
  /** Whether the API server would accept the profile as it is after all edits; all is foreseen as if it did. */
  accepted: z.boolean(),
  /** The first hundred. */
  refusals: z.array(refusal).max(100),
  figures: z.strictObject({
    /** Clusters on the profile, or on a namespaced profile that builds on it. */
    clusters: z.int(),
    /** How many of them change in any way. */
    changed: z.int(),
    changes: changeCounts,
    gained,
    /** Forced updates within `days`; a cluster may have several. */
    updates: beforeAndAfter,
    /** Clusters with a forced update, and with one that fails, within `days`. */
    forced: beforeAndAfter,
    fails: beforeAndAfter,
    /** Clusters that are stuck on the day on which most differ with the edits and without; null: it is no other number on any day. */
    stuck: z.strictObject({ date: z.iso.date(), before: z.int(), after: z.int() }).nullable(),
    /** Clusters with an automatic update tonight, from 18:00 to 06:00 of the zone. */
    autoTonight: beforeAndAfter,
    /** Nodes that roll, each time that they do, within `days`; those that are updated in place do not. */
    nodes: z.strictObject({ before: nodeRange, after: nodeRange }),
    /** Clusters on the profile that the user may not see, which are in no other number of the answer; null: there are none. */
    others: others.nullable(),
  }),
  /** For each kind of change, in the order of attention, the instants of the first and the last. */
  groups: z.array(z.strictObject({ change: whatIfChange, clusters: z.int(), from: instant, to: instant })),
  /** What new clusters and pools get that name no version, where that changes. */
  defaults: z.array(
    z.strictObject({
      /** Null: Kubernetes. */
      image: z.string().nullable(),
      /** Images have one per architecture at most; empty: nothing is the default. */
      before: z.array(z.string()),
      after: z.array(z.string()),
    }),
  ),
  /** Null: it was not asked for. */
  everyInstant: z
    .strictObject({
      /** Instants from now on at which any version begins another stage, with the edits or without. */
      dates: z.int(),
      /** The profile, and the namespaced ones that build on it. */
      profiles: z.array(
        z.strictObject({
          profile: profileRef,
          versions: z.int(),
          /** How many of them are in another stage with the edits, or listed on one side only, at any instant from now on. */
          other: z.int(),
          /** The instant from which on a new cluster or pool that names no version gets another one; null: there is none. */
          otherDefaults: instant.nullable(),
        }),
      ),
    })
    .nullable(),
  /** One entry per day from the day of `at` to the day on which `days` are over. */
  load: z.array(z.strictObject({ date: z.string(), before: load, after: load })),
  /** The projects with clusters that change, the largest number first. */
  projects: z
    .array(
      z.strictObject({
        project: z.string(),
        /** Null: the project names none. */
        owner: z.string().nullable(),
        /** Mail addresses of its people: owner and admins, as far as they are named by one. */
        addresses: z.array(z.string()),
        changed: z.int(),
        changes: changeCounts,
      }),
    )
    .max(1000),
  /** Listed clusters. */
  total: z.int(),
  items: z.array(whatIfRow),
})

export type WhatIfChange = z.infer<typeof whatIfChange>
export type WhatIfQuery = z.infer<typeof whatIfQuery>
/** The question as it is sent: fields with a default may be left out. */
export type WhatIfInput = z.input<typeof whatIfQuery>
export type WhatIfRow = z.infer<typeof whatIfRow>
export type WhatIfAnswer = z.infer<typeof whatIfAnswer>
export type WhatIfWarning = z.infer<typeof warning>
export type WhatIfRefusal = z.infer<typeof refusal>

/** What happens to the very part that a row is about; null: nothing does, and the row tells what the cluster is forced to first. */
export function partOf(
  { ofPart, ...row }: Pick<WhatIfRow, 'before' | 'after' | 'ofPart'>,
  side: 'before' | 'after',
): NextEvent | null {
  return ofPart[side] ? row[side] : null
}
