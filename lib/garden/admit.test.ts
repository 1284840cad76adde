import { expect, it } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'
import { tryEdit } from './admit'
import { contentVersion } from './read-object'
import { gardenOf } from './testdata/garden-of'

const versions = [{ version: '1.35.1' }, { version: '1.34.1' }]
const profile = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'aws' },
  spec: { kubernetes: { versions } },
}
const shoot = (name: string) => ({
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'Shoot',
  metadata: { name, namespace: 'garden-a' },
  spec: { cloudProfile: { kind: 'CloudProfile', name: 'aws' }, kubernetes: { version: '1.34.1' } },
})
const own = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'NamespacedCloudProfile',
  metadata: { name: 'own', namespace: 'garden-a' },
  spec: { parent: { kind: 'CloudProfile', name: 'aws' } },
}
const without = { spec: { kubernetes: { versions: versions.slice(0, 1) } } }
const labels = { labels: { place: 'not a value' } }
const extended = { versions: [{ version: '1.36.1', expirationDate: '2027-01-31T00:00:00Z' }] }

const uses =
  'cloudprofiles.core.gardener.cloud "aws" is forbidden: 2 errors occurred:\n' +
  `\t* unable to delete Kubernetes version "1.34.1" from CloudProfile "aws" - version is still in use by shoot 'garden-a/one'\n` +
  `\t* unable to delete Kubernetes version "1.34.1" from CloudProfile "aws" - version is still in use by shoot 'garden-a/two'\n\n`
const deleting = { ...profile, metadata: { ...profile.metadata, deletionTimestamp: '2026-11-20T00:00:00Z' } }
const odd = { ...profile, spec: { ...profile.spec, ofTomorrow: true } }

it.each<[what: string, before: object, edit: object, outcome: object]>([
  [
    'names every cluster that uses a version, as the API server does',
    profile,
    without,
    { kind: 'forbidden', message: uses, causes: [] },
  ],
  [
    'also where a part of the profile cannot be read',
    odd,
    { spec: { ...without.spec, ofTomorrow: true } },
    { message: uses },
  ],
  ['a profile that is being deleted holds on to nothing', deleting, without, { kind: 'change' }],
  [
    'what an edit makes unreadable is refused',
    profile,
    { spec: { ...profile.spec, ofTomorrow: true } },
    { kind: 'refused', status: 400, message: expect.stringContaining('unknown field "spec.ofTomorrow"') },
  ],
  [
    'labels are held to what Kubernetes wants of them',
    profile,
    { metadata: { ...profile.metadata, ...labels } },
    { kind: 'refused', status: 422, causes: [expect.objectContaining({ field: 'metadata.labels' })] },
  ],
  [
    'a namespaced profile may not date what its parent does not have',
    own,
    { spec: { ...own.spec, kubernetes: extended } },
    {
      kind: 'refused',
      status: 500,
      message: expect.stringContaining("'1.36.1' does not exist in parent CloudProfile"),
    },
  ],
  [
    'of a parent that is not there, nothing is known',
    { ...own, spec: { parent: { kind: 'CloudProfile', name: 'gcp' } } },
    { spec: { parent: { kind: 'CloudProfile', name: 'gcp' }, kubernetes: extended } },
    { kind: 'change' },
  ],
])('%s', (_, before, edit, outcome) => {
  const object = before as JsonObject
  const now = Date.parse('2026-11-21T18:00:00Z')
  const others = object.kind === 'CloudProfile' ? [] : [profile]
  const snapshot = gardenOf([...others, before, shoot('one'), shoot('two')], now).snapshot()
  const tried = tryEdit(object, (one) => ({ ...one, ...edit }), contentVersion(object), { snapshot, now })
  expect(tried.kind === 'done' ? tried.outcome : tried).toMatchObject(outcome)
})
