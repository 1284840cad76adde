import type { EditBody } from '@/lib/contract/edits'

/**
 * Where some edits stand in a draft, each in a place of its own; edits are told apart by what they say. One that is not there any more has
 * no place.
 */
export function placesOf(some: readonly EditBody[], edits: readonly EditBody[]): readonly number[] {
  const texts = edits.map((edit) => JSON.stringify(edit))
  const taken = new Set<number>()
  return some.flatMap((edit) => {
    const text = JSON.stringify(edit)
    const place = texts.findIndex((other, i) => other === text && !taken.has(i))
    if (place === -1) return []
    taken.add(place)
    return [place]
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
