import { readEdit } from '@/lib/contract/edit-codec'
import type { EditBody } from '@/lib/contract/edits'
import { type Edit, type EditProblem, editObject } from '@/lib/engine/edits'
import type { FieldProblem } from '@/lib/engine/faults'
import type { CloudProfile } from '@/lib/engine/types'
import type { JsonObject, ProfileEntry } from '@/lib/garden'
import type { Landscape } from '@/lib/landscape/landscape'

/** Why edits cannot be made: of every edit why, or null; or the object cannot be edited as it is now. */
export type ImpossibleEdit =
  | { readonly outcome: 'impossible'; readonly problems: readonly (EditProblem | null)[] }
  | { readonly outcome: 'unreadable'; readonly problem: FieldProblem }

/** A draft of edits of a profile as an object of it takes them: beside the CloudProfile that it builds on, null where it builds on none. */
export function targetOf({ snapshot, at }: Landscape, entry: ProfileEntry, bodies: readonly EditBody[]) {
  const { ref, parent } = entry
  return {
    ref,
    edits: bodies.map((body) => readEdit(body, at, entry.profile)),
    parent: parent === undefined ? null : (snapshot.profiles.get(parent)?.profile ?? null),
  }
}

/** An object with all edits made, and what would undo them; or why that cannot be done. */
export function editedOf(
  object: JsonObject,
  edits: readonly Edit[],
  parent: CloudProfile | null,
): { readonly object: JsonObject; readonly inverse: readonly Edit[] } | { readonly impossible: ImpossibleEdit } {
  const edited = editObject(object, edits, parent)
  if (edited.kind === 'problem') return { impossible: { outcome: 'unreadable', problem: edited.problem } }
  const { problems } = edited
  return problems.some((problem) => problem !== null) ? { impossible: { outcome: 'impossible', problems } } : edited
}
