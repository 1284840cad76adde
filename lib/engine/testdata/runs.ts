/**
 * How often a property is tried. PROPERTY_RUNS multiplies it for all of them: `npm run check` answers soon with a tenth of the
 * tries, `npm test` makes all, and a long search by hand makes more.
 */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_RUNS ?? 1))
}

/** Some of many things to which the same applies: as many as `runs` says, evenly spread. */
export function share<T>(things: readonly T[]): readonly T[] {
  const count = Math.min(things.length, runs(things.length))
  return things.filter(
    (_, i) => Math.floor((i * count) / things.length) !== Math.floor(((i - 1) * count) / things.length),
  )
}
