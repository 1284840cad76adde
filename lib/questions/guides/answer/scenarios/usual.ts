import { nextImageVersion } from '@/lib/engine/policy'
import { parseVersion, plus, sameMinor } from '@/lib/engine/rules'
import type { Ground } from './ground'

/** What has been released. */
export type UsualQuestion = 'patch' | 'minor'

/**
 * The release that a list is likeliest to see next; undefined for one that is empty. A patch: of the highest version that is
 * supported. A minor: the next one. Images whose versions are dates get the day's.
 */
export function usualVersion({ image, at, entries, listed }: Ground, released: UsualQuestion): string | undefined {
  const [highest] = listed
  if (highest === undefined) return undefined
  const { major, minor } = highest.parsed
  const nextMinor = `${major}.${plus(minor, 1)}.0`
  const guessed = image === null ? null : nextImageVersion(entries, at)
  const next = guessed === null ? null : parseVersion(guessed)
  if (released === 'minor') {
    return guessed !== null && next !== null && !listed.some((one) => sameMinor(one.parsed, next)) ? guessed : nextMinor
  }
  if (guessed !== null && next !== null && listed.some((one) => sameMinor(one.parsed, next))) return guessed
  const base = listed.find(({ stage }) => stage === 'supported') ?? highest
  const [top = base] = listed.filter(({ parsed }) => sameMinor(parsed, base.parsed))
  return `${top.parsed.major}.${top.parsed.minor}.${plus(top.parsed.patch, 1)}`
}
