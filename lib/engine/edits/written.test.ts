import { describe, expect, it } from 'vitest'
import { image, instant, profile } from '@/lib/engine/testdata/builders'
import type { MachineImageVersion } from '@/lib/engine/types'
import { applyEdit } from './edits'
import { describing, type ImageDescription } from './written'

const listed: MachineImageVersion = {
  version: '1.0.0',
  classification: 'preview',
  architectures: ['amd64'],
  cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
  kubeletVersionConstraint: '>= 1.31',
}
const before = profile(['1.34.1'], image('linux', 'minor', [listed, '0.9.0']))

function described(after: ImageDescription): MachineImageVersion | undefined {
  const edit = describing('linux', listed, after)
  const outcome = edit === null ? null : applyEdit(before, edit)
  return outcome?.kind === 'ok' ? outcome.value.machineImages[0]?.versions[0] : undefined
}

describe('a listed image version', () => {
  const { version: _, classification: __, ...now } = listed
  it.each<[string, ImageDescription, Partial<MachineImageVersion>]>([
    ['runs on more', { ...now, architectures: ['amd64', 'arm64'] }, { architectures: ['amd64', 'arm64'] }],
    [
      'loses a runtime',
      { ...now, cri: [{ name: 'containerd', containerRuntimes: [] }] },
      { cri: [{ name: 'containerd', containerRuntimes: [] }] },
    ],
    [
      'gets another constraint',
      { ...now, kubeletVersionConstraint: '>= 1.33' },
      { kubeletVersionConstraint: '>= 1.33' },
    ],
    [
      'is updated in place from a version on',
      { ...now, inPlaceUpdates: { supported: true, minVersionForUpdate: '0.9.0' } },
      { inPlaceUpdates: { supported: true, minVersionForUpdate: '0.9.0' } },
    ],
    [
      'is told by capabilities',
      { ...now, capabilityFlavors: [{ architecture: ['arm64'], boot: ['uefi'] }] },
      { capabilityFlavors: [{ architecture: ['arm64'], boot: ['uefi'] }] },
    ],
  ])('%s', (_, after, expected) => {
    expect(described(after)).toEqual({ ...listed, ...expected })
  })

  it('loses its constraint where none is given any more', () => {
    const { kubeletVersionConstraint: _, ...after } = now
    expect(described(after)).toEqual({ version: '1.0.0', classification: 'preview', ...after })
  })

  it('of which nothing differs needs no edit', () => {
    expect(describing('linux', listed, now)).toBeNull()
  })

  it('is as it was once the edit is taken back', () => {
    const edit = describing('linux', listed, { ...now, architectures: ['arm64'] })
    const outcome = edit === null ? null : applyEdit(before, edit)
    const back = outcome?.kind === 'ok' ? applyEdit(outcome.value, outcome.inverse) : null
    expect(back).toMatchObject({ kind: 'ok', value: before })
  })

  it('in preview can be deprecated, with a date or without', () => {
    const edit = { image: 'linux', version: '1.0.0', kind: 'classify', classification: 'deprecated', from: 0 } as const
    const outcome = applyEdit(before, edit)
    const version = outcome.kind === 'ok' ? outcome.value.machineImages[0]?.versions[0] : undefined
    expect(version).toMatchObject({ classification: 'deprecated' })
    const dated = { image: 'linux', version: '1.0.0', kind: 'expire', expirationDate: instant('2027-01-01') } as const
    const both = outcome.kind === 'ok' ? applyEdit(outcome.value, dated) : null
    expect(both).toMatchObject({ kind: 'ok' })
  })
})
