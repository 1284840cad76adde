import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { Instant } from '@/lib/engine/types'
import { editProblemText } from '@/lib/words/edit-problems'
import { canonicalText, type VersionChange } from './changes'
import { lifeText } from './edit-words'
import { editedProfile } from './edited'
import { versionIn } from './items'
import type { Source } from './source'

/** `1.32.9 is now deprecated until 15 Mar 2027; it was supported until 2 Mar 2027.` */
export function changeSentence({ image, version, before, after }: VersionChange, at: Instant, zone: Zone): string {
  const name = shortName(image, version)
  if (after === null) return `${name} was removed.`
  if (before === null) return `${name} was added: ${lifeText(after, at, zone)}.`
  const [was, is] = [lifeText(before, at, zone), lifeText(after, at, zone)]
  return was === is ? `The stages of ${name} were changed.` : `${name} is now ${is}; it was ${was}.`
}

export interface Rebased {
  readonly edits: readonly EditBody[]
  /** What became of edits that are not simply kept, by their position before. */
  readonly notes: readonly { readonly position: number; readonly isKept: boolean; readonly text: string }[]
}

/**
 * The draft on the profile as it is now. Edits that cannot be made any more, and those that others have made already, go;
 * edits of versions that others changed too are kept and said: the author decides.
 */
export function rebased(edits: readonly EditBody[], source: Source, changes: readonly VersionChange[]): Rebased {
  const kept: EditBody[] = []
  const notes: Rebased['notes'][number][] = []
  const touched = new Set(changes.map(({ image, version }) => shortName(image, version)))
  let before = editedProfile(source, kept).profile
  for (const [position, edit] of edits.entries()) {
    const { profile: after, problems } = editedProfile(source, [...kept, edit])
    const problem = problems.at(-1) ?? null
    const version = versionIn(edit)
    if (problem !== null) notes.push({ position, isKept: false, text: editProblemText(problem) })
    else if (canonicalText(before) === canonicalText(after))
      notes.push({ position, isKept: false, text: 'The profile is like that already.' })
    else {
      if (version !== null && touched.has(shortName(edit.image, version)))
        notes.push({ position, isKept: true, text: `${shortName(edit.image, version)} was changed by others as well.` })
      kept.push(edit)
      before = after
    }
  }
  return { edits: kept, notes }
}
