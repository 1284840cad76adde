import { decodeJwt } from 'jose'

/** What an HTTP header can hold of a token (RFC 6750). */
const letters = /^[\w.~+/-]+=*$/

/** A token as somebody pasted it, perhaps with the word before it or broken over lines; null: it is none. */
export function readToken(pasted: string): string | null {
  const token = pasted
    .trim()
    .replace(/^Bearer\s/i, '')
    .replaceAll(/\s/g, '')
  return letters.test(token) ? token : null
}

/** The token of an Authorization header; null: there is none. */
export function bearerOf(headers: Pick<Headers, 'get'>): string | null {
  const [scheme = '', token = '', ...more] = (headers.get('authorization') ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' && more.length === 0 && letters.test(token) ? token : null
}

/** When a token says that it expires, in seconds; undefined where it is none that says so. Only the API server checks it. */
export function expiryOf(token: string): number | undefined {
  try {
    const { exp } = decodeJwt(token)
    return Number.isFinite(exp) ? exp : undefined
  } catch {
    return undefined
  }
}
