import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { processWide } from '@/lib/process/kept'
import { type CookieHeaders, replaceCookies, SealedCookie } from './cookies'
import { isProviderError, type OpenIdProvider, type ProviderTokens, theAuth, theProvider } from './provider'

const session = z.strictObject({
  /** Sent to the API server as it is. */
  token: z.string(),
  /** How it was begun: with a token that a user has, or one that the provider gave. */
  by: z.enum(['token', 'provider']),
  /** When the token came, in seconds. */
  since: z.number(),
  /** When the token expires, in seconds; absent: it does not say. */
  exp: z.number().optional(),
  /** The refresh token of the provider. Absent: there is none, or it is used up. */
  refresh: z.string().optional(),
})

export type SignInSession = Readonly<z.infer<typeof session>>

/** The browser forgets it when it is closed. It outlives its token, so that pages can say when it ended. */
export const sessionCookie = new SealedCookie('session', session)

export type SessionState =
  | { readonly kind: 'open'; readonly session: SignInSession }
  /** The session ended at `at`, in milliseconds. */
  | { readonly kind: 'ended'; readonly at: number }
  | { readonly kind: 'none' }

/** The session of a request, at an instant in milliseconds. */
export async function sessionOf(
  headers: CookieHeaders,
  secrets: readonly string[],
  now: number,
): Promise<SessionState> {
  const session = await sessionCookie.read(headers, secrets)
  if (session === null) return { kind: 'none' }
  const ends = session.exp === undefined ? Number.POSITIVE_INFINITY : session.exp * 1000
  return now < ends ? { kind: 'open', session } : { kind: 'ended', at: ends }
}

/** A token is replaced in the last fifth of its life, at most so many seconds before its end. */
const earliest = 60
/** For how long the answer of the provider is kept for other requests that still carry the old cookie, in milliseconds. */
const kept = 60_000
/** For how long a provider that did not answer is not asked again for the same session, in milliseconds. */
const rest = 5_000

/** The request as it goes on, and what its browser is told. */
export interface SessionRenewal {
  /** The Cookie header. */
  readonly cookie: string
  readonly setCookie: readonly string[]
}

/**
 * Replaces the token of a session that is about to end, or has ended, by the next one of the provider. Null: it goes on as it is.
 * Refresh tokens may be good for one time only, so requests that come together share one answer.
 */
export async function renewal(headers: Pick<Headers, 'get' | 'has'>, now = Date.now()): Promise<SessionRenewal | null> {
  const auth = theAuth()
  if (auth.mode !== 'oidc' || headers.has('authorization')) return null
  const session = await sessionCookie.read(headers, auth.secrets)
  if (session === null || !isDue(session, now)) return null
  const next = await nextOf(session, theProvider(auth.provider), now)
  if (next === null) return null
  const parts = await sessionCookie.parts(headers, auth.secrets, next)
  if (parts === null) return null
  return { cookie: replaceCookies(headers.get('cookie'), parts), setCookie: sessionCookie.set(headers, parts) }
}

/** Whether it is time to replace the token of a session. */
export function isDue({ exp, since, refresh }: SignInSession, now: number): boolean {
  if (exp === undefined || refresh === undefined) return false
  return now / 1000 >= exp - Math.min(earliest, (exp - since) / 5)
}

/** Forgets what came after a session that is signed out: who comes with an older cookie of it gets no other token for that. */
export async function forgetRenewals({ refresh }: SignInSession): Promise<void> {
  if (refresh === undefined) return
  const asked = renewals()
  asked.delete(keyOf(refresh))
  for (const [key, next] of [...asked.entries()]) if ((await next)?.refresh === refresh) asked.delete(key)
}

/** The session with the next token; without its refresh token where the provider takes that no more; null where it is away. */
function nextOf(session: SignInSession, provider: OpenIdProvider, now: number): Promise<SignInSession | null> {
  const asked = renewals()
  const key = keyOf(session.refresh ?? '')
  const known = asked.get(key)
  if (known !== undefined) return known
  const asking = provider.refresh(session.refresh ?? '').then((tokens) => sessionBy(tokens, now))
  const next: Promise<SignInSession | null> = asking.catch((error: unknown) => {
    if (isProviderError(error) && error.kind === 'refused') {
      const { refresh: _, ...last } = session
      return last
    }
    asked.set(key, next, { ttl: rest })
    return null
  })
  asked.set(key, next)
  return next
}

function renewals() {
  return processWide('renewals', () => new LRUCache<string, Promise<SignInSession | null>>({ max: 10_000, ttl: kept }))
}

function keyOf(refresh: string): string {
  return createHash('sha256').update(refresh).digest('base64url')
}

/** A session with what the provider gave at an instant in milliseconds. */
export function sessionBy({ idToken, refresh }: ProviderTokens, now: number): SignInSession {
  const exp = tokenExpiry(idToken)
  return {
    token: idToken,
    by: 'provider',
    since: Math.floor(now / 1000),
    ...(exp !== undefined && { exp }),
    ...(refresh !== undefined && { refresh }),
  }
}

/** What an HTTP header can hold of a token (RFC 6750). */
const letters = /^[\w.~+/-]+=*$/

/** A token as a user pasted it, perhaps with the word before it or broken over lines; null: it is none. */
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
export function tokenExpiry(token: string): number | undefined {
  try {
    const { exp } = decodeJwt(token)
    return Number.isFinite(exp) ? exp : undefined
  } catch {
    return undefined
  }
}
