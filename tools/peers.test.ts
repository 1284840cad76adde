import { expect, test } from 'vitest'
import { clientOf, markPeer, readTrusted } from './peers.mjs'

test.each<[string, string, string | undefined, boolean]>([
  ['an address', '10.0.0.7', '10.0.0.7', true],
  ['another address', '10.0.0.7', '10.0.0.8', false],
  ['an address of a network', '10.0.0.0/8', '10.255.0.1', true],
  ['an address outside of it', '10.0.0.0/8', '11.0.0.1', false],
  ['one of several, with blanks and empty places', ' 192.0.2.1 ,, 10.0.0.0/8 ', '10.1.2.3', true],
  ['IPv6', 'fd00::1', 'fd00::1', true],
  ['a network of IPv6', 'fd00::/8', 'fdff::7', true],
  ['outside of a network of IPv6', 'fd00::/8', 'fe80::1', false],
  ['IPv4 as a socket of IPv6 has it', '10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['IPv4 outside, as a socket of IPv6 has it', '10.0.0.0/8', '::ffff:11.1.2.3', false],
  ['IPv4 that was configured as IPv6', '::ffff:10.0.0.7', '10.0.0.7', true],
  ['a zone', 'fe80::1', 'fe80::1%eth0', true],
  ['everybody', '0.0.0.0/0,::/0', '203.0.113.9', true],
  ['nobody by default', '', '127.0.0.1', false],
  ['a peer that is gone', '10.0.0.0/8', undefined, false],
  ['what is no address', '10.0.0.0/8', 'unix', false],
])('trusts %s', (_, trusted, address, expected) => {
  expect(readTrusted(trusted)(address)).toBe(expected)
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8', '10.0.0.0/', '10.0.0.0/-1', '*'])(
  'says that %s is no address',
  (text) => {
    expect(() => readTrusted(`10.0.0.7,${text}`)).toThrow(`TRUSTED_PROXIES: ${text} is no address.`)
  },
)

test('lets no proxy sign people in that nobody named', () => {
  expect(() => readTrusted(' ', 'proxy')).toThrow('AUTH=proxy needs TRUSTED_PROXIES')
})

const FORGED = {
  host: 'almanac.example',
  authorization: 'Bearer theirs',
  cookie: 'a=b',
  forwarded: 'for=10.0.0.7;proto=https',
  'x-forwarded': 'for 10.0.0.7',
  'x-forwarded-for': '10.0.0.7',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '10.0.0.7',
  'x-almanac-peer-trusted': '1',
  'x-almanac-listener': 'metrics',
  'x-almanac-something-new': '1',
  'x-middleware-prefetch': '1',
  'x-invoke-path': '/signin',
}

test('believes nothing that anybody says of where a request comes from', () => {
  const headers = { ...FORGED }
  markPeer(headers, false, { auth: 'none' })
  expect(headers).toEqual({ host: 'almanac.example', authorization: 'Bearer theirs', cookie: 'a=b' })
})

test('believes a trusted proxy, but not that it speaks for us', () => {
  const headers = { ...FORGED }
  markPeer(headers, true, { auth: 'proxy' })
  const theirs = /^(?:host|authorization|cookie|x-real-ip|(?:x-)?forwarded.*|x-almanac-peer-trusted)$/
  expect(headers).toEqual(Object.fromEntries(Object.entries(FORGED).filter(([name]) => theirs.test(name))))
})

test('takes the token of a connection away that is not the proxy’s', () => {
  const headers = { ...FORGED }
  markPeer(headers, false, { auth: 'proxy' })
  expect(headers).toEqual({ host: 'almanac.example', cookie: 'a=b' })
})

test.each<[string, string | undefined, string | undefined, string]>([
  ['the peer', '203.0.113.9', undefined, '203.0.113.9'],
  ['the peer, whatever it says, where it is not trusted', '203.0.113.9', '10.0.0.7', '203.0.113.9'],
  ['who asked a trusted proxy', '10.0.0.7', '203.0.113.9', '203.0.113.9'],
  ['who asked the first of two trusted proxies', '10.0.0.7', '198.51.100.1, 203.0.113.9, 10.0.0.8', '203.0.113.9'],
  ['a trusted proxy itself', '10.0.0.7', undefined, '10.0.0.7'],
  ['nobody that is known', undefined, undefined, ''],
])('finds who asks: %s', (_, peer, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(clientOf(peer, headers, readTrusted('10.0.0.0/8'))).toBe(client)
})

test('says who asks, whatever they say themselves', () => {
  const headers = { 'x-almanac-client': '10.0.0.7' }
  markPeer(headers, false, { auth: 'none', client: '203.0.113.9' })
  expect(headers).toEqual({ 'x-almanac-client': '203.0.113.9' })
})

test('says at which port a request came in', () => {
  const headers = {}
  markPeer(headers, false, { auth: 'none', listener: 'metrics' })
  expect(headers).toEqual({ 'x-almanac-listener': 'metrics' })
})
