const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a browser says about where a request comes from; absent headers are null. */
export interface RequestOrigin {
  readonly method: string
  readonly secFetchSite: string | null
  readonly origin: string | null
  readonly host: string | null
}

/**
 * Whether a request may change something. Another site can make a browser send a request with the user's rights, but it
 * can neither forge nor leave out the headers `Sec-Fetch-Site` and `Origin`:
 * - reading is always allowed;
 * - with `Sec-Fetch-Site` only `same-origin` is (a sibling subdomain is `same-site`, and is refused);
 * - a browser that does not send it (plain http, not localhost) sends `Origin`, which must name our host;
 * - with neither it is no browser, e.g. curl, and nobody's rights are borrowed.
 */
export function isOwnRequest({ method, secFetchSite, origin, host }: RequestOrigin): boolean {
  if (SAFE_METHODS.has(method)) return true
  if (secFetchSite !== null) return secFetchSite === 'same-origin'
  if (origin !== null) return host !== null && hostOf(origin) === host.toLowerCase()
  return true
}

/** Host and port of an origin, as in a Host header; undefined for `null` (a sandboxed frame) and nonsense. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
}
