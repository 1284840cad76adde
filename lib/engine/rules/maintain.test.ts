import { describe, expect, test } from 'vitest'
import {
  auto,
  image,
  imageVersion,
  instant,
  profile,
  shoot,
  unavailableUntil,
  type version,
  worker,
} from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { CloudProfile, LastOperation, Shoot, Worker } from '@/lib/engine/types'
import { maintain, rollOutMoment } from './maintain'

const now = instant('2026-06-01T22:00:00Z')

const kubernetes: [
  sentence: string,
  versions: (string | ReturnType<typeof version>)[],
  current: string,
  auto: boolean,
  to: string,
][] = [
  ['stays without automatic updates while it is not expired', ['1.33.5', '1.33.9'], '1.33.5', false, '1.33.5'],
  ['goes to the highest patch', ['1.33.5', '1.33.10', '1.33.9', '1.34.0'], '1.33.5', true, '1.33.10'],
  [
    'prefers a lower supported over a higher deprecated patch',
    ['1.33.5', '1.33.8', '1.33.9 deprecated'],
    '1.33.5',
    true,
    '1.33.8',
  ],
  ['takes a deprecated patch if there is no other', ['1.33.5', '1.33.9 deprecated'], '1.33.5', true, '1.33.9'],
  ['never goes to a preview', ['1.33.5', '1.33.9 preview'], '1.33.5', true, '1.33.5'],
  ['never goes to an expired patch', ['1.33.5', '1.33.9 - 2026-05-01'], '1.33.5', true, '1.33.5'],
  ['stays within the minor while it is not expired', ['1.33.5', '1.34.2'], '1.33.5', true, '1.33.5'],
  [
    'is forced to a patch first when it expired',
    ['1.33.5 - 2026-05-01', '1.33.6', '1.34.2'],
    '1.33.5',
    false,
    '1.33.6',
  ],
  [
    'is forced to the highest of the next minor',
    ['1.33.5 - 2026-05-01', '1.34.1', '1.34.2 deprecated'],
    '1.33.5',
    false,
    '1.34.2',
  ],
  [
    'is forced to an expired next minor if all are',
    ['1.33.5 - 2026-05-01', '1.34.1 - 2026-05-01', '1.35.0'],
    '1.33.5',
    false,
    '1.34.1',
  ],
  [
    'prefers a live next minor to an expired higher one',
    ['1.33.5 - 2026-05-01', '1.34.1', '1.34.2 - 2026-05-01'],
    '1.33.5',
    false,
    '1.34.1',
  ],
  ['does not jump over a minor that is missing', ['1.33.5 - 2026-05-01', '1.35.0'], '1.33.5', false, '1.33.5'],
  ['does not take previews of the next minor', ['1.33.5 - 2026-05-01', '1.34.0 preview'], '1.33.5', false, '1.33.5'],
  ['is updated like an expired one when it is not listed', ['1.33.9', '1.34.0'], '1.33.5', false, '1.33.9'],
  ['counts as listed in another spelling', ['v1.33.5', '1.34.0'], '1.33.5', false, '1.33.5'],
  [
    'does not leave out unavailable versions',
    ['1.33.5', unavailableUntil('1.33.9', '2026-07-01')],
    '1.33.5',
    true,
    '1.33.9',
  ],
  [
    'is not expired at the very instant of its expiry',
    ['1.33.5 - 2026-06-01T22:00:00Z', '1.34.0'],
    '1.33.5',
    false,
    '1.33.5',
  ],
  ['is expired a second later', ['1.33.5 - 2026-06-01T21:59:59Z', '1.34.0'], '1.33.5', false, '1.34.0'],
  [
    'compares patches as numbers beyond safe ones',
    ['1.33.9007199254740993', '1.33.9007199254740992'],
    '1.33.9007199254740992',
    true,
    '1.33.9007199254740993',
  ],
]

describe('a control plane', () => {
  test.each(kubernetes)('%s', (_, versions, current, automatic, to) => {
    const subject = shoot(current, [], { autoUpdate: { kubernetesVersion: automatic, machineImageVersion: false } })
    expect(maintain(subject, memoized(profile(versions)), now).versions.kubernetesVersion).toBe(to)
  })
})

