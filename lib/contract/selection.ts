import { z } from 'zod'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import {
  clock,
  dates,
  effectKind,
  eventKind,
  objectName,
  oneOrTwoNames,
  runningStage,
  shortText,
  zoneName,
} from './common'
import type { SentValues } from './route'
import {
  AUTO_UPDATES,
  MOST_FOLDED,
  RUNNING_STAGES,
  SHOOT_FLAGS,
  SHOOT_GROUPS,
  SHOOT_SORTS,
  WINDOW_HOURS,
  WITHIN_DAYS,
} from './words'

export const shootSort = z.enum(SHOOT_SORTS)
export const withinDays = z.enum(WITHIN_DAYS)

/** Said in words; what is out of bounds says so itself. */
const wholeNumber = z.coerce
  .number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
  .int()

/** A page of a list. */
export const paging = {
  offset: wholeNumber.min(0).max(1_000_000).default(0),
  limit: wholeNumber.min(1).max(500).default(100),
}

const projects = z.array(objectName).max(50).optional()
const texts = z.array(shortText).max(50).optional()
const names = z.array(oneOrTwoNames).max(50).optional()
const stages = z.array(runningStage).max(RUNNING_STAGES.length).optional()
const hours = z.array(z.enum(WINDOW_HOURS)).max(WINDOW_HOURS.length).optional()
const flags = z.array(z.enum(SHOOT_FLAGS)).max(SHOOT_FLAGS.length).optional()
const autoUpdates = z.array(z.enum(AUTO_UPDATES)).max(AUTO_UPDATES.length).optional()
const strategies = z.array(z.enum(WORKER_STRATEGIES)).max(WORKER_STRATEGIES.length).optional()
const kinds = z.array(eventKind).max(4).optional()
const effects = z.array(effectKind).max(4).optional()

/**
 * `GET /api/shoots`. List filters may be repeated; several values of one filter mean any of them, and `not.` before its name
 * leaves out every cluster that any of them would find.
 */
export const shootsQuery = z.strictObject({
  ...clock,
  /** Words, each of which is in the name of the cluster or of its project, or begins a version that runs there: `checkout 1.32`. */
  q: shortText.optional(),
  project: projects,
  'not.project': projects,
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: names,
  'not.profile': names,
  /** A Kubernetes version or minor (`1.33`, `1.33.6`), or an image (`gardenlinux`, `gardenlinux 1592.9.0`). */
  version: names,
  'not.version': names,
  /** Stage of the control plane version or of any pool's version or image. */
  stage: stages,
  'not.stage': stages,
  /** Hour in which the maintenance window begins, on the clock of the cluster. */
  window: hours,
  'not.window': hours,
  flag: flags,
  'not.flag': flags,
  /** What is updated by itself. */
  autoUpdate: autoUpdates,
  'not.autoUpdate': autoUpdates,
  /** Strategy of any pool. */
  strategy: strategies,
  'not.strategy': strategies,
  /** Machine type of any pool. */
  machine: texts,
  'not.machine': texts,
  region: texts,
  'not.region': texts,
  purpose: texts,
  'not.purpose': texts,
  /**
   * With `event`: has an event of one of these kinds, by default within 12 months. Without: anything happens within so many
   * days; `none`: nothing within 12 months.
   */
  within: withinDays.optional(),
  event: kinds,
  /** No event within the time that `within` and `date` give is of these kinds; for the next three alike. */
  'not.event': kinds,
  /** Strongest effect on nodes of such an event. */
  effect: effects,
  'not.effect': effects,
  /** What such an event leads to, as in `version`. */
  to: names,
  'not.to': names,
  /** Why such an event fails, as `cause` of an event. */
  cause: texts,
  'not.cause': texts,
  /** The window of such an event begins on this day (`2026-12-15`) or in this month (`2026-12`) of `zone`. */
  date: dates.optional(),
  /** An IANA name, default UTC. */
  zone: zoneName.optional(),
  sort: shootSort.default('attention'),
  /**
   * Clusters of a group stand together, in the order of `sort`. Projects and profiles come in the order of their first cluster,
   * versions oldest first, hours from midnight on.
   */
  group: z.enum(SHOOT_GROUPS).optional(),
  /**
   * Groups, by their `value`, whose clusters are left out of the items; they are counted all the same. As many as fit into the 16 KB
   * that Node reads of a question's head.
   */
  fold: z.array(oneOrTwoNames).max(MOST_FOLDED).optional(),
  ...paging,
})

/** What an address of the table says: filters, and how they are shown. */
export type ShootsSearch = Omit<SentValues<typeof shootsQuery>, 'at' | 'offset' | 'limit'>
export type ShootsQuery = z.infer<typeof shootsQuery>
/** The filters that take several values, each of which can be left out with `not.`. */
export type ListFilter = PlainOf<keyof ShootsQuery>
type PlainOf<Name> = Name extends `not.${infer Plain}` ? Plain : never
