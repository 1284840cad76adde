import { z } from 'zod'
import { FEW } from '@/lib/engine/bounds'
import {
  AMOUNTS_OF,
  EDITABLE_SHOOT_FIELDS,
  type FieldKind,
  isDuration,
  POOL_FIELDS,
  PROFILE_KINDS,
  type ShootEdit,
} from '@/lib/engine/edits/shoot'
import { jsonValue, longText, shallow } from './common'

const count = z.int().min(0).max(1_000_000)

function amounts(kind: keyof typeof AMOUNTS_OF) {
  const names: readonly string[] = AMOUNTS_OF[kind]
  const areNamed = (entries: Readonly<Record<string, string>>) =>
    Object.keys(entries).every((name) => names.includes(name))
  return z.record(longText, longText).refine(areNamed, `may only have ${names.join(', ')}`)
}

/** What fields hold; null takes a field out, so that its default counts. */
const VALUES = {
  text: longText,
  duration: longText.refine(isDuration, 'must be a duration such as 2h or 90m'),
  flag: z.boolean(),
  count,
  share: z.union([count, z.string().regex(/^\d{1,3}%$/, 'must be a number or a percentage')]),
  image: z.strictObject({ name: longText, version: longText }),
  profile: z.strictObject({ kind: z.enum(PROFILE_KINDS), name: longText }),
  texts: z.array(longText).max(FEW).readonly(),
  reserved: amounts('reserved'),
  thresholds: amounts('thresholds'),
  json: shallow
    .pipe(z.record(z.string(), jsonValue))
    .refine((value) => JSON.stringify(value).length <= 4096, 'is too long'),
} as const satisfies Readonly<Record<FieldKind, z.ZodType>>

/** A pool is named as its owner named it. */
const pool = longText

type FieldOf<Fields, K extends FieldKind> = { [F in keyof Fields]: Fields[F] extends K ? F : never }[keyof Fields]

function fieldsOf<Fields extends Readonly<Record<string, FieldKind>>, K extends FieldKind>(fields: Fields, kind: K) {
  return Object.keys(fields).filter((field) => fields[field] === kind) as FieldOf<Fields, K>[]
}

function shootEdit<K extends FieldKind>(kind: K) {
  return z.strictObject({ field: z.enum(fieldsOf(EDITABLE_SHOOT_FIELDS, kind)), value: z.nullable(VALUES[kind]) })
}

function poolEdit<K extends FieldKind>(kind: K) {
  return z.strictObject({
    pool,
    field: z.enum(fieldsOf(POOL_FIELDS, kind)),
    value: z.nullable(VALUES[kind]),
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
]) satisfies z.ZodType<ShootEdit>

export type PlannedEdit = z.infer<typeof plannedEdit>
