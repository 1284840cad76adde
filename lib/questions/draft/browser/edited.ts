import { readEdit } from '@/lib/contract/edit-codec'
import type { EditBody } from '@/lib/contract/edits'
import { applyEdit, applyEdits } from '@/lib/engine/edits'
import type { EditedProfile, Source } from './source'

export function editedProfile({ profile, namespaced, at }: Source, bodies: readonly EditBody[]): EditedProfile {
  const edits = bodies.map((body) => readEdit(body, at, profile))
  if (namespaced !== null) return namespaced.edited(edits)
  const { value, problems } = applyEdits(profile, edits, applyEdit)
  return { profile: value, problems, written: [profile, value] }
}
