import { describe, expect, it } from 'vitest'
import { type ReferencedProfile, readSubmittedSpec } from '@/lib/engine/api-server'
import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import type { CloudProfile } from '@/lib/engine/types'
import type { ShootEdit } from './fields'
import { tryPlan, wayBack } from './plan'

const now = Date.parse('2026-11-21T18:00:00Z')
const cri = [{ name: 'containerd', containerRuntimes: [] }]
const versionOf = (version: string) => ({ version, architectures: ['amd64'], cri })

function profileWith(change: Partial<CloudProfile> & { readonly volumes?: readonly string[] } = {}) {
  const { volumes = ['ssd'], ...rest } = change
  return {
    kubernetes: [{ version: '1.33.1' }, { version: '1.34.2' }],
    machineImages: [
      { name: 'linux', updateStrategy: 'major' as const, versions: [versionOf('1.0.0'), versionOf('2.0.0')] },
    ],
    machineTypes: [{ name: 'm', architecture: 'amd64' }],
    offers: readSubmittedSpec({
      machineTypes: [{ name: 'm', cpu: '4', memory: '8Gi' }],
      volumeTypes: volumes.map((name) => ({ name })),
    }),
    ...rest,
  }
}

function named(name: string, profile: ReturnType<typeof profileWith>, root = 'aws'): ReferencedProfile {
  const ref =
    name === root
      ? ({ kind: 'CloudProfile', name } as const)
      : ({ kind: 'NamespacedCloudProfile', namespace: 'garden-a', name } as const)
  return { ref, root, profile }
}

function manifest(version = '1.33.1'): ShootManifest {
  return {
    metadata: { name: 'a', namespace: 'garden-a' },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: 'aws' },
      cloudProfileName: 'aws',
      kubernetes: { version },
      provider: {
        workers: [
          {
            name: 'w',
            machine: { type: 'm', architecture: 'amd64', image: { name: 'linux', version: '1.0.0' } },
            volume: { type: 'ssd', size: '50Gi' },
            cri: { name: 'containerd' },
            minimum: 1,
            maximum: 2,
          },
        ],
      },
    },
  }
}

const from = named('aws', profileWith())
const moveTo = (name: string): ShootEdit => ({
  field: 'spec.cloudProfile',
  value: { kind: 'NamespacedCloudProfile', name },
})

function tried(to: ReferencedProfile, edits: readonly ShootEdit[] = [moveTo(to.ref.name)], version?: string) {
  const hierarchy = { from, to: ({ name }: { name: string }) => (name === to.ref.name ? to : undefined) }
  return tryPlan({ manifest: manifest(version), edits, profile: from.profile, hierarchy, now })
}

describe('a plan that moves a cluster to another profile of its hierarchy', () => {
  it.each(['1.33.1', '1.34.2'])('names it, and no longer the old name, at %s', (version) => {
    const { outcomes, after, movedTo, effect } = tried(named('more', profileWith()), undefined, version)
    expect(outcomes).toEqual([{ kind: 'taken' }])
    expect(after.spec).toMatchObject({ cloudProfile: { kind: 'NamespacedCloudProfile', name: 'more' } })
    expect(after.spec).not.toHaveProperty('cloudProfileName')
    expect(movedTo?.ref.name).toBe('more')
    expect(effect).toMatchObject({ pools: [{ effect: 'none' }], controlPlane: 'unknown' })
  })

  it.each([
    [
      'of another root',
      named('other', profileWith(), 'gcp'),
      'other-hierarchy',
      'cloud profile reference change is invalid: cannot change from "aws" to "other" (root: "gcp"). The cloud profile reference must remain within the same hierarchy',
    ],
    [
      'without the image version',
      named(
        'more',
        profileWith({ machineImages: [{ name: 'linux', updateStrategy: 'major', versions: [versionOf('2.0.0')] }] }),
      ),
      'move-loses-image',
      'newly referenced cloud profile does not contain the machine image version "linux@1.0.0" currently in use by worker "w"',
    ],
    [
      'without the machine type',
      named('more', profileWith({ machineTypes: [{ name: 'n', architecture: 'amd64' }] })),
      'move-loses-machine-type',
      'newly referenced cloud profile does not contain the machine type "m" currently in use by worker "w"',
    ],
    [
      'without the volume type',
      named('more', profileWith({ volumes: ['hdd'] })),
      'move-loses-volume-type',
      'newly referenced cloud profile does not contain the volume type "ssd" currently in use by worker "w"',
    ],
  ])('is refused to one %s', (_, to, rule, quote) => {
    const { outcomes, movedTo } = tried(to)
    expect(outcomes).toMatchObject([{ kind: 'refused', refusals: [{ stage: 'validator', rule, quote }] }])
    expect(movedTo).toBeNull()
  })

  it('is refused to one that is not there', () => {
    const { outcomes } = tried(named('more', profileWith()), [moveTo('nosuch')])
    expect(outcomes).toMatchObject([
      {
        kind: 'refused',
        refusals: [
          {
            stage: 'mutator',
            quote:
              'Internal error occurred: could not find referenced cloud profile: namespacedcloudprofile.core.gardener.cloud "nosuch" not found',
          },
        ],
      },
    ])
  })

  it('takes no notice of Kubernetes versions, dates and architectures', () => {
    const to = named(
      'more',
      profileWith({
        kubernetes: [{ version: '1.33.1', expirationDate: now - 1 }],
        machineTypes: [{ name: 'm', architecture: 'arm64' }],
      }),
    )
    expect(tried(to).outcomes).toEqual([{ kind: 'taken' }])
  })

  it('has its other edits judged by the new profile, and leaves them out alone', () => {
    const to = named('more', profileWith({ kubernetes: [{ version: '1.33.1' }] }))
    const edits: ShootEdit[] = [moveTo('more'), { field: 'spec.kubernetes.version', value: '1.34.2' }]
    expect(tried(to, edits).outcomes.map(({ kind }) => kind)).toEqual(['taken', 'refused'])
  })

  it('goes with an image that both have, where the present one would be lost', () => {
    const to = named(
      'more',
      profileWith({ machineImages: [{ name: 'linux', updateStrategy: 'major', versions: [versionOf('2.0.0')] }] }),
    )
    const image: ShootEdit = { pool: 'w', field: 'machine.image', value: { name: 'linux', version: '2.0.0' } }
    expect(tried(to, [moveTo('more'), image]).outcomes.map(({ kind }) => kind)).toEqual(['taken', 'taken'])
  })

  it('has a way back', () => {
    const to = named('more', profileWith())
    const hierarchy = { from, to: ({ name }: { name: string }) => [from, to].find(({ ref }) => ref.name === name) }
    const way = wayBack({
      manifest: manifest(),
      edits: [moveTo('more')],
      profile: from.profile,
      hierarchy,
      now,
      isActedOn: true,
    })
    expect(way).toEqual({
      inverse: [{ field: 'spec.cloudProfile', value: { kind: 'CloudProfile', name: 'aws' } }],
      final: [],
    })
  })
})
