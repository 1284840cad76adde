import { expect, it } from 'vitest'
import { shoot } from '@/lib/engine/testdata/builders'
import { makeSnapshot } from '@/lib/garden/snapshot'
import { gardenerOf } from './garden'

const bodyOf = (...versions: readonly (string | undefined)[]) =>
  gardenerOf(
    makeSnapshot({
      revision: '1',
      observedAt: 0,
      problems: [],
      objects: versions.map((gardenerVersion, i) => {
        const value = shoot('1.34.1', [], { name: `s${i}`, ...(gardenerVersion !== undefined && { gardenerVersion }) })
        return { source: 'test', object: { kind: 'Shoot', label: `s${i}`, value, problems: [] } } as const
      }),
    }),
  )

it('tells each version that works on clusters once, the lowest first', () => {
  expect(bodyOf('v1.150.0', 'v1.149.10', undefined, 'v1.149.9', 'v1.150.0', 'main')).toEqual({
    rules: '1.150',
    running: ['v1.149.9', 'v1.149.10', 'v1.150.0'],
    isNewer: false,
  })
})

it('says where one is newer than the rules, and where none is known', () => {
  expect(bodyOf('v1.150.0', 'v1.151.0').isNewer).toBe(true)
  expect(bodyOf(undefined)).toMatchObject({ running: [], isNewer: false })
})

it('tells the highest where there are more than anybody runs', () => {
  const { running } = bodyOf(...Array.from({ length: 30 }, (_, i) => `v1.100.${i}`))
  expect([running.length, running.at(-1)]).toEqual([20, 'v1.100.29'])
})
