/**
 * The fields in which facts carry instants, as numbers of milliseconds, and answers as texts. What is no number there, such as the
 * version that an update leads `to`, is the same in both.
 */
const INSTANTS = [
  ...(['at', 'observedAt', 'seen', 'foreseenFrom', 'firstAt', 'lastAt', 'lastDoneAt', 'sentAt'] as const),
  ...(['begin', 'latestStart', 'end', 'begins', 'lastWindowBegin', 'from', 'to', 'since', 'began', 'until'] as const),
  ...([
    'last',
    'asLast',
    'knownUntil',
    'stuckFrom',
    'wakes',
    'expires',
    'expirationDate',
    'startTime',
    'firstForced',
    'firstEarlier',
    'firstSoon',
    'firstStuck',
  ] as const),
] as const

type InstantName = (typeof INSTANTS)[number]

/** A value with its instants as texts. */
export type OnWire<T> = T extends number ? string : FieldsOnWire<T>

type FieldsOnWire<T> = T extends readonly (infer E)[]
  ? FieldsOnWire<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: K extends InstantName ? OnWire<T[K]> : FieldsOnWire<T[K]> }
    : T

/** What an answer tells, with its instants as numbers. */
export type Fact<T> = T extends readonly (infer E)[]
  ? readonly Fact<E>[]
  : T extends object
    ? { readonly [K in keyof T]: K extends InstantName ? Told<T[K]> : Fact<T[K]> }
    : T

type Told<T> = T extends string ? number : Fact<T>

/**
 * An instant, in milliseconds, as it is sent: UTC, whole seconds, e.g. `2026-12-15T21:00:00Z`. Of anything else a copy with all its
 * instants so, however deep, see `INSTANTS`; any other number stays.
 */
export function onWire<T>(value: T): OnWire<T> {
  return (typeof value === 'number' ? textOf(value) : fieldsOnWire(value)) as OnWire<T>
}

const names: ReadonlySet<string> = new Set(INSTANTS)

/** Files have 100,000 clusters: what is neither an instant nor made of others is told as it is, at once. */
function fieldsOnWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fieldsOnWire)
  const told: Record<string, unknown> = {}
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    if (typeof field === 'number') told[name] = names.has(name) ? textOf(field) : field
    else told[name] = typeof field === 'object' ? fieldsOnWire(field) : field
  }
  return told
}

/** Many clusters share their windows, and to read a calendar takes far longer than to look here. */
const known = new Map<number, string>()
const mostKnown = 10_000

function textOf(instant: number): string {
  let text = known.get(instant)
  if (text === undefined) {
    text = `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, -5)}Z`
    if (known.size === mostKnown) known.clear()
    known.set(instant, text)
  }
  return text
}

/** Whether a clock can be pinned to an instant: to one of the years 2000 to 2199. */
export function isPinnable(at: number): boolean {
  return at >= Date.UTC(2000, 0, 1) && at < Date.UTC(2200, 0, 1)
}

/** Whether a text is a day (`2026-12-15`) or a month (`2026-12`) of the years that a clock can be pinned to. */
export function isDateOrMonth(text: string): boolean {
  if (!/^2[01]\d\d-\d\d(-\d\d)?$/.test(text)) return false
  const day = text.length === 7 ? `${text}-01` : text
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/**
 * The ends, both included, of a day, of a month, or of the days from one to another (`2026-12-12..2026-12-18`). Null: the text is
 * none of them.
 */
export function dateRange(text: string): { readonly from: string; readonly to: string } | null {
  const [from = '', to, ...more] = text.split('..')
  if (!isDateOrMonth(from) || more.length > 0) return null
  if (to === undefined) return { from, to: from }
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

export function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length && isDateOrMonth(text)
}
