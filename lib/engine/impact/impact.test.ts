import { describe, expect, it } from 'vitest'
import type { ShootManifest } from '@/lib/engine/api-server/manifest/manifest'
import type { AdmissionProfile } from '@/lib/engine/api-server/shoot/offers'
import type { JsonObject } from '@/lib/engine/json'
import { parseInstant } from '@/lib/engine/time'
import { changedFields, impact } from './impact'

const now = parseInstant('2026-06-01T00:00:00Z') ?? 0

const offered = (version: string) => ({
  version,
  architectures: ['amd64', 'arm64'],
  cri: [{ name: 'containerd', containerRuntimes: [] }],
  inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' },
})

const profile: AdmissionProfile = {
  kubernetes: ['1.35.0', '1.34.2', '1.34.1', '1.33.1', '1.32.1'].map((version) => ({ version })),
  machineImages: [{ name: 'os', updateStrategy: 'major', versions: [offered('1.1.0'), offered('1.0.0')] }],
  machineTypes: [
    { name: 'small', architecture: 'amd64', memory: '8Gi' },
    { name: 'large', architecture: 'amd64', memory: '32Gi' },
  ],
}

interface Parts {
  readonly version?: string
  readonly kubelet?: JsonObject
  readonly pool?: JsonObject
  readonly spec?: JsonObject
  readonly status?: JsonObject
  readonly annotations?: JsonObject
  readonly proxy?: string
  readonly dns?: boolean
}

function shoot({
  version = '1.34.1',
  kubelet,
  pool,
  spec,
  status,
  annotations,
  proxy,
  dns,
}: Parts = {}): ShootManifest {
  const worker = {
    name: 'pool-a',
    machine: { type: 'small', image: { name: 'os', version: '1.0.0' } },
    minimum: 1,
    maximum: 3,
    ...pool,
  }
  return {
    metadata: { name: 'shoot', namespace: 'garden-dev', ...(annotations && { annotations }) },
    spec: {
      kubernetes: { version, ...(kubelet && { kubelet }), ...(proxy !== undefined && { kubeProxy: { mode: proxy } }) },
      provider: { workers: [worker] },
      ...(dns !== undefined && { systemComponents: { nodeLocalDNS: { enabled: dns } } }),
      ...spec,
    },
    ...(status && { status }),
  }
}

function effect(before: Parts, after: Parts): string {
  const result = impact({ before: shoot(before), after: shoot(after), profile, now })
  return result.allowed ? (result.pools[0]?.effect ?? '') : result.errors.map(({ rule }) => rule).join()
}

const inPlace = { updateStrategy: 'AutoInPlaceUpdate' }
const reserved = (cpu: string) => ({ kubelet: { kubeReserved: { cpu } } })
const own = (kubelet: JsonObject) => ({ pool: { kubernetes: { kubelet } } })

