import { COUNT_MOST, NAME_LENGTH, OBJECT_NAME, ONE_LINE, shortened, TEXT_LENGTH } from '@/lib/engine/bounds'
import { LONGEST_DURATION, parseDuration } from '@/lib/engine/duration'
import type { FieldFault, FieldProblem } from '@/lib/engine/faults'
import { parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** How many problems of one object are told one by one. */
const MOST_PROBLEMS = 100

/**
 * Reads a value of unknown shape. What is absent (or null) reads as undefined without a word; what is present but of the
 * wrong kind, or beyond what answers can carry, reads as undefined and is noted as a problem. No method throws.
 */
export class FieldReader {
  constructor(
    private readonly value: unknown,
    private readonly path: string,
    private readonly problems: FieldProblem[],
  ) {}

  isPresent(): boolean {
    return this.value !== undefined && this.value !== null
  }

  at(name: string): FieldReader {
    const path = this.path === '' ? name : `${this.path}.${name}`
    if (!this.isPresent()) return new FieldReader(undefined, path, this.problems)
    const inner = isRecord(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return new FieldReader(inner, path, this.problems)
  }

  /** Several names in a row. */
  in(...names: string[]): FieldReader {
    return names.reduce<FieldReader>((reader, name) => reader.at(name), this)
  }

  /** Notes a problem if the value is present but no object. */
  object(): FieldReader {
    if (this.isPresent() && !isRecord(this.value)) this.note({ code: 'no-object' })
    return this
  }

  /** The first `most` of them, and a problem if there are more. */
  items(most = Number.POSITIVE_INFINITY): FieldReader[] {
    if (!this.isPresent()) return []
    if (!Array.isArray(this.value)) {
      this.note({ code: 'no-list' })
      return []
    }
    const { length } = this.value
    if (length > most) this.note({ code: 'too-many-entries', count: length, most })
    return this.value.slice(0, most).map((item, i) => new FieldReader(item, `${this.path}[${i}]`, this.problems))
  }

  entries(): [string, FieldReader][] {
    if (!this.isPresent()) return []
    if (!isRecord(this.value)) {
      this.note({ code: 'no-object' })
      return []
    }
    return Object.keys(this.value).map((name) => [name, this.at(name)])
  }

  /** Text of any length and with any characters: what people and controllers write. */
  prose(): string | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'string') return this.value
    return this.note({ code: 'no-text' })
  }

  /** One line of at most so many characters. */
  text(most = TEXT_LENGTH): string | undefined {
    const text = this.prose()
    if (text === undefined) return undefined
    if (text.length > most) return this.note({ code: 'too-long', length: text.length, most })
    return ONE_LINE.test(text) ? text : this.note({ code: 'no-line', value: shortened(text) })
  }

  /** Text that must be there and not be empty. */
  requiredText(most = TEXT_LENGTH): string | undefined {
    if (!this.isPresent() || this.value === '') return this.note({ code: 'missing' })
    return this.text(most)
  }

  /** The name of an object, which must be there. */
  objectName(): string | undefined {
    const name = this.requiredText(NAME_LENGTH)
    if (name === undefined || OBJECT_NAME.test(name)) return name
    return this.note({ code: 'no-name', value: shortened(name) })
  }

  texts(most?: number): string[] {
    return this.items(most).flatMap((item) => item.text() ?? [])
  }

  /** A number or a text, as text: what Kubernetes calls an int-or-string. */
  numberOrText(): string | undefined {
    return typeof this.value === 'number' ? this.number()?.toString() : this.text()
  }

  number(): number | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'number' && Number.isFinite(this.value)) return this.value
    return this.note({ code: 'no-number' })
  }

  /** A number of nodes, or a percentage of them. */
  share(): string | undefined {
    if (typeof this.value === 'number') return this.count()?.toString()
    const text = this.text()
    if (text === undefined || /^\d{1,6}%?$/.test(text)) return text
    return this.note({ code: 'no-share', value: shortened(text) })
  }

  /** How many there are of something. */
  count(): number | undefined {
    const number = this.number()
    if (number === undefined || (Number.isInteger(number) && number >= 0 && number <= COUNT_MOST)) return number
    return this.note({ code: 'no-count', value: number, most: COUNT_MOST })
  }

  flag(): boolean | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'boolean') return this.value
    return this.note({ code: 'no-flag' })
  }

  instant(): Instant | undefined {
    if (this.value instanceof Date && !Number.isNaN(this.value.getTime())) return this.value.getTime()
    const text = this.prose()
    if (text === undefined) return undefined
    return parseInstant(text) ?? this.note({ code: 'no-instant', value: shortened(text) })
  }

  oneOf<T extends string>(allowed: readonly T[]): T | undefined {
    const text = this.prose()
    if (text === undefined) return undefined
    const found = allowed.find((value) => value === text)
    return found ?? this.note({ code: 'none-of', value: shortened(text), allowed })
  }

  /** The value as it is. */
  raw(): unknown {
    return this.value ?? undefined
  }

  note(fault: FieldFault): undefined {
    this.problems.push({ path: this.path, fault })
    return undefined
  }
}

/** The first problems of an object, and how many more there are. */
export function firstProblem(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const more = problems.length - MOST_PROBLEMS
  if (more <= 0) return problems
  return [...problems.slice(0, MOST_PROBLEMS), { path: '', fault: { code: 'more', count: more } }]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with those entries only that are not undefined. */
export function present<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key of Object.keys(entries) as (keyof T)[]) {
    const value = entries[key]
    if (value !== undefined) kept[key] = value as Exclude<T[typeof key], undefined>
  }
  return kept
}

/** A duration in milliseconds: at most as long as a duration of Go, and not negative. */
export function readDuration(field: FieldReader): number | undefined {
  const text = field.text()
  if (text === undefined) return undefined
  const length = parseDuration(text)
  if (length === null) return field.note({ code: 'no-duration', value: shortened(text) })
  if (length >= 0n && length <= LONGEST_DURATION) return Number(length / 1_000_000n)
  return field.note({ code: 'duration-range', value: shortened(text) })
}

/** A duration as it is written. */
export function readDurationText(field: FieldReader): string | undefined {
  return readDuration(field) === undefined ? undefined : field.text()
}
