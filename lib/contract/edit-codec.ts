import {
  CHANGES_LENGTH,
  CHANGES_MOST,
  CONSTRAINT_LENGTH,
  FEW,
  FLAVORS_MOST,
  isDeeperThan,
  JSON_LEVELS,
  LIFECYCLE_MOST,
  NAME_LENGTH,
  ONE_LINE,
  TEXT_LENGTH,
  VERSIONS_MOST,
} from '@/lib/engine/bounds'
import { type Edit, imageIn, isEditable, type Life } from '@/lib/engine/edits'
import { CLASSIFICATIONS, IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { isRecord } from '@/lib/engine/reader'
import { parseInstant } from '@/lib/engine/time'
import type {
  Classification,
  CloudProfile,
  Instant,
  LifecycleStage,
  MachineImageVersion,
  Stage,
} from '@/lib/engine/types'
import { onWire } from './dates'
import type { EditBody, NewVersionBody } from './edits'

/**
 * Edits on the wire, in addresses and in the browser (`EditBody`), and as the engine makes them (`Edit`): one way there and one
 * way back. It needs no validator, so that the browser can load it; `isEdit` beside it checks what comes out of an address.
 */

/** An edit as the engine takes it. `at`: when stages begin that say no time; `profile` decides about defaults. */
export function readEdit(body: EditBody, at: Instant, profile: Pick<CloudProfile, 'machineCapabilities'>): Edit {
  switch (body.kind) {
    case 'add': {
      const place = body.index === undefined ? {} : { index: body.index }
      const { version } = body.entry
      return body.image === null
        ? { kind: 'add', image: null, entry: { version, ...readLife(body.entry) }, ...place }
        : { kind: 'add', image: body.image, entry: readImageVersion(body.entry, profile), ...place }
    }
    case 'classify': {
      const { kind, image, version, classification, from } = body
      return { kind, image, version, classification, from: from === undefined ? at : instantOf(from) }
    }
    case 'expire': {
      const { expirationDate } = body
      return { ...body, expirationDate: expirationDate === null ? null : instantOf(expirationDate) }
    }
    case 'schedule':
      return { ...body, lifecycle: body.lifecycle === null ? null : body.lifecycle.map(readStage) }
    case 'restore':
      return { ...body, life: readLife(body.life) }
    case 'addImage': {
      const { index, ...rest } = body
      return { ...rest, ...(index !== undefined && { index }) }
    }
    default:
      return body
  }
}

/** The way back. */
export function editBody(edit: Edit): EditBody {
  switch (edit.kind) {
    case 'add': {
      const place = edit.index === undefined ? {} : { index: edit.index }
      const { version } = edit.entry
      const entry =
        edit.image === null
          ? { version, ...lifeBody(writable(edit.entry)) }
          : { version, ...lifeBody(writable(edit.entry)), ...imageBody(edit.entry) }
      return { kind: 'add', image: edit.image, entry, ...place }
    }
    case 'classify':
      return { ...edit, from: onWire(edit.from) }
    case 'expire':
      return { ...edit, expirationDate: edit.expirationDate === null ? null : onWire(edit.expirationDate) }
    case 'schedule':
      return { ...edit, lifecycle: edit.lifecycle?.flatMap(writableIn).map(stageBody) ?? null }
    case 'restore':
      return { ...edit, life: lifeBody(writable(edit.life)) }
    default:
      return edit
  }
}

/** What is known of a version's life, with instants as numbers or as texts. */
interface LifeOf<S extends Stage, T> {
  readonly classification?: S | undefined
  readonly expirationDate?: T | undefined
  readonly lifecycle?: readonly StageOf<S, T>[] | undefined
}

interface StageOf<S extends Stage, T> {
  readonly classification: S
  readonly startTime?: T | undefined
}

export function readLife<S extends Stage>({ classification, expirationDate, lifecycle }: LifeOf<S, string>) {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: instantOf(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(readStage) }),
  }
}

function readStage<S extends Stage>({ classification, startTime }: StageOf<S, string>) {
  return { classification, ...(startTime !== undefined && { startTime: instantOf(startTime) }) }
}

export function lifeBody<S extends Stage>({ classification, expirationDate, lifecycle }: LifeOf<S, Instant>) {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: onWire(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(stageBody) }),
  }
}

