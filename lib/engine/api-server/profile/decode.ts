import { canonicalQuantity, parseQuantity, quantityFault } from '@/lib/engine/api-server/manifest'
import { canonicalDuration, durationFault } from '@/lib/engine/duration'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { timeFault } from '@/lib/engine/rules'
import { formatInstant, parseInstant, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import {
  type FieldShape,
  KINDS,
  type ProfileKind,
  type SchemaField,
  type ShapeValue,
  type StructureShape,
} from './schema'

const WRITTEN = Symbol.for('almanac: a number as it is written')

/** A number with how it was written, where the text is known: `150.0` is no whole number, and read by JavaScript it is 150. */
export interface WrittenNumber {
  readonly [WRITTEN]: string
}

export function writtenNumber(text: string): WrittenNumber {
  return { [WRITTEN]: text }
}

function isWritten(value: unknown): value is WrittenNumber {
  return typeof value === 'object' && value !== null && WRITTEN in value
}

export interface UnreadableField {
  readonly rule: 'field-unknown' | 'kind-unknown' | 'value-unreadable'
  /** The path with positions of what it is about. */
  readonly at: string
}

export type ProfileObject<Kind extends ProfileKind = ProfileKind> = ShapeValue<(typeof KINDS)[Kind]>

export type DecodedProfile<Kind extends ProfileKind> =
  | { readonly kind: 'read'; readonly object: ProfileObject<Kind> }
  | UnreadableProfile

/** Unknown fields come all together; of all else the first. `message`: what the client is told. */
export interface UnreadableProfile {
  readonly kind: 'unreadable'
  readonly found: readonly [UnreadableField, ...UnreadableField[]]
  readonly message: string
}

const GROUP_VERSION = 'core.gardener.cloud/v1beta1'

/**
 * Reads what a client submits as the API server does with strict reading, as kubectl asks for: unknown fields are refused, quantities,
 * durations get their one spelling, times are instants, and what is always stored is filled in with its zero. Lists stay as they are,
 * also empty ones, as some rules ask whether they were given; `marshalled` leaves them out.
 */
export function decodeProfile<Kind extends ProfileKind>(raw: unknown, kind: Kind): DecodedProfile<Kind> {
  if (!isJsonObject(raw)) return unreadable(kind, kind, 'value-unreadable', '', notAnObject(raw))
  const named = typeof raw.kind === 'string' && raw.kind !== '' ? raw.kind : kind
  const version = typeof raw.apiVersion === 'string' && raw.apiVersion !== '' ? raw.apiVersion : GROUP_VERSION
  if (named !== kind || version !== GROUP_VERSION) {
    const text = `no kind ${JSON.stringify(named)} is registered for version ${JSON.stringify(version)} in scheme "pkg/runtime/scheme.go:111"`
    const at = named === kind ? 'apiVersion' : 'kind'
    return unreadable(named, kind, 'kind-unknown', at, text, version.split('/').at(-1))
  }
  const reading = new ProfileDecoder()
  const object = reading.structure(KINDS[kind], raw, { path: '', names: [], within: KINDS[kind].type })
  const { fault, unknown } = reading
  if (fault !== null) return unreadable(kind, kind, 'value-unreadable', fault.at, fault.text)
  const [first, ...others] = unknown.map((at) => ({ rule: 'field-unknown' as const, at }))
  if (first === undefined) return { kind: 'read', object: object as ProfileObject<Kind> }
  const text = `strict decoding error: ${unknown.map((at) => `unknown field ${JSON.stringify(at)}`).join(', ')}`
  return { kind: 'unreadable', found: [first, ...others], message: cannotBeHandled(kind, kind, text) }
}

/** Reads a value without ever failing: what has the wrong shape counts as absent. */
export function readLeniently<S extends StructureShape>(shape: S, raw: unknown): ShapeValue<S> {
  const object = isJsonObject(raw) ? raw : {}
  return new ProfileDecoder().structure(shape, object, { path: '', names: [], within: shape.type }) as ShapeValue<S>
}

function unreadable(
  named: string,
  kind: ProfileKind,
  rule: UnreadableField['rule'],
  at: string,
  text: string,
  version?: string,
): UnreadableProfile {
  return { kind: 'unreadable', found: [{ rule, at }], message: cannotBeHandled(named, kind, text, version) }
}

function cannotBeHandled(named: string, kind: ProfileKind, text: string, version = 'v1beta1'): string {
  return `${named} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${text}`
}

function notAnObject(raw: unknown): string {
  return `json: cannot unmarshal ${wordFor(raw)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`
}

/** The place of a value: with positions, as names of fields alone, and in which structure. */
interface FieldLocation {
  readonly path: string
  readonly names: readonly string[]
  /** Type of the structure whose field it is. */
  readonly within: string
}

interface DecodingFault {
  readonly at: string
  readonly text: string
}

class ProfileDecoder {
  /** A value that a function of its own reads ends the reading; of others of a wrong type the first counts, if nothing ends it. */
  private ended: DecodingFault | null = null
  private wrong: DecodingFault | null = null
  readonly unknown: string[] = []

  get fault(): DecodingFault | null {
    return this.ended ?? this.wrong
  }

  structure({ fields, type }: StructureShape, raw: JsonObject, { path, names }: FieldLocation): JsonObject {
    const read = new Map<string, Json>()
    for (const [name, value] of Object.entries(raw)) {
      const at = path === '' ? name : `${path}.${name}`
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined) {
        this.unknown.push(at)
        continue
      }
      const embedded = field.embedded === undefined ? [] : [field.embedded]
      const place = { path: at, names: [...names, ...embedded, name], within: type }
      const result = this.value(field.shape, value, place)
      if (result !== undefined) read.set(name, result)
    }
    return withZeros(fields, read)
  }

  /** Undefined: null, or of a wrong type: as if it was not given. */
  private value(shape: FieldShape, given: Json | WrittenNumber | undefined, place: FieldLocation): Json | undefined {
    if (given === null || given === undefined) return undefined
    const isWhole = shape.kind === 'int32' || shape.kind === 'int64'
    if (isWritten(given) && isWhole) return this.wrongType(shape, `number ${given[WRITTEN]}`, place)
    const raw = isWritten(given) ? Number(given[WRITTEN]) : given
    switch (shape.kind) {
      case 'any':
        return raw
      case 'text':
        return typeof raw === 'string' ? raw : this.wrongType(shape, wordFor(raw), place)
      case 'flag':
        return typeof raw === 'boolean' ? raw : this.wrongType(shape, wordFor(raw), place)
      case 'int32':
      case 'int64':
        return this.whole(shape, raw, place)
      case 'quantity':
        return this.quantity(raw, place)
      case 'duration':
        return this.spelled(raw, place, durationFault, canonicalDuration)
      case 'time':
        return this.spelled(raw, place, timeFault, wholeSeconds)
      case 'list':
        return Array.isArray(raw)
          ? this.list(shape.of, raw as readonly Json[], place)
          : this.wrongType(shape, wordFor(raw), place)
      case 'map':
        return shape.reads === 'alone' ? this.alone(shape, raw, place) : this.map(shape, raw, place)
      case 'structure':
        return isJsonObject(raw) ? this.structure(shape, raw, place) : this.wrongType(shape, wordFor(raw), place)
    }
  }

  private list(of: FieldShape, raw: readonly Json[], place: FieldLocation): Json {
    return raw.map((entry, i) => this.value(of, entry, { ...place, path: `${place.path}[${i}]` }) ?? nothing(of))
  }

  private map(shape: Extract<FieldShape, { kind: 'map' }>, raw: Json, place: FieldLocation): Json | undefined {
    if (!isJsonObject(raw)) return this.wrongType(shape, wordFor(raw), place)
    const entries = Object.entries(raw).map(([key, value]): [string, Json] => {
      const result = this.value(shape.of, value, { ...place, path: `${place.path}.${key}` })
      return [key, result ?? nothing(shape.of)]
    })
    return Object.fromEntries(entries)
  }

  /** What goes wrong in it ends the reading, whatever was wrong before. */
  private alone(shape: Extract<FieldShape, { kind: 'map' }>, raw: Json, place: FieldLocation): Json | undefined {
    const before = this.wrong
    this.wrong = null
    const read = this.map(shape, raw, place)
    this.ended ??= this.wrong
    this.wrong ??= before
    return read
  }

  private whole(shape: FieldShape, raw: Json, place: FieldLocation): Json | undefined {
    if (typeof raw !== 'number') return this.wrongType(shape, wordFor(raw), place)
    const most = shape.kind === 'int32' ? 2 ** 31 : 2 ** 63
    const fits = Number.isInteger(raw) && raw < most && raw >= -most
    return fits ? raw : this.wrongType(shape, `number ${raw}`, place)
  }

  private quantity(raw: Json, { path }: FieldLocation): Json | undefined {
    const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
    const fault = quantityFault(text.trim())
    if (fault === null) return parseQuantity(text) === null ? '0' : canonicalQuantity(text)
    this.ended ??= { at: path, text: fault }
    return undefined
  }

  private spelled(
    raw: Json,
    place: FieldLocation,
    faultOf: (text: string) => string | null,
    spell: (text: string) => Json | undefined,
  ): Json | undefined {
    if (typeof raw !== 'string') {
      this.ended ??= faultOfType({ kind: 'text' }, wordFor(raw), place)
      return undefined
    }
    const fault = faultOf(raw)
    if (fault === null) return spell(raw)
    this.ended ??= { at: place.path, text: fault }
    return undefined
  }

  private wrongType(shape: FieldShape, word: string, place: FieldLocation): undefined {
    this.wrong ??= faultOfType(shape, word, place)
    return undefined
  }
}

