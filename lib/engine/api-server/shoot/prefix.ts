import { type Count, parseVersion, type Version } from '@/lib/engine/rules'

/** The start of a version: what of it was given. */
export interface Prefix {
  readonly major?: Count
  readonly minor?: Count
}

/**
 * The numbers of a version with other than three parts. The minor counts only where there are exactly two parts; empty parts
 * are left open. `part`: the first one, minor before major, that is no number.
 */
export function wantedNumbers(parts: readonly string[]): Prefix | { readonly part: string } {
  const [first = '', second = ''] = parts
  const minor = parts.length === 2 && second !== '' ? readNumber(second) : undefined
  if (minor === null) return { part: second }
  const major = first === '' ? undefined : readNumber(first)
  if (major === null) return { part: first }
  return { ...(major === undefined ? {} : { major }), ...(minor === undefined ? {} : { minor }) }
}

export function isWithin(version: Version, { major, minor }: Prefix): boolean {
  return (major === undefined || version.major === major) && (minor === undefined || version.minor === minor)
}

function readNumber(text: string): Count | null {
  if (!/^\d+$/.test(text)) return null
  return parseVersion(text.replace(/^0+(?=\d)/, ''))?.major ?? null
}
