import { z } from 'zod'
import { MAINTENANCE_OPERATION, OPERATION } from '@/lib/engine/rules'
import type { Json, JsonObject } from '@/lib/garden'
import { isDeepEqual } from '@/lib/garden/deep-equal'

/** Something that an edit changes: where it is in an object, members of lists by their name or version, and what it becomes. */
export const part = z.strictObject({
  path: z.array(z.string()).readonly(),
  /** Null: it is not there any more. */
  value: z.json() as z.ZodType<Json>,
})

export type Part = z.infer<typeof part>

/**
 * How much of an edit an object holds. `taken`: that cannot be told, as Gardener takes annotations away with which it is asked for
 * something.
 */
export type Held = 'all' | 'some' | 'none' | 'taken'

/** What an edit changed, as small as that can be told: what others change later beside it is no part of it. */
export function changedParts(before: JsonObject, after: JsonObject): readonly Part[] {
  return [...partsBetween(before, after, [])]
}

function* partsBetween(before: Json | undefined, after: Json | undefined, path: readonly string[]): Generator<Part> {
  if (isDeepEqual(before, after)) return
  const then = before === undefined ? new Map<string, Json | undefined>() : membersOf(before)
  const now = membersOf(after)
  if (then === null || now === null) {
    yield { path: [...path], value: after ?? null }
    return
  }
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    yield* partsBetween(then.get(name), now.get(name), [...path, name])
  }
}

/** How much of what an edit changed an object holds. */
export function heldOf(parts: readonly Part[], object: JsonObject): Held {
  let held = 0
  let told = 0
  for (const { path, value } of parts) {
    const now = valueAt(object, path)
    if (now === null && value !== null && isTakenAway(path)) continue
    told++
    if (isDeepEqual(now, value)) held++
  }
  if (told === 0) return 'taken'
  return held === told ? 'all' : held === 0 ? 'none' : 'some'
}

function isTakenAway(path: readonly string[]): boolean {
  const [metadata, annotations, name] = path
  return (
    metadata === 'metadata' && annotations === 'annotations' && (name === OPERATION || name === MAINTENANCE_OPERATION)
  )
}

function valueAt(object: JsonObject, path: readonly string[]): Json {
  let value: Json | undefined = object
  for (const name of path) value = membersOf(value)?.get(name)
  return value ?? null
}

/** Members of an object, or of a list whose members all have a name or a version of their own; null: it has none to be told apart. */
function membersOf(value: Json | undefined): ReadonlyMap<string, Json | undefined> | null {
  if (typeof value !== 'object' || value === null) return null
  if (!isList(value)) return new Map(Object.entries(value))
  const members = new Map<string, Json>()
  for (const member of value) {
    const name = nameOf(member)
    if (name === null || members.has(name)) return null
    members.set(name, member)
  }
  return members
}

function nameOf(member: Json): string | null {
  if (typeof member !== 'object' || member === null || isList(member)) return null
  const name = member.name ?? member.version
  return typeof name === 'string' ? name : null
}

/** `Array.isArray` does not tell a list that may not be changed from an object. */
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value)
}
