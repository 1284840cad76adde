import { type NextRequest, NextResponse } from 'next/server'
import type { ErrorBody, ErrorCode } from '@/lib/contract/common'
import { LANDSCAPE_ROUTES } from '@/lib/contract/landscapes'
import { authMode, hasSession, renewal, type SessionRenewal, signInAddress, tokenOf } from '@/lib/http/auth'
import { contentSecurityPolicy } from '@/lib/http/csp'
import { hostOf, isAskedByLandscape, isKnownHost, isOwnRequest, type RequestOrigin } from '@/lib/http/origin'
import { PUBLIC_FILES } from '@/lib/http/public-files'
import { METHODS, processWide } from '@/lib/process/kept'
import { REQUEST_ID, requestIdOf, tellRefusal } from '@/lib/process/log/requests'
import { readLandscapes } from '@/lib/process/settings.mjs'
import type { methodsOf } from '@/lib/questions/routes'

/** What is answered to users who are signed out, besides `/api/`, where each route says so itself. */
const OPEN = /^\/(signin|signout|healthz|readyz|metrics|_next)(\/|$)/

/**
 * Runs before every page and route: refuses what another site could have sent and what nothing here answers, keeps sessions going,
 * leads users who are signed out to where they sign in, and gives each page its policy.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const id = requestIdOf(request.headers)
  const origin = originsOf(request)
  const response = await answerOrPassOn(request, origin, id)
  response.headers.set(REQUEST_ID, id)
  if (request.nextUrl.pathname.startsWith(LANDSCAPE_ROUTES)) response.headers.append('vary', 'Origin')
  if (origin.origin !== null && isAskedByLandscape(origin)) {
    response.headers.set('access-control-allow-origin', origin.origin)
    response.headers.set('access-control-allow-credentials', 'true')
  }
  return response
}

function originsOf({ headers, method, nextUrl }: NextRequest): RequestOrigin {
  return {
    method,
    host: hostOf(headers),
    path: nextUrl.pathname,
    secFetchSite: headers.get('sec-fetch-site'),
    secFetchMode: headers.get('sec-fetch-mode'),
    secFetchDest: headers.get('sec-fetch-dest'),
    origin: headers.get('origin'),
    hasSession: hasSession(headers),
    landscapes: readLandscapes(process.env).map(({ url }) => url),
  }
}

async function answerOrPassOn(request: NextRequest, origin: RequestOrigin, id: string): Promise<NextResponse> {
  const { headers, method, nextUrl } = request
  const { host } = origin
  if (!isKnownHost(host, process.env.HOST, headers.get('x-almanac-peer-trusted') === '1')) {
    tellRefusal({ request: id, reason: 'host', status: 421, method, host })
    return refuse(
      421,
      'forbidden',
      'This name is not served here.',
      'Use http://localhost, or start Almanac with HOST set.',
    )
  }
  if (!isOwnRequest(origin)) {
    tellRefusal({ request: id, reason: 'origin', status: 403, method, host })
    return refuse(
      403,
      'forbidden',
      'The request came from another site.',
      'Other sites may link here; use the pages of Almanac itself.',
    )
  }
  const unfit = unfitFor(method, nextUrl.pathname)
  if (unfit !== null) return unfit
  if (isWithoutSession(origin)) {
    return refuse(
      401,
      'unauthenticated',
      'Browsers send the session of one site to no other site.',
      'Open this landscape to see it, or serve both below one domain.',
    )
  }
  // A user who signs out is given no other session on the way.
  const renewed = nextUrl.pathname === '/signout' ? null : await renewal(headers)
  const forwarded = new Headers(headers)
  forwarded.set(REQUEST_ID, id)
  if (renewed !== null) forwarded.set('cookie', renewed.cookie)
  if (nextUrl.pathname.startsWith('/api/')) return told(renewed, NextResponse.next({ request: { headers: forwarded } }))
  const isOpen = OPEN.test(nextUrl.pathname) || PUBLIC_FILES.has(nextUrl.pathname)
  if (!isOpen && authMode() !== 'none' && (await tokenOf(forwarded)) === null) {
    return told(renewed, signInFirst(request))
  }
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development', origin.landscapes)
  // Next reads the nonce for its own scripts out of the request's policy; our components read x-nonce.
  forwarded.set('content-security-policy', policy)
  forwarded.set('x-nonce', nonce)
  // What is not there is named by the server, so that no page brings a script along for it.
  forwarded.set('x-path', nextUrl.pathname)
  forwarded.set('x-search', nextUrl.search)
  const response = NextResponse.next({ request: { headers: forwarded } })
  response.headers.set('content-security-policy', policy)
  return told(renewed, response)
}

/**
 * A page of another site asks, where cookies hold sessions: browsers bring them to landscapes below the same domain only. It is said,
 * as the reader may well be signed in here.
 */
function isWithoutSession(origin: RequestOrigin): boolean {
  const isByCookie = authMode() === 'token' || authMode() === 'oidc'
  return isByCookie && !origin.hasSession && origin.secFetchSite === 'cross-site' && isAskedByLandscape(origin)
}

/** What nothing here answers, by its path or by its method: Next would tell it with a page, or with no word. */
function unfitFor(method: string, path: string): NextResponse | null {
  const known = processWide<typeof methodsOf>(METHODS, () => {
    throw new Error('instrumentation.ts has to tell the routes before anything is asked.')
  })(path)
  if (known === null && /^\/api(\/|$)/.test(path)) {
    return refuse(404, 'not-found', `There is no ${path} here.`, 'GET /api/openapi.json describes all there is.')
  }
  const methods = known ?? ['GET', 'HEAD']
  if (methods.includes(method)) return null
  const allow = methods.join(', ')
  const refusal = refuse(405, 'method-not-allowed', `${path} is not asked with ${method}.`, `It takes ${allow}.`)
  refusal.headers.set('allow', allow)
  return refusal
}

/** The browser keeps the session that goes on with this very request. */
function told(renewed: SessionRenewal | null, response: NextResponse): NextResponse {
  for (const cookie of renewed?.setCookie ?? []) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * A user who opens a page is led to the sign-in, and back. The script of a page that follows a link is refused: it then opens the
 * address as a page, in place of one that is signed out in parts.
 */
function signInFirst({ headers, nextUrl }: NextRequest): NextResponse {
  const isOpened = headers.get('accept')?.includes('text/html') === true
  if (!isOpened) return refuse(401, 'unauthenticated', 'You are signed out.', 'Sign in first.')
  const address = nextUrl.clone()
  address.pathname = '/signin'
  address.search = new URL(signInAddress(`${nextUrl.pathname}${nextUrl.search}`), nextUrl).search
  return NextResponse.redirect(address, 307)
}

function refuse(status: number, code: ErrorCode, message: string, hint: string): NextResponse {
  const body: ErrorBody = { error: { code, message, hint } }
  return NextResponse.json(body, { status })
}

/** Build output is the same for all users and needs no policy. Below BASE_PATH the pattern alone leaves out the first page. */
export const config = { matcher: ['/', '/((?!_next/static/).*)'] }
