import { describe, expect, it } from 'vitest'
import type { Edit } from '@/lib/engine/edits'
import { editBody, readEdit } from './edit-codec'
import { isEdit } from './edits'

describe('an edit on the wire', () => {
  const at = Date.parse('2026-11-21T18:00:00Z')
  const edits: readonly Edit[] = [
    { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 },
    {
      kind: 'add',
      image: 'gardenlinux',
      entry: {
        version: '1877.4.0',
        lifecycle: [{ classification: 'preview' }, { classification: 'supported', startTime: at }],
        architectures: ['amd64'],
        cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
        kubeletVersionConstraint: '>= 1.30',
        capabilityFlavors: [{ architecture: ['amd64'] }],
        inPlaceUpdates: { supported: true, minVersionForUpdate: '1800.0.0' },
      },
    },
    { kind: 'remove', image: null, version: '1.30.1' },
    { kind: 'classify', image: null, version: '1.34.3', classification: 'deprecated', from: at },
    { kind: 'expire', image: 'ubuntu', version: '22.04.1', expirationDate: at },
    { kind: 'expire', image: null, version: '1.33.7', expirationDate: null },
    { kind: 'schedule', image: null, version: '1.35.0', lifecycle: [{ classification: 'expired', startTime: at }] },
    { kind: 'restore', image: null, version: '1.32.9', life: { classification: 'supported', expirationDate: at } },
    { kind: 'strategy', image: 'gardenlinux', updateStrategy: 'minor' },
    { kind: 'addImage', image: 'flatcar', updateStrategy: 'major', index: 1 },
    { kind: 'removeImage', image: 'suse' },
    {
      kind: 'yaml',
      image: null,
      changes: [
        { path: ['spec', 'machineTypes', 'm5.large', 'usable'], value: false },
        { path: ['spec', 'limits'] },
        { path: ['spec', 'regions', 'eu'], value: { name: 'eu' }, index: 0 },
      ],
    },
  ]

  it.each(edits.map((one) => [one.kind, one] as const))('%s comes back as it was', (_, one) => {
    const body = editBody(one)
    expect(isEdit(body)).toBe(true)
    expect(readEdit(JSON.parse(JSON.stringify(body)), at, {})).toEqual(one)
  })

  it('says nothing of a stage that nobody writes', () => {
    const life = { classification: 'unavailable', lifecycle: [{ classification: 'unavailable' }] } as const
    const body = editBody({ kind: 'restore', image: null, version: '1.32.9', life })
    expect(body).toMatchObject({ life: { lifecycle: [] } })
  })

  it.each([
    ['without capabilities', {}, ['amd64']],
    ['with an empty list of capabilities', { machineCapabilities: [] }, ['amd64']],
    ['with capabilities', { machineCapabilities: [{ name: 'architecture', values: ['arm64'] }] }, []],
  ])('has the defaults of a profile %s', (_, profile, architectures) => {
    expect(readEdit({ kind: 'add', image: 'suse', entry: { version: '15.6.1' } }, at, profile)).toMatchObject({
      entry: { architectures, cri: [{ name: 'containerd', containerRuntimes: [] }] },
    })
  })
})
