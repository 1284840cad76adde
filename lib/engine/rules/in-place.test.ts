import { describe, expect, it } from 'vitest'
import { withoutBreak } from '@/lib/engine/steps'
import type { MachineImageVersion } from '@/lib/engine/types'
import { CompiledProfile } from './compile'
import { imagesForKubelet, kubeletsOf } from './image-filter'
import { inPlaceSteps } from './in-place'

type Offer = [version: string, minimum?: string | null | undefined, constraint?: string]

/** `minimum` null: in-place updates are supported, from no version; undefined: they are not. */
const versions = (...offers: Offer[]): MachineImageVersion[] =>
  offers.map(([version, minimum, constraint]) => ({
    version,
    architectures: ['amd64'],
    cri: [],
    ...(minimum !== undefined && {
      inPlaceUpdates: { supported: true, ...(minimum !== null && { minVersionForUpdate: minimum }) },
    }),
    ...(constraint !== undefined && { kubeletVersionConstraint: constraint }),
  }))

describe('where in-place updates lead', () => {
  it.each<[string, Offer[], Record<string, string[]>]>([
    [
      'from the minimum on',
      [['3.0.0', '2.0.0'], ['2.0.0'], ['1.0.0']],
      { '3.0.0': [], '2.0.0': ['3.0.0'], '1.0.0': [] },
    ],
    ['nowhere without a minimum', [['2.0.0', null], ['1.0.0']], { '2.0.0': [], '1.0.0': [] }],
    ['nowhere where they are not supported', [['2.0.0'], ['1.0.0', '1.0.0']], { '2.0.0': [], '1.0.0': [] }],
    [
      'never down',
      [
        ['1.0.0', '1.0.0'],
        ['2.0.0', '1.0.0'],
      ],
      { '1.0.0': ['2.0.0'], '2.0.0': [] },
    ],
    ['whatever the suffixes are', [['2.0.0', '1.0.0-rc.1'], ['1.0.0-beta']], { '2.0.0': [], '1.0.0-beta': ['2.0.0'] }],
    ['past what cannot be read', [['x', '1.0.0'], ['2.0.0', '1.0.0'], ['1.0.0']], { '2.0.0': [], '1.0.0': ['2.0.0'] }],
  ])('%s', (_, offers, expected) => {
    const steps = withoutBreak(inPlaceSteps({ versions: versions(...offers) }))
    expect(Object.fromEntries(steps.map(({ from, to }) => [from, [...to]]))).toEqual(expected)
  })
})

describe('kubelets and images', () => {
  const profile = new CompiledProfile({
    kubernetes: [{ version: '1.34.1' }, { version: '1.33.2' }],
    machineImages: [
      {
        name: 'ubuntu',
        updateStrategy: 'major',
        versions: versions(['2.0.0'], ['1.0.0', undefined, '< 1.34'], ['0.9.0', undefined, 'nonsense']),
      },
    ],
    machineTypes: [],
  })

  it.each<[string, readonly string[] | null]>([
    ['2.0.0', ['1.34.1', '1.33.2']],
    ['1.0.0', ['1.33.2']],
    ['0.9.0', []],
    ['3.0.0', null],
  ])('%s supports %j', (version, kubelets) => {
    expect(kubeletsOf(profile, 'ubuntu', version)).toEqual(kubelets)
  })

  it('are the same seen from the other side', () => {
    expect(imagesForKubelet(profile, '1.34.1')).toEqual([
      { image: 'ubuntu', fit: ['2.0.0'], unfit: ['1.0.0', '0.9.0'] },
    ])
    expect(imagesForKubelet(profile, 'nonsense')).toEqual([])
  })
})
