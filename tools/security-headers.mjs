/** What every answer carries, also a refusal and what fails. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // What is no page runs nothing and loads nothing, whatever is opened as one, as an SVG is; pages have a policy of their own: proxy.ts.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} path below the base path
 */
export function setSecurityHeaders(response, path) {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  // Pages of sibling subdomains show badges: see lib/http/csrf.ts.
  if (path.startsWith('/api/badges/')) response.setHeader('cross-origin-resource-policy', 'same-site')
}
