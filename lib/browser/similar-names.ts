/** Up to three versions that share most of the wanted one's beginning, in the order given. */
export function nearVersions(wanted: string, known: readonly string[]): readonly string[] {
  const scored = known
    .map((version, index) => ({ version, index, shared: sharedParts(wanted, version) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.index - b.index)
  const best = scored[0]?.shared ?? 0
  return scored
    .filter(({ shared }) => shared === best || scored.length <= 3)
    .slice(0, 3)
    .map(({ version }) => version)
}

/** How many of the numbers between the dots are equal from the start on. */
function sharedParts(a: string, b: string): number {
  const one = a.split(/[.-]/)
  const two = b.split(/[.-]/)
  const different = one.findIndex((part, index) => part !== two[index])
  return different < 0 ? one.length : different
}
