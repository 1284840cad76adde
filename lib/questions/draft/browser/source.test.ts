import { expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { editedProfile } from './source'
import { LISTS, sourceOf } from './testdata'

const added: EditBody = { kind: 'add', image: 'gardenlinux', entry: { version: '1877.4.0' } }

test.each([
  ['no capabilities', {}, ['amd64']],
  ['capabilities', { machineCapabilities: [{ name: 'architecture', values: ['amd64', 'arm64'] }] }, []],
])('in a profile with %s a new version of an image has the defaults of the API server', (_, more, architectures) => {
  const { profile, problems } = editedProfile(sourceOf({ ...LISTS, ...more }), [added])
  expect(problems).toEqual([null])
  const listed = profile.machineImages[0]?.versions.find(({ version }) => version === '1877.4.0')
  expect(listed?.architectures).toEqual(architectures)
})
