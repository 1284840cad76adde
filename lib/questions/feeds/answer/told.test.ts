import { describe, expect, it } from 'vitest'
import type { FeedEntry } from './entries'
import { publishEntries } from './store'

const day = 86_400_000
const now = Date.UTC(2026, 10, 21, 18)
const cutAt = null

function entry(id: string, days: number, rest: Partial<FeedEntry> = {}): FeedEntry {
  const begin = now + days * day
  return {
    id,
    begin,
    end: begin + 3_600_000,
    summary: `forced: ${id}`,
    description: '',
    categories: ['forced'],
    namespace: 'garden-dev',
    name: 'api',
    ...rest,
  }
}

describe('what a feed tells', () => {
  const first = publishEntries([], [entry('a', 10), entry('b', 20)], { now, cutAt })

  it('is the same while nothing changes, however late it is', () => {
    const later = publishEntries(first, [entry('a', 10), entry('b', 20)], { now: now + 5 * day, cutAt })
    expect(later).toEqual(first)
    expect(later.every((one, i) => one === first[i])).toBe(true)
  })

  it('counts up where a date moved, and only there', () => {
    const [moved, same] = publishEntries(first, [entry('a', 12), entry('b', 20)], { now: now + day, cutAt })
    expect(moved).toMatchObject({ id: 'a', begin: now + 12 * day, changedAt: now + day, isCancelled: false })
    expect(moved?.sequence).toBe((first[0]?.sequence ?? 0) + day / 1000)
    expect(same).toBe(first[1])
  })

  it('counts up also twice in one second', () => {
    const again = publishEntries(first, [entry('a', 12)], { now, cutAt })
    expect(again[0]?.sequence).toBe((first[0]?.sequence ?? 0) + 1)
  })

  it('counts up from what an earlier process told and nobody remembers', () => {
    const anew = publishEntries([], [entry('a', 12)], { now: now + day, cutAt })
    expect(anew[0]?.sequence).toBeGreaterThan(first[0]?.sequence ?? 0)
  })

  it('cancels what is gone, at the date that was told, until that is over', () => {
    const gone = publishEntries(first, [entry('b', 20)], { now: now + day, cutAt })
    expect(gone[0]).toMatchObject({ id: 'a', begin: now + 10 * day, isCancelled: true, changedAt: now + day })
    expect(gone[0]?.sequence).toBeGreaterThan(first[0]?.sequence ?? 0)
    expect(publishEntries(gone, [entry('b', 20)], { now: now + 2 * day, cutAt })[0]).toBe(gone[0])
    expect(publishEntries(gone, [entry('b', 20)], { now: now + 11 * day, cutAt }).map(({ id }) => id)).toEqual(['b'])
  })

  it('cancels nothing that has begun: it may have come as foretold', () => {
    expect(publishEntries(first, [entry('b', 20)], { now: now + 10 * day, cutAt }).map(({ id }) => id)).toEqual(['b'])
  })

  it('takes back that something is cancelled', () => {
    const gone = publishEntries(first, [entry('b', 20)], { now: now + day, cutAt })
    const back = publishEntries(gone, [entry('a', 10), entry('b', 20)], { now: now + 2 * day, cutAt })
    expect(back[0]).toMatchObject({ id: 'a', isCancelled: false })
    expect(back[0]?.sequence).toBeGreaterThan(gone[0]?.sequence ?? 0)
  })

  it('does not cancel what it has no room for', () => {
    const cut = publishEntries(first, [entry('c', 5), entry('a', 10)], { now: now + day, cutAt: now + 10 * day })
    expect(cut.map(({ id, isCancelled }) => [id, isCancelled])).toEqual([
      ['c', false],
      ['a', false],
    ])
  })
})
