import {
  CONSTRAINT_LENGTH,
  FEW,
  FLAVORS_MOST,
  LIFECYCLE_MOST,
  ONE_LINE,
  TEXT_LENGTH,
  VERSIONS_MOST,
} from '@/lib/engine/bounds'
import { CLASSIFICATIONS, IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { parseInstant } from '@/lib/engine/time'
import type { EditBody } from './edits'

/**
 * Whether something is an edit as the schema has it: without a validator, for the browser, which loads it with the first address
 * that it reads. The test of `edit-codec.ts` holds it to the schema.
 */
export function isEdit(raw: unknown): raw is EditBody {
  if (!isRecord(raw) || typeof raw.kind !== 'string' || !Object.hasOwn(SHAPES, raw.kind)) return false
  const shape = SHAPES[raw.kind as EditBody['kind']]
  return hasShape(raw, { kind: isText, ...shape })
}

type Check = (value: unknown) => boolean
/** By field; every other field is one too many. */
type Shape = Readonly<Record<string, Check>>

const isText: Check = (value) =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH && ONE_LINE.test(value)
const isInstant: Check = (value) => typeof value === 'string' && parseInstant(value) !== null
const isPlace: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= VERSIONS_MOST
const isStage: Check = (value) => CLASSIFICATIONS.some((stage) => stage === value)
const isStrategy: Check = (value) => IMAGE_STRATEGIES.some((strategy) => strategy === value)
const isFlag: Check = (value) => typeof value === 'boolean'

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const listOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check)

const record =
  (shape: Shape): Check =>
  (value) =>
    isRecord(value) && hasShape(value, shape)

const texts = listOf(isText, FEW)
const stages = listOf(record({ classification: isStage, startTime: maybe(isInstant) }), LIFECYCLE_MOST)
const life: Shape = {
  classification: maybe(isStage),
  expirationDate: maybe(isInstant),
  lifecycle: maybe(stages),
}
const flavor: Check = (value) =>
  isRecord(value) && Object.keys(value).every(isText) && Object.values(value).every(texts)
const entry: Shape = {
  version: isText,
  ...life,
  architectures: maybe(texts),
  cri: maybe(listOf(record({ name: isText, containerRuntimes: maybe(texts) }), FEW)),
  kubeletVersionConstraint: maybe((value) => typeof value === 'string' && value.length <= CONSTRAINT_LENGTH),
  capabilityFlavors: maybe(listOf(flavor, FLAVORS_MOST)),
  inPlaceUpdates: maybe(record({ supported: isFlag, minVersionForUpdate: maybe(isText) })),
}

const image = orNull(isText)
const version = isText

const SHAPES: Readonly<Record<EditBody['kind'], Shape>> = {
  add: { image, entry: record(entry), index: maybe(isPlace) },
  remove: { image, version },
  classify: {
    image,
    version,
    classification: orNull((value) => value !== 'expired' && isStage(value)),
    from: maybe(isInstant),
  },
  expire: { image, version, expirationDate: orNull(isInstant) },
  schedule: { image, version, lifecycle: orNull(stages) },
  restore: { image, version, life: record(life) },
  strategy: { image: isText, updateStrategy: orNull(isStrategy) },
  addImage: { image: isText, updateStrategy: isStrategy, index: maybe(isPlace) },
  removeImage: { image: isText },
}

function hasShape(raw: Readonly<Record<string, unknown>>, shape: Shape): boolean {
  return (
    Object.keys(raw).every((field) => Object.hasOwn(shape, field)) &&
    Object.entries(shape).every(([field, check]) => check(raw[field]))
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
