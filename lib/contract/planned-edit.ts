import { z } from 'zod'
import { FEW, isDeeperThan, JSON_LEVELS, NAME_LENGTH, ONE_LINE } from '@/lib/engine/bounds'
import {
  AMOUNTS_OF,
  type FieldKind,
  isDuration,
  POOL_FIELDS,
  type PoolField,
  PROFILE_KINDS,
  SHOOT_FIELDS,
  type ShootField,
} from '@/lib/engine/edits/shoot'

const text = z.string().min(1).max(NAME_LENGTH).regex(ONE_LINE, 'must not contain control characters')

const count = z.int().min(0).max(1_000_000)

function amounts(kind: keyof typeof AMOUNTS_OF) {
  const names: readonly string[] = AMOUNTS_OF[kind]
  const areNamed = (entries: Readonly<Record<string, string>>) =>
    Object.keys(entries).every((name) => names.includes(name))
  return z.record(text, text).refine(areNamed, `may only have ${names.join(', ')}`)
}

/** Anything that JSON can say. */
export const jsonValue = z.json()

/** What fields hold; null takes a field out, so that its default counts. */
const VALUES = {
  text,
  duration: text.refine(isDuration, 'must be a duration such as 2h or 90m'),
  flag: z.boolean(),
  count,
  share: z.union([count, z.string().regex(/^\d{1,3}%$/, 'must be a number or a percentage')]),
  image: z.strictObject({ name: text, version: text }),
  profile: z.strictObject({ kind: z.enum(PROFILE_KINDS), name: text }),
  texts: z.array(text).max(FEW),
  reserved: amounts('reserved'),
  thresholds: amounts('thresholds'),
  json: z
    .record(z.string(), jsonValue)
    .refine((value) => !isDeeperThan(value, JSON_LEVELS), {
      error: `must not be nested more than ${JSON_LEVELS} levels deep`,
      abort: true,
    })
    .refine((value) => JSON.stringify(value).length <= 4096, 'is too long'),
} as const satisfies Readonly<Record<FieldKind, z.ZodType>>

/** A pool is named as its owner named it. */
const pool = text

function fieldsOf<F extends string, K extends FieldKind>(fields: Readonly<Record<F, FieldKind>>, kind: K): [F, ...F[]] {
  return (Object.keys(fields) as F[]).filter((field) => fields[field] === kind) as [F, ...F[]]
}

function shootEdit<K extends FieldKind>(kind: K) {
  return z.strictObject({ field: z.enum(fieldsOf<ShootField, K>(SHOOT_FIELDS, kind)), value: VALUES[kind].nullable() })
}

function poolEdit<K extends FieldKind>(kind: K) {
  return z.strictObject({
    pool,
    field: z.enum(fieldsOf<PoolField, K>(POOL_FIELDS, kind)),
    value: VALUES[kind].nullable(),
  })
}

/** One field of a shoot, or of one of its pools, set to another value. */
export const plannedEdit = z.union([
  shootEdit('profile'),
  shootEdit('text'),
  shootEdit('flag'),
  shootEdit('count'),
  shootEdit('reserved'),
  shootEdit('thresholds'),
  poolEdit('text'),
  poolEdit('flag'),
  poolEdit('count'),
  poolEdit('share'),
  poolEdit('image'),
  poolEdit('texts'),
  poolEdit('reserved'),
  poolEdit('thresholds'),
  poolEdit('duration'),
  poolEdit('json'),
])

export type PlannedEdit = z.infer<typeof plannedEdit>
