import type { Shoot } from '@/lib/engine/types'
import { isDeepEqual } from './deep-equal'
import type { ReadObject } from './read-object'

/** What a shoot says: many versions of its object say the same, as Gardener writes down more than is shown. */
export function unversioned({ resourceVersion: _, ...says }: Shoot): Omit<Shoot, 'resourceVersion'> {
  return says
}

/** Whether both say the same, whatever their versions; null: there is none. */
export function saysSame(a: Shoot | null, b: Shoot | null): boolean {
  if (a === null || b === null || a === b) return a === b
  return isDeepEqual(unversioned(a), unversioned(b))
}

/** Whether an object that is read again says what it did; one of another version of a profile is another one. */
export function saysAsBefore(object: ReadObject, before: ReadObject | undefined): boolean {
  if (object.kind !== 'Shoot' || before?.kind !== 'Shoot') return isDeepEqual(object, before)
  return saysSame(object.value, before.value) && isDeepEqual(object.problems, before.problems)
}
