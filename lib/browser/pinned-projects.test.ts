import { describe, expect, it } from 'vitest'
import { isPinnedList, pinnedFirst } from './pinned-projects'
import { readPinned } from './preferences'

describe('pinned projects', () => {
  it.each([
    ['nothing', null, []],
    ['names, each once', '["b","a","b"]', ['b', 'a']],
    ['what is no name', '["a",1,"",null]', ['a']],
    ['what is no list', '{"a":1}', []],
    ['what is no JSON', '[', []],
  ])('are read from %s', (_, text, names) => {
    expect(readPinned(text)).toEqual(names)
  })

  it.each([
    [['a', 'b'], ['b', 'a'], true],
    [['a'], ['b', 'a'], false],
    [['a', 'c'], ['b', 'a'], false],
    [[], [], false],
  ])('%j as a list of the pinned %j: %s', (names, pinned, expected) => {
    expect(isPinnedList(names, pinned)).toBe(expected)
  })

  it('come first in their own order, and hide nothing', () => {
    const items = ['a', 'b', 'c', 'd'].map((project) => ({ project }))
    expect(pinnedFirst(items, ['d', 'x', 'b']).map(({ project }) => project)).toEqual(['d', 'b', 'a', 'c'])
    expect(pinnedFirst(items, [])).toBe(items)
  })
})