describe('impact on a rolling pool', () => {
  it.each<[string, Parts, Parts, string]>([
    ['a patch restarts kubelet', {}, { version: '1.34.2' }, 'kubeletRestart'],
    ['a minor rolls', {}, { version: '1.35.0' }, 'rolling'],
    [
      'a new image rolls',
      {},
      { pool: { machine: { type: 'small', image: { name: 'os', version: '1.1.0' } } } },
      'rolling',
    ],
    ['pinning the version that it runs does nothing', {}, { pool: { kubernetes: { version: '1.34.1' } } }, 'none'],
    ['another spelling of a quantity does nothing', reserved('100m'), reserved('0.1'), 'none'],
    [
      'another spelling of an eviction threshold rolls',
      own({ evictionHard: { memoryAvailable: '1Gi' } }),
      own({ evictionHard: { memoryAvailable: '1024Mi' } }),
      'rolling',
    ],
    ['writing a default of the machines rolls', {}, { kubelet: { cpuManagerPolicy: 'none' } }, 'rolling'],
    ['an empty reservation rolls', {}, { kubelet: { kubeReserved: {} } }, 'rolling'],
    ['writing a default of kubelet alone does nothing', {}, { kubelet: { maxPods: 110 } }, 'none'],
    [
      'a first setting of its own hides those of the shoot',
      reserved('200m'),
      { ...reserved('200m'), ...own({ maxPods: 90 }) },
      'rolling',
    ],
    [
      'moving equal settings to the pool does nothing',
      reserved('200m'),
      { ...reserved('200m'), ...own({ kubeReserved: { cpu: '200m' } }) },
      'none',
    ],
    ['what the API no longer has does nothing', {}, { kubelet: { systemReserved: { cpu: '1' } } }, 'none'],
    ['ages of images have no effect on nodes', {}, { kubelet: { imageMinimumGCAge: '5m' } }, 'none'],
    ['a label restarts kubelet', {}, { pool: { labels: { team: 'blue' } } }, 'kubeletRestart'],
    [
      'a region of its own as a label restarts kubelet',
      {},
      { spec: { region: 'north' }, pool: { labels: { 'topology.kubernetes.io/region': 'south' } } },
      'kubeletRestart',
    ],
    [
      'a label that kubelet may not set does nothing',
      {},
      { pool: { labels: { 'node-role.kubernetes.io/x': '' } } },
      'none',
    ],
    ['a taint restarts kubelet', {}, { pool: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }, 'kubeletRestart'],
    ['an annotation does nothing', {}, { pool: { annotations: { note: 'x' } } }, 'none'],
    ['zones do nothing to existing nodes', {}, { pool: { zones: ['a'] } }, 'none'],
    ['node-local DNS from 1.34 on restarts kubelet', {}, { dns: true }, 'kubeletRestart'],
    ['node-local DNS below 1.34 rolls', { version: '1.33.1' }, { version: '1.33.1', dns: true }, 'rolling'],
    ['node-local DNS with IPVS rolls', { proxy: 'IPVS' }, { proxy: 'IPVS', dns: true }, 'rolling'],
    ['IPVS while node-local DNS is on rolls', { dns: true }, { dns: true, proxy: 'IPVS' }, 'rolling'],
    ['IPVS without node-local DNS does nothing', {}, { proxy: 'IPVS' }, 'none'],
    ['a grace period above 46 s changes what kubelet waits', {}, { spec: controller('2m') }, 'kubeletRestart'],
    [
      'two grace periods above 46 s are the same to kubelet',
      { spec: controller('1m') },
      { spec: controller('2m') },
      'none',
    ],
    [
      'a rollout of pools rolls without any change',
      {},
      { annotations: { 'gardener.cloud/operation': 'rollout-workers=*' } },
      'rolling',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(effect(before, after)).toBe(expected)
  })
})

function controller(nodeMonitorGracePeriod: string): JsonObject {
  return { kubernetes: { version: '1.34.1', kubeControllerManager: { nodeMonitorGracePeriod } } }
}

describe('impact on an in-place pool', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ['a new image version updates in place', {}, image('os', '1.1.0'), 'inPlace'],
    [
      'another machine type is refused',
      {},
      { machine: { type: 'large', image: { name: 'os', version: '1.0.0' } } },
      'in-place-fixed-machine.type',
    ],
    [
      'another machine type is accepted along with a switch, and does nothing',
      {},
      { updateStrategy: 'ManualInPlaceUpdate', machine: { type: 'large', image: { name: 'os', version: '1.0.0' } } },
      'none',
    ],
    ['a volume is refused', {}, { volume: { size: '50Gi' } }, 'in-place-fixed-volume'],
    ['going back is refused', image('os', '1.1.0'), image('os', '1.0.0'), 'in-place-image-downgrade'],
    ['rolling it from now on is refused', {}, { updateStrategy: 'AutoRollingUpdate' }, 'strategy-to-rolling'],
    [
      'surge has no place in manual updates',
      {},
      { updateStrategy: 'ManualInPlaceUpdate', maxSurge: 1 },
      'surge-with-manual-update',
    ],
    ['its provider settings are for the extension to judge', {}, { providerConfig: { x: 1 } }, 'none'],
  ])('%s', (_, before, after, expected) => {
    expect(effect({ pool: { ...inPlace, ...before } }, { pool: { ...inPlace, ...after } })).toBe(expected)
  })

  it('refuses to skip a minor, also by following the control plane', () => {
    const pinned = { ...inPlace, kubernetes: { version: '1.32.1' } }
    expect(effect({ pool: pinned }, { pool: inPlace })).toBe('version-skips-minor')
  })

  it('refuses to switch node-local DNS below 1.34, even if the version is raised along with it', () => {
    const before = { version: '1.33.1', pool: inPlace }
    expect(effect(before, { version: '1.34.1', pool: inPlace, dns: true })).toBe('dns-switch-with-in-place-pool')
  })
})

