import { expect, test } from 'vitest'
import { originOf } from './origin'

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