const images: [
  sentence: string,
  strategy: 'patch' | 'minor' | 'major',
  versions: string[],
  current: string,
  auto: boolean,
  to: string,
][] = [
  ['patch: stays within its minor', 'patch', ['1.1.0', '1.1.5', '1.2.0'], '1.1.0', true, '1.1.5'],
  ['minor: takes a patch first', 'minor', ['1.1.0', '1.1.5 deprecated', '1.2.0'], '1.1.0', true, '1.1.5'],
  ['minor: then the highest minor', 'minor', ['1.1.0', '1.2.0', '1.3.0', '2.0.0'], '1.1.0', true, '1.3.0'],
  ['minor: never to another major', 'minor', ['1.1.0', '2.0.0'], '1.1.0', true, '1.1.0'],
  ['major: the highest of all', 'major', ['1.1.0', '1.2.0', '3.0.0', '2.0.0'], '1.1.0', true, '3.0.0'],
  [
    'patch, expired: to the next higher minor',
    'patch',
    ['1.1.0 - 2026-05-01', '1.3.0', '1.4.0'],
    '1.1.0',
    false,
    '1.3.0',
  ],
  [
    'patch, expired: skips a minor that has only previews',
    'patch',
    ['1.1.0 - 2026-05-01', '1.2.0 preview', '1.3.0'],
    '1.1.0',
    false,
    '1.3.0',
  ],
  [
    'patch, expired: a nearer expired minor beats a live one',
    'patch',
    ['1.1.0 - 2026-05-01', '1.2.0 - 2026-05-01', '1.3.0'],
    '1.1.0',
    false,
    '1.2.0',
  ],
  ['patch, expired: no further than its major', 'patch', ['1.1.0 - 2026-05-01', '2.2.0'], '1.1.0', false, '1.1.0'],
  [
    'patch, expired: a minor of another major makes expired ones count',
    'patch',
    ['1.1.0 - 2026-05-01', '1.3.0', '1.3.5 - 2026-05-01', '2.2.0'],
    '1.1.0',
    false,
    '1.3.5',
  ],
  [
    'minor, expired: to the next higher major',
    'minor',
    ['1.1.0 - 2026-05-01', '3.0.0', '3.1.0', '4.0.0'],
    '1.1.0',
    false,
    '3.1.0',
  ],
  ['major, expired, nothing higher: it is at its end', 'major', ['1.1.0 - 2026-05-01'], '1.1.0', false, '1.1.0'],
  ['a short version is a version', 'minor', ['27.1 - 2026-05-01', '27.2.0'], '27.1', false, '27.2.0'],
  ['leading zeros do not count', 'major', ['20.04.1', '20.4.2'], '20.04.1', true, '20.4.2'],
  ['images are listed by their text', 'major', ['20.4.1', '22.4.0'], '20.04.1', false, '22.4.0'],
  ['a pre-release goes to its release', 'patch', ['1.1.0-rc1 - 2026-05-01', '1.1.0'], '1.1.0-rc1', false, '1.1.0'],
  ['of equal versions the first listed is taken', 'patch', ['1.1.0', '1.1.1+a', '1.1.1+b'], '1.1.0', true, '1.1.1+a'],
]

describe('an image with strategy', () => {
  test.each(images)('%s', (_, strategy, versions, current, automatic, to) => {
    const subject = shoot('1.33.5', [worker(`pool linux ${current}`)], {
      autoUpdate: { kubernetesVersion: false, machineImageVersion: automatic },
    })
    const done = maintain(subject, memoized(profile(['1.33.5'], image('linux', strategy, versions))), now)
    expect(done.versions.workers[0]?.image?.version).toBe(to)
  })
})

