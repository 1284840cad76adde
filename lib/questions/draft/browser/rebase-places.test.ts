import { expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { placesOf } from './rebase'

const remove = (version: string): EditBody => ({ kind: 'remove', image: null, version })
const [a, b] = [remove('1.33.1'), remove('1.33.2')]

test.each<[readonly EditBody[], readonly number[]]>([
  [[], []],
  [[b], [1]],
  [
    [a, { ...a }],
    [0, 2],
  ],
  [[remove('1.33.3'), b], [1]],
])('edits stand in the draft where they say the same: %#', (some, places) => {
  expect(placesOf(some, [a, b, a])).toEqual(places)
})