function faultOfType(shape: FieldShape, word: string, { path, names, within }: FieldLocation): DecodingFault {
  const structure = within.split('.').at(-1)
  const field = `${structure}.${names.join('.')}`
  return { at: path, text: `json: cannot unmarshal ${word} into Go struct field ${field} of type ${typeName(shape)}` }
}

function wordFor(raw: unknown): string {
  if (Array.isArray(raw)) return 'array'
  if (typeof raw === 'object' && raw !== null) return 'object'
  return typeof raw === 'boolean' ? 'bool' : typeof raw
}

function typeName(shape: FieldShape): string {
  switch (shape.kind) {
    case 'structure':
      return shape.type
    case 'text':
      return shape.type ?? 'string'
    case 'flag':
      return 'bool'
    case 'list':
      return shape.type ?? `[]${typeName(shape.of)}`
    case 'map':
      return shape.type ?? `map[string]${typeName(shape.of)}`
    default:
      return shape.kind
  }
}

/** Times are kept without fractions; the hour may be given with one digit. */
function wholeSeconds(text: string): Instant | undefined {
  const at = parseInstant(text.replace(/[.,]\d+/, '').replace(/T(?=\d:)/, 'T0'))
  return at === null ? undefined : Math.floor(at / SECOND) * SECOND
}

