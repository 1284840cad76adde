import { describe, expect, it, test } from 'vitest'
import { objectAt, objectsAt, type ShootManifest, textAt } from '@/lib/engine/api-server/manifest/manifest'
import type { JsonObject } from '@/lib/engine/json'
import { parseInstant } from '@/lib/engine/time'
import { readSubmittedSpec } from '../profile/submitted'
import { admitReferring, admitShoot, syncedProfileName } from './admit'
import type { FindProfile } from './move'
import type { AdmissionProfile } from './offers'

const now = parseInstant('2026-06-01T00:00:00Z') ?? 0
const past = parseInstant('2026-01-01T00:00:00Z') ?? 0
const cri = [{ name: 'containerd', containerRuntimes: ['gvisor'] }]

const offers = readSubmittedSpec({
  machineTypes: [
    { name: 'amd', cpu: '4', memory: '16Gi', usable: true },
    // It does not say so, and is usable.
    { name: 'arm', cpu: '4', memory: '16Gi' },
    { name: 'old', cpu: '4', memory: '16Gi', usable: false },
  ],
  volumeTypes: [{ name: 'fast', usable: true, minSize: '20Gi' }],
  regions: [{ name: 'north', zones: [{ name: 'a' }, { name: 'b', unavailableMachineTypes: ['amd'] }] }],
})

const profile: AdmissionProfile = {
  kubernetes: [
    { version: '1.35.0', classification: 'preview' },
    { version: '1.34.2' },
    { version: '1.34.1', classification: 'deprecated' },
    { version: '1.33.1', expirationDate: past },
    { version: '1.32.1' },
  ],
  machineImages: [
    {
      name: 'os',
      updateStrategy: 'major',
      versions: [
        { version: '3.0.0', classification: 'preview', architectures: ['amd64'], cri },
        { version: '2.1.0', classification: 'deprecated', architectures: ['amd64'], cri },
        { version: '2.0.0', architectures: ['amd64'], cri, kubeletVersionConstraint: '< 1.35' },
        { version: '1.1.0', expirationDate: past, architectures: ['amd64', 'arm64'], cri },
      ],
    },
  ],
  machineTypes: [
    { name: 'amd', architecture: 'amd64' },
    { name: 'arm', architecture: 'arm64' },
    { name: 'old', architecture: 'amd64' },
  ],
  offers,
}

function shoot(version: string, pool: JsonObject = {}, kubernetes: JsonObject = {}): ShootManifest {
  const worker = { name: 'pool', machine: { type: 'amd' }, minimum: 1, maximum: 3, zones: ['a'], ...pool }
  return {
    metadata: { name: 'shoot' },
    spec: { region: 'north', kubernetes: { version, ...kubernetes }, provider: { workers: [worker] } },
  }
}

function withSpec(manifest: ShootManifest, extra: JsonObject): ShootManifest {
  return { ...manifest, spec: { ...objectAt(manifest, 'spec'), ...extra } }
}

function rulesOf(after: ShootManifest, before?: ShootManifest): string {
  const answer = admitShoot({ before, after, profile, now })
  return answer.allowed ? '' : answer.errors.map(({ rule }) => rule).join()
}

/** Each refusal as `stage rule`. */
function stagesOf(after: ShootManifest, before?: ShootManifest): readonly string[] {
  const answer = admitShoot({ before, after, profile, now })
  return answer.allowed ? [] : answer.errors.map(({ stage, rule }) => `${stage} ${rule}`)
}

function filledIn(after: ShootManifest, before?: ShootManifest): string {
  const answer = admitShoot({ before, after, profile, now })
  if (!answer.allowed) return answer.errors.map(({ text }) => text).join(' ')
  const [pool] = objectsAt(answer.shoot, 'spec', 'provider', 'workers')
  const image = textAt(pool, 'machine', 'image', 'version')
  return `${textAt(answer.shoot, 'spec', 'kubernetes', 'version')} on ${image}`
}

const os = (version: string, type = 'amd'): JsonObject => ({ machine: { type, image: { name: 'os', version } } })