function stageBody<S extends Stage>({ classification, startTime }: StageOf<S, Instant>) {
  return { classification, ...(startTime !== undefined && { startTime: onWire(startTime) }) }
}

/** The life as far as it can be written: `unavailable` follows from the other stages. */
function writable({ classification, expirationDate, lifecycle }: Life): LifeOf<Classification, Instant> {
  return { classification: writableStage(classification), expirationDate, lifecycle: lifecycle?.flatMap(writableIn) }
}

function writableIn({ classification, startTime }: LifecycleStage): StageOf<Classification, Instant>[] {
  const stage = writableStage(classification)
  return stage === undefined ? [] : [{ classification: stage, startTime }]
}

function writableStage(stage: Stage | undefined): Classification | undefined {
  return CLASSIFICATIONS.find((one) => one === stage)
}

/** With the defaults of the API server: containerd, and amd64 where capabilities do not say. */
function readImageVersion(
  { version, architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates, ...life }: NewVersionBody,
  { machineCapabilities = [] }: Pick<CloudProfile, 'machineCapabilities'>,
): MachineImageVersion {
  return {
    version,
    ...readLife(life),
    architectures: architectures ?? (machineCapabilities.length > 0 ? [] : ['amd64']),
    cri: (cri ?? [{ name: 'containerd' }]).map(({ name, containerRuntimes = [] }) => ({ name, containerRuntimes })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && { capabilityFlavors }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: readInPlaceUpdates(inPlaceUpdates) }),
  }
}

function readInPlaceUpdates({ supported, minVersionForUpdate }: NonNullable<NewVersionBody['inPlaceUpdates']>) {
  return { supported, ...(minVersionForUpdate !== undefined && { minVersionForUpdate }) }
}

/** What a profile says of a version of an image besides its life. */
export function imageBody({
  architectures,
  cri,
  kubeletVersionConstraint,
  capabilityFlavors,
  inPlaceUpdates,
}: MachineImageVersion) {
  return {
    architectures: [...architectures],
    cri: cri.map(({ name, containerRuntimes }) => ({ name, containerRuntimes: [...containerRuntimes] })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && {
      capabilityFlavors: capabilityFlavors.map((flavor) =>
        Object.fromEntries(Object.entries(flavor).map(([name, values]) => [name, [...values]])),
      ),
    }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: { ...inPlaceUpdates } }),
  }
}

/** Of a text that was checked; what is no day would be never. */
function instantOf(text: string): Instant {
  return parseInstant(text) ?? Number.POSITIVE_INFINITY
}

/**
 * Whether something is an edit as the schema has it: without a validator, for the browser, which loads it with the first address
 * that it reads. The test of `edit-codec.ts` holds it to the schema.
 */
export function isEdit(raw: unknown): raw is EditBody {
  if (!isRecord(raw) || typeof raw.kind !== 'string' || !Object.hasOwn(SHAPES, raw.kind)) return false
  const shape = SHAPES[raw.kind as EditBody['kind']]
  return (
    hasShape(raw, { kind: isText, ...shape }) &&
    (raw.kind !== 'yaml' || raw.image === imageIn((raw as YamlBody).changes))
  )
}

type YamlBody = Extract<EditBody, { readonly kind: 'yaml' }>

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

const isStep: Check = (value) =>
  typeof value === 'string' && value !== '' && value.length <= NAME_LENGTH && ONE_LINE.test(value)
const isPath: Check = (value) =>
  listOf(isStep, JSON_LEVELS)(value) && (value as string[]).length > 1 && isEditable(value as string[])

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
  yaml: { image, changes: (value) => Array.isArray(value) && value.length > 0 && areChanges(value) },
}

function areChanges(changes: readonly unknown[]): boolean {
  return (
    changes.length <= CHANGES_MOST &&
    changes.every(
      (change) =>
        isRecord(change) &&
        hasShape(change, { path: isPath, value: () => true, index: maybe(isPlace) }) &&
        !isDeeperThan(change.value, JSON_LEVELS),
    ) &&
    JSON.stringify(changes).length <= CHANGES_LENGTH
  )
}

function hasShape(raw: Readonly<Record<string, unknown>>, shape: Shape): boolean {
  return (
    Object.keys(raw).every((field) => Object.hasOwn(shape, field)) &&
    Object.entries(shape).every(([field, check]) => check(raw[field]))
  )
}
