import { expect, test } from 'vitest'
import { isOwnRequest, type RequestOrigin } from './csrf'

const post: RequestOrigin = { method: 'POST', secFetchSite: null, origin: null, host: '127.0.0.1:3000' }

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
  ['lets another site link to us', { method: 'GET', secFetchSite: 'cross-site' }, true],
  ['does not take a lower-case method for a safe one', { method: 'get', secFetchSite: 'cross-site' }, false],
])('%s', (_, request, expected) => {
  expect(isOwnRequest({ ...post, ...request })).toBe(expected)
})
