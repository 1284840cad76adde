import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonErrorAt, repeatedKey, splitJson } from './json-text'

describe('jsonErrorAt', () => {
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
    const errorAt = jsonErrorAt(text)
    expect(errorAt !== undefined && text.slice(errorAt)).toBe(rest)
  })

  it.each(['{}', '[]', ' {"a": [1, -2.5e+3, null, true, "\\u00e4\\n"], "b": {"c": {}}} ', '"x"', '12', '\ufeff{}'])(
    '%s is JSON',
    (text) => {
      expect(jsonErrorAt(text)).toBeUndefined()
    },
  )
})

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

const found = (text: string) => {
  const repeated = repeatedKey(text, JSON.parse(text))
  return repeated && { key: repeated.key, rest: text.slice(repeated.offset) }
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

const { trees } = fc.letrec<{ trees: Tree }>((tie) => ({
  trees: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    fc.record({ leaf: fc.constantFrom('a', ':', '"', '{"a":1,"a":2}', 1, null, true) }),
    fc.record({ list: fc.array(tie('trees'), { maxLength: 3 }) }),
    fc.record({
      members: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '"', ':', '__proto__', '1'), tie('trees')), {
        maxLength: 4,
      }),
    }),
  ),
}))

describe('repeatedKey', () => {
  it.each([
    '{}',
    '[]',
    '1',
    '":"',
    '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]}',
    '{"a": "a\\":", "b": ":", "c" : ["a", "a"]}',
    '{"__proto__": 1, "constructor": {"__proto__": 2}}',
    '{"2": 1, "1": {"2": 1}, "02": 1}',
    `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`,
  ])('finds none in %.60s', (text) => {
    expect(found(text)).toBeUndefined()
  })

  it.each<[string, string, string]>([
    ['{"a": 1, "a": 1}', 'a', '"a": 1}'],
    ['{"a": 1,\n"b": {"a": 1, "c": 2, "a" : 3}}', 'a', '"a" : 3}}'],
    ['[{"a": 1}, {"b": [], "a": 1, "b": []}]', 'b', '"b": []}]'],
    ['{"a": {"x": 1, "x": 2}, "a": 3}', 'x', '"x": 2}, "a": 3}'],
    ['{"a": {"x": 1}, "a": {"y": {"z": 3}}}', 'a', '"a": {"y": {"z": 3}}}'],
    ['{"a": 1, "\\u0061": 2}', 'a', '"\\u0061": 2}'],
    // Not a key that is one backslash: having seen that, JSON.parse of Node 26 takes a key that is one quote for it.
    ['{"\\"": 1, "x\\\\": 2, "\\"": 3}', '"', '"\\"": 3}'],
    ['{"__proto__": 1, "__proto__": 2}', '__proto__', '"__proto__": 2}'],
    ['{"": 1, "": 2}', '', '"": 2}'],
  ])('finds the second one in %s', (text, key, rest) => {
    expect(found(text)).toEqual({ key, rest })
  })

  it('finds what a reader of each object by itself finds', () => {
    fc.assert(
      fc.property(trees, fc.constantFrom('', ' ', '\n  '), (tree, space) => {
        expect(found(textOf(tree, space))?.key).toBe(firstIn(tree))
      }),
      { numRuns: 3000 },
    )
  })
})

/** What JSON can say, with the members of an object one by one. */
type Tree = { readonly leaf: fc.JsonValue } | { readonly list: readonly Tree[] } | { readonly members: Members }
type Members = readonly (readonly [key: string, value: Tree])[]

function textOf(tree: Tree, space: string): string {
  if ('leaf' in tree) return JSON.stringify(tree.leaf)
  if ('list' in tree) return `[${space}${tree.list.map((one) => textOf(one, space)).join(`,${space}`)}]`
  const members = tree.members.map(([key, value]) => `${JSON.stringify(key)}${space}:${space}${textOf(value, space)}`)
  return `{${space}${members.join(`,${space}`)}${space}}`
}

function firstIn(tree: Tree): string | undefined {
  if ('leaf' in tree) return undefined
  const keys = new Set<string>()
  for (const [key, value] of 'list' in tree ? tree.list.map((one) => [undefined, one] as const) : tree.members) {
    if (key !== undefined && keys.has(key)) return key
    if (key !== undefined) keys.add(key)
    const inner = firstIn(value)
    if (inner !== undefined) return inner
  }
  return undefined
}