function withZeros(fields: StructureShape['fields'], read: ReadonlyMap<string, Json>): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, { shape, always, otherwise }]): [string, Json][] => {
    const value = read.get(name) ?? otherwise
    if (value !== undefined) return [[name, value]]
    // Whether a quantity was given is known until it is stored.
    return always === true && shape.kind !== 'quantity' ? [[name, zero(shape)]] : []
  })
  return Object.fromEntries(entries)
}

function zero(shape: FieldShape): Json {
  switch (shape.kind) {
    case 'structure':
      return withZeros(shape.fields, new Map())
    case 'text':
      return ''
    case 'flag':
      return false
    case 'int32':
    case 'int64':
      return 0
    case 'quantity':
      return '0'
    case 'list':
      return []
    default:
      return null
  }
}

/** What stands in a list or a map for null. */
function nothing(shape: FieldShape): Json {
  return shape.kind === 'list' ? null : zero(shape)
}

/** The object as it is stored: empty fields are left out, but for those that are always there; times are texts again, in UTC. */
export function marshalled({ fields }: StructureShape, value: object): JsonObject {
  const given = value as JsonObject
  const entries = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const own = given[name] ?? (field.always === true ? zero(field.shape) : undefined)
    if (own === undefined || (field.always !== true && isEmpty(field, own))) return []
    return [[name, written(field.shape, own)]]
  })
  return Object.fromEntries(entries)
}

function written(shape: FieldShape, value: Json): Json {
  if (shape.kind === 'time' && typeof value === 'number') return formatInstant(value)
  if (shape.kind === 'structure' && isJsonObject(value)) return marshalled(shape, value)
  if (shape.kind === 'list' && Array.isArray(value)) {
    const entries = value as readonly Json[]
    return entries.length === 0 ? null : entries.map((entry) => written(shape.of, entry))
  }
  return value
}

function isEmpty({ shape, plain }: SchemaField, value: Json): boolean {
  if (value === null) return true
  if (shape.kind === 'list') return Array.isArray(value) && value.length === 0
  if (shape.kind === 'map') return isJsonObject(value) && Object.keys(value).length === 0
  return plain === true && (value === false || value === '' || value === 0)
}
