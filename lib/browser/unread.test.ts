import { expect, test } from 'vitest'
import type { GardenStatus } from '@/lib/contract/status'
import { mayBeUnread } from './status'

const garden: GardenStatus = {
  kind: 'manifests',
  label: 'dump.yaml',
  covers: null,
  state: 'live',
  since: null,
  reason: null,
  resources: ['CloudProfiles', 'NamespacedCloudProfiles', 'Projects', 'Shoots'].map((name) => ({
    name,
    read: 0,
    of: null,
    state: 'synced',
    message: null,
  })),
  problems: [],
  problemCount: 0,
}

const withProblem = (object: string | null): GardenStatus => ({
  ...garden,
  problems: [{ source: 'a.yaml', line: null, object, reason: 'is broken' }],
  problemCount: 1,
})

const without = (resource: string, state: 'forbidden' | 'reading'): GardenStatus => ({
  ...garden,
  resources: garden.resources.map((one) => (one.name === resource ? { ...one, state } : one)),
})

test.each<[string, GardenStatus, clusters: boolean, profiles: boolean]>([
  ['all is read', garden, false, false],
  ['nothing could be read', { ...garden, state: 'failed' }, true, true],
  ['it is being read', { ...garden, state: 'reading' }, true, true],
  ['a stretch of a file could not be read', withProblem(null), true, true],
  ['a cluster could not be read', withProblem('Shoot garden-a/one'), true, false],
  ['a profile could not be read', withProblem('CloudProfile aws'), false, true],
  ['a project could not be read', withProblem('Project a'), false, false],
  ['more problems than are told', { ...garden, problemCount: 101 }, true, true],
  ['clusters may not be read', without('Shoots', 'forbidden'), true, false],
  ['profiles are being read', without('CloudProfiles', 'reading'), false, true],
])('that there are none is no fact unless all is read: %s', (_, status, clusters, profiles) => {
  expect([mayBeUnread(status, 'clusters'), mayBeUnread(status, 'profiles')]).toEqual([clusters, profiles])
})
