import { applyPatch, type Operation } from 'rfc6902'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/garden'
import { apiPatchOf } from './texts'

const version = (version: string, more: object = {}) => ({ version, ...more })
const profile = (versions: readonly object[], metadata: object = { name: 'aws' }): JsonObject =>
  JSON.parse(JSON.stringify({ metadata, spec: { kubernetes: { versions } } }))

const before = profile([
  version('1.34.2', { classification: 'supported' }),
  version('1.33.6', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
  version('1.33.5', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
])

const changes: readonly (readonly [string, JsonObject])[] = [
  [
    'a date',
    profile([
      version('1.34.2', { classification: 'supported' }),
      version('1.33.6', { classification: 'deprecated', expirationDate: '2027-03-31T23:59:59Z' }),
      version('1.33.5', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
    ]),
  ],
  [
    'a first date',
    profile([
      version('1.34.2', { classification: 'supported', expirationDate: '2027-03-31T23:59:59Z' }),
      version('1.33.6', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
      version('1.33.5', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
    ]),
  ],
  ['two that go', profile([version('1.34.2', { classification: 'supported' })])],
]

describe('a change of a profile that has a resourceVersion', () => {
  it('is tied to it', () => {
    const [from, to] = [
      profile([version('1.34.2')], { resourceVersion: '77' }),
      profile([version('1.34.3')], { resourceVersion: '77' }),
    ]
    expect(apiPatchOf(from, to)).toEqual({
      type: 'merge',
      resourceVersion: '77',
      content: { metadata: { resourceVersion: '77' }, spec: { kubernetes: { versions: [version('1.34.3')] } } },
    })
  })
})

describe('a change of a profile that has none', () => {
  it.each(changes)('makes of it what was wanted: %s', (_, after) => {
    const object = structuredClone(before)
    expect(applyPatch(object, operationsOf(after)).filter(Boolean)).toEqual([])
    expect(object).toEqual(after)
  })

  it.each(changes)('is refused where somebody has replaced what it is about: %s', (_, after) => {
    for (const other of [
      profile([
        version('1.35.0', { classification: 'supported' }),
        version('1.34.2', { classification: 'supported' }),
        version('1.33.6', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
      ]),
      profile([
        version('1.34.3', { classification: 'supported' }),
        version('1.33.6', { classification: 'deprecated', expirationDate: '2027-02-28T23:59:59Z' }),
        version('1.33.4', { classification: 'deprecated', expirationDate: '2027-01-31T23:59:59Z' }),
      ]),
    ]) {
      expect(applyPatch(other, operationsOf(after)).some((error) => error !== null)).toBe(true)
    }
  })
})

function operationsOf(after: JsonObject): Operation[] {
  const patch = apiPatchOf(before, after)
  if (patch.type !== 'json') throw new Error(patch.type)
  return [...patch.content]
}
