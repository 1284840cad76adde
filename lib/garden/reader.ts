import { parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** Something in an object that could not be understood. */
export interface FieldProblem {
  /** E.g. `spec.kubernetes.versions[3].expirationDate`. */
  readonly path: string
  readonly reason: string
}

/**
 * Reads a value of unknown shape. What is absent (or null) reads as undefined without a word; what is present but of the
 * wrong kind reads as undefined and is noted as a problem. No method throws.
 */
export class Reader {
  constructor(
    private readonly value: unknown,
    private readonly path: string,
    private readonly problems: FieldProblem[],
  ) {}

  isPresent(): boolean {
    return this.value !== undefined && this.value !== null
  }

  at(name: string): Reader {
    const path = this.path === '' ? name : `${this.path}.${name}`
    if (!this.isPresent()) return new Reader(undefined, path, this.problems)
    const inner = isRecord(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return new Reader(inner, path, this.problems)
  }

  /** Several names in a row. */
  in(...names: string[]): Reader {
    return names.reduce<Reader>((reader, name) => reader.at(name), this)
  }

  /** Notes a problem if the value is present but no object. */
  object(): Reader {
    if (this.isPresent() && !isRecord(this.value)) this.note('must be an object')
    return this
  }

  items(): Reader[] {
    if (!this.isPresent()) return []
    if (!Array.isArray(this.value)) {
      this.note('must be a list')
      return []
    }
    return this.value.map((item, i) => new Reader(item, `${this.path}[${i}]`, this.problems))
  }

  entries(): [string, Reader][] {
    if (!this.isPresent()) return []
    if (!isRecord(this.value)) {
      this.note('must be an object')
      return []
    }
    return Object.keys(this.value).map((name) => [name, this.at(name)])
  }

  text(): string | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'string') return this.value
    return this.note('must be text')
  }

  /** Text that must be there and not be empty. */
  requiredText(): string | undefined {
    if (!this.isPresent() || this.value === '') return this.note('is missing')
    return this.text()
  }

  texts(): string[] {
    return this.items().flatMap((item) => item.text() ?? [])
  }

  /** A number or a text, as text: what Kubernetes calls an int-or-string. */
  numberOrText(): string | undefined {
    return typeof this.value === 'number' ? String(this.value) : this.text()
  }

  number(): number | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'number' && Number.isFinite(this.value)) return this.value
    return this.note('must be a number')
  }

  flag(): boolean | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'boolean') return this.value
    return this.note('must be true or false')
  }

  instant(): Instant | undefined {
    if (this.value instanceof Date && !Number.isNaN(this.value.getTime())) return this.value.getTime()
    const text = this.text()
    if (text === undefined) return undefined
    return parseInstant(text) ?? this.note(`"${text}" is not a time like 2026-01-31T00:00:00Z`)
  }

  oneOf<T extends string>(allowed: readonly T[]): T | undefined {
    const text = this.text()
    if (text === undefined) return undefined
    const found = allowed.find((value) => value === text)
    return found ?? this.note(`"${text}" is none of ${allowed.join(', ')}`)
  }

  /** The value as it is. */
  raw(): unknown {
    return this.value ?? undefined
  }

  note(reason: string): undefined {
    this.problems.push({ path: this.path, reason })
    return undefined
  }
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
