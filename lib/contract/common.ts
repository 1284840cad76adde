import { z } from 'zod'
import { isDeeperThan, JSON_LEVELS, NAME_LENGTH, OBJECT_NAME, ONE_LINE, TEXT_LENGTH } from '@/lib/engine/bounds'
import { EFFECT_KINDS, EVENT_KINDS, STAGES, SUBJECT_KINDS } from '@/lib/engine/kinds'
import { parseInstant } from '@/lib/engine/time'
import { dateRange } from './dates'
import { RUNNING_STAGES } from './words'

// In a page zod would try whether it may compile schemas, which the policy of our pages forbids, and each browser reports.
if ('document' in globalThis) z.config({ jitless: true })

/** An instant on the wire: RFC 3339 with offset; answers always use UTC with whole seconds, e.g. `2026-12-15T21:00:00Z`. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be RFC 3339 with an offset, e.g. 2026-12-15T21:00:00Z', abort: true })
  .refine((text) => parseInstant(text) !== null, 'must lie in the years 0 to 9999 of UTC')

/** Names as the Kubernetes API allows them (RFC 1123 subdomain); bounds every name that comes in. */
export const objectName = z.string().min(1).max(NAME_LENGTH).regex(OBJECT_NAME, 'must be a Kubernetes object name')

/** How many of each kind. */
export function countOfEach<const K extends string>(kinds: readonly K[]) {
  return z.strictObject(Object.fromEntries(kinds.map((kind) => [kind, z.int()])) as Record<K, z.ZodInt>)
}

/** How many without some edits, and with them. */
export const beforeAndAfter = z.strictObject({ before: z.int(), after: z.int() })

/** Stretches of which nothing is recorded, oldest first; `until` null: it has not ended. */
export const gaps = z.array(z.strictObject({ from: instant, until: instant.nullable() }))

/** The fields that name a cluster. */
export const clusterName = { namespace: z.string(), name: z.string(), project: z.string() }

/** A version, a name of an image, …: short text without line breaks. */
export const shortText = z.string().min(1).max(TEXT_LENGTH).regex(ONE_LINE, 'must not contain control characters')

/** A text of one line that is at most as long as a name may be. */
export const longText = z.string().min(1).max(NAME_LENGTH).regex(ONE_LINE, 'must not contain control characters')

/** Anything that JSON can say. */
export const jsonValue = z.json()

/** What lies deeper is not looked at: that could take more calls than there are. */
export const shallow = z.unknown().refine((value) => !isDeeperThan(value, JSON_LEVELS), {
  error: `must not be nested more than ${JSON_LEVELS} levels deep`,
  abort: true,
})

/** A name, or two with what stands between them: `garden-core/aws-ext`, `gardenlinux/1592.9.0`, `gardenlinux 1592.9.0`. */
export const oneOrTwoNames = z
  .string()
  .min(1)
  .max(2 * NAME_LENGTH + 1)
  .regex(ONE_LINE, 'must not contain control characters')

/** A time zone by its IANA name. */
export const zoneName = z.string().min(1).max(64)

/** A day of the calendar, a month, or days from one to another: `2026-12-15`, `2026-12`, `2026-12-12..2026-12-18`. */
export const dates = z
  .string()
  .refine(
    (text) => dateRange(text) !== null,
    'must be a day, a month or days of the years 2000 to 2199, e.g. 2026-12-15, 2026-12 or 2026-12-12..2026-12-18',
  )

export const stage = z.enum(STAGES)

export const runningStage = z.enum(RUNNING_STAGES)

export const profileRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('CloudProfile'), name: z.string() }),
  z.strictObject({ kind: z.literal('NamespacedCloudProfile'), namespace: z.string(), name: z.string() }),
])

/** A version of a machine image; `image` null: of Kubernetes. */
export const namedVersion = { image: z.string().nullable(), version: z.string() }

/** A version as clients ask for it; `image` null: of Kubernetes. */
export const askedVersion = { image: shortText.nullable(), version: shortText }

/** A version as it is called: `what` is `Kubernetes` or the name of the image. */
export const wordedVersion = { what: z.string(), version: z.string() }

/** What every answer carries as evidence. */
export const evidence = {
  /** Changes whenever anything in the garden changed; equal revisions, `at` and `foreseenFrom` mean equal answers. */
  revision: z.string(),
  /** When the garden was last known to be as shown. */
  observedAt: instant,
  /** The instant the answer was computed for: the pinned clock, or now. */
  at: instant,
  /**
   * Only where `at` lies ahead and the answer is about clusters: each is as the forecast has it at `at`, if nothing is done from
   * this instant on. Without it clusters are as they were read.
   */
  foreseenFrom: instant.optional(),
  /** Only if a moment of the past was asked for: what is told was known at this instant. */
  seen: instant.optional(),
}

