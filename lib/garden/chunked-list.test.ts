import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { ChunkedList } from './chunked-list'

const numbers = (length: number) => Array.from({ length }, (_, i) => i)

/** Lengths around those of chunks, and several chunks. */
const anyItems = fc.oneof(fc.constantFrom(0, 1, 255, 256, 257, 512, 513), fc.nat(2000)).map(numbers)
/** Lists of a few items stand for those of the caller that keeps the chunks. */
const anyChunks = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 8 })
const anyList = fc.oneof(
  anyItems.map((items): [number[], ChunkedList<number>] => [items, ChunkedList.of(items)]),
  anyChunks.map((chunks): [number[], ChunkedList<number>] => [chunks.flat(), ChunkedList.ofChunks(chunks)]),
)
const anyChange = fc.record({
  place: fc.nat(),
  removed: fc.constantFrom<0 | 1>(0, 1),
  added: fc.oneof(fc.array(fc.nat(), { maxLength: 3 }), fc.constant(numbers(700))),
})
type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

/** Makes the same change in both; a place beyond the end is taken as one from the beginning. */
function changed([items, list]: [number[], ChunkedList<number>], { place, removed, added }: Change) {
  const gone = items.length === 0 ? 0 : removed
  const position = place % (items.length + 1 - gone)
  const both: [number[], ChunkedList<number>] = [
    items.toSpliced(position, gone, ...added),
    list.toSpliced(position, gone, ...added),
  ]
  return both
}

function expectSame(items: readonly number[], list: ChunkedList<number>): void {
  expect(list.length).toBe(items.length)
  expect([...list]).toEqual(items)
  expect([...list.entries()]).toEqual([...items.entries()])
  expect(list.map((item, i) => [i, item])).toEqual([...items.entries()])
  expect(items.map((_, i) => list.at(i))).toEqual(items)
  for (const least of [items.at(-1) ?? 0, 0, Number.POSITIVE_INFINITY]) {
    const ordered = items.toSorted((a, b) => a - b)
    const first = ordered.findIndex((item) => item >= least)
    expect(ChunkedList.of(ordered).firstNot((item) => item < least)).toBe(first === -1 ? items.length : first)
  }
  expect([list.at(items.length), list.at(items.length + 1000), list.at(-1)]).toEqual([undefined, undefined, undefined])
}

describe('a list in chunks', () => {
  it('is like an array, and stays as it is through any number of changes', () => {
    fc.assert(
      fc.property(anyList, fc.array(anyChange, { maxLength: 12 }), (first, changes) => {
        const held = [first]
        for (const change of changes) held.push(changed(held.at(-1) ?? first, change))
        for (const [items, list] of held) expectSame(items, list)
      }),
      { numRuns: runs(50) },
    )
  })

  it('tells in order whatever another one has not', () => {
    fc.assert(
      fc.property(anyItems, fc.array(anyChange, { maxLength: 5 }), (items, changes) => {
        const before = ChunkedList.of(items.map((item) => ({ item })))
        const after = changes.reduce((list, { place, removed, added }) => {
          const gone = list.length === 0 ? 0 : removed
          const fresh = added.map((item) => ({ item }))
          return list.toSpliced(place % (list.length + 1 - gone), gone, ...fresh)
        }, before)
        const told = after.notIn(before)
        const [there, isTold] = [new Set(before), new Set(told)]
        expect([...after].filter((one) => !there.has(one) && !isTold.has(one))).toEqual([])
        expect(told).toEqual([...after].filter((one) => isTold.has(one)))
      }),
      { numRuns: runs(50) },
    )
  })

  it('looks at one chunk for one change', () => {
    const before = ChunkedList.of(numbers(100_000))
    expect(before.notIn(before)).toEqual([])
    expect(before.toSpliced(77_000, 1, -1).notIn(before)).toHaveLength(256)
    expect(before.toSpliced(77_000, 0, -1).notIn(before)).toHaveLength(257)
    expect(before.notIn(before.toSpliced(77_000, 1))).toHaveLength(256)
  })

  it.each([
    [-1, 0],
    [3, 1],
    [4, 0],
  ] as const)('has no place %i where %i are removed of three', (position, removed) => {
    expect(() => ChunkedList.of(numbers(3)).toSpliced(position, removed)).toThrow(RangeError)
  })
})
