/** Addresses are in cookies and headers on their way, which hold about as much. */
const longest = 7000
const here = 'http://here.invalid'

/**
 * Where somebody goes after they signed in, as `?to=` says it: an address of our own pages, with everything after its `?` and `#`;
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