/**
 * What every question may name. `at` pins the clock: ahead of now the landscape is as the forecast has it then; in the past it is
 * today's landscape at that hour. `seen` shows what was known at that instant instead of today, as far as it is recorded; without
 * `at` it is the clock as well, and with both an `at` that lies after it has the landscape as it was foreseen then.
 */
export const clock = { at: instant.optional(), seen: instant.optional() }

export const clockQuery = z.strictObject(clock)

export const effectKind = z.enum(EFFECT_KINDS)

/** How many nodes a pool may have: `minimum` to `maximum` of the pool (the garden does not tell the current number). */
export const nodeRange = z.strictObject({ min: z.int().min(0), max: z.int().min(0) })

/** Nodes that something happens to. */
export const affectedNodes = nodeRange.extend({
  /** How many of the nodes that are updated in place wait until a person has labelled each of them, at most; absent: none. */
  byHand: z.int().min(1).optional(),
})

export const eventKind = z.enum(EVENT_KINDS)

/** A maintenance window. `offset` is the cluster's own, e.g. `+01:00`; it does not follow summer time. */
export const window = z.strictObject({
  begin: instant,
  /** No maintenance begins after this instant (15 minutes before the end). */
  latestStart: instant,
  end: instant,
  offset: z.string(),
})

export const problem = z.strictObject({
  /** File (manifest garden) or resource (Kubernetes) it came from. */
  source: z.string(),
  line: z.int().nullable(),
  /** Kind and name, as far as known, e.g. `Shoot garden-core/api`. */
  object: z.string().nullable(),
  /** What is wrong and what was done about it. */
  reason: z.string(),
})

/** The error body of every route. `fields` names wrong parameters. */
export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum([
      'invalid',
      'unauthenticated',
      'not-found',
      'method-not-allowed',
      'forbidden',
      'conflict',
      'not-recorded',
      'not-ready',
      'too-large',
      'too-many',
      'internal',
    ]),
    message: z.string(),
    /** What to do next. */
    hint: z.string().optional(),
    fields: z.array(z.strictObject({ field: z.string(), reason: z.string() })).optional(),
    /** For unauthenticated: when the session ended, if it did. */
    endedAt: instant.optional(),
    /** For not-recorded: the instant since which there are records. Absent: there are none. */
    recordedSince: instant.optional(),
    /** For not-found: names that are near. */
    near: z.array(z.string()).optional(),
    /** For too-many: the number of seconds after which the client may ask again, as in the header `Retry-After`. */
    retryAfter: z.int().optional(),
    /** For an internal error: the id with which the log of the server has more, as in the header `x-request-id`. */
    requestId: z.string().optional(),
  }),
})

export type RunningStage = z.infer<typeof runningStage>

export type ProfileRefBody = z.infer<typeof profileRef>

export type EventKind = z.infer<typeof eventKind>

export type EffectKind = z.infer<typeof effectKind>

export type NodeRange = z.infer<typeof nodeRange>

export type AffectedNodes = z.infer<typeof affectedNodes>

export type WindowBody = z.infer<typeof window>

export type ProblemBody = z.infer<typeof problem>

export type ErrorBody = z.infer<typeof errorBody>

export type ErrorCode = ErrorBody['error']['code']

/** The status of a response that is a refusal. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'not-recorded': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  internal: 500,
  'not-ready': 503,
}

/** Whom a project names, as Kubernetes does in role bindings. */
export const subject = z.strictObject({
  kind: z.enum(SUBJECT_KINDS),
  name: z.string(),
  /** The namespace of a service account; null if its name tells it, and for other subjects. */
  namespace: z.string().nullable(),
})

export type SubjectBody = z.infer<typeof subject>

/** A problem of the policy's text. */
export const policyProblem = z.strictObject({
  /** E.g. `controllers.cloudProfile.concurrentSyncs`; empty: the text as a whole. */
  path: z.string(),
  /** The line, from 1 on; null: it is not known. */
  line: z.int().nullable(),
  /** Reads on after the path. */
  reason: z.string(),
})

export type PolicyProblemBody = z.infer<typeof policyProblem>

/** The key of an address that works without signing in: see `POST /api/feeds/addresses`. It is ignored if there is no sign-in. */
export const addressKey = z.string().min(1).max(200).optional()
