import type { Zone } from '@/lib/contract/zone'

/** What the viewer chose, kept in cookies so that the first page is already right. */
export type Theme = 'system' | 'light' | 'dark'

/** The zone in which times are told: that of the viewer, UTC, or for what is about one cluster that of its window. */
export type TimesZone = 'mine' | 'utc' | 'cluster'

/** What is known of who reads. */
export interface Viewer {
  readonly theme: Theme
  readonly keys: boolean
  /** The zone of their machine; UTC until their browser has told it. */
  readonly ownZone: Zone
  /** Whether it has. */
  readonly isZoneKnown: boolean
  readonly times: TimesZone
  /** The zone in which times are told. */
  readonly zone: Zone
}

export const COOKIES = { theme: 'theme', zone: 'zone', keys: 'keys', times: 'times' } as const

const YEAR_SECONDS = 31_536_000

export function themeOf(text: string | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

export function timesOf(text: string | undefined): TimesZone {
  return text === 'utc' || text === 'cluster' ? text : 'mine'
}

/** Single keys work unless they were turned off. */
export function keysOf(text: string | undefined): boolean {
  return text !== 'off'
}

/**
 * What `<html>` says while the zone of the user is not known. The clock in the head is not painted then: it would jump.
 */
export const UNKNOWN_ZONE = 'unknown'

/** Browser only. Not the Cookie Store API: it is missing on plain HTTP, where many run this inside their network. */
export function keepCookie(name: (typeof COOKIES)[keyof typeof COOKIES] | typeof PINNED_COOKIE, value: string): void {
  const text = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  Reflect.set(document, 'cookie', text)
}

/** Browser only. Whether it is there: cookies may be turned off. */
export function isKept(name: (typeof COOKIES)[keyof typeof COOKIES]): boolean {
  return document.cookie.split('; ').some((one) => one.startsWith(`${name}=`))
}

/** The projects that a reader called theirs, as texts keep them: read in the browser, and on the server for the first page. */

export const PINNED_COOKIE = 'projects'
export const MOST_PINNED = 50

/** What the address has if a user took their projects away from a page, so that they are not put back. */
export const NOT_MINE = { mine: 'off' } as const

const NONE: readonly string[] = []

/** What another program wrote there counts as nothing; the same text gives the same list. */
export function readPinned(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : []
    return names.length === 0 ? NONE : [...new Set<string>(names)].slice(0, MOST_PINNED)
  } catch {
    return NONE
  }
}
