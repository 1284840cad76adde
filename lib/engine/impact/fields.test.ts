import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'

import { differingFields, hasField, poolOf, withField } from './fields'

const pools = (...workers: JsonObject[]): JsonObject => ({ spec: { provider: { workers } } })
const pool = (rest: JsonObject = {}): JsonObject => ({ name: 'a', ...rest })

describe('differingFields', () => {
  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'a setting by its own path',
      { kubernetes: { kubelet: { maxPods: 1 } } },
      { kubernetes: { kubelet: { maxPods: 2 } } },
      ['kubernetes.kubelet.maxPods'],
    ],
    [
      'the settings of an object that comes',
      {},
      { kubernetes: { kubelet: { maxPods: 2 } } },
      ['kubernetes.kubelet.maxPods'],
    ],
    ['an object that comes empty', {}, { kubernetes: { kubelet: {} } }, ['kubernetes.kubelet']],
    ['an object that goes, as a whole', { kubernetes: { kubelet: { maxPods: 1 } } }, {}, ['kubernetes.kubelet']],
    ['a volume that comes, as a whole', {}, { volume: { size: '1Gi' } }, ['volume']],
    ['labels as a whole', { labels: { a: 'b' } }, { labels: { a: 'c', d: 'e' } }, ['labels']],
    ['a list as a whole', { zones: ['a'] }, { zones: ['a', 'b'] }, ['zones']],
    ['nothing where only the order of keys differs', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])('%s', (_, before, after, paths) => {
    const expected = paths.map((path) => `spec.provider.workers[a].${path}`)
    expect(differingFields(pools(pool(before)), pools(pool(after)))).toEqual(expected)
  })
})

describe('withField', () => {
  const path = 'spec.provider.workers[a].kubernetes.kubelet.maxPods'

  it('takes over one field and nothing else', () => {
    const from = pools(pool({ priority: 9, kubernetes: { kubelet: { maxPods: 2 } } }))
    expect(withField(pools(pool({ priority: 1 })), path, from)).toEqual(
      pools(pool({ priority: 1, kubernetes: { kubelet: { maxPods: 2 } } })),
    )
  })

  it('removes a field, and what it leaves empty if that is gone as well', () => {
    const manifest = pools(pool({ kubernetes: { kubelet: { maxPods: 2 } } }))
    expect(withField(manifest, path, pools(pool()))).toEqual(pools(pool()))
    expect(withField(manifest, path, pools(pool({ kubernetes: { kubelet: {} } })))).toEqual(
      pools(pool({ kubernetes: { kubelet: {} } })),
    )
  })

  it('keeps an empty object that has nothing to do with it', () => {
    const manifest = pools(pool({ kubernetes: { kubelet: {} } }))
    expect(withField(manifest, path, pools(pool()))).toEqual(manifest)
  })

  it('adds, replaces and removes pools', () => {
    const [one, two] = [pools(pool()), pools(pool(), { name: 'b' })]
    expect(withField(one, 'spec.provider.workers[b]', two)).toEqual(two)
    expect(withField(two, 'spec.provider.workers[b]', one)).toEqual(one)
    expect(withField(two, 'spec.provider.workers', pools({ name: 'b' }, pool()))).toEqual(pools({ name: 'b' }, pool()))
  })

  it('takes the phase along when a rotation begins', () => {
    const rotation = (state: JsonObject): JsonObject => ({
      status: { credentials: { rotation: { serviceAccountKey: state } } },
    })
    const begun = rotation({ phase: 'Preparing', lastInitiationTime: '2026-01-01T00:00:00Z' })
    const start = 'status.credentials.rotation.serviceAccountKey.lastInitiationTime'
    expect(differingFields({}, begun)).toEqual([start])
    expect(withField({}, start, begun)).toEqual(begun)
  })
})

describe('hasField and poolOf', () => {
  it('finds fields of pools and annotations by name', () => {
    const manifest = { ...pools(pool({ priority: 1 })), metadata: { annotations: { 'a.b/c': 'd' } } }
    expect(hasField(manifest, 'spec.provider.workers[a].priority')).toBe(true)
    expect(hasField(manifest, 'spec.provider.workers[b].priority')).toBe(false)
    expect(hasField(manifest, 'metadata.annotations[a.b/c]')).toBe(true)
  })

  it('knows the pool of a path', () => {
    expect(poolOf('spec.provider.workers[a].zones')).toBe('a')
    expect(poolOf('spec.provider.workers')).toBeUndefined()
  })
})
