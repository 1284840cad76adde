import { expect, test } from 'vitest'
import { isAskedByLandscape, isKnownHost, isOwnRequest, originOf, type RequestOrigin } from './origin'

test.each([
  ['a name with a port', { host: 'localhost:3000' }, 'http://localhost:3000'],
  ['behind a proxy', { host: 'Almanac.example.org', 'x-forwarded-proto': 'https' }, 'https://almanac.example.org'],
  ['behind two', { host: 'a.example.org', 'x-forwarded-proto': 'https, http' }, 'https://a.example.org'],
  [
    'a proxy that asks us by another name',
    { host: '10.0.0.7:3000', 'x-forwarded-host': 'A.example.org' },
    'http://a.example.org',
  ],
  [
    'a proxy that only adds its word',
    { host: 'b', 'x-forwarded-host': 'evil.example, a.example.org' },
    'http://a.example.org',
  ],
  ['a proxy that says no name', { host: 'a.example.org', 'x-forwarded-host': '' }, 'http://a.example.org'],
  ['a proxy that says what is no host', { host: 'a.example.org', 'x-forwarded-host': 'a/b' }, 'http://localhost'],
  ['an address', { host: '127.0.0.1:3000' }, 'http://127.0.0.1:3000'],
  ['an address in brackets', { host: '[::1]:3000' }, 'http://[::1]:3000'],
  ['no host', {}, 'http://localhost'],
  ['what is no host', { host: 'a/b?c' }, 'http://localhost'],
  ['what would end an attribute', { host: '"><script>' }, 'http://localhost'],
  ['a user', { host: 'me@evil.example' }, 'http://localhost'],
  ['a port that there is not', { host: 'a.example.org:99999' }, 'http://localhost'],
  ['another scheme', { host: 'a.example.org', 'x-forwarded-proto': 'javascript' }, 'http://a.example.org'],
] satisfies [string, Record<string, string>, string][])('%s', (_, headers, origin) => {
  expect(originOf(new Headers(headers))).toBe(origin)
})

const post: RequestOrigin = {
  method: 'POST',
  secFetchSite: null,
  secFetchMode: null,
  secFetchDest: null,
  origin: null,
  host: '127.0.0.1:3000',
  path: '/api/shoots',
  hasSession: false,
  landscapes: [],
}

/** What a browser says of a page of another landscape that asks us for what it may read. */
const asked: RequestOrigin = {
  ...post,
  method: 'GET',
  secFetchSite: 'same-site',
  secFetchMode: 'cors',
  secFetchDest: 'empty',
  origin: 'https://canary.example.org',
  host: 'live.example.org',
  path: '/api/landscapes/standing',
  hasSession: true,
  landscapes: ['https://canary.example.org/almanac', 'https://live.example.org'],
}

test.each<[string, Partial<RequestOrigin>, boolean]>([
  ['answers a page of a landscape that is named', {}, true],
  ['answers one on another site, which brings no session', { secFetchSite: 'cross-site', hasSession: false }, true],
  [
    'answers one whose browser says only its origin',
    { secFetchSite: null, secFetchMode: null, secFetchDest: null },
    true,
  ],
  ['refuses a landscape that is not named', { landscapes: [] }, false],
  ['refuses another site', { origin: 'https://evil.example' }, false],
  ['refuses a name that begins like one that is named', { origin: 'https://canary.example.org.evil.example' }, false],
  ['refuses another port of that name', { origin: 'https://canary.example.org:8443' }, false],
  ['refuses the same name by http', { origin: 'http://canary.example.org' }, false],
  ['refuses a sandboxed frame', { origin: 'null' }, false],
  ['refuses all other routes', { path: '/api/shoots' }, false],
  ['refuses a path that begins like them', { path: '/api/landscapes' }, false],
  ['refuses to write', { method: 'POST' }, false],
  ['refuses what comes before a request that is not plain', { method: 'OPTIONS' }, false],
  ['refuses what a page cannot read', { secFetchMode: 'no-cors', secFetchDest: 'script' }, false],
])('of landscapes it %s', (_, request, isAnswered) => {
  expect(isOwnRequest({ ...asked, ...request }) && isAskedByLandscape({ ...asked, ...request })).toBe(isAnswered)
})

test('a page of a landscape that is named is refused where another site would be', () => {
  expect(isOwnRequest({ ...asked, path: '/api/shoots' })).toBe(false)
  expect(isOwnRequest({ ...asked, method: 'POST' })).toBe(false)
  expect(isOwnRequest({ ...asked, method: 'POST', secFetchSite: null })).toBe(false)
})

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

test.each<[string, string | null, string | undefined, boolean]>([
  ['answers localhost', 'localhost', undefined, true],
  ['answers localhost with any port, as a tunnel changes it', 'localhost:8443', '127.0.0.1', true],
  ['answers the loopback address', '127.0.0.1:3000', '127.0.0.1', true],
  ['answers the IPv6 loopback address', '[::1]:3000', '::1', true],
  ['ignores case', 'LocalHost:3000', undefined, true],
  ['refuses a name that was pointed at us', 'rebound.example:3000', '127.0.0.1', false],
  ['refuses a name that begins like ours', 'localhost.evil.example', undefined, false],
  ['refuses a name that begins like an address', '127.0.0.1.evil.example', undefined, false],
  ['refuses another address', '10.0.0.7:3000', undefined, false],
  ['refuses a missing host', null, undefined, false],
  ['refuses an empty host', '', undefined, false],
  ['refuses nonsense', 'localhost:3000:3000', undefined, false],
  ['takes an empty HOST for this machine only', 'rebound.example', '', false],
  ['answers every name when HOST opens it', 'almanac.example', '0.0.0.0', true],
  ['answers every name on an address of the network', '192.0.2.7:3000', '192.0.2.7', true],
])('%s', (_, header, boundTo, expected) => {
  expect(isKnownHost(header, boundTo, false)).toBe(expected)
})

test('answers the names that a trusted proxy answers', () => {
  expect(isKnownHost('almanac.example', '127.0.0.1', true)).toBe(true)
})
