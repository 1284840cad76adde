import { z } from 'zod'
import { applyAnswer, applyStatuses, diffLine, shootApplyAnswer } from './apply'
import { evidence, instant, namedVersion, nodeRange, profileRef, runningStage } from './common'
import { nextEvent } from './steps'
import { changeCounts, whatIfChange } from './what-if'

/** More time for one project, and the dates that namespaced profiles set themselves, as they are told. */

const refusal = z.strictObject({
  rule: z.string(),
  /** The reason in the words of the API server, or a sentence of ours if it gives none; of a namespaced profile both. */
  text: z.string(),
})

const cluster = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  profile: profileRef,
  kubernetes: z.string(),
  runs: z.boolean(),
  /** Whether it is on the profile that gives more time already. */
  isThere: z.boolean(),
  /** Whether it is to move, refused or not. */
  moves: z.boolean(),
  /** The resource version with which it was read to be moved; null: it does not move. */
  resourceVersion: z.string().nullable(),
  /** Why the garden would not let it move: then nothing changes for it. */
  refusals: z.array(refusal),
  /** When it comes to the version by itself; null: it runs it, or does not come to it. */
  comes: instant.nullable(),
  change: whatIfChange,
  /** All that is ahead of it within a year without the draft and with it, the first of it; empty where nothing differs, and of others than the first 200. */
  before: z.array(nextEvent).max(8),
  after: z.array(nextEvent).max(8),
  /** What keeps it stuck with the draft, as a sentence; null: nothing does. */
  stuck: z.string().nullable(),
})

const following = z.strictObject({ clusters: z.int(), nodes: nodeRange, next: nextEvent })

/** Clusters of the project by when. */
const figure = z.strictObject({
  kind: z.enum(['stuck', 'forced']),
  /** The day, or the one after it. */
  at: instant,
  before: z.int(),
  after: z.int(),
})

const warning = z.discriminatedUnion('code', [
  /** Time alone does not free them. */
  z.strictObject({ code: z.literal('stuck-later'), clusters: z.array(z.string()) }),
  /**
   * Two minor updates come close together: of the cluster of which they come closest, and of so many others. `before`: so many days apart
   * without the draft, null: not two.
   */
  z.strictObject({
    code: z.literal('minors-close'),
    cluster: z.string(),
    first: instant,
    second: instant,
    before: z.int().nullable(),
    others: z.int(),
  }),
  /** The root cannot lose the version while the date is there. */
  z.strictObject({ code: z.literal('holds-parent') }),
  z.strictObject({ code: z.literal('less-time') }),
  /** The API server drops the date without a word, as it is over. */
  z.strictObject({ code: z.literal('dropped') }),
  /** A parent's entry with stages: the date counts for nothing. */
  z.strictObject({ code: z.literal('idle') }),
  /** Clusters that are on the profile already, and change with it. */
  z.strictObject({ code: z.literal('others-change'), clusters: z.array(z.string()) }),
  z.strictObject({ code: z.literal('too-many'), most: z.int() }),
])

export const moreTimeAnswer = z.strictObject({
  ...evidence,
  project: z.string(),
  namespace: z.string(),
  /** Whom the project names: its owner, and the mail addresses of its owner and admins. */
  people: z.strictObject({ owner: z.string().nullable(), addresses: z.array(z.string()) }),
  /** The CloudProfile at the root. */
  root: z.string(),
  ...namedVersion,
  /** The stage of the version in the root; null: the root does not list it. */
  stage: runningStage.nullable(),
  /** What clusters of the project run of the root. */
  versions: z.array(z.strictObject({ ...namedVersion, clusters: z.int() })),
  /** The namespaced profile that is made or changed. */
  target: z.strictObject({
    namespace: z.string(),
    name: z.string(),
    isNew: z.boolean(),
    resourceVersion: z.string().nullable(),
    /** The date that it sets already; null: none. */
    own: instant.nullable(),
  }),
  parentEnd: instant.nullable(),
  until: instant,
  /** What the API server would say to the namespaced profile; empty: it would accept it. */
  refusals: z.array(refusal),
  /** Whether the user may do each step; null: it cannot be told. `verb`: the custom verb that Gardener asks for beside, e.g. `modify-spec-kubernetes`. */
  rights: z.strictObject({
    profile: z.boolean().nullable(),
    verb: z.string(),
    modify: z.boolean().nullable(),
    shoots: z.boolean().nullable(),
  }),
  /** The clusters of the project on the root and on what builds on it. */
  clusters: z.array(cluster),
  /** What happens to those that run the version on it once the date has come, most clusters first; empty: nothing. */
  follows: z.array(following).max(3),
  /** How many of them change how. */
  changes: changeCounts,
  figures: z.array(figure),
  warnings: z.array(warning),
  /** What is written, in this order. */
  written: z.strictObject({
    /** Lines of the namespaced profile; of a new one all. */
    profile: z.array(diffLine),
    /** The difference of the first cluster that moves, without its other fields; empty: none moves. */
    cluster: z.array(diffLine),
    /** The whole namespaced profile as YAML. */
    yaml: z.string(),
    /** What is written, as commands. */
    kubectl: z.string(),
  }),
})

export type MoreTimeAnswer = z.infer<typeof moreTimeAnswer>
export type MoreTimeCluster = MoreTimeAnswer['clusters'][number]
export type MoreTimeWarning = MoreTimeAnswer['warnings'][number]

/** What became of it; the status is that of the namespaced profile. */
export const moreTimeApplyAnswer = z.strictObject({
  /** What became of the namespaced profile: where it is not accepted, nothing else was sent. */
  outcome: z.enum(Object.keys(applyStatuses) as [keyof typeof applyStatuses]),
  profile: applyAnswer,
  /** The answer for each cluster, in order. A cluster that was refused keeps no other from moving. */
  clusters: z.array(z.strictObject({ name: z.string(), answer: shootApplyAnswer })),
})

export type MoreTimeApplyAnswer = z.infer<typeof moreTimeApplyAnswer>

const exception = z.strictObject({
  profile: z.strictObject({ namespace: z.string(), name: z.string() }),
  project: z.string(),
  parent: z.string(),
  ...namedVersion,
  /** When it ends; null: it takes the end away. */
  until: instant.nullable(),
  /** When it ends in the parent; null: never there. */
  parentEnd: instant.nullable(),
  /** Whether the parent lists the version, which it then cannot lose while the date is there; false: it is one of its own. */
  isListed: z.boolean(),
  isOver: z.boolean(),
  /** The date counts for nothing. */
  isIdle: z.boolean(),
  /** Clusters that run the version on this profile. */
  clusters: z.int(),
  /** What happens then, most clusters first; empty: nothing. */
  follows: z.array(following).max(3),
  /** What removing it would do. */
  removal: z.strictObject({
    /** Why the API server would refuse it; empty: it would accept it. */
    refusals: z.array(refusal),
    /** Clusters for which something changes. */
    changes: z.int(),
  }),
  /** Removing it changes nothing for any cluster, and is accepted. */
  canGo: z.boolean(),
  /** The user who set the date, as far as the journal tells; else the program that wrote the profile last; null: nothing is known. */
  by: z
    .strictObject({ who: z.string(), at: instant, reason: z.string().nullable(), isRecorded: z.boolean() })
    .nullable(),
})

export const exceptionsAnswer = z.strictObject({
  ...evidence,
  total: z.int(),
  /** The exceptions ordered by their end; those that can be removed come last. At most 200 are told. */
  items: z.array(exception).max(200),
})

export type ExceptionsAnswer = z.infer<typeof exceptionsAnswer>
export type ListedException = ExceptionsAnswer['items'][number]
