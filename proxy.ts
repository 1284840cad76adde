import { type NextRequest, NextResponse } from 'next/server'
import type { ErrorBody } from '@/lib/contract'
import { contentSecurityPolicy } from '@/lib/server/csp'
import { isOwnRequest } from '@/lib/server/csrf'
import { isKnownHost } from '@/lib/server/host'
import { tellRefusal } from '@/lib/server/log/refusals'
import { REQUEST_ID, requestIdOf } from '@/lib/server/log/request-id'
import { hostOf } from '@/lib/server/origin'

/** Runs before every page and route: refuses what another site could have sent, and gives each page its policy. */
export function proxy(request: NextRequest): NextResponse {
  const id = requestIdOf(request.headers)
  const response = answerOrPassOn(request, id)
  response.headers.set(REQUEST_ID, id)
  return response
}

function answerOrPassOn(request: NextRequest, id: string): NextResponse {
  const { headers, method, nextUrl } = request
  const host = hostOf(headers)
  if (!isKnownHost(host, process.env.HOST, headers.get('x-almanac-peer-trusted') === '1')) {
    tellRefusal({ request: id, reason: 'host', status: 421, method, host })
    return refuse(421, 'This name is not served here.', 'Use http://localhost, or start Almanac with HOST set.')
  }
  const origin = {
    method,
    host,
    path: nextUrl.pathname,
    secFetchSite: headers.get('sec-fetch-site'),
    secFetchMode: headers.get('sec-fetch-mode'),
    secFetchDest: headers.get('sec-fetch-dest'),
    origin: headers.get('origin'),
  }
  if (!isOwnRequest(origin)) {
    tellRefusal({ request: id, reason: 'origin', status: 403, method, host })
    return refuse(
      403,
      'The request came from another site.',
      'Other sites may link here; use the pages of Almanac itself.',
    )
  }
  const forwarded = new Headers(headers)
  forwarded.set(REQUEST_ID, id)
  if (nextUrl.pathname.startsWith('/api/')) return NextResponse.next({ request: { headers: forwarded } })
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  // Next reads the nonce for its own scripts out of the request's policy; our components read x-nonce.
  forwarded.set('content-security-policy', policy)
  forwarded.set('x-nonce', nonce)
  // What is not there is named by the server, so that no page brings a script along for it.
  forwarded.set('x-path', nextUrl.pathname)
  forwarded.set('x-search', nextUrl.search)
  const response = NextResponse.next({ request: { headers: forwarded } })
  response.headers.set('content-security-policy', policy)
  return response
}

function refuse(status: 403 | 421, message: string, hint: string): NextResponse {
  const body: ErrorBody = { error: { code: 'forbidden', message, hint } }
  return NextResponse.json(body, { status })
}

/** Build output is the same for everybody and needs no policy. Below BASE_PATH the pattern alone leaves out the first page. */
export const config = { matcher: ['/', '/((?!_next/static/).*)'] }