describe('what is filled in', () => {
  it.each<[string, ShootManifest, string]>([
    ['the latest supported version of a minor', shoot('1.34'), '1.34.2 on 2.0.0'],
    ['the latest supported version of a major', shoot('1'), '1.34.2 on 2.0.0'],
    ['the major only, of four parts', shoot('1.99.1.1'), '1.34.2 on 2.0.0'],
    ['nothing where a version is complete, also a preview', shoot('1.35.0', os('2.1.0')), '1.35.0 on 2.1.0'],
    ['the newest image that is not deprecated', shoot('1.34.2'), '1.34.2 on 2.0.0'],
    ['a version within a prefix', shoot('1.34.2', os('2.1')), '1.34.2 on 2.1.0'],
  ])('%s', (_, after, expected) => {
    expect(filledIn(after)).toBe(expected)
  })

  it('keeps the image of an existing pool', () => {
    expect(filledIn(shoot('1.34.2'), shoot('1.34.2', os('2.1.0')))).toBe('1.34.2 on 2.1.0')
  })
})

describe('what is refused on creation', () => {
  it.each<[string, ShootManifest, string]>([
    ['an expired version', shoot('1.33.1'), 'version-not-offered'],
    ['a minor without a supported version', shoot('1.35'), 'no-suitable-version'],
    ['text for a number', shoot('1.x'), 'version-not-a-number'],
    ['an unknown image', shoot('1.34.2', { machine: { type: 'amd', image: { name: 'beos' } } }), 'image-unknown'],
    ['an unlisted image version', shoot('1.34.2', os('9.9.9')), 'image-version-not-offered'],
    ['an expired image version', shoot('1.34.2', os('1.1.0')), 'image-version-not-usable'],
    [
      'an image that is defaulted but expired',
      shoot('1.34.2', { machine: { type: 'arm' } }),
      'image-version-not-usable',
    ],
    ['an image that does not fit kubelet', shoot('1.35.0', os('2.0.0')), 'kubelet-not-supported'],
    ['an unusable machine type', shoot('1.34.2', os('2.0.0', 'old')), 'machine-type-not-usable'],
    ['a machine type that a zone does not have', shoot('1.34.2', { zones: ['b'] }), 'machine-type-not-usable'],
    ['an unknown zone', shoot('1.34.2', { zones: ['z'] }), 'zone-unknown'],
    [
      'an unknown runtime',
      shoot('1.34.2', { cri: { name: 'containerd', containerRuntimes: [{ type: 'kata' }] } }),
      'container-runtime-not-supported',
    ],
    ['a small volume', shoot('1.34.2', { volume: { type: 'fast', size: '10Gi' } }), 'volume-too-small'],
    ['a volume in other units', shoot('1.34.2', { volume: { size: '10GB' } }), 'volume-size'],
    [
      'a pool above the control plane',
      shoot('1.34.1', { kubernetes: { version: '1.34.2' } }),
      'pool-above-control-plane',
    ],
    [
      'more reserved than there is',
      shoot('1.34.2', { kubernetes: { kubelet: { kubeReserved: { cpu: '4' } } } }),
      'reserved-cpu',
    ],
    ['fewer nodes at most than at least', shoot('1.34.2', { minimum: 4 }), 'maximum-below-minimum'],
    [
      'a rollout that cannot move',
      shoot('1.34.2', { maxSurge: 0, maxUnavailable: '0%' }),
      'neither-surge-nor-unavailable',
    ],
    [
      'garbage collection that never ends',
      shoot('1.34.2', {}, { kubelet: { imageGCHighThresholdPercent: 30 } }),
      'image-gc-low-above-high',
    ],
    [
      'more pods than addresses',
      withSpec(shoot('1.34.2', {}, { kubelet: { maxPods: 500 }, kubeControllerManager: { nodeCIDRMaskSize: 24 } }), {
        networking: { type: 'x' },
      }),
      'too-few-addresses',
    ],
    ['a version of three parts that is none', shoot('1.35.x'), 'plugins-unknown'],
    [
      'a version that is none, by what the pools are compared with',
      shoot('1.33.x', { kubernetes: { version: '1.34.2' } }),
      'pool-above-control-plane,version-unreadable,plugins-unknown',
    ],
    ['a label that is no name', shoot('1.34.2', { labels: { 'a b': 'x' } }), 'label-key'],
    ['a label with a value that is no name', shoot('1.34.2', { labels: { a: '-x' } }), 'label-value'],
    [
      'an annotation without a name',
      shoot('1.34.2', { annotations: { 'example.org/': 'x' } }),
      'annotation-key,annotation-key',
    ],
    ['an unknown effect of a taint', shoot('1.34.2', { taints: [{ key: 'a', effect: 'Foo' }] }), 'taint-effect'],
    ['a taint without a key', shoot('1.34.2', { taints: [{ key: '', effect: 'NoSchedule' }] }), 'taint-key,taint-key'],
    ['no kernel setting', shoot('1.34.2', { sysctls: { 'a b': '1' } }), 'sysctl-key'],
    ['a kernel setting without a value', shoot('1.34.2', { sysctls: { 'vm.max_map_count': '' } }), 'sysctl-value'],
    ['certificates that are none', shoot('1.34.2', { caBundle: 'mine' }), 'ca-bundle'],
    [
      'an unknown strategy alone, filled in like a rolling pool',
      shoot('1.34.2', { updateStrategy: 'Foo' }),
      'update-strategy',
    ],
    ['a volume with a name that is none', shoot('1.34.2', { volume: { name: 'A', size: '30Gi' } }), 'volume-name'],
    [
      'a feature gate of kubelet that no version has',
      shoot('1.34.2', {}, { kubelet: { featureGates: { Foo: true } } }),
      'feature-gate-nowhere',
    ],
    [
      'a feature gate of kubelet that this version has no more',
      shoot('1.34.2', { kubernetes: { kubelet: { featureGates: { CPUManager: true } } } }),
      'feature-gate-unknown',
    ],
    [
      "a locked gate of the shoot's kubelet, and once more for a pool with a version of its own",
      shoot(
        '1.34.2',
        { kubernetes: { version: '1.32.1' } },
        { kubelet: { featureGates: { ContextualLogging: false } } },
      ),
      'feature-gate-locked,feature-gate-locked',
    ],
    [
      'the inodes of the image file system twice',
      shoot('1.34.2', {}, { kubelet: { evictionHard: { imageFSInodesFree: 'x', nodeFSInodesFree: 'x' } } }),
      'eviction-threshold,eviction-threshold',
    ],
    [
      'to sleep while the next maintenance needs nodes',
      {
        ...withSpec(shoot('1.34.2'), { hibernation: { enabled: true } }),
        metadata: {
          name: 'shoot',
          annotations: { 'maintenance.gardener.cloud/operation': 'rotate-etcd-encryption-key' },
        },
      },
      'operation-hibernated,rotation-shoot-not-ready,hibernation-operation',
    ],
  ])('%s', (_, after, expected) => {
    expect(rulesOf(after)).toBe(expected)
  })
})

