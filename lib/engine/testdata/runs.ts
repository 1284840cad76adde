/**
 * How often a property is tried. PROPERTY_RUNS multiplies it for all of them: `npm run check` answers soon with a tenth of the
 * tries, `npm test` makes all, and a long search by hand makes more.
 */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_RUNS ?? 1))
}
