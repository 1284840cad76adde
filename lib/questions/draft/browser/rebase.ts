import type { EditBody } from '@/lib/contract/edits'
import type { EditProblem } from '@/lib/engine/edits'
import { canonicalText } from './changes'
import { editedProfile } from './edited'
import type { Source } from './source'

/** Whether the profile has changed since a draft was made for its state `base`. */
export function isOvertaken(base: string | null, { resourceVersion }: Source): boolean {
  return base !== null && resourceVersion !== null && base !== resourceVersion
}

export interface Rebased {
  readonly edits: readonly EditBody[]
  /** Edits that no longer fit, by their position before, and why; null: they change nothing. */
  readonly gone: readonly { readonly position: number; readonly problem: EditProblem | null }[]
}

/** The edits of a draft made again, on the profile as it is now: those that cannot be made any more go, and those that change nothing. */
export function rebased(edits: readonly EditBody[], source: Source): Rebased {
  const kept: EditBody[] = []
  const gone: Rebased['gone'][number][] = []
  let before = editedProfile(source, kept).profile
  for (const [position, edit] of edits.entries()) {
    const { profile: after, problems } = editedProfile(source, [...kept, edit])
    const problem = problems.at(-1) ?? null
    if (problem !== null || canonicalText(before) === canonicalText(after)) gone.push({ position, problem })
    else {
      kept.push(edit)
      before = after
    }
  }
  return { edits: kept, gone }
}
