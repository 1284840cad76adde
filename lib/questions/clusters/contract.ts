import { z } from 'zod'
import { remedies, shootRow } from '@/lib/contract/clusters'
import { affectedNodes, evidence, instant, nodeRange, profileRef, window, zoneName } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { shootsQuery } from '@/lib/contract/selection'
import { nextEvent } from '@/lib/contract/steps'
import { TONIGHT_STATES } from '@/lib/contract/words'

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
  /** The number of clusters that are not in a folded group, which is the number of items in all pages. */
  rows: z.int(),
  /** All clusters of the garden. */
  all: z.int(),
  projects: z.int(),
  /** How many of the matching ones have nodes that roll with the event of their row. */
  rolling: z.int(),
  /** If `date` is a day: its month, and how many clusters match in all of it. */
  month: z.strictObject({ date: z.string(), total: z.int() }).nullable(),
  /** With `group`: the groups that have any of the items, and folded groups between them, in order; else empty. */
  groups: z.array(
    z.strictObject({
      /** A project, a profile as in `profile`, a version of Kubernetes, an hour as in `window`; by cause, a profile, a blank and the cause, or `-` of what does not fail. */
      value: z.string(),
      /** How many items of all pages stand before its first one. */
      from: z.int(),
      folded: z.boolean(),
      /** How many of its clusters match, and how many it has. */
      count: z.int(),
      all: z.int(),
      /** What helps the clusters that fail for one cause; empty if the list is grouped by something else. */
      remedies,
    }),
  ),
  /**
   * Values to filter by. Those of which there is no list of words, as projects and versions: those that leave any, most frequent
   * first, at most 200 each. The others: all their words.
   */
  facets: z.strictObject({
    project: facet,
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

/**
 * `GET /api/tonight`: the night is that of `at` in `zone`, an IANA name: until noon the one that is ending. The clusters are those that
 * the filters of the clusters table leave; what they ask of an event is asked of one in the night that is ahead.
 */
const tonightQuery = z.strictObject({
  ...allShootsQuery.omit({ within: true, date: true, sort: true, group: true }).shape,
  zone: zoneName.default('UTC'),
})

/** Clusters, and the bounds of their pools that roll. */
const sum = z.strictObject({ clusters: z.int(), nodes: nodeRange })

/** Clusters of one profile to which the same happens, and which are as far with it. */
const tonightRow = z.strictObject({
  state: z.enum(TONIGHT_STATES),
  profile: profileRef,
  /** The fields of a next event: `nodes` is the sum over all clusters of the row, `onlyAfter` is about what is still to come. */
  ...nextEvent.omit({ kinds: true, window: true, more: true }).shape,
  clusters: z.int(),
  /** How many of them have each window, in order of time. */
  windows: z.array(z.strictObject({ ...window.shape, clusters: z.int() })),
  /** The first ones of them, by window and name: at most 100. */
  members: z.array(
    z.strictObject({ project: z.string(), namespace: z.string(), name: z.string(), window, nodes: affectedNodes }),
  ),
  /** They were maintained, and are being reconciled since. */
  reconciling: z.boolean(),
  /** The least of `status.lastOperation.progress` of those, in percent; null: none tells it. */
  progress: z.int().nullable(),
  /** When the last of them was maintained; null: none was. */
  lastDoneAt: instant.nullable(),
  /** What is known of them is foreseen, not recorded. */
  foreseen: z.boolean(),
  /** Why the largest of those failed, in Gardener's own words; null: none did, or it does not say. */
  failureReason: z.string().nullable(),
  /**
   * For how many clusters that are to come and touch nodes gardenlet reports unmet preconditions of maintenance, with its words for the
   * largest; null: for none.
   */
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
    /** How many of those to come will fail. */
    willFail: z.int(),
    clusters: z.int(),
  }),
  /** The next window that opens, tonight or later; null: none does within the horizon. */
  next: z
    .strictObject({ at: instant, clusters: z.int(), project: z.string(), namespace: z.string(), name: z.string() })
    .nullable(),
  /** The rows by state: will fail, open, failed, to come, done; within a state by kind, then by window. */
  rows: z.array(tonightRow).max(1000),
  /** Rows beyond the bound. */
  left: z.int(),
})

/** `GET /api/cluster-views` */
const clusterViewsQuery = shootsQuery
  .pick({ at: true, seen: true, project: true })
  .extend({ zone: zoneName.default('UTC') })

/** How many clusters each of the lists has that people ask for most, and the night. */
const clusterViewsAnswer = z.strictObject({
  ...evidence,
  all: z.int(),
  /** The same number as `figures.clusters` of the night. */
  tonight: z.int(),
  forced: z.int(),
  stuck: z.int(),
  inPlace: z.int(),
})

export type ClusterViewsAnswer = z.infer<typeof clusterViewsAnswer>
export type TonightQuery = z.infer<typeof tonightQuery>
export type TonightAnswer = z.infer<typeof tonightAnswer>

export const shootsRoute = {
  name: 'GET /api/shoots',
  summary: 'Clusters, filtered, sorted, in pages',
  query: shootsQuery,
  answer: shootsAnswer,
} as const satisfies Route

export const shootsCsvRoute = {
  name: 'GET /api/shoots.csv',
  summary: 'The same as a table, all pages at once',
  query: allShootsQuery,
  answer: 'text/csv',
  costly: 'request',
} as const satisfies Route

export const shootsJsonRoute = {
  name: 'GET /api/shoots.json',
  summary: 'The same as a file, all pages at once',
  query: allShootsQuery,
  answer: 'application/json',
  costly: 'request',
} as const satisfies Route

export const tonightRoute = {
  name: 'GET /api/tonight',
  summary: 'The night of 18:00 to 06:00: each window in which something happens, what it does, what became of it',
  query: tonightQuery,
  answer: tonightAnswer,
  ofLandscape: true,
  refusals: ['not-ready'],
} as const satisfies Route

export const clusterViewsRoute = {
  name: 'GET /api/cluster-views',
  summary: 'How many clusters each view of them has: all, the night, forced, stuck, in place',
  query: clusterViewsQuery,
  answer: clusterViewsAnswer,
  ofLandscape: true,
  refusals: ['not-ready'],
} as const satisfies Route
