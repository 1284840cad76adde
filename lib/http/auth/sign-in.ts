import { z } from 'zod'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { SignInFacts, SignInNotice } from '@/lib/contract/sign-in'
import { isAccessError } from '@/lib/garden/errors'
import { originOf } from '../origin'
import { requestText } from '../read-request'
import { refuse } from '../respond'
import { type CookieHeaders, noticeCookie, readCookies, SealedCookie } from './cookies'
import { isProviderError, theAuth, theProvider } from './provider'
import {
  forgetRenewals,
  readToken,
  type SignInSession,
  sessionBy,
  sessionCookie,
  sessionOf,
  tokenExpiry,
} from './session'

/** How long a user may take at the provider, in seconds. */
const flowLife = 600
/** How many sign-ins one browser may have begun at a time. */
const mostFlows = 3

/** What was begun in one browser, and is finished only there. Each is named by its `state`. */
const flowCookie = new SealedCookie(
  'flow',
  z.strictObject({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** The page to go to afterwards. */
    to: z.string(),
    /** Seconds. */
    began: z.number(),
  }),
  flowLife,
)

/** `POST /signin/token`: begins a session with the token of a form, and leads to its `to`. */
export async function signInWithToken(request: Request): Promise<Response> {
  const auth = theAuth()
  const text = await requestText(request).catch(refuse)
  if (text instanceof Response) return text
  const form = new URLSearchParams(text)
  const to = returnAddress(form.get('to'))
  if (auth.mode === 'none' || auth.mode === 'proxy') return leadTo(to)
  const pasted = form.get('token') ?? ''
  const token = readToken(pasted)
  if (token === null) return backWith(request, { kind: pasted.trim() === '' ? 'no-token' : 'no-such-token' }, to)
  const exp = tokenExpiry(token)
  const since = Math.floor(Date.now() / 1000)
  if (exp !== undefined && exp <= since) return backWith(request, { kind: 'expired', at: exp }, to)
  return begin(request, { token, by: 'token', since, ...(exp !== undefined && { exp }) }, to)
}

/** `GET /signin/provider`: leads to the provider, to come back to `/signin/callback`. */
export async function signInAtProvider(request: Request): Promise<Response> {
  const auth = theAuth()
  const to = returnAddress(new URL(request.url).searchParams.get('to'))
  if (auth.mode !== 'oidc') return leadTo(signInAddress(to))
  try {
    const { address, ...secrets } = await theProvider(auth.provider).begin(callbackOf(request))
    const flow = { ...secrets, to, began: Math.floor(Date.now() / 1000) }
    const parts = await flowCookie.parts(request.headers, auth.secrets, flow, suffixOf(flow.state))
    if (parts === null) return backWith(request, { kind: 'too-large', length: to.length }, '/')
    return leadTo(address, [...tooMany(request), ...flowCookie.set(request.headers, parts)])
  } catch (error) {
    return backWith(request, noticeOf(error), to)
  }
}

/** `GET /signin/callback`: begins a session with what the provider says, only in the browser that asked it. */
export async function signInFromProvider(request: Request): Promise<Response> {
  const auth = theAuth()
  if (auth.mode !== 'oidc') return leadTo('/signin')
  const { search, searchParams } = new URL(request.url)
  const suffix = suffixOf(searchParams.get('state') ?? '')
  const flow = await flowCookie.read(request.headers, auth.secrets, suffix)
  const now = Date.now()
  if (flow === null || now / 1000 > flow.began + flowLife)
    return backWith(request, { kind: 'not-begun' }, flow?.to ?? '/')
  const used = flowCookie.clear(request.headers, suffix)
  try {
    const tokens = await theProvider(auth.provider).finish(new URL(`${callbackOf(request)}${search}`), flow)
    return await begin(request, sessionBy(tokens, now), flow.to, used)
  } catch (error) {
    return backWith(request, noticeOf(error), flow.to, used)
  }
}

/** `POST /signout`: ends the session here, and at the provider where that gave it. */
export async function signOut(request: Request): Promise<Response> {
  const auth = theAuth()
  if (auth.mode === 'none' || auth.mode === 'proxy') return leadTo('/')
  const session = await sessionCookie.read(request.headers, auth.secrets)
  const gone = sessionCookie.clear(request.headers)
  if (auth.mode !== 'oidc' || session?.by !== 'provider') return backWith(request, { kind: 'signed-out' }, '/', gone)
  await forgetRenewals(session)
  const back = `${originOf(request.headers)}/signin`
  const there = await theProvider(auth.provider)
    .end(session.refresh, back)
    .catch(() => null)
  if (there === null) return backWith(request, { kind: 'signed-out' }, '/', gone)
  // A form may not lead to another site (see csp.ts), an answer that is read may.
  return answerWith(200, { refresh: `0; url=${there}` }, gone)
}

