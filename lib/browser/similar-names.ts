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

/** Up to five names that contain the wanted one or are contained in it, or begin like it; the most alike first. */
export function nearNames(wanted: string, known: readonly string[]): readonly string[] {
  const text = wanted.toLowerCase()
  const likeness = (name: string) => {
    const other = name.toLowerCase()
    const last = other.slice(other.lastIndexOf('/') + 1)
    if (other.includes(text) || text.includes(last)) return 100
    return commonStart(last, text.slice(text.lastIndexOf('/') + 1))
  }
  return known
    .map((name) => ({ name, likeness: likeness(name) }))
    .filter((one) => one.likeness >= 2)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
    .map(({ name }) => name)
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
