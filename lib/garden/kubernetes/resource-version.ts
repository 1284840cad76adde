/** Whether version `a` comes before `b`, as far as that can be told: versions are decimal numbers of any length. */
export function isOlder(a: string, b: string): boolean {
  if (!isNumber(a) || !isNumber(b)) return false
  return a.length === b.length ? a < b : a.length < b.length
}

function isNumber(version: string): boolean {
  return /^[1-9]\d*$/.test(version)
}