describe('a pool with a version of its own', () => {
  const offered = profile(['1.33.5 - 2026-05-01', '1.34.0', '1.34.9', '1.35.0'], image('linux', 'major', ['1.0.0']))

  test('is updated by itself, like the control plane', () => {
    const done = maintain(shoot('1.35.0', [worker('pool linux 1.0.0 1.33.5')]), memoized(offered), now)
    expect(done.versions.workers[0]?.kubernetesVersion).toBe('1.34.9')
    expect(done.lastMaintenance?.description).toContain(
      'Worker pool "pool": Updated Kubernetes version from "1.33.5" to "1.34.9"',
    )
  })

  test('goes no higher than the control plane', () => {
    const done = maintain(shoot('1.34.0', [worker('pool linux 1.0.0 1.33.5')]), memoized(offered), now)
    expect(done.versions.workers[0]?.kubernetesVersion).toBe('1.34.0')
  })

  test('is not pulled along', () => {
    const listed = profile(['1.33.5', '1.34.0 - 2026-05-01', '1.35.0'], image('linux', 'major', ['1.0.0']))
    const done = maintain(
      shoot('1.34.0', [worker('pool linux 1.0.0 1.33.5'), worker('other linux 1.0.0')]),
      memoized(listed),
      now,
    )
    expect(done.versions).toMatchObject({
      kubernetesVersion: '1.35.0',
      workers: [{ kubernetesVersion: '1.33.5' }, { kubernetesVersion: null }],
    })
  })

  test('four minors behind stops everything', () => {
    const listed = profile(['1.31.0', '1.34.0 - 2026-05-01', '1.35.0'], image('linux', 'major', ['1.0.0', '2.0.0']))
    const done = maintain(shoot('1.34.0', [worker('pool linux 1.0.0 1.31.0')], auto), memoized(listed), now)
    expect(done.denied).toBe(true)
    expect(done.specChanged).toBe(false)
    expect(done.events).toEqual([])
    expect(done.proposal?.workers[0]?.image?.version).toBe('2.0.0')
    expect(done.lastMaintenance?.failureReason).toBe(
      'Updates to the Shoot failed to be applied: Shoot.core.gardener.cloud "shoot" is invalid: ' +
        'spec.provider.workers[0].kubernetes.version: Forbidden: worker group kubernetes version must be at most three minor ' +
        'versions behind control plane version',
    )
  })
})

