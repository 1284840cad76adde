import { expect, test } from 'vitest'
import type { Problem } from '@/lib/engine/faults'
import { demoManifests } from '@/lib/garden/demo/manifests'
import type { GardenState, ResourceState } from '@/lib/garden/garden'
import { readObject } from '@/lib/garden/read-object'
import { makeSnapshot, type SourcedObject } from '@/lib/garden/snapshot'
import { missingProfiles } from './problems'

const objects = demoManifests({ born: '2026-11-21', shoots: 120 }).flatMap((raw): SourcedObject[] => {
  const object = readObject(raw)
  return object.kind === 'other' || object.kind === 'unreadable' ? [] : [{ object, source: 'demo' }]
})

/** The demo without some of its profiles. */
function without(labels: readonly string[], problems: readonly Problem[] = []) {
  const rest = objects.filter(({ object }) => !labels.includes(object.label))
  return makeSnapshot({ revision: '1', observedAt: 0, objects: rest, problems })
}

function state(kind: GardenState['kind'], profiles: ResourceState['state']): GardenState {
  const resource = (name: string, state: ResourceState['state']): ResourceState => ({ name, read: 1, state })
  const resources = [
    resource('CloudProfiles', profiles),
    resource('NamespacedCloudProfiles', 'synced'),
    resource('Projects', 'synced'),
    resource('Shoots', 'synced'),
  ]
  return { kind, label: 'dump.yaml', state: 'live', resources }
}

const users = [...without([]).shoots].filter(
  ({ profile }) => profile.kind === 'CloudProfile' && profile.name === 'openstack',
)
const [first, second, third] = users.map(({ namespace, name }) => `${namespace}/${name}`)

test('a garden that has all its profiles has no problem', () => {
  expect(missingProfiles(without([]), state('manifests', 'synced'))).toEqual([])
})

test('a missing profile is one problem, with how many clusters it leaves unknown and some of them', () => {
  expect(missingProfiles(without(['CloudProfile openstack']), state('manifests', 'synced'))).toEqual([
    {
      source: 'dump.yaml',
      object: 'CloudProfile openstack',
      path: '',
      fault: { code: 'profile-missing', first: [first, second, third], count: users.length },
    },
  ])
})

test('each missing profile is one problem, named by its resource where an API is followed', () => {
  const problems = missingProfiles(
    without(['CloudProfile openstack', 'CloudProfile gcp']),
    state('kubernetes', 'stale'),
  )
  expect(problems.map(({ source, object }) => `${source}: ${object}`)).toEqual(
    expect.arrayContaining(['cloudprofiles: CloudProfile gcp', 'cloudprofiles: CloudProfile openstack']),
  )
  expect(new Set(problems.map(({ object }) => object)).size).toBe(problems.length)
})

test('a profile that is there and cannot be read is told as that', () => {
  const broken = without(
    ['CloudProfile openstack'],
    [{ source: 'a.yaml', object: 'CloudProfile openstack', path: '', fault: { code: 'incomplete' } }],
  )
  expect(missingProfiles(broken, state('manifests', 'synced'))[0]?.fault.code).toBe('profile-unreadable')
})

test.each(['waiting', 'reading', 'forbidden'] as const)('no profile is missing while profiles are %s', (profiles) => {
  expect(missingProfiles(without(['CloudProfile openstack']), state('kubernetes', profiles))).toEqual([])
})
