import { expect, it } from 'vitest'
import { image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, MachineImageVersion, Worker } from '@/lib/engine/types'
import { Forecaster } from './forecaster'

const from = instant('2026-11-26T08:00:00Z')
const to = instant('2026-11-28T08:00:00Z')
const inPlace: Partial<Worker> = { updateStrategy: 'AutoInPlaceUpdate' }
const marked = (minVersionForUpdate: string): Partial<MachineImageVersion> => ({
  inPlaceUpdates: { supported: true, minVersionForUpdate },
})
const of = (...versions: Parameters<typeof imageVersion>[]): CloudProfile =>
  profile(
    ['1.34.1'],
    image(
      'linux',
      'minor',
      versions.map((one) => imageVersion(...one)),
    ),
  )
const EXPIRED = '1.0.0 - 2026-11-01'

it.each<[string, CloudProfile, Partial<Worker>]>([
  ['no-version', of([EXPIRED]), {}],
  ['no-version', of(['0.9.0']), {}],
  ['unfit-in-place', of(['1.1.0'], ['1.0.0']), inPlace],
  ['none-for-in-place', of(['1.1.0', marked('1.0.1')], [EXPIRED, marked('1.0.0')]), inPlace],
  ['none-for-in-place', of(['1.1.0'], [EXPIRED, marked('1.0.0')]), inPlace],
  ['unfit-architecture', of(['1.0.0', { architectures: ['arm64'] }]), {}],
  ['none-for-architecture', of(['1.1.0', { architectures: ['arm64'] }], [EXPIRED]), {}],
  ['unfit-cri', of(['1.0.0']), { cri: { name: 'containerd', containerRuntimes: ['gvisor'] } }],
  ['none-for-cri', of(['1.1.0', { cri: [] }], [EXPIRED]), {}],
  ['image-kubelet < 1.34', of(['1.0.0', { kubeletVersionConstraint: '< 1.34' }]), {}],
  ['none-for-kubelet', of(['1.1.0', { kubeletVersionConstraint: '< 1.34' }], [EXPIRED]), {}],
])('%s: why a maintenance fails', (cause, offered, more) => {
  const one = shoot('1.34.1', [worker('a linux 1.0.0', more)])
  const { events } = new Forecaster().between(from, to, one, offered)
  expect(events.map(({ digest }) => digest.cause)).toEqual([cause])
})