describe('what is refused on update', () => {
  const before = shoot('1.32.1', os('2.0.0'))

  it.each<[string, ShootManifest, string]>([
    ['an expired version is fine', shoot('1.33.1', os('2.0.0')), ''],
    ['a skipped minor', shoot('1.34.2', os('2.0.0')), 'version-skips-minor'],
    [
      'a version that is none',
      shoot('1.33.x', os('2.0.0')),
      'version-unreadable,version-unreadable,version-unreadable,plugins-unknown',
    ],
    ['an expired image that is lower', shoot('1.32.1', os('1.1.0')), 'image-version-not-usable'],
    ['another region', withSpec(before, { region: 'south' }), 'field-fixed'],
    ['the last pool gone', withSpec(before, { provider: {} }), 'becomes-workerless'],
    ['nothing for what is not touched', before, ''],
  ])('%s', (_, after, expected) => {
    expect(rulesOf(after, before)).toBe(expected)
  })

  it.each<[string, string, string, string]>([
    ['a migrated control plane', 'Migrate', 'Succeeded', 'control-plane-moves'],
    ['a restoration that is not done', 'Restore', 'Processing', 'control-plane-moves'],
    ['a restoration that is done', 'Restore', 'Succeeded', ''],
    ['a failed reconciliation', 'Reconcile', 'Failed', ''],
  ])('fixes the specification during the move to another seed only: %s', (_, type, state, expected) => {
    const status = { lastOperation: { type, state } }
    expect(rulesOf({ ...shoot('1.33.1', os('2.0.0')), status }, { ...before, status })).toBe(expected)
  })

  it('keeps a shoot awake while a key is being replaced', () => {
    const status = { credentials: { rotation: { serviceAccountKey: { phase: 'Preparing' } } } }
    const asleep = withSpec(before, { hibernation: { enabled: true } })
    expect(rulesOf({ ...asleep, status }, { ...before, status })).toBe('hibernation-rotation')
    expect(rulesOf(asleep, before)).toBe('')
  })

  it('answers for the pools of a rollout one after the other', () => {
    const status = { lastOperation: { type: 'Reconcile', state: 'Succeeded' } }
    const pool = { ...os('2.0.0'), updateStrategy: 'AutoInPlaceUpdate' }
    const annotations = { 'gardener.cloud/operation': 'rollout-workers=pool,pool' }
    const after = { ...shoot('1.32.1', pool), status, metadata: { name: 'shoot', annotations } }
    expect(rulesOf(after, { ...shoot('1.32.1', pool), status })).toBe(
      'rollout-in-place-pool,rollout-pool-twice,rollout-in-place-pool',
    )
  })

  it('accepts versions that are no longer listed as long as they stay', () => {
    const old = shoot('1.30.1', os('0.9.0'))
    expect(rulesOf({ ...old, metadata: { name: 'shoot', labels: { a: 'b' } } }, old)).toBe('')
  })

  it('refuses any change of a shoot that is being deleted', () => {
    const metadata = { name: 'shoot', deletionTimestamp: '2026-05-31T00:00:00Z' }
    expect(rulesOf({ ...shoot('1.33.1', os('2.0.0')), metadata }, { ...before, metadata })).toContain('being-deleted')
  })
})

