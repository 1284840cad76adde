/** Who asks: how people sign in, and the token with which the API server knows them. See docs/sign-in.md. */
import { sessionCookie, sessionOf } from './session'
import { authMode, theAuth } from './the-auth'
import { bearerOf } from './token'

export { signInFacts } from './facts'
export { type Renewal, renewal } from './renewal'
export { returnAddress, signInAddress } from './return-address'
export { signInAtProvider, signInFromProvider, signInWithToken, signOut } from './sign-in'
export { authMode }

/**
 * The bearer token of whoever sent a request; null: they are signed out, or nobody signs in here. A program brings its own in the
 * Authorization header; a browser brings a session; behind a proxy that signs people in only the proxy's own word counts.
 */
export async function tokenOf(headers: Pick<Headers, 'get' | 'has'>): Promise<string | null> {
  const auth = theAuth()
  if (auth.mode === 'none') return null
  // Set by the server for each connection, whatever the request says of itself.
  if (auth.mode === 'proxy') return headers.get('x-almanac-peer-trusted') === '1' ? bearerOf(headers) : null
  if (headers.has('authorization')) return bearerOf(headers)
  const state = await sessionOf(headers, auth.secrets, Date.now())
  return state.kind === 'open' ? state.session.token : null
}

/** Whether a request brings a session along, open or not. */
export function hasSession(headers: Pick<Headers, 'get'>): boolean {
  return sessionCookie.isIn(headers)
}
