import { expect, test } from 'vitest'
import { readObject } from '@/lib/garden/read-object'
import { makeSnapshot, type SourcedObject } from '@/lib/garden/snapshot'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { buildLandscape } from '../landscape'

const apiVersion = 'core.gardener.cloud/v1beta1'
const at = Date.parse('2026-11-21T18:00:00Z')

test.each([
  [undefined, 'Gets 1.35.4 when created: its manifest names no version, and the API server fills in the rest.'],
  ['1.34', 'Gets 1.34.2 when created: its manifest names only 1.34, and the API server fills in the rest.'],
  ['1.34.2', undefined],
])('the page of a cluster that is not there yet says what it gets: %s', async (version, text) => {
  const versions = ['1.35.4', '1.34.2'].map((one) => ({ version: one }))
  const raws = [
    { kind: 'CloudProfile', metadata: { name: 'p' }, spec: { kubernetes: { versions } } },
    {
      kind: 'Shoot',
      metadata: { name: 'a', namespace: 'garden-a' },
      spec: { cloudProfile: { name: 'p' }, kubernetes: { version }, provider: { workers: [] } },
    },
  ]
  const objects = raws.flatMap((raw): SourcedObject[] => {
    const object = readObject({ apiVersion, ...raw }, true)
    return object.kind === 'other' || object.kind === 'unreadable' ? [] : [{ object, source: 'a.yaml' }]
  })
  const landscape = await buildLandscape(makeSnapshot({ revision: '1', observedAt: at, objects, problems: [] }), at)
  const { constraints } = shootView(landscape, 0)
  expect(constraints.find((one) => one.text.startsWith('Gets '))?.text).toBe(text)
})
