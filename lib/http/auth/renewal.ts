import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { processWide } from '@/lib/process/kept'
import { replaceCookies } from './cookies'
import { isProviderError, type Provider, theProvider } from './provider'
import { type Session, sessionCookie } from './session'
import { theAuth } from './the-auth'
import { expiryOf } from './token'

/** A token is replaced in the last fifth of its life, at most so many seconds before its end. */
const earliest = 60
/** For so many ms the answer of the provider is kept for other requests that still carry the old cookie. */
const kept = 60_000
/** For so many ms a provider that did not answer is not asked again for the same session. */
const rest = 5_000

/** The request as it goes on, and what its browser is told. */
export interface Renewal {
  /** The Cookie header. */
  readonly cookie: string
  readonly setCookie: readonly string[]
}

/**
 * Replaces the token of a session that is about to end, or has ended, by the next one of the provider. Null: it goes on as it is.
 * Refresh tokens may be good for one time only, so requests that come together share one answer.
 */
export async function renewal(headers: Pick<Headers, 'get' | 'has'>, now = Date.now()): Promise<Renewal | null> {
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
export function isDue({ exp, since, refresh }: Session, now: number): boolean {
  if (exp === undefined || refresh === undefined) return false
  return now / 1000 >= exp - Math.min(earliest, (exp - since) / 5)
}

/** Forgets what came after a session that is signed out: who comes with an older cookie of it gets no other token for that. */
export async function forgetRenewals({ refresh }: Session): Promise<void> {
  if (refresh === undefined) return
  const asked = renewals()
  asked.delete(keyOf(refresh))
  for (const [key, next] of [...asked.entries()]) if ((await next)?.refresh === refresh) asked.delete(key)
}

/** The session with the next token; without its refresh token where the provider takes that no more; null where it is away. */
function nextOf(session: Session, provider: Provider, now: number): Promise<Session | null> {
  const asked = renewals()
  const key = keyOf(session.refresh ?? '')
  const known = asked.get(key)
  if (known !== undefined) return known
  const next: Promise<Session | null> = ask(session, provider, now).catch((error: unknown) => {
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

/** What the provider was asked for lately. */
function renewals() {
  return processWide('renewals', () => new LRUCache<string, Promise<Session | null>>({ max: 10_000, ttl: kept }))
}

function keyOf(refresh: string): string {
  return createHash('sha256').update(refresh).digest('base64url')
}

async function ask({ refresh = '' }: Session, provider: Provider, now: number): Promise<Session> {
  const tokens = await provider.refresh(refresh)
  return sessionBy(tokens, now)
}

/** A session with what the provider gave at an instant in milliseconds. */
export function sessionBy(
  { idToken, refresh }: { readonly idToken: string; readonly refresh?: string },
  now: number,
): Session {
  const exp = expiryOf(idToken)
  return {
    token: idToken,
    by: 'provider',
    since: Math.floor(now / 1000),
    ...(exp !== undefined && { exp }),
    ...(refresh !== undefined && { refresh }),
  }
}
