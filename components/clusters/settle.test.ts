import { describe, expect, test } from 'vitest'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'
import { rowOf } from '../outlook/testdata/answers'
import { movedCount, offerOf, type SettledPages, settle } from './settle'

const answer = (names: string, over: Partial<ShootsAnswer> = {}) =>
  ({
    revision: '1',
    items: [...names].map((name) => ({ ...rowOf({ name }), asked: null })),
    total: names.length,
    ...over,
  }) as ShootsAnswer

const shown: SettledPages = { list: 'all', pages: new Map([[0, answer('abcd')]]) }

describe('what the table shows when an answer arrives', () => {
  test('the same clusters in the same order: replaced at once', () => {
    const latest = new Map([[0, answer('abcd', { revision: '2' })]])
    const next = settle(shown, 'all', latest)
    expect(next.pages.get(0)?.revision).toBe('2')
    expect(offerOf(next, 'all', latest)).toBeNull()
  })

  test('nothing new: the very same value, so that nothing is drawn again', () => {
    expect(settle(shown, 'all', shown.pages)).toBe(shown)
  })

  test('another order: kept, and the newer one is offered', () => {
    const latest = new Map([[0, answer('bacd')]])
    expect(settle(shown, 'all', latest)).toBe(shown)
    expect(offerOf(shown, 'all', latest)?.counts).toEqual({ moved: 1, added: 0, gone: 0 })
  })

  test('a table without rows fills up by itself', () => {
    const empty: SettledPages = { list: 'all', pages: new Map([[0, answer('')]]) }
    expect(settle(empty, 'all', shown.pages)).toEqual(shown)
  })

  test('so does one of a garden that is still being read, until all is there', () => {
    const partial = settle(shown, 'all', shown.pages, true)
    expect(partial).toEqual({ ...shown, isPartial: true })
    const over = settle(partial, 'all', shown.pages)
    expect(over).toBe(partial)
    const whole = settle(over, 'all', new Map([[0, answer('xabcd')]]))
    expect(whole).toEqual({ list: 'all', pages: new Map([[0, answer('xabcd')]]) })
    expect(settle(whole, 'all', shown.pages)).toBe(whole)
  })

  test.each([
    ['abcde', { moved: 0, added: 1, gone: 0 }],
    ['abd', { moved: 0, added: 0, gone: 1 }],
    ['xbcd', { moved: 0, added: 1, gone: 1 }],
    ['dabcx', { moved: 1, added: 1, gone: 0 }],
  ])('abcd to %s counts %o', (names, counts) => {
    expect(offerOf(shown, 'all', new Map([[0, answer(names)]]))?.counts).toEqual(counts)
  })

  test('a cluster pushed over the edge of what is read is not gone', () => {
    const before: SettledPages = { list: 'all', pages: new Map([[0, answer('abcd', { total: 50 })]]) }
    expect(offerOf(before, 'all', new Map([[0, answer('xabc', { total: 51 })]]))?.counts).toEqual({
      moved: 0,
      added: 1,
      gone: 0,
    })
  })

  test('a page far down the list alone does not tell how much changed', () => {
    const before: SettledPages = {
      list: 'all',
      pages: new Map([
        [0, answer('abcd')],
        [400, answer('efgh')],
      ]),
    }
    expect(offerOf(before, 'all', new Map([[400, answer('defg')]]))).toMatchObject({ counts: null })
  })

  test('a further page of the same list is added', () => {
    const next = settle(shown, 'all', new Map([...shown.pages, [100, answer('efgh')]]))
    expect([...next.pages.keys()]).toEqual([0, 100])
  })

  test('another list replaces what is shown once it is there, not before', () => {
    expect(settle(shown, 'project=x', new Map())).toBe(shown)
    const latest = new Map([[0, answer('zy')]])
    expect(settle(shown, 'project=x', latest)).toEqual({ list: 'project=x', pages: latest })
    expect(offerOf(shown, 'project=x', latest)).toBeNull()
  })
})

test.each([
  ['abc', 'abc', 0],
  ['abc', 'cab', 1],
  ['abc', 'cba', 2],
  ['', '', 0],
])('from %s to %s moves %i', (before, after, moved) => {
  expect(movedCount([...before], [...after])).toBe(moved)
})
