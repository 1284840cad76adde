import { z } from 'zod'
import { clock, evidence, instant, runningStage, stage, window } from '@/lib/contract/common'
import { CANDIDATE_RULES, COMPONENTS, IMAGE_STRATEGIES, REACHES, STEP_KINDS, UPDATE_REASONS } from '@/lib/engine/kinds'

/** `GET /api/shoots/NAMESPACE/NAME/why` */
export const whyQuery = z.strictObject({
  ...clock,
  /**
   * The maintenance that is asked about: of the first window that may still begin at or after this instant, e.g. the
   * `window.begin` of a step. Default: the next. Where it is the instant of the last maintenance, that one is explained.
   */
  window: instant.optional(),
})

/** What keeps or removes a version. */
export const rule = z.enum(CANDIDATE_RULES)

export const candidate = z.strictObject({
  version: z.string(),
  /** When it is decided, not now. */
  stage: stage.or(z.literal('unclassified')),
  /** The first rule that removes it, or `chosen`. */
  rule,
  /** The rule in words, e.g. `minor is +2, only +1 is allowed`. */
  text: z.string(),
})

export const whyStep = z.strictObject({
  kind: z.enum(STEP_KINDS),
  /** Which versions it may take. */
  reach: z.enum(REACHES),
  /** What it looks for, and when. */
  text: z.string(),
  /** Those in reach first, each part with the highest first; at most one is `chosen`. */
  candidates: z.array(candidate),
})

/** Why one component of a cluster gets the version that it gets. */
export const why = z.strictObject({
  component: z.enum(COMPONENTS),
  /** Null for the control plane. */
  pool: z.string().nullable(),
  /** Null for Kubernetes. */
  image: z.string().nullable(),
  /** Of the image. */
  updateStrategy: z.enum(IMAGE_STRATEGIES).nullable(),
  /** What it has before, with its stage when it is decided. */
  current: z.strictObject({ version: z.string(), stage: runningStage }),
  outcome: z.enum(['keeps', 'updates', 'fails']),
  /** `updates`: what it gets; not the chosen candidate where a pool may not pass its control plane. */
  to: z.string().nullable(),
  why: z.enum(UPDATE_REASONS).nullable(),
  /** Whether it is updated at all and why, e.g. `Yes, 1.32.9 is listed and expired: that is never left to auto-update.` */
  text: z.string(),
  /** Gardener's own reason; null when it keeps its version. */
  reason: z.string().nullable(),
  /** Gardener's own error when it fails. */
  error: z.string().nullable(),
  /** What the last maintenance did otherwise than these rules and the profile of today tell; null: nothing. */
  otherwise: z.string().nullable(),
  /** In the order in which Gardener tries them; the last may find something. Empty: no other version is looked for. */
  steps: z.array(whyStep),
  /** Lower versions of other minors, that are never looked at; highest first. */
  below: z.array(z.string()),
})

export const whyAnswer = z.strictObject({
  ...evidence,
  /** The maintenance that is explained: in this window, at its latest start. */
  window,
  /** It is over: judged by the profile as it is today, as nobody knows what it was then. */
  past: z.boolean(),
  /** `deleting`: it is never maintained; `profile-missing`: nothing is known. Then there are no subjects. */
  skipped: z.enum(['deleting', 'profile-missing']).nullable(),
  /** Gardener's text if the API server refuses the whole maintenance, so that none of the updates takes place. */
  refused: z.string().nullable(),
  /** Which Gardener the rules are of, and which one works on the cluster, in whole sentences. */
  release: z.string(),
  /** Control plane, pools with an own Kubernetes version, pools' images: each in the order of the pools. */
  subjects: z.array(why),
})

export type WhyAnswer = z.infer<typeof whyAnswer>

export type Why = z.infer<typeof why>

export type WhyStep = z.infer<typeof whyStep>

export type Candidate = z.infer<typeof candidate>

export type Rule = z.infer<typeof rule>
