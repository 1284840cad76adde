import { z } from 'zod'
import { failingSoFar, remedies } from '@/lib/contract/clusters'
import {
  clock,
  clockQuery,
  clusterName,
  eventKind,
  evidence,
  gaps,
  instant,
  objectName,
  profileRef,
  wordedVersion,
  zoneName,
} from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { gardenStatus } from '@/lib/contract/status'
import { nextEvent } from '@/lib/contract/steps'

/** Clusters that go the same way. */
const move = z.strictObject({
  kind: eventKind,
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: z.string(),
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  clusters: z.int(),
})

/** What happens to clusters on a day. */
export const overviewDay = z.strictObject({
  /** `YYYY-MM-DD` in `zone`. */
  date: z.string(),
  /** Clusters with a forced update in a window that begins on this day. */
  forced: z.int(),
  /** How many of the forced ones roll nodes; the others update them in place or restart kubelets at most. */
  rolling: z.int(),
  /** Clusters whose updates begin to fail on this day; the nights on which they fail again are not counted. */
  fails: z.int(),
  auto: z.int(),
  /** The most frequent moves: forced and failing ones, auto-updates on days that have nothing else. */
  top: z.array(move).max(3),
})

/** A cluster with the event that it is listed for. */
const comingShoot = z.strictObject({
  ...clusterName,
  profile: profileRef,
  next: nextEvent,
})

/** `GET /api/garden`: the overview. Days are those of `zone`, an IANA name (default UTC). */
export const gardenQuery = z.strictObject({
  ...clock,
  zone: zoneName.optional(),
  /** Projects by name or namespace: only their clusters count. */
  project: z.array(objectName).max(50).optional(),
})

/** Steps: `counts[i]` control planes on the minor from `at[i]` until `at[i + 1]`. */
const minorsOverTime = z.strictObject({
  at: z.array(instant),
  /** Oldest minor first. */
  series: z.array(z.strictObject({ minor: z.string(), counts: z.array(z.int()) })),
})

export const gardenAnswer = z.strictObject({
  ...evidence,
  garden: gardenStatus,
  zone: z.string(),
  figures: z.strictObject({
    clusters: z.int(),
    projects: z.int(),
    /** Clusters on at least one expired or no longer listed version, and how many of them move within a day. */
    expired: z.strictObject({ clusters: z.int(), forcedTonight: z.int() }),
    /** Clusters with a forced update within so many days (`/api/shoots?event=forced&within=90`). */
    forced: z.strictObject({
      /** The clusters with an event in what is left of the night of `at` in `zone`, from 18:00 to 06:00. */
      tonight: z.int(),
      days7: z.int(),
      days30: z.int(),
      days90: z.int(),
    }),
    /** Clusters whose update fails within 90 days (`event=fails&within=90`), and those of them whose last one failed too. */
    stuck: z.strictObject({ clusters: z.int(), failedLast: z.int() }),
    /** Clusters of which nothing is known, as their profile is missing or was not read (`stage=unknown`). No other figure counts them. */
    unknown: z.strictObject({ clusters: z.int() }),
    /** Clusters with an auto-update within a day (`event=auto&within=1`). */
    autoTonight: z.strictObject({ clusters: z.int(), top: move.nullable() }),
  }),
  /** The next 90 times 24 hours, as the 91 days of the calendar that they touch: only a part of the first and of the last one. */
  days: z.array(overviewDay),
  /** The months of these days. */
  months: z.array(
    z.strictObject({
      /** `YYYY-MM`. */
      date: z.string(),
      /** Clusters that are forced or begin to fail in it, each once. */
      clusters: z.int(),
      /** The sums of its days. */
      forced: z.int(),
      fails: z.int(),
    }),
  ),
  /** The next clusters by time whose update is forced, with that event; `total` of them within 90 days. */
  nextForced: z.strictObject({ total: z.int(), items: z.array(comingShoot) }),
  /** The clusters whose update fails within 90 days, by profile and cause: the most of them first. */
  stuck: z.strictObject({
    total: z.int(),
    /** How many causes there are, of which `groups` has the first ones. */
    causes: z.int(),
    groups: z.array(
      z.strictObject({
        profile: profileRef,
        /** The cause, as in a next event. */
        cause: z.string(),
        /** Clusters (`event=fails&within=90` with this `profile` and `cause`): one that fails for two causes is of both. */
        clusters: z.int(),
        remedies,
      }),
    ),
    /** The first clusters of each of the groups, by when they fail for that cause for the first time from now; `next` is that. */
    items: z.array(
      z.strictObject({
        ...comingShoot.shape,
        /**
         * As `stuck.failing` of the cluster, also if a later window did not change it; null if its last maintenance did not fail, or it
         * is not known.
         */
        failing: failingSoFar.nullable(),
      }),
    ),
  }),
  /** Days in `zone`, the first is `at`. */
  minors: minorsOverTime,
  /** One line per profile that clusters use. */
  expiries: z.array(
    z.strictObject({
      profile: profileRef,
      clusters: z.int(),
      /** The number of stuck clusters, as in `figures`. */
      stuck: z.int(),
      /** The first of the marks. */
      next: z.strictObject({ at: instant, ...wordedVersion }).nullable(),
      /** Expiries within 12 months that hit clusters. */
      marks: z.array(
        z.strictObject({
          at: instant,
          ...wordedVersion,
          /** Clusters that this expiry forces off the version, or that then fail to leave it. */
          clusters: z.int(),
        }),
      ),
    }),
  ),
})

export type GardenAnswer = z.infer<typeof gardenAnswer>

/** `GET /api/movement`: what the overview shows of the time before now. */
const movementQuery = z.strictObject({
  ...clock,
  zone: zoneName.default('UTC'),
  /** Projects, as for `GET /api/garden`. */
  project: z.array(objectName).max(50).optional(),
})

/** The numbers of clusters that were expected. Nights on which they fail again are not counted. */
const expected = z.strictObject({ forced: z.int(), fails: z.int(), auto: z.int() })

export const movementAnswer = z.strictObject({
  ...evidence,
  zone: z.string(),
  /** The instant since which anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** When nothing was recorded since, as far as that is shown; the last one may go on. */
  gaps,
  /** For how many days it is still being computed what was expected. */
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
   * Of the last 60 days: the first step is when that began, or `since`, the last lasts until now. Days in `zone`. Empty as `days` are.
   */
  minors: minorsOverTime,
})

export type MovementQuery = z.infer<typeof movementQuery>
export type MovementAnswer = z.infer<typeof movementAnswer>

export const overviewRoute = {
  name: 'GET /api/garden',
  summary: 'The overview: figures, forced updates per day, clusters per minor, expiries per profile',
  query: gardenQuery,
  answer: gardenAnswer,
} as const satisfies Route

export const movementRoute = {
  name: 'GET /api/movement',
  summary:
    'What happened on each of the last 30 days beside what was forecast 30 days earlier, and control planes per minor ' +
    'in the last 60 days',
  query: movementQuery,
  answer: movementAnswer,
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route

export const overviewPictureRoute = {
  name: 'GET /api/pictures/overview.png',
  summary: 'The same for the days ahead of the landscape',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  ofLandscape: true,
  refusals: ['not-ready'],
} as const satisfies Route
