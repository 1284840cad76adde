import { canonicalSpelling, compareVersions, hasThreeNumbers, parseVersion } from '@/lib/engine/rules'

/** By value; what cannot be read comes first, by its text. */
export function compareTexts(a: string, b: string): number {
  const left = parseVersion(a)
  const right = parseVersion(b)
  if (left !== null && right !== null) return compareVersions(left, right)
  if (left === null && right === null) return a < b ? -1 : a > b ? 1 : 0
  return left === null ? -1 : 1
}

/** By value; what cannot be read by its text. */
export function sameVersion(a: string, b: string): boolean {
  return a === b || (!(hasThreeNumbers(a) && hasThreeNumbers(b)) && compareTexts(a, b) === 0)
}

/** The same for texts of one value: build metadata takes no part. What cannot be read stands for itself. */
export function sameValueText(version: string): string {
  const parsed = parseVersion(version)
  return parsed === null ? version : canonicalSpelling({ ...parsed, build: '' })
}
