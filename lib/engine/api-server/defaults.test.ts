import { describe, expect, it } from 'vitest'
import { image, imageVersion, instant, profile, unavailableUntil } from '@/lib/engine/testdata/builders'
import type { CloudProfile } from '@/lib/engine/types'
import { newCluster, type WantedCluster } from './new-clusters'

const now = instant('2026-06-01')

const offered = profile(
  [
    '1.33.5 supported',
    '1.33.6 deprecated 2026-12-01',
    '1.34.1 supported',
    '1.34.2 preview',
    '1.35.0 preview',
    '1.32.9 - 2026-05-01',
    unavailableUntil('1.35.1', '2026-09-01'),
  ],
  image('linux', 'major', [
    '15.6.1 supported 2026-08-01',
    '15.6.2 deprecated',
    '15.7.1 preview',
    '16.0.1 supported',
    imageVersion('17.0.1', { architectures: ['arm64'] }),
  ]),
  image('ended', 'major', ['1.0.0 - 2026-05-01', '0.9.0']),
)

function created(
  wanted: Partial<WantedCluster>,
  pool: Partial<WantedCluster['pools'][number]> = {},
  at = now,
  by = offered,
) {
  const made = newCluster({ pools: [{ name: 'pool', machineType: 'small', ...pool }], ...wanted }, by, at)
  if (made.kind === 'refused') return made.errors.map(({ text }) => text).join(' ')
  return [made.kubernetesVersion, ...made.images.map(({ name, version }) => `${name} ${version}`)].join(', ')
}

describe('a new cluster', () => {
  it.each<[string, Partial<WantedCluster>, string]>([
    ['that names nothing gets the highest supported version, no preview', {}, '1.34.1, linux 16.0.1'],
    [
      'that names a minor gets its highest supported patch, not a higher deprecated one',
      { kubernetesVersion: '1.33' },
      '1.33.5, linux 16.0.1',
    ],
    ['that names a major gets its highest supported version', { kubernetesVersion: '1' }, '1.34.1, linux 16.0.1'],
    ['may name a deprecated version', { kubernetesVersion: '1.33.6' }, '1.33.6, linux 16.0.1'],
    ['may name a preview', { kubernetesVersion: '1.34.2' }, '1.34.2, linux 16.0.1'],
    ['without pools has no image', { pools: [] }, '1.34.1'],
  ])('%s', (_, wanted, expected) => {
    expect(created(wanted)).toBe(expected)
  })

  it.each<[string, Partial<WantedCluster>]>([
    ['a minor with previews only', { kubernetesVersion: '1.35' }],
    ['a minor whose versions have all expired', { kubernetesVersion: '1.32' }],
    ['an expired version', { kubernetesVersion: '1.32.9' }],
    ['a version that is not available yet', { kubernetesVersion: '1.35.1' }],
    ['a version that is not listed', { kubernetesVersion: '1.33.9' }],
  ])('is refused with %s', (_, wanted) => {
    expect(newCluster({ pools: [], ...wanted }, offered, now).kind).toBe('refused')
  })

  it.each<[string, Partial<WantedCluster['pools'][number]>, string]>([
    ['a part of its version', { image: { name: 'linux', version: '15.6' } }, '1.34.1, linux 15.6.1'],
    ['a major of it', { image: { name: 'linux', version: '15' } }, '1.34.1, linux 15.6.1'],
    ['another architecture', { architecture: 'arm64', machineType: 'arm' }, '1.34.1, linux 17.0.1'],
    ['its version', { image: { name: 'linux', version: '15.6.2' } }, '1.34.1, linux 15.6.2'],
  ])('gets the image that fits %s', (_, pool, expected) => {
    const both: CloudProfile = {
      ...offered,
      machineTypes: [...offered.machineTypes, { name: 'arm', architecture: 'arm64' }],
    }
    expect(created({}, pool, now, both)).toBe(expected)
  })

  it('is refused where the newest of the image has expired: defaulting does not look at that', () => {
    expect(created({}, { image: { name: 'ended' } })).toMatch(/^ended 1\.0\.0 is expired or unavailable/)
  })

  it('gets what is on offer at its date', () => {
    expect(created({ kubernetesVersion: '1.35' }, {}, instant('2026-10-01'))).toBe('1.35.1, linux 16.0.1')
    expect(created({}, { image: { name: 'linux', version: '15' } }, instant('2026-10-01'))).toMatch(
      /^linux 15\.6\.1 is expired/,
    )
  })

  it('leaves what it is given untouched', () => {
    const wanted: WantedCluster = Object.freeze({ pools: [Object.freeze({ name: 'pool', machineType: 'small' })] })
    const before = JSON.stringify([wanted, offered])
    newCluster(wanted, offered, now)
    expect(JSON.stringify([wanted, offered])).toBe(before)
  })
})
