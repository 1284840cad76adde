import { isDeepEqual } from '../deep-equal'
import { isJsonObject, type Json, type JsonObject } from '../merge-patch'
import { defaultLimits } from './limits'
import { isObjects, matches } from './patch-matches'
import { type Piece, pieceOf } from './pieces'
import type { Span } from './plain-yaml'

/**
 * The text with a quoted scalar of the same length in place of whatever says the same in `before` and `after`, so that a complete
 * parser, which is slow, has little to read and finds the rest where it stands. Where parts cannot be told apart, all of the text.
 */
export function outlineOf(
  text: string,
  within: readonly (string | number)[],
  before: JsonObject,
  after: JsonObject,
): string {
  let piece = pieceOf(text, defaultLimits.depth)
  for (const key of within) piece = piece?.inner(key)
  if (piece === undefined) return text
  let outline = ''
  let at = 0
  for (const [start, end] of same(piece, before, after)) {
    if (end - start < 2 || start < at) continue
    outline += `${text.slice(at, start)}"${'_'.repeat(end - start - 2)}"`
    at = end
  }
  return outline + text.slice(at)
}

/** Where something stands that nobody has to look into, in the order of `before`, which is that of the text. */
function* same(piece: Piece, before: Json | undefined, after: Json | undefined): Generator<Span> {
  if (isDeepEqual(before, after)) yield* whole(piece, before)
  else if (isJsonObject(before) && isJsonObject(after)) {
    for (const [name, was] of Object.entries(before)) {
      const inner = piece.inner(name)
      const is = Object.hasOwn(after, name) ? after[name] : was
      if (inner !== undefined) yield* same(inner, was, is)
    }
  } else if (isObjects(before) && isObjects(after)) {
    const found = new Map(matches(before, after).map((i, j) => [i, after[j]]))
    for (const [i, was] of before.entries()) {
      const inner = piece.inner(i)
      // What goes is not looked into either.
      if (inner !== undefined) yield* same(inner, was, found.get(i) ?? was)
    }
  }
}

function* whole(piece: Piece, value: Json | undefined): Generator<Span> {
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    if (piece.span !== undefined) yield piece.span
  } else if (isObjects(value)) {
    // As a list with one entry, which begins and ends where it does.
    const [first, last] = [piece.inner(0)?.span, piece.inner(value.length - 1)?.span]
    if (first !== undefined && last !== undefined) yield [first[0], last[1]]
  }
}
