import { expect, test } from 'vitest'
import { isKnownHost } from './host'

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
  expect(isKnownHost(header, boundTo)).toBe(expected)
})

test('answers the names that a trusted proxy answers', () => {
  expect(isKnownHost('almanac.example', '127.0.0.1', true)).toBe(true)
})
