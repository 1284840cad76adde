import { parseVersion, type Version } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import type { Edit } from './edit'
import { applyEdit } from './edits'
import { placeIn, type ReadVersion } from './lists'

/** `applyEdit` for edits that come many at a time: where versions are added, the text of each one that is there is read once. */
export function applyEach(): typeof applyEdit {
  const known = new Map<string, Version | null>()
  const read: ReadVersion = (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const version = parseVersion(text)
    known.set(text, version)
    return version
  }
  return (profile, edit) => applyEdit(profile, placed(profile, edit, read))
}

function placed(profile: CloudProfile, edit: Edit, read: ReadVersion): Edit {
  if (edit.kind !== 'add' || edit.index !== undefined) return edit
  const { image, entry } = edit
  const list = image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === image)?.versions
  const version = parseVersion(entry.version)
  return list === undefined || version === null ? edit : { ...edit, index: placeIn(list, version, read) }
}