/** Begins a session if the garden lets its token in. */
async function begin(
  request: Request,
  session: SignInSession,
  to: string,
  cookies: readonly string[] = [],
): Promise<Response> {
  try {
    const { theGarden } = await import('@/lib/landscape/garden')
    await theGarden().userOf?.({ kind: 'user', token: session.token })
  } catch (error) {
    return backWith(request, noticeOf(error), to, cookies)
  }
  const auth = theAuth()
  if (!('secrets' in auth)) return leadTo(to)
  const parts = await sessionCookie.parts(request.headers, auth.secrets, session)
  if (parts === null) {
    const length = session.token.length + (session.refresh?.length ?? 0)
    return backWith(request, { kind: 'too-large', length }, to, cookies)
  }
  return leadTo(to, [...cookies, ...noticeCookie.clear(request.headers), ...sessionCookie.set(request.headers, parts)])
}

function noticeOf(error: unknown): SignInNotice {
  if (isAccessError(error)) return { kind: error.kind === 'refused' ? 'refused' : 'garden-away', said: error.message }
  if (isProviderError(error)) {
    return { kind: error.kind === 'refused' ? 'provider-refused' : 'provider-away', said: error.message }
  }
  throw error
}

/** Redirects to the sign-in page, with something to tell there. */
async function backWith(
  request: Request,
  notice: SignInNotice,
  to: string,
  cookies: readonly string[] = [],
): Promise<Response> {
  const auth = theAuth()
  const parts = 'secrets' in auth ? await noticeCookie.parts(request.headers, auth.secrets, notice) : null
  const told = parts === null ? [] : noticeCookie.set(request.headers, parts)
  return leadTo(signInAddress(to), [...cookies, ...told])
}

function leadTo(location: string, cookies: readonly string[] = []): Response {
  return answerWith(303, { location: location.startsWith('/') ? `${BASE_PATH}${location}` : location }, cookies)
}

function answerWith(status: number, headers: Readonly<Record<string, string>>, cookies: readonly string[]): Response {
  const all = new Headers({ ...headers, 'cache-control': 'no-store' })
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return new Response(null, { status, headers: all })
}

function callbackOf(request: Request): string {
  return `${originOf(request.headers)}/signin/callback`
}

/** The suffix of a cookie for a state, with only letters that the name of a cookie may have. */
function suffixOf(state: string): string {
  return `-${state.replaceAll(/[^\w-]/g, '').slice(0, 12)}`
}

/** Takes away what was begun and never finished, before it fills the headers of every request. */
function tooMany(request: Request): string[] {
  const begun = [...readCookies(request.headers.get('cookie')).keys()].filter((name) =>
    /almanac-flow-[\w-]+$/.test(name),
  )
  if (begun.length < mostFlows) return []
  return begun.flatMap((name) => flowCookie.clear(request.headers, name.slice(name.indexOf('-flow-') + '-flow'.length)))
}

/** Addresses are in cookies and headers on their way, which hold about as much. */
const longest = 7000
const here = 'http://here.invalid'

/**
 * Where a user goes after they signed in, as `?to=` says it: an address of our own pages, with everything after its `?` and `#`;
 * `/` where it is none, or leads back into signing in. Browsers read `//evil`, `/\evil`, `/./` followed by `/evil`, and names behind
 * tabs and line breaks as addresses of other sites, so it is read here as they read it, and told anew.
 */
export function returnAddress(to: string | null | undefined): string {
  if (!to?.startsWith('/') || to.length > longest || !URL.canParse(to, here)) return '/'
  const { origin, pathname, search, hash } = new URL(to, here)
  if (origin !== here || pathname.startsWith('//')) return '/'
  if (/^\/(signin|signout)(\/|$)/i.test(pathname)) return '/'
  return `${pathname}${search}${hash}`
}

/** The page that signs in and leads back to `to`. */
export function signInAddress(to: string): string {
  const back = returnAddress(to)
  return back === '/' ? '/signin' : `/signin?to=${encodeURIComponent(back)}`
}

/** What a browser brings along to the sign-in page, whether its token is still good, and whether provider and garden are there. */
export async function signInFacts(headers: CookieHeaders): Promise<SignInFacts> {
  const auth = theAuth()
  const { theGarden } = await import('@/lib/landscape/garden')
  const { label, state } = theGarden().status()
  const facts = { mode: auth.mode, provider: null, notice: null, endedAt: null, user: null }
  const garden = { label, isThere: state === 'live' || state === 'reading' }
  if (auth.mode === 'none' || auth.mode === 'proxy') return { ...facts, garden }
  const session = await sessionOf(headers, auth.secrets, Date.now())
  const known = session.kind === 'open' ? await knownBy(session.session.token) : {}
  const notice = await noticeCookie.read(headers, auth.secrets)
  const provider = auth.mode === 'oidc' ? theProvider(auth.provider) : null
  return {
    ...facts,
    garden,
    provider: provider && { host: provider.host, isThere: await provider.isThere() },
    endedAt: session.kind === 'ended' ? session.at : null,
    ...known,
    ...(notice !== null && { notice }),
  }
}

/** Whom the garden takes the bearer of a token for, or why it takes them for no user. */
async function knownBy(token: string): Promise<Pick<SignInFacts, 'user'> | Pick<SignInFacts, 'notice'>> {
  const { theGarden } = await import('@/lib/landscape/garden')
  try {
    const user = await theGarden().userOf?.({ kind: 'user', token })
    return { user: user?.name ?? null }
  } catch (error) {
    if (!isAccessError(error)) throw error
    return { notice: { kind: error.kind === 'refused' ? 'refused' : 'garden-away', said: error.message } }
  }
}