describe('which image versions a pool may have', () => {
  const chosen = (subject: Shoot, offered: CloudProfile) =>
    maintain(subject, memoized(offered), now).versions.workers[0]?.image?.version

  test('those that list its architecture, its container runtime and support its kubelet', () => {
    const versions = [
      imageVersion('1.0.0'),
      imageVersion('1.1.0'),
      imageVersion('1.2.0', { architectures: ['arm64'] }),
      imageVersion('1.3.0', { cri: [{ name: 'docker', containerRuntimes: [] }] }),
      imageVersion('1.4.0', { kubeletVersionConstraint: '>= 1.34' }),
    ]
    expect(
      chosen(
        shoot('1.33.5', [worker('pool linux 1.0.0')], auto),
        profile(['1.33.5'], image('linux', 'major', versions)),
      ),
    ).toBe('1.1.0')
  })

  test('for the kubelet of today, not for that of tomorrow', () => {
    const versions = [imageVersion('1.0.0'), imageVersion('1.4.0', { kubeletVersionConstraint: '>= 1.34' })]
    const offered = profile(['1.33.5 - 2026-05-01', '1.34.0'], image('linux', 'major', versions))
    const done = maintain(shoot('1.33.5', [worker('pool linux 1.0.0')], auto), memoized(offered), now)
    expect(done.versions).toMatchObject({ kubernetesVersion: '1.34.0', workers: [{ image: { version: '1.0.0' } }] })
  })

  test('an image that does not support the new kubelet stops everything', () => {
    const offered = profile(
      ['1.33.5 - 2026-05-01', '1.34.0'],
      image('linux', 'major', [imageVersion('1.0.0', { kubeletVersionConstraint: '< 1.34' })]),
    )
    const done = maintain(shoot('1.33.5', [worker('pool linux 1.0.0')]), memoized(offered), now)
    expect([done.denied, done.versions.kubernetesVersion]).toEqual([true, '1.33.5'])
  })

  test('in place: those that allow it from the current one', () => {
    const versions = [
      imageVersion('1.0.0', { inPlaceUpdates: { supported: true } }),
      imageVersion('1.1.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }),
      imageVersion('1.2.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.1' } }),
      imageVersion('1.3.0'),
    ]
    const pool = worker('pool linux 1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })
    expect(chosen(shoot('1.33.5', [pool], auto), profile(['1.33.5'], image('linux', 'major', versions)))).toBe('1.1.0')
  })

  test('by capabilities: those with a flavor that the machine type can run', () => {
    const flavors = (...generations: string[]) => ({ capabilityFlavors: [{ hypervisor: generations }] })
    const offered: CloudProfile = {
      ...profile(
        ['1.33.5'],
        image('linux', 'major', [
          imageVersion('1.0.0', flavors('gen1')),
          imageVersion('1.1.0', flavors('gen1')),
          imageVersion('1.2.0', flavors('gen2')),
        ]),
      ),
      machineTypes: [{ name: 'small', capabilities: { hypervisor: ['gen1'] } }],
      machineCapabilities: [
        { name: 'architecture', values: ['amd64'] },
        { name: 'hypervisor', values: ['gen1', 'gen2'] },
      ],
    }
    expect(chosen(shoot('1.33.5', [worker('pool linux 1.0.0')], auto), offered)).toBe('1.1.0')
  })

  test('an unknown machine type ends the image step, what was chosen before stays without a word', () => {
    const pools = [
      worker('one linux 1.0.0'),
      worker('two linux 1.0.0', { machineType: 'gone' }),
      worker('three linux 1.0.0'),
    ]
    const done = maintain(
      shoot('1.33.5', pools, auto),
      memoized(profile(['1.33.5'], image('linux', 'major', ['1.0.0', '2.0.0']))),
      now,
    )
    expect(done.versions.workers.map(({ image: one }) => one?.version)).toEqual(['2.0.0', '1.0.0', '1.0.0'])
    expect(done.changes.map(({ pool, kind, unreported }) => [pool, kind, unreported])).toEqual([
      ['one', 'update', { because: 'machine-type-unknown', pool: 'two' }],
    ])
    expect([done.events, done.lastMaintenanceWritten, done.specChanged]).toEqual([[], false, true])
  })

  test('pools from there on fail without a word where their image has expired', () => {
    const pools = [
      worker('two linux 1.0.0', { machineType: 'gone' }),
      worker('three linux 1.0.0'),
      worker('four linux 2.0.0'),
    ]
    const offered = profile(['1.33.5'], image('linux', 'major', ['1.0.0 supported 2026-01-01', '2.0.0']))
    const done = maintain(shoot('1.33.5', pools), memoized(offered), now)
    expect(done.changes.map(({ pool, kind, why }) => [pool, kind, why])).toEqual([
      ['two', 'failure', 'expired'],
      ['three', 'failure', 'expired'],
    ])
    expect([done.lastMaintenance, done.events, done.specChanged]).toEqual([null, [], false])
  })

  test('an image whose name differs in case is updated, and then refused', () => {
    const offered = profile(['1.33.5'], image('linux', 'major', ['1.0.0', '2.0.0']))
    const done = maintain(shoot('1.33.5', [worker('pool Linux 1.0.0')]), memoized(offered), now)
    expect(done.denied).toBe(true)
    expect(done.lastMaintenance?.failureReason).toContain('"Linux": image is not supported')
  })

  test('one that is not available yet is chosen, and then refused', () => {
    const versions = [imageVersion('1.0.0'), imageVersion(unavailableUntil('2.0.0', '2026-07-01'))]
    const done = maintain(
      shoot('1.33.5', [worker('pool linux 1.0.0')], auto),
      memoized(profile(['1.33.5'], image('linux', 'major', versions))),
      now,
    )
    expect([done.denied, done.changes]).toMatchObject([true, [{ to: '2.0.0' }]])
  })
})

