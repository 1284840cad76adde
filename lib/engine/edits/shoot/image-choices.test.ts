import { describe, expect, it } from 'vitest'
import { admitShoot } from '@/lib/engine/api-server'
import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { messageOf } from '@/lib/engine/refusal'
import { profile } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, MachineImageVersion } from '@/lib/engine/types'
import { type ChoicesInput, type ChosenField, choosing } from './choices'
import { withEdits } from './fields'

const choicesOf = (input: ChoicesInput, field: ChosenField) => [...choosing(input)(field)]

const now = Date.UTC(2026, 10, 21)
const plain = { architectures: ['amd64'], cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }] }
const updated = { ...plain, inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }

/** Some of each kind, on both sides of the version that the pools have. */
const kinds: readonly Omit<MachineImageVersion, 'version'>[] = [
  plain,
  { ...plain, classification: 'preview' },
  { ...plain, classification: 'deprecated', expirationDate: now + DAY },
  { ...plain, classification: 'deprecated', expirationDate: now - DAY },
  { ...plain, kubeletVersionConstraint: '< 1.33' },
  { ...plain, kubeletVersionConstraint: '< 1.31' },
  { ...plain, architectures: ['arm64'] },
  { ...plain, cri: [{ name: 'containerd', containerRuntimes: [] }] },
  { ...plain, cri: [] },
  updated,
  { ...updated, classification: 'deprecated', expirationDate: now - DAY },
  { ...updated, inPlaceUpdates: { supported: true, minVersionForUpdate: '5.1.0' } },
  { ...updated, inPlaceUpdates: { supported: false } },
]
const linux = [0, 5, 9].flatMap((major) =>
  kinds.flatMap((kind, i) => [0, 1, 2].map((patch) => ({ ...kind, version: `${major}.${i}.${patch}` }))),
)
const offered: CloudProfile = {
  ...profile(['1.32.9', '1.33.6']),
  machineTypes: [{ name: 'small', architecture: 'amd64' }],
  machineImages: [
    {
      name: 'linux',
      updateStrategy: 'major',
      versions: [
        { ...plain, version: '9.0.1', cri: [] },
        ...linux,
        ...['9.50', '9.50.0-rc1', '9.50.1-rc1', '08.1.0'].map((version) => ({ ...updated, version })),
        { ...updated, version: '9.0.0' },
        { ...updated, version: '9.9.0', architectures: ['arm64'] },
      ],
    },
    { name: 'linux', updateStrategy: 'major', versions: [{ ...updated, version: '9.9.1', cri: [] }] },
    { name: 'chost', updateStrategy: 'major', versions: linux },
  ],
}
const pool = (name: string, more: object = {}) => ({
  name,
  machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version: '5.0.0' } },
  minimum: 2,
  maximum: 4,
  zones: ['a'],
  ...more,
})
const manifest = {
  metadata: { name: 'shoot', namespace: 'garden-dev' },
  spec: {
    kubernetes: { version: '1.32.9' },
    provider: {
      workers: [
        pool('rolled'),
        pool('in-place', { updateStrategy: 'AutoInPlaceUpdate', maxSurge: 0, maxUnavailable: 1 }),
        pool('with-runtime', { cri: { name: 'containerd', containerRuntimes: [{ type: 'gvisor' }] } }),
        pool('odd', { machine: { type: 'small', image: { name: 'linux', version: 'latest' } } }),
      ],
    },
  },
} as ShootManifest

describe('images among many', () => {
  it.each(['rolled', 'in-place', 'with-runtime', 'odd'])(
    'are refused for the pool %s where the shoot with them is',
    (name) => {
      const choices = choicesOf({ manifest, taken: [], profile: offered, now }, { pool: name, field: 'machine.image' })
      expect(choices.length).toBeGreaterThan(200)
      for (const { edit, refusals } of choices) {
        const whole = admitShoot({ before: manifest, after: withEdits(manifest, [edit]), profile: offered, now })
        expect(refusals.map(messageOf), JSON.stringify(edit.value)).toEqual(
          whole.allowed ? [] : whole.errors.map(messageOf),
        )
      }
      expect(new Set(choices.map(({ refusals }) => refusals.length > 0)).size).toBe(2)
    },
  )

  it('that are refused are told which there are instead, a hundred of them, found once', () => {
    let looks = 0
    const versions = Array.from({ length: 500 }, (_, i) =>
      Object.defineProperty({ ...(i % 2 === 0 ? updated : plain), version: `6.${i}.0` }, 'architectures', {
        enumerable: true,
        get: () => {
          looks++
          return plain.architectures
        },
      }),
    ) as readonly MachineImageVersion[]
    const many = { ...offered, machineImages: [{ name: 'linux', updateStrategy: 'major', versions }] } as CloudProfile
    const input = { manifest, taken: [], profile: many, now }
    const choices = choicesOf(input, { pool: 'in-place', field: 'machine.image' })
    const refused = choices.filter(({ refusals }) => refusals.length > 0)
    expect(refused).toHaveLength(250)
    for (const { refusals } of refused) {
      const [first] = refusals
      expect(first?.subject.supported).toHaveLength(250)
      expect(first?.text).toMatch(
        / is no in-place update from 5\.0\.0\. Offered are: (?:linux:6\.\d+\.0, ){99}linux:6\.\d+\.0 and 150 more\.$/,
      )
    }
    expect(looks).toBeLessThan(2000)
  })
})
