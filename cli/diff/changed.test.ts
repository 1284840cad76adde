import { expect, test } from 'vitest'
import { applyEdit, applyEdits } from '@/lib/engine/edits'
import { image, imageVersion, instant, profile } from '@/lib/engine/testdata/builders'
import type { CloudProfile } from '@/lib/engine/types'
import { changedVersions, otherFields } from './changed'

const at = instant('2026-11-20')
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const versions = ['1.35.4 preview', '1.35.3 supported']
const on = (fields: Parameters<typeof imageVersion>[1], ...more: string[]) =>
  profile(
    more.length > 0 ? more : versions,
    image('linux', 'minor', [imageVersion('2.0.0', fields), '1.0.0 deprecated 2027-03-01']),
  )
const before = on({ kubeletVersionConstraint: '< 1.33' })

const cases: [string, CloudProfile, string[]][] = [
  [
    'a stage',
    on({ kubeletVersionConstraint: '< 1.33' }, '1.35.4 supported', '1.35.3 supported'),
    ['Kubernetes 1.35.4: preview → supported'],
  ],
  [
    'a constraint of the kubelet',
    on({ kubeletVersionConstraint: '< 1.34' }),
    ['linux 2.0.0: kubelet “< 1.33” → “< 1.34”'],
  ],
  ['no constraint any more', on({}), ['linux 2.0.0: kubelet “< 1.33” → any']],
  [
    'architectures and runtimes beside a stage',
    on(
      {
        kubeletVersionConstraint: '< 1.33',
        architectures: ['amd64', 'arm64'],
        cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
      },
      '1.35.4 supported',
      '1.35.3 supported',
    ),
    [
      'Kubernetes 1.35.4: preview → supported',
      'linux 2.0.0: architectures amd64 → amd64, arm64, runtimes containerd → containerd with gvisor',
    ],
  ],
  [
    'updates in place',
    on({ kubeletVersionConstraint: '< 1.33', inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }),
    ['linux 2.0.0: in-place updates no → from 1.0.0'],
  ],
  [
    'machine types',
    { ...before, machineTypes: [{ name: 'm5.large' }] },
    ['machine type m5.large: added', 'machine type small: removed'],
  ],
  ['machine capabilities', { ...before, machineCapabilities: [] }, ['machine capabilities: changed']],
  ['the order of versions', { ...before, kubernetes: before.kubernetes.toReversed() }, ['lists: another order']],
  ['nothing', structuredClone(before), []],
]

test.each(cases)('names what a profile says otherwise: %s', (_, after, lines) => {
  const { lines: told, edits } = changedVersions(before, after, at, day)
  expect(told.map(({ name, text }) => `${name}: ${text}`)).toEqual(lines)
  const made = applyEdits(before, edits, applyEdit)
  expect(made.problems.filter((one) => one !== null)).toEqual([])
})

test('a field that maintenance does not read is told by its name', () => {
  const written = (spec: object) => ({ kind: 'CloudProfile', metadata: { name: 'aws' }, spec })
  const was = written({ regions: [{ name: 'eu-west-1' }], kubernetes: { versions: [] } })
  const is = written({ regions: [], kubernetes: { versions: [{ version: '1.35.4' }] }, type: 'aws' })
  expect(otherFields(was, is, [{ name: 'Kubernetes 1.35.4', text: 'added' }])).toEqual([
    { name: 'spec.regions', text: 'changed' },
    { name: 'spec.type', text: 'added' },
  ])
  expect(otherFields(is, structuredClone(is), [])).toEqual([])
})
