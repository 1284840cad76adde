import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedKey } from './repeated-key'

const found = (text: string) => {
  const repeated = repeatedKey(text, JSON.parse(text))
  return repeated && { key: repeated.key, rest: text.slice(repeated.offset) }
}

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
