import { readEdit } from '@/lib/contract/edit-codec'
import type { EditBody } from '@/lib/contract/edits'
import { type Edit, type EditProblem, editObject } from '@/lib/engine/edits'
import type { FieldProblem } from '@/lib/engine/faults'
import type { CloudProfile } from '@/lib/engine/types'
import type { JsonObject, ProfileEntry } from '@/lib/garden'
import type { FleetIndex } from '@/lib/landscape/fleet-index'

/** Edits that cannot be made of the object as it is now. */
class EditsFailed extends Error {
  override readonly name = 'EditsFailed'
  constructor(
    /** Of every edit; or what is wrong with an object that cannot be edited at all. */
    readonly problems: readonly (EditProblem | null)[] | FieldProblem,
  ) {
    super()
  }
}

/** Bundles hold copies of every module, so `instanceof` would miss some. */
export function isEditsFailed(error: unknown): error is EditsFailed {
  return error instanceof Error && error.name === 'EditsFailed'
}

/** Why edits cannot be made: of every edit why, or null; or the object cannot be edited as it is now. */
export type ImpossibleEdit =
  | { readonly outcome: 'impossible'; readonly problems: readonly (EditProblem | null)[] }
  | { readonly outcome: 'unreadable'; readonly problem: FieldProblem }

export function uneditedOf({ problems }: EditsFailed): ImpossibleEdit {
  return 'fault' in problems ? { outcome: 'unreadable', problem: problems } : { outcome: 'impossible', problems }
}

/** A draft of edits of a profile as an object of it takes them: beside the CloudProfile that it builds on, null where it builds on none. */
export function targetOf({ snapshot, at }: FleetIndex, entry: ProfileEntry, bodies: readonly EditBody[]) {
  const { ref, parent } = entry
  return {
    ref,
    edits: bodies.map((body) => readEdit(body, at, entry.profile)),
    parent: parent === undefined ? null : (snapshot.profiles.get(parent)?.profile ?? null),
  }
}

/** An object with all edits made, and what would undo them. Throws `EditsFailed`. */
export function editedOf(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null) {
  const edited = editObject(object, edits, parent)
  if (edited.kind === 'problem') throw new EditsFailed(edited.problem)
  if (edited.problems.some((problem) => problem !== null)) throw new EditsFailed(edited.problems)
  return edited
}
