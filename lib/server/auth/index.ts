/** Who asks: how people sign in, and the token with which the API server knows them. See docs/sign-in.md. */
import { sessionOf } from './session'
import { authMode, theAuth } from './the-auth'

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
  const state = headers.has('authorization') ? null : await sessionOf(headers, auth.secrets, Date.now())
  return state === null ? bearerOf(headers) : state.kind === 'open' ? state.session.token : null
}

/** What an HTTP header can hold of a token (RFC 6750). */
const bearer = /^Bearer +([\w.~+/-]+=*) *$/i

function bearerOf(headers: Pick<Headers, 'get'>): string | null {
  return bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
