import { parseVersion, type Version } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { applyEdit } from './edits'
import { placeIn } from './lists'

/** A list of versions, and the same read. */
interface ReadList {
  readonly list: readonly ExpirableVersion[]
  readonly numbers: readonly (Version | null)[]
}

/** `applyEdit` for edits that come many at a time: where versions are added, the text of each one that is there is read once. */
export function applyEach(): typeof applyEdit {
  const known = new Map<string, Version | null>()
  const lists = new Map<string | null, ReadList>()
  const read = (text: string): Version | null => {
    let version = known.get(text)
    if (version === undefined) {
      version = parseVersion(text)
      known.set(text, version)
    }
    return version
  }
  return (profile, edit) => {
    if (edit.kind !== 'add' || edit.index !== undefined) return applyEdit(profile, edit)
    const { image, entry } = edit
    const list = listOf(profile, image)
    const version = read(entry.version)
    if (list === undefined || version === null) return applyEdit(profile, edit)
    const last = lists.get(image)
    const numbers = last?.list === list ? last.numbers : list.map((one) => read(one.version))
    const index = placeIn(numbers, version)
    const outcome = applyEdit(profile, { ...edit, index })
    // What is added next meets the list with this one.
    const after = outcome.kind === 'ok' ? listOf(outcome.value, image) : list
    if (after !== undefined) {
      lists.set(image, { list: after, numbers: after === list ? numbers : numbers.toSpliced(index, 0, version) })
    }
    return outcome
  }
}

function listOf(
  { kubernetes, machineImages }: CloudProfile,
  image: string | null,
): readonly ExpirableVersion[] | undefined {
  return image === null ? kubernetes : machineImages.find(({ name }) => name === image)?.versions
}
