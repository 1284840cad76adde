import { storedForm } from '@/lib/engine/api-server'
import { isDeepEqual } from '@/lib/engine/deep-equal'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import { differences, stepsIn, type ValueChange, valueAt, withoutPlaces } from './changes'

/**
 * What makes one profile of another, but for what the API server would store the same of both: a default that only one of them writes, an
 * empty list, a quantity in another spelling. What it cannot read is a difference as it is written.
 */
export function storedDifferences(before: JsonObject, after: JsonObject): ValueChange[] {
  const changes = differences(before, after)
  if (changes.length === 0) return changes
  const [was, is] = [readable(before, before), readable(before, after)]
  if (was === null || is === null) return changes
  return changes.filter(({ path }) => {
    const isRead = [was, is].every(({ written, read }) => isDeepEqual(valueAt(written, path), valueAt(read, path)))
    return !isRead || !isDeepEqual(valueAt(was.stored, path), valueAt(is.stored, path))
  })
}

interface Readable {
  readonly written: JsonObject
  /** Without the values that cannot be read. */
  readonly read: JsonObject
  readonly stored: JsonObject
}

/** So many values that cannot be read are passed over: reading breaks off at each of them. */
const MOST_UNREADABLE = 20

/** Null: too much of it cannot be read. */
function readable(before: JsonObject, written: JsonObject): Readable | null {
  let read = written
  for (let i = 0; i <= MOST_UNREADABLE; i++) {
    const form = storedForm(before, read)
    if (form.kind === 'read') return { written, read, stored: form.object as JsonObject }
    const rest = withoutPlaces(undefined, read, form.places.map(stepsIn))
    if (!isJsonObject(rest)) return null
    read = rest
  }
  return null
}
