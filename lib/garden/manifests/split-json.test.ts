import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitJson } from './split-json'

function split(text: string): { readonly items: string[]; readonly around: string | undefined } {
  const items: string[] = []
  const spans = splitJson(text)
  let found = spans.next()
  for (; !found.done; found = spans.next()) items.push(text.slice(...found.value))
  return { items, around: found.value && text.slice(0, found.value[0]) + text.slice(found.value[1]) }
}

/** What the split says of a text: whether it is JSON, where there is a list. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('splitJson', () => {
  it.each<[string, string[], string]>([
    ['[]', [], '[]'],
    [' [ {"a": 1} , 2 ] ', ['{"a": 1}', '2'], ' [] '],
    [
      '{"kind": "List", "items": [ {"a": 1}, {"items": [1]} ], "metadata": {}}',
      ['{"a": 1}', '{"items": [1]}'],
      '{"kind": "List", "items": [], "metadata": {}}',
    ],
    [
      '{"a": "]\\"", "b": {"items": [3]}, "items": [["\\\\"], "x,y]"]}',
      ['["\\\\"]', '"x,y]"'],
      '{"a": "]\\"", "b": {"items": [3]}, "items": []}',
    ],
  ])('finds the items of %s', (text, items, around) => {
    expect(split(text)).toEqual({ items, around })
  })

  it.each([
    '',
    '{}',
    '{"a": 1}',
    '{"items": {}}',
    '"items"',
    '12',
    '[1, 2',
    '[1 2]',
    '[1,]',
    '{"items": [1',
    '{"a" 1, "items": []}',
    '["a]',
  ])('finds no list in %s', (text) => {
    expect(split(text).around).toBeUndefined()
  })

  it('says of no text that it is JSON where it is none, nor the other way round', () => {
    const values = fc.oneof(
      fc.array(fc.jsonValue()),
      fc.array(fc.jsonValue()).map((items) => ({ apiVersion: 'v1', items, kind: 'List' })),
    )
    const texts = fc
      .tuple(values, fc.constantFrom(undefined, 1, 3))
      .map(([value, space]) => JSON.stringify(value, null, space))
    const spoilt = fc
      .tuple(texts, fc.nat(), fc.nat(3), fc.constantFrom('', ',', '"', '[', ']', '{', '}', '\\', ':', ' ', '0'))
      .map(
        ([text, at, length, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + length),
      )
    fc.assert(
      fc.property(fc.oneof(texts, spoilt), (text) => {
        const { items, around } = split(text)
        if (around === undefined) return
        expect([around, ...items].every(isJson)).toBe(isJson(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('finds a list in every list', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (items, space) => {
        const found = split(JSON.stringify({ kind: 'List', items }, null, space))
        expect(found.items.map((item) => JSON.parse(item))).toEqual(JSON.parse(JSON.stringify(items)))
      }),
    )
  })
})
