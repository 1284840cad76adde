import { z } from 'zod'
import { CONTROL_PLANE_EFFECTS, EDIT_PROBLEMS, EFFECT_KINDS } from '@/lib/engine/kinds'
import { askedVersion, instant, namedVersion, nodeRange, oneOrTwoNames, profileRef, window, zoneName } from './common'
import { edits } from './edits'
import { plannedEdit } from './planned-edit'

import { changeCounts, gained } from './what-if'
import { MOST_PLANNED } from './words'

/** A `resourceVersion` as the garden has it: opaque. */
const version = z.string().min(1).max(128)

/** What another landscape tells of a version, as the user who applies a draft read it there with a session of their own. */
export const beside = z.strictObject({
  /** The name of the landscape in `LANDSCAPES`. */
  landscape: z.string().regex(/^[\w-]{1,32}$/, 'must be the name of a landscape'),
  ...askedVersion,
  clusters: z.int().min(0),
  /** The days since the first cluster came to it. */
  days: z.number().min(0).max(100_000),
  failures: z.int().min(0),
})

/** The body of `POST /api/apply`. */
export const applyQuery = z.strictObject({
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: oneOrTwoNames,
  /** The `resourceVersion` of the profile that the edits were made for. Any other one is a conflict. */
  base: version,
  edits: edits.min(1),
  /** Whether to ask only if it would be accepted. Then nothing changes, and nothing is written into the journal. */
  dryRun: z.boolean().default(false),
  /** Days in sentences are those of this IANA zone. */
  zone: zoneName.default('UTC'),
  /** The name of the profile, typed: needed where `confirmation.typing` asks for it. */
  confirm: z.string().max(507).optional(),
  /** Why it is done, in the words of the user who does it: kept in the journal. A promotion that does not meet the rule of the team needs it. */
  reason: z.string().trim().min(1).max(1000).optional(),
  /**
   * Of previews that are promoted: what other landscapes tell of them. Those count that the rule of the team names, and are kept in the
   * journal. The user who applies it says so; these landscapes are not asked again.
   */
  beside: z.array(beside).max(400).default([]),
  /** Whether to tell each project that the edits concern, at the address in the setting `NOTICE_URL`; without an address none is told. */
  tell: z.boolean().default(false),
})

const noticesSent = z.strictObject({
  /** How many projects were told. */
  sent: z.int(),
  /** Projects that were not told, as their notice was refused or no server took it. It is not sent again. */
  failed: z.array(z.string()),
  /** Projects whose notice was not answered in time, or was cut off: it is not known whether it arrived. It is not sent again either. */
  unsure: z.array(z.string()),
  /** How many had been told of the same change before. */
  known: z.int(),
  /** Projects whose turn had not come when the time for all was up. Nothing was sent to them. */
  unreached: z.array(z.string()),
})

const noticesToSend = z.strictObject({
  /** The host to which it goes. */
  host: z.string(),
  notices: z.array(
    z.strictObject({
      project: z.string(),
      /** JSON, as it is sent. */
      body: z.string(),
    }),
  ),
})

/** The body of `POST /api/shoots/[namespace]/[name]/apply`. */
export const shootApplyQuery = z.strictObject({
  /**
   * The `resourceVersion` of the cluster that the edits were made for. Another one is a conflict, unless only its status has
   * changed since.
   */
  base: version,
  /** The edits, as in the body of the plan. If a field is edited twice, the later edit counts. */
  edits: z.array(plannedEdit).min(1).max(MOST_PLANNED),
  /** Whether to ask only if it would be accepted. Then nothing changes, and nothing is written into the journal. */
  dryRun: z.boolean().default(false),
  /** The name of the cluster, typed: needed where `confirmation.typing` asks for it. */
  confirm: z.string().max(253).optional(),
})

/** How many clusters the edits concern, within 365 days; the words are those of `POST /api/what-if`. */
export const effect = z.strictObject({
  clusters: z.int(),
  changes: changeCounts,
  /** Absent of clusters that are not seen. */
  gained: gained.optional(),
})

/** What the user who applies the edits must know. */
export const confirmation = z.strictObject({
  /** E.g. `12 clusters more are forced within 12 months, the first on 12 Dec; 3 get stuck. Up to 41 more nodes roll.` */
  sentence: z.string(),
  /** What must be typed, because there is something to confirm; null: nothing. */
  typing: z.string().nullable(),
  /** What is confirmed by that, each as a sentence: `3 clusters get stuck.` */
  reasons: z.array(z.string()),
  effect,
})

