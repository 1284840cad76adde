import { canonicalSpelling, compareVersions, hasThreeNumbers, parseVersion } from '@/lib/engine/rules'

/** Compares two versions by value; texts that cannot be read come first, by their text. */
export function compareTexts(a: string, b: string): number {
  const left = parseVersion(a)
  const right = parseVersion(b)
  if (left !== null && right !== null) return compareVersions(left, right)
  if (left === null && right === null) return a < b ? -1 : a > b ? 1 : 0
  return left === null ? -1 : 1
}

/** Whether two versions are the same by value, or by text if they cannot be read. */
export function sameVersion(a: string, b: string): boolean {
  return a === b || (!(hasThreeNumbers(a) && hasThreeNumbers(b)) && compareTexts(a, b) === 0)
}

/** A text that is the same for versions of one value: build metadata does not count. A text that cannot be read stands for itself. */
export function sameValueText(version: string): string {
  const parsed = parseVersion(version)
  return parsed === null ? version : canonicalSpelling({ ...parsed, build: '' })
}
