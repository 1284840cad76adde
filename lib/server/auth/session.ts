import { z } from 'zod'
import { originOf } from '../origin'
import { joinedCookie, readCookies, setCookies, splitCookie } from './cookies'
import { seal, unseal } from './seal'

/** What a browser keeps sealed. */
const sealedSession = z.strictObject({
  /** Sent to the API server as it is. */
  token: z.string(),
  /** When the token expires, in seconds; absent: it does not say. */
  exp: z.number().optional(),
  /** Of the provider: brings the next token. Absent: there is none, or it is used up. */
  refresh: z.string().optional(),
})

export type Session = Readonly<z.infer<typeof sealedSession>>

/** What a request brings along. */
export type SessionState =
  | { readonly kind: 'open'; readonly session: Session }
  /** It ended at `at`, in milliseconds. */
  | { readonly kind: 'ended'; readonly at: number; readonly session: Session }
  | { readonly kind: 'none' }

/** The session of a request's cookie; one that was forged, or sealed with a secret that no longer counts, is none. */
export async function sessionOf(
  headers: Pick<Headers, 'get'>,
  secrets: readonly string[],
  now: number,
): Promise<SessionState> {
  const sealed = joinedCookie(readCookies(headers.get('cookie')), sessionCookie(isSecure(headers)))
  const text = sealed === undefined ? null : await unseal(secrets, 'session', sealed)
  if (text === null) return { kind: 'none' }
  const session = sealedSession.safeParse(JSON.parse(text)).data
  if (session === undefined) return { kind: 'none' }
  const ends = session.exp === undefined ? Number.POSITIVE_INFINITY : session.exp * 1000
  return now < ends ? { kind: 'open', session } : { kind: 'ended', at: ends, session }
}

/** The cookies that hold a session, by name; null: its tokens are longer than browsers take. */
export async function sealSession(
  headers: Pick<Headers, 'get'>,
  secrets: readonly string[],
  session: Session,
): Promise<ReadonlyMap<string, string> | null> {
  return splitCookie(sessionCookie(isSecure(headers)), await seal(secrets, 'session', JSON.stringify(session)))
}

/** Set-Cookie headers for `sealSession`'s answer. The browser forgets them when it is closed. */
export function setSession(headers: Pick<Headers, 'get'>, parts: ReadonlyMap<string, string>): string[] {
  return setCookies(parts, { secure: isSecure(headers), path: '/' })
}

/** Set-Cookie headers that take the session away. */
export function clearSession(headers: Pick<Headers, 'get'>): string[] {
  return setSession(headers, splitCookie(sessionCookie(isSecure(headers)), '') ?? new Map())
}

/**
 * By https a browser takes a cookie of this prefix only from this very host, so that a sibling subdomain cannot slip its own
 * session in.
 */
function sessionCookie(secure: boolean): string {
  return secure ? '__Host-almanac-session' : 'almanac-session'
}

function isSecure(headers: Pick<Headers, 'get'>): boolean {
  return originOf(headers).startsWith('https:')
}
