import type { EditBody } from '@/lib/contract/edits'
import type { EditProblem } from '@/lib/engine/edits'
import { canonicalText } from './effect-rows'
import { type DraftSource, editedProfile } from './source'

/**
 * Where some edits stand in a draft, each in a place of its own; edits are told apart by what they say. One that is not there any more has
 * no place.
 */
export function placesOf(some: readonly EditBody[], edits: readonly EditBody[]): readonly number[] {
  return ownPlacesOf(some, edits).flatMap((place) => place ?? [])
}

/** As `placesOf`, with null for an edit that has no place. */
export function ownPlacesOf(some: readonly EditBody[], edits: readonly EditBody[]): readonly (number | null)[] {
  const texts = edits.map((edit) => JSON.stringify(edit))
  const taken = new Set<number>()
  return some.map((edit) => {
    const text = JSON.stringify(edit)
    const place = texts.findIndex((other, i) => other === text && !taken.has(i))
    if (place === -1) return null
    taken.add(place)
    return place
  })
}

/** Edits with others in the place of some of them, each of which is taken out once; the others stand at the end. */
export function replaced(
  edits: readonly EditBody[],
  some: readonly EditBody[],
  others: readonly EditBody[],
): readonly EditBody[] {
  const places = placesOf(some, edits)
  return [...edits.filter((_, place) => !places.includes(place)), ...others]
}

/** Whether the profile has changed since a draft was made for its state `base`. */
export function isOvertaken(base: string | null, { resourceVersion }: DraftSource): boolean {
  return base !== null && resourceVersion !== null && base !== resourceVersion
}

export interface RebasedEdits {
  readonly edits: readonly EditBody[]
  /** Edits that no longer fit, by their position before, and why; null: they change nothing. */
  readonly gone: readonly { readonly position: number; readonly problem: EditProblem | null }[]
}

/** The edits of a draft made again, on the profile as it is now: those that cannot be made any more go, and those that change nothing. */
export function rebased(edits: readonly EditBody[], source: DraftSource): RebasedEdits {
  const kept: EditBody[] = []
  const gone: RebasedEdits['gone'][number][] = []
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
