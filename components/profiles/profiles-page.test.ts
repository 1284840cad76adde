import { expect, test } from 'vitest'
import type { ListedProfile } from '@/lib/questions/profiles/contract'
import { byProfileAttention } from './profiles-page'

const profile = (name: string, stuck: number, expiry: string | null) =>
  ({
    ref: { kind: 'CloudProfile', name },
    whole: { stuck, expiries: expiry === null ? [] : [{ at: `${expiry}T23:59:59Z` }] },
  }) as unknown as ListedProfile

test('profiles with stuck clusters come first, then the next expiry that hits a cluster, then the name', () => {
  const sorted = [
    profile('quiet-b', 0, null),
    profile('quiet-a', 0, null),
    profile('soon', 0, '2026-12-01'),
    profile('stuck-later', 1, '2027-06-01'),
    profile('stuck-soon', 7, '2027-01-01'),
    profile('stuck-without-a-date', 2, null),
  ].toSorted(byProfileAttention)
  expect(sorted.map(({ ref }) => ref.name)).toEqual([
    ...['stuck-soon', 'stuck-later', 'stuck-without-a-date'],
    ...['soon', 'quiet-a', 'quiet-b'],
  ])
})
