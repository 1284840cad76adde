import { isList } from './reading'
import { repeatedKey } from './repeated-key'
import { type Span, splitJson } from './split-json'

/** The list that a text is. */
export interface JsonList {
  /** What it says of its items. */
  readonly list: Record<string, unknown> & { readonly kind: string }
  readonly spans: readonly Span[]
}

/**
 * Finds the list that a JSON text is, and where its items stand; undefined: it is none whose items can be read one by one, or what is
 * around them is no JSON. Where each item is JSON, so is the text, and nowhere else. In steps, as there may be many.
 */
export function* jsonListIn(text: string): Generator<undefined, JsonList | undefined> {
  const spans: Span[] = []
  const split = splitJson(text)
  let found = split.next()
  for (; !found.done; found = split.next()) {
    spans.push(found.value)
    yield
  }
  const list = found.value && listAround(text, found.value)
  return list && { list, spans }
}

/** With a key that is there twice, `items` perhaps, the text is read as a whole, and refused. */
function listAround(text: string, [start, end]: Span): JsonList['list'] | undefined {
  const around = text.slice(0, start) + text.slice(end)
  try {
    const value: unknown = JSON.parse(around)
    if (repeatedKey(around, value) !== undefined) return undefined
    if (Array.isArray(value)) return { kind: 'List' }
    return isList(value) ? value : undefined
  } catch {
    return undefined
  }
}
