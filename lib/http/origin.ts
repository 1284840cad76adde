import { BASE_PATH } from '@/lib/contract/base-path'
import { LANDSCAPE_ROUTES } from '@/lib/contract/landscapes'

type RequestHeaders = Pick<Headers, 'get'>

/**
 * The name and port that readers ask for; null: none was said. A proxy in front may ask us by another name and say theirs beside it.
 * Only what a trusted proxy says is left in a request (tools/peers.mjs).
 */
export function hostOf(headers: RequestHeaders): string | null {
  // A proxy may only add its own word to what it was sent, which any client can write.
  return headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() || headers.get('host')
}

/**
 * Where readers reach this program, as they wrote it: for addresses that are told outside of pages. A proxy in front says with
 * `X-Forwarded-Proto` that it was asked by https. What is no host is not repeated. Paths of ours follow: where all are below one
 * (`BASE_PATH`), that is its end.
 */
export function originOf(headers: RequestHeaders): string {
  const host = hostOf(headers) ?? ''
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  const scheme = forwarded === 'https' ? 'https' : 'http'
  const isHost = /^(?:[a-z0-9][-a-z0-9.]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
  const origin =
    isHost && URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host.toLowerCase()}` : 'http://localhost'
  return origin + BASE_PATH
}

/** Whether readers reach this program by https. */
export function isSecure(headers: Pick<Headers, 'get'>): boolean {
  return originOf(headers).startsWith('https:')
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a browser says about where a request comes from and what for; absent headers are null. */
export interface RequestOrigin {
  readonly method: string
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  readonly origin: string | null
  /** The host as users ask for it. */
  readonly host: string | null
  readonly path: string
  /** Whether it brings a session along, as browsers do unasked. */
  readonly hasSession: boolean
  /** The addresses of the landscapes that this Almanac names (`LANDSCAPES`). */
  readonly landscapes: readonly string[]
}

/**
 * Whether a request may be answered. Another site can make a browser send a request with the user's rights, but it
 * can neither forge nor leave out the headers `Sec-Fetch-Site` and `Origin`. To change something:
 * - with `Sec-Fetch-Site` only `same-origin` may (a sibling subdomain is `same-site`, and is refused);
 * - a browser that does not send it (plain http, not localhost) sends `Origin`, which must name our host;
 * - with neither it is no browser, e.g. curl, which has a token of its own: a session without them is refused.
 *
 * All may read, but another site only by a link that the user follows into a window: what its images, scripts and frames
 * ask for it could not see anyway, and would only keep the server busy. Badges are made for pages of others, so those of a sibling
 * subdomain may show them; a site that is none would learn from an image's width which clusters there are. The landscapes that
 * `LANDSCAPES` names may ask a few routes that were made for them: see `isAskedByLandscape`.
 */
export function isOwnRequest(request: RequestOrigin): boolean {
  const { method, secFetchSite, origin, host, hasSession } = request
  if (SAFE_METHODS.has(method)) return mayRead(request)
  if (secFetchSite !== null) return secFetchSite === 'same-origin'
  if (origin !== null) return host !== null && hostOfOrigin(origin) === host.toLowerCase()
  return !hasSession
}

/** `none`: the user typed the address, or opened a bookmark. */
function mayRead(request: RequestOrigin): boolean {
  const { secFetchSite, secFetchMode, secFetchDest, path } = request
  if (isAskedByLandscape(request)) return true
  if (secFetchSite === 'same-site' && secFetchDest === 'image' && path.startsWith('/api/badges/')) return true
  if (secFetchSite === null || secFetchSite === 'same-origin' || secFetchSite === 'none') return true
  return secFetchMode === 'navigate' && (secFetchDest === null || secFetchDest === 'document')
}

/**
 * Whether a page of a landscape that this Almanac names asks what it may read of us: with `fetch`, by GET, and only what lies below
 * `LANDSCAPE_ROUTES`. The browser says the origin, which no page can forge. An answer is then one that this page may read, with the
 * reader's own session here; nothing is ever written for it.
 */
export function isAskedByLandscape({
  method,
  secFetchMode,
  origin,
  path,
  landscapes,
}: Pick<RequestOrigin, 'method' | 'secFetchMode' | 'origin' | 'path' | 'landscapes'>): boolean {
  if (method !== 'GET' || origin === null || !path.startsWith(LANDSCAPE_ROUTES)) return false
  if (secFetchMode !== null && secFetchMode !== 'cors') return false
  return landscapes.some((url) => new URL(url).origin === origin)
}

/** Host and port of an origin, as in a Host header; undefined for `null` (a sandboxed frame) and nonsense. */
function hostOfOrigin(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
}

/**
 * Whether the name in the Host header may be answered. While only this machine is served, a page of another site could
 * point a name of its own at 127.0.0.1 (DNS rebinding) and then read us as if we were that site; the browser still sends
 * that name. So only names of this machine are answered, unless HOST opens Almanac to others, or a trusted proxy in front asks: it
 * answers the names that it was given.
 * @param header the Host header, null when absent
 * @param boundTo where the server listens (HOST); absent: this machine only
 * @param isProxy whether a trusted proxy asks
 */
export function isKnownHost(header: string | null, boundTo: string | undefined, isProxy: boolean): boolean {
  const bound = boundTo || '127.0.0.1'
  if (isProxy || !isLoopback(bound)) return true
  const name = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(header ?? '')?.[1]?.toLowerCase()
  return name !== undefined && isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}

/** `localhost` and the addresses that never leave the machine. */
function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
