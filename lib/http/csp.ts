import { KNOCKED_AT, LANDSCAPE_ROUTES } from '@/lib/contract/landscapes'

/**
 * The Content-Security-Policy of every page. Scripts run only with the nonce of their own response, or when such a script
 * loads them. Style sheets come from us or carry the nonce; inline style attributes are allowed, since timelines place
 * their parts by percentage. Nothing is loaded from, sent to, or framed by another origin, but that other landscapes are asked what
 * was made for that, and nothing else of them.
 * @param nonce new for every response, base64
 * @param dev React and the development server evaluate code and inject styles, which production refuses
 * @param landscapes the addresses of the landscapes that `LANDSCAPES` names
 */
export function contentSecurityPolicy(nonce: string, dev: boolean, landscapes: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...landscapes.flatMap((url) => [url + LANDSCAPE_ROUTES, url + KNOCKED_AT])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
