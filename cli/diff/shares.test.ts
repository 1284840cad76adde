import { expect, test } from 'vitest'
import { sharesOf } from './changed'

test.each<[string, number[], number[]]>([
  ['what comes first has most rows, and no group more than it has', [2, 76, 45, 225], [2, 8, 6, 4]],
  ['few are all listed', [2, 3], [2, 3]],
  ['one group has all rows', [300], [20]],
  ['each group has at least one, also where there are too many', Array(25).fill(9), Array(25).fill(1)],
  ['nothing has none', [], []],
])('%s', (_, sizes, shares) => {
  expect(sharesOf(sizes, 20)).toEqual(shares)
})
