import { readEdit } from '@/lib/contract/edit-codec'
import { isLifeEdit, type LifeChange, lifeChange, lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { applyEdit, applyEdits } from '@/lib/engine/edits'
import type { EditedProfile, Source } from './source'

export function editedProfile({ profile, namespaced, at }: Source, bodies: readonly EditBody[]): EditedProfile {
  const edits = bodies.map((body) => readEdit(body, at, profile))
  if (namespaced !== null) return namespaced.edited(edits)
  const { value, problems } = applyEdits(profile, edits, applyEdit)
  return { profile: value, problems, written: [profile, value] }
}

/**
 * The draft with the life of a version changed: in the entry that adds it, in edits of it that there are already, else in new
 * ones at the end.
 */
export function withLife(
  edits: readonly EditBody[],
  image: string | null,
  version: string,
  change: LifeChange,
): readonly EditBody[] {
  const added = edits.findIndex((edit) => edit.kind === 'add' && edit.image === image && edit.entry.version === version)
  const own = edits.filter((edit) => isLifeEdit(edit) && edit.image === image && edit.version === version)
  const adding = edits[added]
  if (adding?.kind === 'add' && own.length === 0) return edits.with(added, withEntryLife(adding, change))
  const merged = { ...lifeChange({ edits: own }), ...change }
  const first = edits.findIndex((edit) => own.includes(edit))
  const others = edits.filter((edit) => !own.includes(edit))
  return others.toSpliced(first === -1 ? others.length : first, 0, ...lifeEdits(image, version, merged))
}

function withEntryLife(
  edit: Extract<EditBody, { kind: 'add' }>,
  { classification, expirationDate }: LifeChange,
): EditBody {
  const { classification: was, expirationDate: until, ...rest } = edit.entry
  const stage = classification === undefined ? was : (classification ?? undefined)
  const date = expirationDate === undefined ? until : (expirationDate ?? undefined)
  return {
    ...edit,
    entry: {
      ...rest,
      ...(stage !== undefined && { classification: stage }),
      ...(date !== undefined && { expirationDate: date }),
    },
  }
}
