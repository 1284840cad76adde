import { expect, test } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'
import { storedDifferences } from './changes'

/** As the API server stores it: with every default. */
const stored = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'aws' },
  spec: {
    type: 'aws',
    kubernetes: { versions: [{ version: '1.34.1', expirationDate: '2027-03-31T23:59:59Z' }] },
    machineImages: [
      {
        name: 'linux',
        updateStrategy: 'major',
        versions: [{ version: '1.0.0', architectures: ['amd64'], cri: [{ name: 'containerd' }] }],
      },
    ],
    machineTypes: [{ name: 'm.large', cpu: '2', gpu: '0', memory: '8Gi', architecture: 'amd64', usable: true }],
    volumeTypes: [{ name: 'gp3', class: 'standard', usable: true }],
    regions: [{ name: 'eu', zones: [{ name: 'a' }] }],
  },
} satisfies JsonObject

type Spec = typeof stored.spec

/** The same with some of its spec written otherwise. */
function written(spec: { readonly [K in keyof Spec]?: unknown }): JsonObject {
  return { ...stored, spec: { ...stored.spec, ...spec } } as JsonObject
}

const [image] = stored.spec.machineImages
const [type] = stored.spec.machineTypes
const version = { version: '1.0.0' }
const withType = (fields: object) => written({ machineTypes: [{ ...type, ...fields }] })
const without = (...fields: string[]) => {
  const kept = Object.entries(type ?? {}).filter(([field]) => !fields.includes(field))
  return written({ machineTypes: [Object.fromEntries(kept)] })
}

test.each<[string, JsonObject]>([
  ['whether a machine type is usable', without('usable')],
  ['its architecture', without('architecture')],
  ['whether a volume type is usable', written({ volumeTypes: [{ name: 'gp3', class: 'standard' }] })],
  ['an update strategy', written({ machineImages: [{ name: 'linux', versions: image?.versions }] })],
  ['architectures and runtimes', written({ machineImages: [{ ...image, versions: [version] }] })],
  [
    'architectures alone',
    written({ machineImages: [{ ...image, versions: [{ ...version, cri: [{ name: 'containerd' }] }] }] }),
  ],
  ['a list that is empty', written({ regions: [{ name: 'eu', zones: [{ name: 'a', unavailableMachineTypes: [] }] }] })],
  ['a value that is null', withType({ storage: null })],
  ['a quantity in another spelling', withType({ memory: '8192Mi', cpu: 2 })],
  [
    'a time in another zone',
    written({ kubernetes: { versions: [{ version: '1.34.1', expirationDate: '2027-04-01T00:59:59+01:00' }] } }),
  ],
])('what the API server fills in or spells anew is no difference: %s', (_, after) => {
  expect(storedDifferences(stored, after)).toEqual([])
  expect(storedDifferences(after, stored)).toEqual([])
})

const at = ['spec', 'machineTypes', 'm.large']

test.each<[string, JsonObject, unknown]>([
  ['a value other than the default', withType({ usable: false }), [{ path: [...at, 'usable'], value: false }]],
  ['a value other than the default that was given', without('cpu'), [{ path: [...at, 'cpu'] }]],
  ['another quantity', withType({ memory: '9Gi' }), [{ path: [...at, 'memory'], value: '9Gi' }]],
  [
    'an entry without defaults is new as it is written',
    written({ machineTypes: [type, { name: 'm.new', cpu: '1', gpu: '0', memory: '1Gi' }] }),
    [
      {
        path: ['spec', 'machineTypes', 'm.new'],
        value: { name: 'm.new', cpu: '1', gpu: '0', memory: '1Gi' },
        index: 1,
      },
    ],
  ],
  [
    'an unreadable value, beside defaults that are left out',
    written({ machineTypes: [{ name: 'm.large', cpu: 'x', gpu: '0', memory: '8Gi' }] }),
    [{ path: [...at, 'cpu'], value: 'x' }],
  ],
  ['an unknown field', withType({ cpus: 2 }), [{ path: [...at, 'cpus'], value: 2 }]],
])('a difference stays one: %s', (_, after, wanted) => {
  expect(storedDifferences(stored, after)).toEqual(wanted)
})

test('of a namespaced profile no image is filled in, as a version that only has a date means the one of its parent', () => {
  const own = (version: object): JsonObject => ({
    kind: 'NamespacedCloudProfile',
    metadata: { name: 'own', namespace: 'garden-a' },
    spec: {
      parent: { kind: 'CloudProfile', name: 'aws' },
      machineImages: [{ name: 'linux', versions: [version] }],
    } as JsonObject,
  })
  const date = { version: '1.0.0', expirationDate: '2027-03-31T23:59:59Z' }
  expect(storedDifferences(own(date), own({ ...date, architectures: ['amd64'] }))).toMatchObject([
    { path: ['spec', 'machineImages', 'linux', 'versions', '1.0.0', 'architectures'] },
  ])
})