export const shootEffect = z.strictObject({
  /** Pools of which something happens to nodes. */
  pools: z.array(z.strictObject({ pool: z.string(), effect: z.enum(EFFECT_KINDS), nodes: nodeRange })),
  controlPlane: z.enum([...CONTROL_PLANE_EFFECTS, 'unknown']),
  /** The window in which it is rolled out; null: at once. */
  window: window.nullable(),
  /** What Gardener is asked for by annotations: it takes them away when it begins. */
  operations: z.array(z.strictObject({ operation: z.string(), when: z.enum(['now', 'maintenance']) })),
  /** Fields that cannot be set back, and why: what the API server would say. */
  final: z.array(z.strictObject({ field: z.string(), text: z.string() })),
  /** Whether a Gardener acts on it: in a demo and in a folder of manifests only what is written changes. */
  isActedOn: z.boolean(),
})

export const shootConfirmation = z.strictObject({
  /** E.g. `Replaces up to 20 nodes (web-a, batch) in the next maintenance window.` */
  sentence: z.string(),
  /** What must be typed, because nodes are replaced or updated or because it cannot be undone; null: nothing. */
  typing: z.string().nullable(),
  /** Why it must be typed, as a clause; null: nothing must. */
  because: z.string().nullable(),
  effect: shootEffect,
})

/** A part of the rule that a preview is promoted by. */
export const rulePart = z.enum(['clusters', 'clustersHere', 'days', 'failures'])

const cause = z.strictObject({
  /** Empty when it concerns the whole, e.g. `spec.kubernetes.versions[2].expirationDate`. */
  field: z.string(),
  message: z.string(),
})

/** A line of a difference; `gap`: lines that are left out. */
export const diffLine = z.strictObject({ kind: z.enum(['same', 'gone', 'new', 'gap']), text: z.string() })

/** What every entry of the journal tells. */
const applied = {
  id: z.string(),
  at: instant,
  /** The user who applied it, as far as the garden knows. */
  who: z.string(),
  /** What it was applied to (empty: it was made), and what there was then. */
  base: z.string(),
  resourceVersion: z.string(),
  /**
   * It is not known what became of it, as Almanac ended meanwhile or could read no answer of the garden. Later its object was found to hold it.
   * `resourceVersion` is that of `base` then.
   */
  found: z.literal(true).optional(),
}

/** Why what was applied is not in the journal yet, and what that means: sentences; null: it is there. */
const unwritten = z.string().nullable()

/** Edits of a profile that were applied, and how to undo them. */
export const profileEntry = z.strictObject({
  kind: z.literal('profile'),
  ...applied,
  profile: profileRef,
  edits,
  /** Edits that undo it, in the order to apply them in. */
  inverse: edits,
  /** The effect as computed when it was applied. */
  effect,
  /** Why, in the words of the user who applied it. */
  reason: z.string().optional(),
  /** What counted of other landscapes, as the user who applied it read it there. */
  beside: z.array(beside).optional(),
})

export const shootEntry = z.strictObject({
  kind: z.literal('shoot'),
  ...applied,
  shoot: z.strictObject({ namespace: z.string(), name: z.string() }),
  edits: z.array(plannedEdit),
  /** Edits that undo it, as far as there is a way back: `effect.final` tells the rest. */
  inverse: z.array(plannedEdit),
  effect: shootEffect,
  /** Why, in the words of the user who applied it. */
  reason: z.string().optional(),
})

export const journalEntry = z.union([shootEntry, profileEntry])

/** What may become of edits, whatever they are made of. */
const outcomes = [
  z.strictObject({ outcome: z.literal('unchanged'), resourceVersion: z.string() }),
  /** 409: another change was faster. Nothing was done. */
  z.strictObject({
    outcome: z.literal('conflict'),
    base: z.string(),
    /** The resource version of the object as it is now. */
    resourceVersion: z.string(),
    /**
     * The difference between the object for which the edits were made and the object as it is now; null if the former is no longer known.
     */
    difference: z.array(diffLine).nullable(),
  }),
  /** 404: it was deleted. */
  z.strictObject({ outcome: z.literal('gone') }),
  /** 403 */
  z.strictObject({ outcome: z.literal('forbidden'), message: z.string(), causes: z.array(cause) }),
  /** 422, or what the API server says: it would not be valid. */
  z.strictObject({ outcome: z.literal('refused'), message: z.string(), causes: z.array(cause) }),
  /** 503. `uncertain`: it was sent and may have been made; apply it again to see, it is a conflict then. */
  z.strictObject({ outcome: z.literal('unavailable'), message: z.string(), uncertain: z.boolean() }),
] as const

