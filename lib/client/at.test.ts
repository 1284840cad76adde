import { expect, test } from 'vitest'
import { linkAt, readAt, withAt } from './at'

test.each([
  ['nothing runs', undefined, { kind: 'now' }],
  ['an empty text runs', '', { kind: 'now' }],
  ['UTC', '2026-12-15T21:00:00Z', { kind: 'pinned', at: '2026-12-15T21:00:00Z' }],
  ['an offset becomes UTC', '2026-12-15T22:00:00+01:00', { kind: 'pinned', at: '2026-12-15T21:00:00Z' }],
  ['a plus that became a blank', '2026-12-15T22:00:00 01:00', { kind: 'pinned', at: '2026-12-15T21:00:00Z' }],
  ['without seconds', '2026-12-15T22:00+01:00', { kind: 'pinned', at: '2026-12-15T21:00:00Z' }],
  ['the first of several', ['2026-12-15T21:00:00Z', 'x'], { kind: 'pinned', at: '2026-12-15T21:00:00Z' }],
  ['a word is unreadable', 'tomorrow', { kind: 'unreadable', text: 'tomorrow' }],
  ['no zone is unreadable', '2026-12-15T21:00:00', { kind: 'unreadable', text: '2026-12-15T21:00:00' }],
  ['no such day is unreadable', '2026-13-15T21:00:00Z', { kind: 'unreadable', text: '2026-13-15T21:00:00Z' }],
  [
    'a day that February has not is unreadable',
    '2026-02-30T21:00:00Z',
    { kind: 'unreadable', text: '2026-02-30T21:00:00Z' },
  ],
  ['before 2000 is unreadable', '1999-12-31T23:59:59Z', { kind: 'unreadable', text: '1999-12-31T23:59:59Z' }],
])('%s', (_, text, wish) => {
  expect(readAt(text)).toEqual(wish)
})

test.each([
  ['/', '2026-12-15T21:00:00Z', '/?at=2026-12-15T21:00:00Z'],
  ['/shoots?within=7', '2026-12-15T21:00:00Z', '/shoots?within=7&at=2026-12-15T21:00:00Z'],
  ['/shoots?at=x&within=7', undefined, '/shoots?within=7'],
  ['/cloudprofiles/aws#k', '2026-12-15T21:00:00Z', '/cloudprofiles/aws?at=2026-12-15T21:00:00Z#k'],
  ['https://gardener.cloud/', '2026-12-15T21:00:00Z', 'https://gardener.cloud/'],
])('%s with %s is %s', (href, at, expected) => {
  expect(withAt(href, at)).toBe(expected)
})

test('a link for others pins the clock, also where nothing was answered yet', () => {
  const origin = 'https://almanac.example'
  expect(linkAt('/shoots?within=7', '2026-12-15T21:00:00Z', origin)).toBe(
    'https://almanac.example/shoots?within=7&at=2026-12-15T21:00:00Z',
  )
  expect(linkAt('/shoots', undefined, origin)).toMatch(/^https:\/\/almanac\.example\/shoots\?at=20\d\d-[-\dT:]+Z$/)
})
