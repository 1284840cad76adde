/** How people sign in, and the token with which the API server knows them. See docs/sign-in.md. */

import { authMode, theAuth } from './provider'
import { bearerOf, type SessionState, sessionCookie, sessionOf } from './session'

export { renewal, type SessionRenewal } from './session'
export {
  returnAddress,
  signInAddress,
  signInAtProvider,
  signInFacts,
  signInFromProvider,
  signInWithToken,
  signOut,
} from './sign-in'
export { authMode }

/**
 * The bearer token of the user who sent a request; null: they are signed out, or there is no sign-in here. A program brings its own in the
 * Authorization header; a browser brings a session; behind a proxy that signs people in only the proxy's own word counts.
 */
export async function tokenOf(headers: Pick<Headers, 'get' | 'has'>): Promise<string | null> {
  const auth = theAuth()
  if (auth.mode === 'none') return null
  // Set by the server for each connection, whatever the request says of itself.
  if (auth.mode === 'proxy') return headers.get('x-almanac-peer-trusted') === '1' ? bearerOf(headers) : null
  if (headers.has('authorization')) return bearerOf(headers)
  const state = await sessionIn(headers)
  return state.kind === 'open' ? state.session.token : null
}

/** The session that a request brings along. */
export async function sessionIn(headers: Pick<Headers, 'get'>): Promise<SessionState> {
  const auth = theAuth()
  return 'secrets' in auth ? sessionOf(headers, auth.secrets, Date.now()) : { kind: 'none' }
}

/** Whether a request brings a session along, open or not. */
export function hasSession(headers: Pick<Headers, 'get'>): boolean {
  return sessionCookie.isIn(headers)
}

/** The open session that a request brings along; null: it brings none. */
export async function openSession(headers: Pick<Headers, 'get'>): Promise<OpenSession | null> {
  const state = await sessionIn(headers)
  if (state.kind !== 'open') return null
  const { exp, refresh } = state.session
  return { endsAt: exp === undefined ? null : exp * 1000, isRenewed: refresh !== undefined }
}

interface OpenSession {
  /** When its token expires, in milliseconds; null: it does not say. */
  readonly endsAt: number | null
  /** Whether the provider then gives another token. */
  readonly isRenewed: boolean
}