/**
 * Gardener's static validation looks at what is written, whatever a profile offers (`ValidateShoot` and `ValidateShootUpdate`
 * of pkg/api/core/validation); its plug-in ShootValidator compares with the profile, and only if nothing is wrong until then
 * (plugin/pkg/shoot/validator). Each shoot here has something that the profile does not offer as well.
 */
describe('the stage that answers', () => {
  const unknown = { cri: { name: 'containerd', containerRuntimes: [{ type: 'kata' }] } }
  const runtimes = (...types: string[]): JsonObject => ({
    cri: { name: 'containerd', containerRuntimes: types.map((type) => ({ type })) },
  })
  const with135 = (kubernetes: JsonObject, pool = unknown) => shoot('1.35.0', { ...os('2.1.0'), ...pool }, kubernetes)
  const with134 = (kubernetes: JsonObject) => shoot('1.34.2', { ...os('2.0.0'), ...unknown }, kubernetes)
  const gates = (name: string, value: boolean) => ({ featureGates: { [name]: value } })
  const cases: readonly (readonly [check: string, shoot: ShootManifest, answers: readonly string[]])[] = [
    ['an unknown runtime', shoot('1.34.2', unknown), ['validator container-runtime-not-supported']],
    ['a runtime twice', shoot('1.34.2', runtimes('kata', 'kata')), ['validation container-runtime-twice']],
    ['a runtime without a type', shoot('1.34.2', runtimes('kata', '')), ['validation container-runtime']],
    ['an interface that is none', shoot('1.34.2', { cri: { name: 'docker' } }), ['validation cri-unknown']],
    ['an interface without a name', shoot('1.34.2', { cri: {} }), ['validation cri-unknown']],
    ['an unknown zone', shoot('1.34.2', { zones: ['z'] }), ['validator zone-unknown']],
    ['a zone twice', shoot('1.34.2', { zones: ['a', 'a'] }), ['validator zone-twice']],
    [
      'too few nodes for its zones',
      shoot('1.34.2', { zones: ['a', 'z'], maximum: 1 }),
      ['validation too-few-for-zones'],
    ],
    ['an unknown machine type', shoot('1.34.2', os('2.0.0', 'huge')), ['validator machine-type-unknown']],
    ['no machine type', shoot('1.34.2', os('2.0.0', '')), ['validation machine-type']],
    [
      'an architecture',
      shoot('1.34.2', { machine: { type: 'amd', architecture: 'x', image: { name: 'os', version: '2.0.0' } } }),
      ['validation architecture'],
    ],
    ['an unlisted image version', shoot('1.34.2', os('9.9.9')), ['validator image-version-not-offered']],
    ['an unlisted version', shoot('1.34.9', os('2.0.0')), ['validator version-not-offered']],
    [
      'a pool above its control plane',
      shoot('1.34.1', { kubernetes: { version: '1.34.9' }, ...unknown }),
      ['validation pool-above-control-plane'],
    ],
    ['a volume type', shoot('1.34.2', { volume: { type: 'odd', size: '50Gi' } }), ['validator volume-type-unknown']],
    ['a volume size', shoot('1.34.2', { volume: { type: 'odd', size: '50' } }), ['validation volume-size']],
    [
      'as much reserved as there is',
      shoot('1.34.2', { kubernetes: { kubelet: { kubeReserved: { cpu: '4' } } } }),
      ['validator reserved-cpu'],
    ],
    [
      'less than nothing reserved',
      shoot('1.34.2', { kubernetes: { kubelet: { kubeReserved: { cpu: '-4' } } } }),
      ['validation not-an-amount'],
    ],
    [
      'a kernel setting that is too long',
      shoot('1.34.2', { ...unknown, sysctls: { [`a.${'b'.repeat(256)}`]: '1' } }),
      ['validation sysctl-part-length'],
    ],
    [
      'no grace period',
      with134({ kubeControllerManager: { nodeMonitorGracePeriod: '0s' } }),
      ['validation duration-not-positive'],
    ],
    [
      'a period that 1.33 ended',
      with134({ kubeControllerManager: { podEvictionTimeout: '5m' } }),
      ['validation field-ended'],
    ],
    ['volumes that 1.35 ended', with135({ kubeScheduler: { kubeMaxPDVols: '5' } }), ['validation field-ended']],
    [
      'the same before 1.35',
      with134({ kubeScheduler: { kubeMaxPDVols: '5' } }),
      ['validator container-runtime-not-supported'],
    ],
    [
      'a cache that 1.35 ended',
      with135({ kubeAPIServer: { watchCacheSizes: { default: 5 } } }),
      ['validation field-ended'],
    ],
    [
      'anonymous users that 1.35 ended',
      with135({ kubeAPIServer: { enableAnonymousAuthentication: true } }),
      ['validation field-ended'],
    ],
    [
      'addons that 1.35 ended',
      withSpec(with135({}), { addons: { kubernetesDashboard: { enabled: true } } }),
      ['validation field-ended'],
    ],
    [
      'a secret of DNS that 1.35 ended',
      withSpec(with135({}), { dns: { providers: [{}, { secretName: 'a' }] } }),
      ['validation field-ended'],
    ],
    ['a secret binding that 1.34 ended', withSpec(with134({}), { secretBindingName: 'a' }), ['validation field-ended']],
    ...['kubeAPIServer', 'kubeControllerManager', 'kubeScheduler', 'kubeProxy'].map(
      (component) =>
        [
          `a gate of ${component}`,
          with134({ [component]: gates('Foo', true) }),
          ['validation feature-gate-nowhere'],
        ] as const,
    ),
    [
      'a mode whose gate is off',
      with134({ kubeProxy: { mode: 'NFTables', ...gates('NFTablesProxyMode', false) } }),
      ['validation proxy-mode-gate', 'validation feature-gate-locked'],
    ],
  ]
  it.each(cases)('%s', (_, after, answers) => {
    expect(stagesOf(after)).toEqual(answers)
  })
})

