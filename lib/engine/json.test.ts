import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject, smallestMergePatch } from './json'

/** As RFC 7386 tells it. */
function merge(target: Json | undefined, patch: Json | undefined): Json | undefined {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, merge(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

describe('smallestMergePatch', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['says nothing when nothing differs', { a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }, {}],
    ['says nothing about the order of entries', { a: 1, b: 2 }, { b: 2, a: 1 }, {}],
    ['tells what is new', { a: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ['tells what goes as null', { a: 1, b: 2 }, { a: 1 }, { b: null }],
    ['goes into objects', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    ['empties an object entry by entry', { a: { b: 1 } }, { a: {} }, { a: { b: null } }],
    ['makes an empty object out of something else', { a: 1 }, { a: {} }, { a: {} }],
    ['replaces an object by a text', { a: { b: 1 } }, { a: 'b' }, { a: 'b' }],
    ['replaces a list whole when one entry differs', { a: [1, 2, 3] }, { a: [1, 2, 4] }, { a: [1, 2, 4] }],
    ['replaces a list of objects whole', { a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    ['tells an order of a list that differs', { a: [1, 2] }, { a: [2, 1] }, { a: [2, 1] }],
    ['takes null for absent', { a: null, b: 1 }, { b: null, c: null }, { b: null }],
    ['leaves nulls out of what is new', {}, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    [
      'expires one version by sending all of them',
      { spec: { kubernetes: { versions: [{ version: '1.33.1' }, { version: '1.32.9' }] }, type: 'aws' } },
      {
        spec: {
          kubernetes: {
            versions: [{ version: '1.33.1' }, { version: '1.32.9', expirationDate: '2026-12-01T00:00:00Z' }],
          },
          type: 'aws',
        },
      },
      {
        spec: {
          kubernetes: {
            versions: [{ version: '1.33.1' }, { version: '1.32.9', expirationDate: '2026-12-01T00:00:00Z' }],
          },
        },
      },
    ],
  ])('%s', (_, before, after, patch) => {
    const [was, will] = [structuredClone(before), structuredClone(after)]
    expect(smallestMergePatch(before, after)).toEqual(patch)
    expect([before, after]).toEqual([was, will])
  })

  const { object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(0, 1, 'x', true),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value'), { noNullPrototype: true }),
  }))

  it('makes the one of the other, and says nothing more', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const patch = smallestMergePatch(before, after)
        expect(merge(before, patch)).toEqual(after)
        for (const name of Object.keys(patch)) {
          const { [name]: _, ...rest } = patch
          expect(merge(before, rest)).not.toEqual(after)
        }
      }),
    )
  })
})