describe('when a maintenance takes place', () => {
  const offered = profile(['1.33.5 - 2026-05-01', '1.34.0'])

  test('not outside the window', () => {
    expect(maintain(shoot('1.33.5'), memoized(offered), instant('2026-06-01')).skipped).toBe('outsideWindow')
  })

  test('at once if somebody asks for it', () => {
    const asked = shoot('1.33.5', [], { annotations: { 'gardener.cloud/operation': 'reconcile; maintain' } })
    expect(maintain(asked, memoized(offered), instant('2026-06-01')).versions.kubernetesVersion).toBe('1.34.0')
  })

  test('never while the shoot is being deleted', () => {
    expect(maintain(shoot('1.33.5', [], { deletionTimestamp: now }), memoized(offered), now).skipped).toBe(
      'deletionTimestamp',
    )
  })

  test('also for a hibernated or failed shoot, and on a leap day', () => {
    const leap = instant('2028-02-29T22:30:00Z')
    const failed = shoot('1.33.5', [], { hibernated: true, lastOperation: { type: 'Reconcile', state: 'Failed' } })
    expect(maintain(failed, memoized(offered), leap).versions.kubernetesVersion).toBe('1.34.0')
  })
})

describe('what else a maintenance does', () => {
  test('a failure that is over is declared over', () => {
    const failed = shoot('1.33.5', [], {
      lastMaintenance: { state: 'Failed', description: 'x', failureReason: 'y', triggeredTime: 1 },
    })
    const done = maintain(failed, memoized(profile(['1.33.5'])), now)
    expect(done.lastMaintenance).toEqual({ state: 'Succeeded', description: 'Maintenance succeeded', triggeredTime: 1 })
    expect(done.lastMaintenanceWritten).toBe(true)
  })

  test('feature gates that the new version does not know go, others stay', () => {
    const path = 'spec.kubernetes.kubeAPIServer.featureGates'
    const gates = { featureGates: { [path]: { ComponentSLIs: true, APIServerIdentity: true } } }
    const done = maintain(
      shoot('1.34.2', [], { versionBound: gates }),
      memoized(profile(['1.34.2 - 2026-05-01', '1.35.0'])),
      now,
    )
    expect(done.otherSpecChanges).toEqual([{ path: `${path}.ComponentSLIs`, from: true, to: null }])
    expect(done.lastMaintenance?.description).toContain(
      `Removed feature gates from "${path}" because they are not supported in Kubernetes version "1.35.0": ComponentSLIs`,
    )
  })

  test('a feature gate that the new version locks to another value stops everything', () => {
    const gates = {
      featureGates: { 'spec.kubernetes.kubelet.featureGates': { AllowOverwriteTerminationGracePeriodSeconds: true } },
    }
    const done = maintain(
      shoot('1.34.2', [], { versionBound: gates }),
      memoized(profile(['1.34.2 - 2026-05-01', '1.35.0'])),
      now,
    )
    expect(done.denied).toBe(true)
  })

  test('admission plugins that the new version does not know go', () => {
    const plugins = ['AlwaysPullImages', 'Unheard'].map((name) => ({ name, stored: { name } }))
    const done = maintain(
      shoot('1.34.2', [], { versionBound: { admissionPlugins: plugins } }),
      memoized(profile(['1.34.2'])),
      now,
    )
    expect(done.otherSpecChanges).toEqual([
      {
        path: 'spec.kubernetes.kubeAPIServer.admissionPlugins',
        from: [{ name: 'AlwaysPullImages' }, { name: 'Unheard' }],
        to: [{ name: 'AlwaysPullImages' }],
      },
    ])
  })

  test('credentials are rotated strictly after their period', () => {
    const day = 24 * 3600 * 1000
    const rotating = (last: number) =>
      shoot('1.33.5', [], { autoRotation: { observability: { rotationPeriod: day, lastCompletionTime: last } } })
    expect(maintain(rotating(now - day), memoized(profile(['1.33.5'])), now).lastMaintenanceWritten).toBe(false)
    expect(maintain(rotating(now - day - 1), memoized(profile(['1.33.5'])), now).annotations).toEqual({
      'gardener.cloud/operation': 'rotate-observability-credentials',
    })
  })

  test.each<[string | undefined, string | null]>([
    ['v1.149.3', '(0/1) maintenance operations successful. '],
    ['v1.150.0', '(0/1) maintenance operations successful. '],
    ['v1.150.12', '(0/1) maintenance operations successful. '],
    ['v1.151.0-dev', null],
    ['v1.151.0', null],
    ['v2.0.0', null],
    [undefined, '(0/1) maintenance operations successful. '],
    ['main', '(0/1) maintenance operations successful. '],
  ])('a due rotation of the etcd key while one is in progress, with Gardener %s', (gardenerVersion, expected) => {
    const etcdEncryptionKey = { rotationPeriod: 1000, lastCompletionTime: now - 2000, phase: 'Rotating' }
    const more = { autoRotation: { etcdEncryptionKey }, ...(gardenerVersion !== undefined && { gardenerVersion }) }
    const done = maintain(shoot('1.33.5', [], more), memoized(profile(['1.33.5'])), now)
    expect(done.lastMaintenanceWritten).toBe(expected !== null)
    expect(done.lastMaintenance?.state ?? null).toBe(expected === null ? null : 'Failed')
    expect(done.lastMaintenance?.description.startsWith(expected ?? '') ?? null).toBe(expected === null ? null : true)
  })

  test('an operation that is not permitted any more stops everything', () => {
    const asked = { 'maintenance.gardener.cloud/operation': 'rotate-etcd-encryption-key' }
    const done = maintain(
      shoot('1.33.5', [], { annotations: asked, hibernated: true }),
      memoized(profile(['1.33.5'])),
      now,
    )
    expect([done.denied, done.annotations]).toEqual([true, asked])
  })

  test('what the dry run did not look at may fail afterwards: the controller then ends with an error', () => {
    const offered: CloudProfile = {
      ...profile(
        ['1.33.5'],
        image('linux', 'major', [imageVersion('1.0.0', { capabilityFlavors: [{ hypervisor: ['gen2'] }] })]),
      ),
      machineTypes: [{ name: 'small', architecture: 'amd64', capabilities: { hypervisor: ['gen1'] } }],
      machineCapabilities: [
        { name: 'architecture', values: ['amd64'] },
        { name: 'hypervisor', values: ['gen1', 'gen2'] },
      ],
    }
    const subject = shoot('1.33.5', [worker('pool linux 1.0.0')], {
      lastOperation: { type: 'Reconcile', state: 'Failed' },
    })
    const done = maintain(subject, memoized(offered), now)
    expect(done.denied).toBe(false)
    expect(done.error).toContain('are not supported by machine image linux:1.0.0')
    expect(done.events).toEqual([{ type: 'Warning', reason: 'MaintenanceFailed', message: done.error }])
    expect(done.lastMaintenance?.state).toBe('Failed')
    // Where every write differs, because the API server fills something in, the dry run looks at it already.
    expect(maintain({ ...subject, alwaysDiffers: true }, memoized(offered), now).denied).toBe(true)
  })

  test('a refusal names pools that are too new before feature gates, and gates of pools before others', () => {
    const subject = shoot('1.33.5', [worker('pool linux 1.0.0 1.34.0')], {
      versionBound: {
        featureGates: {
          'spec.kubernetes.kubeAPIServer.featureGates': { ContextualLogging: false },
          'spec.provider.workers[0].kubernetes.kubelet.featureGates': { MemoryManager: false },
        },
      },
    })
    const offered = profile(['1.33.5', '1.34.0', '1.35.0'], image('linux', 'major', ['1.0.0']))
    const { error } = maintain(subject, memoized(offered), now)
    const places = [
      'workers[0].kubernetes.version',
      'kubelet.featureGates.MemoryManager',
      'kubeAPIServer.featureGates.ContextualLogging',
    ]
    const found = places.map((place) => error?.indexOf(place) ?? -1)
    expect(found.every((position) => position >= 0)).toBe(true)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
  })

  test("gates of the shoot's kubelet count for pools with a version but without a kubelet of their own", () => {
    const featureGates = { 'spec.kubernetes.kubelet.featureGates': { ContextualLogging: false } }
    const own = [worker('a linux 1.0.0 1.33.5'), worker('b linux 1.0.0 1.33.5', { ownKubelet: true })]
    const subject = shoot('1.33.5', [...own, worker('c linux 1.0.0')], { versionBound: { featureGates } })
    const { error } = maintain(subject, memoized(profile(['1.33.5'], image('linux', 'major', ['1.0.0']))), now)
    expect(error?.match(/spec[^ :]*featureGates/g)).toEqual([
      'spec.provider.workers[0].kubernetes.kubelet.featureGates',
      'spec.kubernetes.kubelet.featureGates',
    ])
  })

  test('a pending pool is refused if only a gate of its kubelet goes', () => {
    const featureGates = { 'spec.kubernetes.kubelet.featureGates': { Foo: true } }
    const pool = worker('a linux 1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })
    const offered = profile(
      ['1.33.5'],
      image('linux', 'major', [imageVersion('1.0.0', { inPlaceUpdates: { supported: true } })]),
    )
    const outcome = (more: Partial<Worker>) =>
      maintain(
        shoot('1.33.5', [{ ...pool, ...more }], { versionBound: { featureGates }, pendingWorkerUpdates: ['a'] }),
        memoized(offered),
        now,
      )
    expect(outcome({}).lastMaintenance?.failureReason).toContain('currently undergoing an in-place update')
    expect(outcome({ ownKubelet: true }).denied).toBe(false)
  })

  test.each([
    ['Migrate', 'Succeeded', true],
    ['Restore', 'Failed', true],
    ['Restore', 'Succeeded', false],
  ])('nothing is changed while the control plane moves: %s %s', (type, state, denied) => {
    const subject = shoot('1.33.5', [], { ...auto, lastOperation: { type, state } })
    const done = maintain(subject, memoized(profile(['1.33.5', '1.33.6'])), now)
    expect(done.denied).toBe(denied)
    if (denied) {
      expect(done.lastMaintenance?.failureReason).toMatch(
        `is forbidden: cannot change shoot spec during ${type} operation that is in state ${state}`,
      )
    }
  })

  const asked = (operations: string, more: Partial<Shoot> = {}) =>
    maintain(
      shoot('1.33.5', [worker('a linux 1.0.0')], {
        annotations: { 'maintenance.gardener.cloud/operation': operations },
        ...more,
      }),
      memoized(profile(['1.33.5'], image('linux', 'major', ['1.0.0']))),
      now,
    ).lastMaintenance?.failureReason?.replace(/^.*is invalid: /, '')

  test.each<[string, string, Partial<Shoot>, string | undefined]>([
    [
      'a rotation that is not prepared cannot be completed',
      'rotate-ca-complete',
      { rotationPhases: { certificateAuthorities: 'Preparing' } },
      "cannot complete CA rotation if .status.credentials.rotation.certificateAuthorities.phase is not 'Prepared'",
    ],
    [
      'one that is prepared can',
      'rotate-ca-complete',
      { rotationPhases: { certificateAuthorities: 'Prepared' } },
      undefined,
    ],
    [
      'a rotation cannot start twice',
      'rotate-serviceaccount-key-start',
      { rotationPhases: { serviceAccountKey: 'Prepared' } },
      "serviceAccountKey.phase is not 'Completed'",
    ],
    [
      'the refusal names the list of pools that are not done',
      'rotate-ca-start',
      { pendingWorkerUpdates: ['b'], pendingLists: ['manualInPlaceUpdate'] },
      'if status.inPlaceUpdates.pendingWorkerUpdates.manualInPlaceUpdate is not empty',
    ],
    ['a pool that is to be rolled must be there', 'rollout-workers=b', {}, 'worker pool name b does not exist'],
    ['a pool that is there can be rolled', 'rollout-workers=a', {}, undefined],
    ['no rotation waits for pools', 'rotate-rollout-workers=a', {}, "must be in 'WaitingForWorkersRollout'"],
    ['retry is alone once reconcile is consumed', 'retry', {}, undefined],
  ])('an operation: %s', (_, operations, more, expected) => {
    if (expected === undefined) expect(asked(operations, more)).toBeUndefined()
    else expect(asked(operations, more)).toContain(expected)
  })

  test('drops without a word what the API server no longer keeps, and with one if the minor ends it', () => {
    const dropped = { enableAnonymousAuthentication: false, maxEmptyBulkDelete: 5 }
    const quiet = maintain(shoot('1.34.1', [], { droppedOnWrite: dropped }), memoized(profile(['1.34.1'])), now)
    expect(quiet.otherSpecChanges).toEqual([
      { path: 'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete', from: 5, to: null },
      { path: 'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication', from: false, to: null },
    ])
    expect([quiet.specChanged, quiet.lastMaintenanceWritten]).toEqual([true, false])
    const told = maintain(shoot('1.34.1', [], { ...auto, droppedOnWrite: dropped }), memoized(profile(['1.35.0'])), now)
    expect(told.lastMaintenance?.description).toContain('enableAnonymousAuthentication was removed')
    expect(told.otherSpecChanges).toEqual(quiet.otherSpecChanges)
  })

  test.each<[string, boolean, Record<string, string>]>([
    ['alone leaves nothing to reconcile for', true, {}],
    ['after a report changes the spec back and forth', false, { 'gardener.cloud/operation': 'reconcile' }],
  ])('what the API server drops: %s', (_, isListed, annotations) => {
    const subject = shoot('1.34.1', [], { droppedOnWrite: { maxEmptyBulkDelete: 5 } })
    expect(maintain(subject, memoized(profile([isListed ? '1.34.1' : '1.34.0'])), now).annotations).toEqual(annotations)
  })

  test.each<[string, string, LastOperation, Record<'denied' | 'specChanged' | 'reconciles', boolean>]>([
    [
      'alone, is no reason to reconcile',
      '1.34.1',
      { type: 'Reconcile', state: 'Failed' },
      { denied: false, specChanged: true, reconciles: false },
    ],
    [
      'after a report, is one',
      '1.34.0',
      { type: 'Reconcile', state: 'Failed' },
      { denied: false, specChanged: true, reconciles: true },
    ],
    [
      'goes as the status is written, also that of a refusal',
      '1.34.2',
      { type: 'Migrate', state: 'Processing' },
      { denied: true, specChanged: true, reconciles: false },
    ],
  ])('what the API server drops: %s', (_, offered, lastOperation, expected) => {
    const subject = shoot('1.34.1', [], { ...auto, droppedOnWrite: { maxEmptyBulkDelete: 5 }, lastOperation })
    expect(maintain(subject, memoized(profile([offered])), now)).toMatchObject(expected)
  })

  test.each<[string, LastOperation, boolean]>([
    ['a migration that goes on is left alone by a refusal', { type: 'Migrate', state: 'Processing' }, false],
    ['one that has ended goes on to the restoration', { type: 'Migrate', state: 'Succeeded' }, true],
    ['one that was aborted is taken up', { type: 'Migrate', state: 'Aborted' }, true],
  ])('%s', (_, lastOperation, reconciles) => {
    const moving = maintain(shoot('1.33.5', [], { ...auto, lastOperation }), memoized(profile(['1.33.6'])), now)
    expect([moving.denied, moving.reconciles]).toEqual([true, reconciles])
  })
})

const window = { begin: '220000+0100', end: '230000+0100' }

test.each([
  ['is rolled out at once', {}, '2026-11-21T12:00:00Z', null],
  ['waits for the next window when roll-outs are confined', { window }, '2026-11-21T12:00:00Z', '2026-11-21T21:00:00Z'],
  [
    'waits for the open window as long as a maintenance may begin',
    { window },
    '2026-11-21T21:45:00Z',
    '2026-11-21T21:00:00Z',
  ],
  ['waits for tomorrow after that', { window }, '2026-11-21T21:45:01Z', '2026-11-22T21:00:00Z'],
])('a change of the owner %s', (_, more, at, begin) => {
  const subject = shoot('1.33.5', [], { confineSpecUpdateRollout: begin !== null, ...more })
  const moment = rollOutMoment(subject, instant(at))
  expect(moment.kind === 'at-once' ? null : moment.window.begin).toBe(begin === null ? null : instant(begin))
})