describe('robustness', () => {
  it.each([{}, { spec: null }, { spec: { provider: { workers: 'x' } } }, { spec: { kubernetes: [], provider: 1 } }])(
    'answers whatever it is given: %j',
    (manifest) => {
      expect(() => admitShoot({ after: manifest, profile, now })).not.toThrow()
      expect(() => admitShoot({ before: manifest, after: shoot('1.34.2'), profile, now })).not.toThrow()
    },
  )
})

describe('what ends with a minor, or is not valid as it is stored, is refused of a user as of a maintenance', () => {
  const answerTo = (after: ShootManifest, before?: ShootManifest, offered = profile) => {
    const answer = admitShoot({ before, after, profile: offered, now })
    return answer.allowed ? [] : answer.errors.map(({ rule, field, text }) => [rule, field, text])
  }
  const withApis = (version: string, runtimeConfig: JsonObject) =>
    shoot(version, {}, { kubeAPIServer: { runtimeConfig } })
  const PATH = 'spec.kubernetes.kubeAPIServer.runtimeConfig'

  it('an API that the new minor no longer has, on or off', () => {
    for (const enabled of [true, false]) {
      const of = (version: string) => withApis(version, { 'networking.k8s.io/v1alpha1': enabled })
      expect(answerTo(of('1.34.2'), of('1.33.1'))).toEqual([
        [
          'api-ends',
          `${PATH}[networking.k8s.io/v1alpha1]`,
          'Kubernetes 1.34.2 does not have the API networking.k8s.io/v1alpha1: take it out.',
        ],
      ])
    }
    expect(answerTo(withApis('1.33.1', { 'networking.k8s.io/v1alpha1': true }), shoot('1.33.1'))).toEqual([])
  })

  it('an API that nobody knows, and one that the cluster needs', () => {
    expect(answerTo(withApis('1.34.2', { 'apps/v9': true }), shoot('1.34.2'))).toEqual([
      ['api-ends', `${PATH}[apps/v9]`, 'No version of Kubernetes has the API apps/v9: take it out.'],
    ])
    expect(answerTo(withApis('1.34.2', { 'v1/pods': false }), shoot('1.34.2'))).toEqual([
      ['api-required', `${PATH}[v1/pods]`, 'The cluster needs v1: it cannot be switched off.'],
    ])
    expect(answerTo(withApis('1.34.2', { 'policy/v1': false }), shoot('1.34.2')).map(([, , text]) => text)).toEqual([
      'The cluster needs policy/v1/poddisruptionbudgets: it cannot be switched off.',
    ])
    expect(answerTo(withApis('1.34.2', { 'apps/v1beta1': false, v1: true }), shoot('1.34.2'))).toEqual([])
  })

  it('a plugin that the version does not have', () => {
    const of = (name: string) => shoot('1.34.2', {}, { kubeAPIServer: { admissionPlugins: [{ name }] } })
    expect(answerTo(of('PersistentVolumeLabel'), shoot('1.34.2'))).toEqual([
      [
        'plugin-ends',
        'spec.kubernetes.kubeAPIServer.admissionPlugins[0].name',
        'Kubernetes 1.34.2 does not have the admission plugin PersistentVolumeLabel: take it out.',
      ],
    ])
    expect(answerTo(of('Nothing'), shoot('1.34.2')).map(([, , text]) => text)).toEqual([
      'No version of Kubernetes has the admission plugin Nothing: take it out.',
    ])
  })

  it('taints that the autoscaler is to ignore', () => {
    const of = (version: string) => shoot(version, {}, { clusterAutoscaler: { ignoreTaints: ['a'] } })
    expect(answerTo(of('1.32.1'), of('1.32.1'))).toEqual([
      [
        'ignore-taints-end',
        'spec.kubernetes.clusterAutoscaler.ignoreTaints.IgnoreTaints',
        'Kubernetes 1.32 and newer do without this: name startupTaints or statusTaints instead.',
      ],
    ])
  })

  it('a gate of the controller manager of a shoot without workers', () => {
    const gate = 'ServiceAccountNodeAudienceRestriction'
    const gates = { kubeControllerManager: { featureGates: { [gate]: false } } }
    const of = (version: string) => withSpec(shoot(version, {}, gates), { provider: {} })
    const answer = [
      'feature-gate-unknown',
      `spec.kubernetes.kubeControllerManager.featureGates.${gate}`,
      `Kubernetes 1.31.9 has no feature gate ${gate}.`,
    ]
    expect(answerTo(of('1.31.9'))).toContainEqual(answer)
    expect(answerTo(of('1.32.9'))).not.toContainEqual(answer)
  })

  it('a field that below 1.33 is dropped without a word', () => {
    const of = (version: string) => shoot(version, {}, { clusterAutoscaler: { maxEmptyBulkDelete: 5 } })
    expect(answerTo(of('1.32.9'), shoot('1.32.9'))).toEqual([])
    expect(answerTo(of('1.33.1'), shoot('1.32.9'))).toEqual([
      [
        'field-ended',
        'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete',
        'Kubernetes 1.33 and newer do without this: leave it out.',
      ],
    ])
  })

  it('hibernation schedules that are stored and not valid, whatever is changed', () => {
    const of = (version: string) =>
      withSpec(shoot(version), { hibernation: { schedules: [{ start: '0 24 * * *', location: 'Mars/Base' }, {}] } })
    expect(answerTo(of('1.34.2'), of('1.33.1'))).toEqual([
      [
        'hibernation-schedule',
        'spec.hibernation.schedules[0].start',
        'That is no cron text of five fields, such as 00 18 * * 1,2,3,4,5.',
      ],
      [
        'hibernation-schedule',
        'spec.hibernation.schedules[0].location',
        'That is no time zone that is known, such as Europe/Berlin.',
      ],
      ['hibernation-schedule', 'spec.hibernation.schedules[1].start/end', 'An entry needs a start or an end.'],
    ])
  })

  it('everything, where capabilities count and the machine type of a pool is lost', () => {
    const capable = { ...profile, machineCapabilities: [{ name: 'architecture', values: ['amd64'] }] }
    const of = (version: string) =>
      shoot(version, { machine: { type: 'lost', image: { name: 'os', version: '2.0.0' } } })
    expect(answerTo(of('1.34.2'), of('1.33.1'), capable).map(([rule]) => rule)).toEqual(['machine-type-gone'])
    expect(answerTo(of('1.34.2'), of('1.33.1')).map(([rule]) => rule)).toEqual([])
    const other = shoot('1.34.2', { machine: { type: 'lost', image: { name: 'os', version: '9.9.9' } } })
    expect(answerTo(other, of('1.33.1'), capable)[0]?.[0]).toBe('image-version-not-offered')
  })
})

