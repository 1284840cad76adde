const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a browser says about where a request comes from and what for; absent headers are null. */
export interface RequestOrigin {
  readonly method: string
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  readonly origin: string | null
  /** As readers ask for it. */
  readonly host: string | null
  readonly path: string
  /** Whether it brings a session along, as browsers do unasked. */
  readonly hasSession: boolean
}

/**
 * Whether a request may be answered. Another site can make a browser send a request with the user's rights, but it
 * can neither forge nor leave out the headers `Sec-Fetch-Site` and `Origin`. To change something:
 * - with `Sec-Fetch-Site` only `same-origin` may (a sibling subdomain is `same-site`, and is refused);
 * - a browser that does not send it (plain http, not localhost) sends `Origin`, which must name our host;
 * - with neither it is no browser, e.g. curl, which has a token of its own: a session without them is refused.
 *
 * To read, everybody may, but another site only by a link that the user follows into a window: what its images, scripts and frames
 * ask for it could not see anyway, and would only keep the server busy. Badges are made for pages of others, so those of a sibling
 * subdomain may show them; a site that is none would learn from an image's width which clusters there are.
 */
export function isOwnRequest(request: RequestOrigin): boolean {
  const { method, secFetchSite, origin, host, hasSession } = request
  if (SAFE_METHODS.has(method)) return mayRead(request)
  if (secFetchSite !== null) return secFetchSite === 'same-origin'
  if (origin !== null) return host !== null && hostOf(origin) === host.toLowerCase()
  return !hasSession
}

/** `none`: the user typed the address, or opened a bookmark. */
function mayRead({ secFetchSite, secFetchMode, secFetchDest, path }: RequestOrigin): boolean {
  if (secFetchSite === 'same-site' && secFetchDest === 'image' && path.startsWith('/api/badges/')) return true
  if (secFetchSite === null || secFetchSite === 'same-origin' || secFetchSite === 'none') return true
  return secFetchMode === 'navigate' && (secFetchDest === null || secFetchDest === 'document')
}

/** Host and port of an origin, as in a Host header; undefined for `null` (a sandboxed frame) and nonsense. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
}
