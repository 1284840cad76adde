import { expect, test } from 'vitest'
import { isOwnRequest, type RequestOrigin } from './csrf'

const post: RequestOrigin = {
  method: 'POST',
  secFetchSite: null,
  secFetchMode: null,
  secFetchDest: null,
  origin: null,
  host: '127.0.0.1:3000',
  path: '/api/shoots',
  hasSession: false,
}

/** What a browser says of a link that was followed on another site. */
const link = { method: 'GET', secFetchSite: 'cross-site', secFetchMode: 'navigate', secFetchDest: 'document' } as const

const badge = {
  ...link,
  secFetchMode: 'no-cors',
  secFetchDest: 'image',
  path: '/api/badges/shoots/a/b.svg',
} as const

test.each<[string, Partial<RequestOrigin>, boolean]>([
  ['lets our own page write', { secFetchSite: 'same-origin', origin: 'http://127.0.0.1:3000' }, true],
  ['refuses another site', { secFetchSite: 'cross-site', origin: 'https://evil.example' }, false],
  ['refuses a sibling subdomain', { secFetchSite: 'same-site' }, false],
  ['refuses a write that the user typed into the address bar', { secFetchSite: 'none' }, false],
  ['refuses an unknown value of Sec-Fetch-Site', { secFetchSite: '' }, false],
  [
    'lets Sec-Fetch-Site decide, as a reverse proxy may change Host',
    { secFetchSite: 'same-origin', origin: 'https://almanac.example' },
    true,
  ],
  ['lets our own origin write without Sec-Fetch-Site', { origin: 'http://127.0.0.1:3000' }, true],
  ['compares hosts without case', { origin: 'https://Almanac.example', host: 'almanac.EXAMPLE' }, true],
  ['refuses another port', { origin: 'http://127.0.0.1:3001' }, false],
  ['refuses an opaque origin', { origin: 'null' }, false],
  ['refuses an origin with a path', { origin: 'http://127.0.0.1:3000/x' }, false],
  ['refuses an origin when the host is missing', { origin: 'http://127.0.0.1:3000', host: null }, false],
  ['lets a program without browser headers write', {}, true],
  ['refuses a session without browser headers', { hasSession: true }, false],
  ['lets a session of our own page write', { hasSession: true, secFetchSite: 'same-origin' }, true],
  ['lets another site link to us', link, true],
  ['lets a sibling subdomain link to us', { ...link, secFetchSite: 'same-site' }, true],
  ['lets a sibling subdomain show a badge', { ...badge, secFetchSite: 'same-site' }, true],
  ['refuses a badge on another site', badge, false],
  [
    'refuses a badge that a script of a sibling reads',
    { ...badge, secFetchSite: 'same-site', secFetchDest: 'empty' },
    false,
  ],
  [
    'refuses an image of something else on a sibling',
    { ...badge, secFetchSite: 'same-site', path: '/api/shoots' },
    false,
  ],
  ['refuses an image on another site', { ...link, secFetchMode: 'no-cors', secFetchDest: 'image' }, false],
  ['refuses a script on a sibling', { ...link, secFetchSite: 'same-site', secFetchMode: 'no-cors' }, false],
  ['refuses a request by a script of another site', { ...link, secFetchMode: 'cors', secFetchDest: 'empty' }, false],
  ['refuses a frame on another site', { ...link, secFetchDest: 'iframe' }, false],
  [
    'refuses to be asked for headers only from another site',
    { ...link, method: 'HEAD', secFetchMode: 'no-cors' },
    false,
  ],
  ['lets our own pages read', { method: 'GET', secFetchSite: 'same-origin', secFetchMode: 'cors' }, true],
  ['lets the user type an address', { ...link, secFetchSite: 'none' }, true],
  ['lets a program without browser headers read', { method: 'GET' }, true],
  ['does not take a lower-case method for a safe one', { method: 'get', secFetchSite: 'cross-site' }, false],
])('%s', (_, request, expected) => {
  expect(isOwnRequest({ ...post, ...request })).toBe(expected)
})