it('refuses the first pool of a shoot without workers, and the network that comes with it', () => {
  const workerless = withSpec(shoot('1.32.1'), { provider: {} })
  expect(rulesOf(shoot('1.32.1', os('2.0.0')), workerless)).toBe('field-fixed,becomes-with-workers')
})

it('fills in no kind of profile for a shoot that is being deleted', () => {
  const before = withSpec(shoot('1.34.2', os('2.0.0')), { cloudProfile: { kind: 'CloudProfile', name: 'local' } })
  const metadata = { name: 'shoot', deletionTimestamp: '2026-05-31T00:00:00Z' }
  const after = { ...withSpec(before, { cloudProfile: { name: 'local' } }), metadata }
  const find: FindProfile = ({ name }) => ({ ref: { kind: 'CloudProfile', name }, root: name, profile })
  const answer = admitReferring({ before: { ...before, metadata }, after, find, now })
  expect(answer.allowed ? [] : answer.errors.map(({ rule }) => rule)).toEqual(['being-deleted', 'profile-kind'])
})

describe('the old name of the profile', () => {
  test.each([
    ['is filled in below 1.33', undefined, undefined, '1.32.9', 'local'],
    ['is left alone on 1.33', undefined, undefined, '1.33.0', undefined],
    ['stays on 1.33', 'local', 'local', '1.33.0', 'local'],
    ['follows the reference on 1.33', 'other', 'other', '1.33.0', 'local'],
    ['is removed from 1.34 on', 'local', 'local', '1.34.0', undefined],
    ['is not filled in from 1.34 on', undefined, undefined, '1.34.0', undefined],
    ['is kept on creation', 'local', null, '1.34.0', 'local'],
    ['is not removed in the write that sets it', 'local', undefined, '1.34.0', 'local'],
  ])('%s', (_, current, before, kubernetes, expected) => {
    expect(syncedProfileName('local', current, before, kubernetes)).toBe(expected)
  })
})
