import { describe, expect, it } from 'vitest'
import { jsonPlaces } from './json-text'

describe('jsonPlaces', () => {
  it.each<[string, string]>([
    ['{"a": 1,}', '}'],
    ['{"a": 1 "b": 2}', '"b": 2}'],
    ['[1, 2,, 3]', ', 3]'],
    ['{"a": tru}', 'tru}'],
    ['{a: 1}', 'a: 1}'],
    ["{'a': 1}", "'a': 1}"],
    ['{"a": 01}', '01}'],
    ['{"a": 1}}', '}'],
    ['{"a": 1} x', 'x'],
    ['{"a" 1}', '1}'],
    ['{"a":: 1}', ': 1}'],
    ['[1}', '}'],
    ['{"a": [1, 2', ''],
    ['{"a": "x\\q"}', '"x\\q"}'],
    ['', ''],
    [':', ':'],
    [']', ']'],
  ])('%s stops to be JSON at %s', (text, rest) => {
    expect(() => JSON.parse(text)).toThrow()
    const { errorAt } = jsonPlaces(text)
    expect(errorAt !== undefined && text.slice(errorAt)).toBe(rest)
  })

  it.each(['{}', '[]', ' {"a": [1, -2.5e+3, null, true, "\\u00e4\\n"], "b": {"c": {}}} ', '"x"', '12', '\ufeff{}'])(
    '%s is JSON',
    (text) => {
      expect(jsonPlaces(text).errorAt).toBeUndefined()
    },
  )

  it.each<[string, string[]]>([
    ['{"kind": "List", "items": [ {"a": 1}, {"items": [1]} ]}', ['{"a": 1}', '{"items": [1]}']],
    ['[{"a": 1}, 2]', ['{"a": 1}', '2']],
    ['{"x": {"items": [1]}, "items": []}', []],
    ['{"a": "items", "b": [1]}', []],
  ])('finds the items of %s', (text, expected) => {
    expect(jsonPlaces(text).items.map((range) => text.slice(...range))).toEqual(expected)
  })
})
