/**
 * The positions in a list of shoots, those of one profile after those of another, else in order. Going through a large list
 * this way is faster: what is known about a profile is still near the processor when its next shoot comes.
 */
export function profileByProfile<T>(list: readonly T[], profileOf: (item: T) => unknown): number[] {
  const groups = new Map<unknown, number[]>()
  for (let i = 0; i < list.length; i++) {
    const item = list[i]
    if (item === undefined) continue
    const profile = profileOf(item)
    const group = groups.get(profile)
    if (group === undefined) groups.set(profile, [i])
    else group.push(i)
  }
  return [...groups.values()].flat()
}
