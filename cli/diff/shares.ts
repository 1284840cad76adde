/**
 * How many of so many rows each group gets, in their order: at least one each, more of those that come first and worry most, and no
 * more than a group has. The sum is `rows`, or what there is, or one of each where there are more groups than rows.
 */
export function sharesOf(sizes: readonly number[], rows: number): number[] {
  const shares = sizes.map((size) => Math.min(size, 1))
  const weights = sizes.map((_, place) => sizes.length + 1 - place)
  for (let left = rows - shares.reduce((sum, share) => sum + share, 0); left > 0; left--) {
    // To the group that has least of what its place gives it.
    let poorest: number | undefined
    for (const [place, size] of sizes.entries()) {
      if ((shares[place] ?? 0) >= size) continue
      if (poorest === undefined || shareAt(place) < shareAt(poorest)) poorest = place
    }
    if (poorest === undefined) break
    shares[poorest] = (shares[poorest] ?? 0) + 1
  }
  return shares

  function shareAt(place: number): number {
    return (shares[place] ?? 0) / (weights[place] ?? 1)
  }
}
