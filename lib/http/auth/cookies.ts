import { BASE_PATH } from '@/lib/contract/base-path'

/** Browsers refuse cookies of more than 4096 bytes, name included; what is left is for the name. */
const longestPart = 3900
/** So many parts one text may have: Node refuses requests whose headers together exceed 16 KB. */
const mostParts = 3

/** Of a cookie that is set. */
export interface CookieRules {
  /** Only over https. */
  readonly secure: boolean
  readonly path: string
  /** In seconds; absent: until the browser is closed. */
  readonly maxAge?: number
}

/**
 * The name of a cookie of ours. By https a browser takes one of this prefix only from this very host, so that a sibling subdomain
 * cannot slip in what it made; such a cookie is for all paths, so below a path of ours another prefix says only that it came by https.
 */
export function cookieName(name: string, secure: boolean): string {
  const prefix = BASE_PATH === '' ? '__Host-' : '__Secure-'
  return `${secure ? prefix : ''}almanac-${name}`
}

/** Everything a Cookie header says, the first value of each name. */
export function readCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim()
    if (!cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** A value that may have been split: `name`, then `name.1`, `name.2`. Undefined: there is none. */
export function joinedCookie(cookies: ReadonlyMap<string, string>, name: string): string | undefined {
  const parts = partNames(name).map((part) => cookies.get(part))
  const end = parts.indexOf(undefined)
  return end === 0 ? undefined : parts.slice(0, end < 0 ? mostParts : end).join('')
}

/**
 * The values by the names that hold them, in parts where one cookie does not suffice; names that are left over have the value ''.
 * Null: it is longer than browsers and servers take.
 */
export function splitCookie(name: string, value: string): ReadonlyMap<string, string> | null {
  if (value.length > longestPart * mostParts) return null
  return new Map(
    partNames(name).map((part, place) => [part, value.slice(place * longestPart, (place + 1) * longestPart)]),
  )
}

/** The Set-Cookie headers for parts; one without a value is taken away. */
export function setCookies(parts: ReadonlyMap<string, string>, { secure, path, maxAge }: CookieRules): string[] {
  return [...parts].map(([name, value]) => {
    const life = value === '' ? '; Max-Age=0' : maxAge === undefined ? '' : `; Max-Age=${maxAge}`
    return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${life}`
  })
}

/** A Cookie header with other values for some names; those without a value are left out. */
export function replaceCookies(header: string | null, parts: ReadonlyMap<string, string>): string {
  const kept = [...readCookies(header)].filter(([name]) => !parts.has(name))
  return [...kept, ...[...parts].filter(([, value]) => value !== '')]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

function partNames(name: string): readonly string[] {
  return Array.from({ length: mostParts }, (_, place) => (place === 0 ? name : `${name}.${place}`))
}
