/** What the viewer chose, kept in cookies so that the first page is already right. */
export type Theme = 'system' | 'light' | 'dark'

export const COOKIES = { theme: 'theme', zone: 'zone', keys: 'keys' } as const

const YEAR_SECONDS = 31_536_000

export function themeOf(text: string | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** Single keys work unless they were turned off. */
export function keysOf(text: string | undefined): boolean {
  return text !== 'off'
}

/** Browser only. Not the Cookie Store API: it is missing on plain HTTP, where many run this inside their network. */
export function keepCookie(name: (typeof COOKIES)[keyof typeof COOKIES], value: string): void {
  const text = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  Reflect.set(document, 'cookie', text)
}