function image(name: string, version: string): JsonObject {
  return { machine: { type: 'small', image: { name, version } } }
}

describe('impact while an in-place update is pending', () => {
  it('takes an empty list for an absent one', () => {
    const status = { inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ['pool-a'] } } }
    const after = { status, pool: { ...inPlace, machineControllerManager: { nodeConditions: [] } } }
    expect(effect({ status, pool: inPlace }, after)).toBe('none')
  })

  const status = { inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ['pool-a'] } } }
  const before = { pool: inPlace, status }
  const force = { annotations: { 'gardener.cloud/operation': 'force-in-place-update' } }

  it.each<[string, Parts, string]>([
    [
      'nothing of the pool may change, not even a label',
      { pool: { ...inPlace, labels: { a: 'b' } } },
      'in-place-update-pending',
    ],
    [
      'a patch of the control plane that it follows is refused',
      { pool: inPlace, version: '1.34.2' },
      'in-place-update-pending',
    ],
    ['kubelet settings that it follows are refused', { pool: inPlace, ...reserved('200m') }, 'in-place-update-pending'],
    [
      'the rest of the shoot is free',
      { pool: inPlace, spec: { purpose: 'testing', ...specOf(shoot({ pool: inPlace })) } },
      'none',
    ],
    ['force lifts the block', { pool: { ...inPlace, labels: { a: 'b' } }, ...force }, 'kubeletRestart'],
    [
      'force with another operation does not',
      {
        pool: { ...inPlace, labels: { a: 'b' } },
        annotations: { 'gardener.cloud/operation': 'force-in-place-update;reconcile' },
      },
      'operation-not-alone,in-place-update-pending',
    ],
    ['force lifts nothing else', { pool: { ...inPlace, volume: { size: '50Gi' } }, ...force }, 'in-place-fixed-volume'],
    [
      'a rotation cannot begin',
      { pool: inPlace, annotations: { 'gardener.cloud/operation': 'rotate-ca-start' } },
      'rotation-shoot-not-ready,rotation-in-place-update-pending',
    ],
  ])('%s', (_, after, expected) => {
    expect(effect(before, after)).toBe(expected)
  })
})

function specOf(manifest: ShootManifest): JsonObject {
  return manifest.spec as JsonObject
}