/** What became of it. The status is 200 for `accepted`, `applied` and `unchanged`, else what HTTP calls it. */
export const applyAnswer = z.discriminatedUnion('outcome', [
  /** A dry run: it would be accepted. */
  z.strictObject({ outcome: z.literal('accepted'), resourceVersion: z.string(), confirmation }),
  z.strictObject({
    outcome: z.literal('applied'),
    resourceVersion: z.string(),
    entry: profileEntry,
    unwritten,
    /** The notices that were sent; absent: no project was to be told. */
    notices: noticesSent.optional(),
  }),
  /** 428: nothing was done, because `confirm` is not what `confirmation.typing` says. */
  z.strictObject({ outcome: z.literal('unconfirmed'), confirmation }),
  /** 428: nothing was done, because previews are promoted that do not meet the rule of the team, and there is no `reason`. */
  z.strictObject({
    outcome: z.literal('unexplained'),
    message: z.string(),
    promotions: z.array(
      z.strictObject({
        ...namedVersion,
        /** The parts of the rule that are not met, as evidence has them; null: what is recorded cannot be read. */
        unmet: z.array(z.strictObject({ part: rulePart, value: z.number(), limit: z.int() })).nullable(),
      }),
    ),
  }),
  /** 422: of every edit, why it cannot be made, or null. Nothing was done. */
  z.strictObject({
    outcome: z.literal('impossible'),
    problems: z.array(z.strictObject({ code: z.enum(EDIT_PROBLEMS), text: z.string() }).nullable()),
  }),
  ...outcomes,
])

export const shootApplyAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('accepted'), resourceVersion: z.string(), confirmation: shootConfirmation }),
  z.strictObject({ outcome: z.literal('applied'), resourceVersion: z.string(), entry: shootEntry, unwritten }),
  z.strictObject({ outcome: z.literal('unconfirmed'), confirmation: shootConfirmation }),
  z.strictObject({
    outcome: z.literal('impossible'),
    problems: z.array(z.strictObject({ code: z.literal('no-pool'), text: z.string() }).nullable()),
  }),
  ...outcomes,
])

/** The body of `POST /api/apply/texts`. */
export const draftTextsQuery = z.strictObject({ profile: oneOrTwoNames, edits: edits.min(1) })

/** A draft in words that other tools understand. Edits that cannot be made are left out. */
export const draftTextsAnswer = z.strictObject({
  profile: profileRef,
  resourceVersion: z.string(),
  /** The file that the profile was read from; null where it comes from no file. */
  file: z.string().nullable(),
  /** The lines that change, with some around them; comments and order are those of the file. */
  difference: z.array(diffLine),
  /** The edits as a unified diff, for `git apply` or `patch -p1`. Empty if nothing changes. */
  patch: z.string(),
  /**
   * For `kubectl patch --patch-file`, refused where what it replaces has changed: a merge patch with the resourceVersion that the API
   * server gave, or, where it gave none, a JSON patch that tests each value before it replaces it.
   */
  apiPatch: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('merge'), resourceVersion: z.string(), text: z.string() }),
    z.strictObject({ type: z.literal('json'), text: z.string() }),
  ]),
  /** A command that sends that patch; first with `--dry-run=server` it only asks. */
  kubectl: z.string(),
  /** What can be sent to projects when it is applied; null: the setting `NOTICE_URL` is not set. */
  notices: noticesToSend.nullable(),
})

export type ApplyInput = z.input<typeof applyQuery>

export type ApplyAnswer = z.infer<typeof applyAnswer>

export type NoticesSent = z.infer<typeof noticesSent>

export type NoticesToSend = z.infer<typeof noticesToSend>

export type OtherLandscapeEvidence = z.infer<typeof beside>

export type DraftConfirmation = z.infer<typeof confirmation>

export type ApplyEffect = z.infer<typeof effect>

export type DiffLine = z.infer<typeof diffLine>

export type DraftTextsInput = z.input<typeof draftTextsQuery>

export type DraftTextsAnswer = z.infer<typeof draftTextsAnswer>

export type JournalEntry = z.infer<typeof journalEntry>

export type ProfileJournalEntry = z.infer<typeof profileEntry>

export type ShootApplyAnswer = z.infer<typeof shootApplyAnswer>

export type ShootApplyInput = z.input<typeof shootApplyQuery>

export type ShootConfirmation = z.infer<typeof shootConfirmation>

export type ShootEffect = z.infer<typeof shootEffect>

export type ShootEntry = z.infer<typeof shootEntry>

/** The status of an answer that says what became of edits. */
export const applyStatuses = {
  accepted: 200,
  applied: 200,
  unchanged: 200,
  forbidden: 403,
  gone: 404,
  conflict: 409,
  impossible: 422,
  refused: 422,
  unconfirmed: 428,
  unexplained: 428,
  unavailable: 503,
} satisfies Record<z.output<typeof applyAnswer>['outcome'] | z.output<typeof shootApplyAnswer>['outcome'], number>
