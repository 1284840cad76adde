import { describe, expect, it } from 'vitest'
import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import type { CloudProfile } from '@/lib/engine/types'
import { type ShootEdit, withEdits } from './fields'
import { wayBack } from './plan'

const profile: CloudProfile = {
  kubernetes: ['1.34.2', '1.33.5', '1.33.1'].map((version) => ({ version })),
  machineImages: [
    {
      name: 'linux',
      updateStrategy: 'major',
      versions: ['2.1.0', '2.0.0'].map((version) => ({
        version,
        architectures: ['amd64'],
        cri: [{ name: 'containerd', containerRuntimes: [] }],
      })),
    },
  ],
  machineTypes: [{ name: 'large', architecture: 'amd64' }],
} as unknown as CloudProfile

const manifest: ShootManifest = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'Shoot',
  metadata: { name: 'one', namespace: 'garden-a' },
  spec: {
    cloudProfile: { kind: 'CloudProfile', name: 'aws' },
    kubernetes: { version: '1.33.1' },
    maintenance: { autoUpdate: { kubernetesVersion: false, machineImageVersion: false } },
    provider: {
      type: 'aws',
      workers: [
        {
          name: 'web',
          machine: { type: 'large', architecture: 'amd64', image: { name: 'linux', version: '2.0.0' } },
          minimum: 1,
          maximum: 3,
          maxSurge: 1,
        },
      ],
    },
  },
}

const now = Date.parse('2026-11-21T18:00:00Z')
const back = (edits: readonly ShootEdit[], isActedOn = true) => wayBack({ manifest, edits, profile, now, isActedOn })
const version = (value: string): ShootEdit => ({ field: 'spec.kubernetes.version', value })
const image: ShootEdit = { pool: 'web', field: 'machine.image', value: { name: 'linux', version: '2.1.0' } }
const flag: ShootEdit = { field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: true }
const confine: ShootEdit = { field: 'spec.maintenance.confineSpecUpdateRollout', value: true }
const asks = (of: 'gardener.cloud' | 'maintenance.gardener.cloud', value = 'rotate-ssh-keypair'): ShootEdit => ({
  field: `metadata.annotations[${of}/operation]`,
  value,
})

describe('the way back', () => {
  it('gives fields what they had, and takes out what was not there', () => {
    const edits = [flag, image, confine]
    const { inverse, final } = back(edits)
    expect(final).toEqual([])
    expect(inverse).toEqual([
      { ...flag, value: false },
      { ...image, value: { name: 'linux', version: '2.0.0' } },
      { ...confine, value: null },
    ])
    expect(withEdits(withEdits(manifest, edits), inverse)).toEqual(manifest)
  })

  it.each(['1.34.2', '1.33.5'])('does not lead from Kubernetes %s to a lower one', (to) => {
    const { inverse, final } = back([version(to), flag])
    expect(inverse).toEqual([{ ...flag, value: false }])
    expect(final).toMatchObject([
      {
        field: 'spec.kubernetes.version',
        refusals: expect.arrayContaining([expect.objectContaining({ rule: 'version-downgrade' })]),
      },
    ])
  })

  it('has nothing of what was so before, and of a field that was edited twice the first value', () => {
    expect(back([version('1.33.1'), { ...flag, value: false }])).toEqual({ inverse: [], final: [] })
    expect(back([{ ...confine, value: false }, confine]).inverse).toEqual([{ ...confine, value: null }])
  })

  it('takes back what waits for the maintenance, but not what Gardener has begun with', () => {
    expect(back([asks('maintenance.gardener.cloud')]).inverse).toEqual([
      { field: 'metadata.annotations[maintenance.gardener.cloud/operation]', value: null },
    ])
    expect(back([asks('gardener.cloud'), flag]).inverse).toEqual([{ ...flag, value: false }])
    expect(back([asks('gardener.cloud')], false).inverse).toEqual([{ ...asks('gardener.cloud'), value: null }])
  })
})
