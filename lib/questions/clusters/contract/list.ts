import { z } from 'zod'
import { shootRow } from '@/lib/contract/clusters'
import { evidence } from '@/lib/contract/common'
import { shootsQuery } from '@/lib/contract/selection'
import { nextEvent } from '@/lib/contract/steps'

/** `GET /api/shoots.csv` and `.json`: all of them at once. */
export const allShootsQuery = shootsQuery.omit({ fold: true, offset: true, limit: true })

/** A row of the clusters table. */
export const listedShoot = z.strictObject({
  ...shootRow.shape,
  /** The first event that `within`, `event`, `effect`, `to`, `cause` and `date` ask for; null when none of them is given. */
  asked: nextEvent.nullable(),
})

/** How many clusters each value of a filter would leave, while all other filters stay as they are. */
const facet = z.array(z.strictObject({ value: z.string(), count: z.int() }))

export const shootsAnswer = z.strictObject({
  ...evidence,
  /** Matching clusters. */
  total: z.int(),
  /** Those of them that are not in a folded group: as many items there are in all pages. */
  rows: z.int(),
  /** All clusters of the garden. */
  all: z.int(),
  projects: z.int(),
  /** How many of the matching ones have nodes that roll with the event of their row. */
  rolling: z.int(),
  /** With a day as `date`: its month, and how many match in all of it. */
  month: z.strictObject({ date: z.string(), total: z.int() }).nullable(),
  /** With `group`: those that have any of the items, and folded ones that stand between them, in order; else empty. */
  groups: z.array(
    z.strictObject({
      /** A project, a profile as in `profile`, a version of Kubernetes, or an hour as in `window`. */
      value: z.string(),
      /** How many items of all pages stand before its first one. */
      from: z.int(),
      folded: z.boolean(),
      /** How many of its clusters match, and how many it has. */
      count: z.int(),
      all: z.int(),
    }),
  ),
  /**
   * Values to filter by. Those of which there is no list of words, as projects and versions: those that leave any, most frequent
   * first, at most 200 each; a project also with all its clusters. The others: all their words.
   */
  facets: z.strictObject({
    project: z.array(z.strictObject({ value: z.string(), count: z.int(), all: z.int() })),
    profile: facet,
    /** `1.33`, counted as the filter `version` does. */
    minor: facet,
    version: facet,
    image: facet,
    stage: facet,
    window: facet,
    flag: facet,
    autoUpdate: facet,
    strategy: facet,
    machine: facet,
    region: facet,
    purpose: facet,
    within: facet,
    event: facet,
    effect: facet,
    to: facet,
    cause: facet,
  }),
  items: z.array(listedShoot),
})

export type AllShootsQuery = z.infer<typeof allShootsQuery>
export type ShootsAnswer = z.infer<typeof shootsAnswer>
export type ListedShoot = z.infer<typeof listedShoot>
