import { expect, test } from 'vitest'
import { listed, plural, poolsText } from './phrases'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is listed as %j', (parts, text) => {
  expect(listed(parts)).toBe(text)
})

test('alternatives are listed with or', () => {
  expect(listed(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})

test.each([
  [0, 'clusters'],
  [1, 'cluster'],
  [2, 'clusters'],
  [1001, 'clusters'],
])('%i takes the word %s', (count, word) => {
  expect(plural(count, 'cluster')).toBe(word)
})

test('pools are named with their word', () => {
  expect([poolsText(['a']), poolsText(['a', 'b'])]).toEqual(['pool a', 'pools a and b'])
})
