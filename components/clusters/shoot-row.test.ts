import { expect, test } from 'vitest'
import type { ListedShoot } from '@/lib/questions/clusters/contract'
import { rowOf } from '../outlook/testdata/answers'
import { tagsOf } from './shoot-row'

type Flag = keyof ListedShoot['flags']

const told = (flags: readonly Flag[], over: Partial<ListedShoot> = {}) => {
  const row = rowOf(over)
  const set = Object.fromEntries(flags.map((flag) => [flag, true]))
  return tagsOf({ ...row, flags: { ...row.flags, ...set } }).map(({ text }) => text)
}

test.each<[readonly Flag[], readonly string[]]>([
  [[], []],
  [['workerless', 'profileMissing'], []],
  [
    ['hibernated', 'failed'],
    ['hibernated', 'failed'],
  ],
  [['deleting', 'hibernated', 'failed', 'unready'], ['deleting']],
  [['unready'], ['unready']],
])('beside the name of a cluster that is %j stands %j', (flags, tags) => {
  expect(told(flags)).toEqual(tags)
})

test('what gardenlet reports does not matter where no node is touched', () => {
  expect(told(['unready'], { next: null, nextForced: null })).toEqual([])
})