describe('impact of credentials rotations', () => {
  const ready = { lastOperation: { type: 'Reconcile', state: 'Succeeded' } }
  const at = (operation: string) => ({ 'gardener.cloud/operation': operation })
  const rotation = (phase: string, waits: boolean) => ({
    ...ready,
    credentials: {
      rotation: {
        certificateAuthorities: {
          phase,
          lastInitiationTime: '2026-05-01T00:00:00Z',
          ...(waits && { pendingWorkersRollouts: [{ name: 'pool-a' }] }),
        },
      },
    },
  })

  it.each<[string, string, JsonObject, string]>([
    ['new certificates roll', 'rotate-ca-start', ready, 'rolling'],
    [
      'new certificates without a rollout restart kubelet',
      'rotate-ca-start-without-workers-rollout',
      ready,
      'kubeletRestart',
    ],
    ['a new key rolls', 'rotate-serviceaccount-key-start', ready, 'rolling'],
    [
      'a new key without a rollout does nothing',
      'rotate-serviceaccount-key-start-without-workers-rollout',
      ready,
      'none',
    ],
    [
      'the rollout of a waiting pool rolls it',
      'rotate-rollout-workers=pool-a',
      rotation('WaitingForWorkersRollout', true),
      'rolling',
    ],
    ['completing drops the old certificates', 'rotate-ca-complete', rotation('Prepared', false), 'kubeletRestart'],
    ['completing too early is refused', 'rotate-ca-complete', rotation('Preparing', false), 'rotation-not-prepared'],
    ['starting twice is refused', 'rotate-ca-start', rotation('Preparing', false), 'rotation-not-completed'],
    ['an unknown pool is refused', 'rollout-workers=pool-x', ready, 'rollout-pool-unknown'],
    ['an unknown operation is refused', 'rotate-everything', ready, 'operation-unknown'],
  ])('%s', (_, operation, status, expected) => {
    expect(effect({ status }, { status, annotations: at(operation) })).toBe(expected)
  })

  it('rolls a waiting pool by hibernating it: nobody waits any more', () => {
    const status = rotation('WaitingForWorkersRollout', true)
    expect(effect({ status }, { status, spec: { hibernation: { enabled: true } } })).toBe('rolling')
  })
})

describe('causes', () => {
  it('names each field that suffices, and only those', () => {
    const after = shoot({ version: '1.35.0', pool: { labels: { a: 'b' } }, kubelet: { cpuManagerPolicy: 'static' } })
    expect(impact({ before: shoot(), after, profile, now })).toMatchObject({
      pools: [{ effect: 'rolling', because: ['spec.kubernetes.kubelet.cpuManagerPolicy', 'spec.kubernetes.version'] }],
      controlPlane: 'restart',
    })
  })

  it('names the fields that only together have the effect', () => {
    expect(impact({ before: shoot(), after: shoot({ dns: true, proxy: 'IPVS' }), profile, now })).toMatchObject({
      pools: [
        {
          effect: 'rolling',
          because: ['spec.kubernetes.kubeProxy.mode', 'spec.systemComponents.nodeLocalDNS.enabled'],
        },
      ],
      controlPlane: 'unknown',
    })
  })

  it('tells pools that come and go, the gone ones last', () => {
    const workers = [
      { name: 'pool-b', machine: { type: 'small', image: { name: 'os', version: '1.0.0' } }, maximum: 1 },
    ]
    const after = shoot({ spec: { provider: { workers } } })
    expect(impact({ before: shoot(), after, profile, now })).toMatchObject({
      pools: [
        { name: 'pool-b', effect: 'added', because: ['spec.provider.workers[pool-b]'] },
        { name: 'pool-a', effect: 'removed', because: ['spec.provider.workers[pool-a]'] },
      ],
    })
  })
})

describe('changedFields', () => {
  it('finds no change in what the API server fills in or spells otherwise', () => {
    const after = shoot({ pool: { cri: { name: 'containerd' }, maxSurge: 1 }, kubelet: { failSwapOn: true } })
    expect(changedFields(shoot({ kubelet: { failSwapOn: true } }), after)).toEqual([])
  })

  it('finds a pool by its name and a pure change of order', () => {
    const [a, b] = [{ name: 'a' }, { name: 'b' }]
    const workers = (...pools: JsonObject[]) => ({ spec: { provider: { workers: pools } } })
    expect(changedFields(workers(a, b), workers(b, a))).toEqual(['spec.provider.workers'])
    expect(changedFields(workers(a, b), workers({ ...a, priority: 1 }, b))).toEqual([
      'spec.provider.workers[a].priority',
    ])
  })

  it('survives manifests of any shape', () => {
    expect(changedFields({}, { spec: 1, status: [], metadata: { labels: 'x' } })).toEqual(['metadata.labels'])
  })
})

describe('purity', () => {
  it('changes neither manifest', () => {
    const [before, after] = [shoot(), shoot({ version: '1.35.0' })].map(frozen)
    if (before === undefined || after === undefined) throw new Error('unreachable')
    expect(impact({ before, after, profile, now }).allowed).toBe(true)
  })
})

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
