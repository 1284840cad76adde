import { isRecord } from '../reader'
import { readPlainYaml, type Span } from './plain-yaml'
import { membersOf } from './split-json'

/** A value, as it stands in a text. */
export interface Piece {
  /** Undefined where nobody knows. */
  readonly span: Span | undefined
  /** What an object or a list has there. */
  inner(key: string | number): Piece | undefined
}

/** Undefined: the parts of this text cannot be told apart without a complete parser. */
export function pieceOf(text: string, depth: number): Piece | undefined {
  if (isJson(text)) return jsonPiece(text, [0, text.length])
  const spans = new Map<object, Span>()
  const read = readPlainYaml(text, depth, spans)
  return read && yamlPiece(read.value, spans)
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Its parts are looked for when somebody asks. */
function jsonPiece(text: string, span: Span): Piece {
  let members: ReadonlyMap<string | number, Span> | undefined
  return {
    span,
    inner: (key) => {
      members ??= membersOf(text, span[0])
      const inner = members.get(key)
      return inner && jsonPiece(text, inner)
    },
  }
}

function yamlPiece(value: unknown, spans: ReadonlyMap<object, Span>): Piece {
  return {
    span: isRecord(value) ? spans.get(value) : undefined,
    inner: (key) => {
      const inner = isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined
      return inner === undefined ? undefined : yamlPiece(inner, spans)
    },
  }
}
