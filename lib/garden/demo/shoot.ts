import type { DemoManifest } from './api-objects'
import type { DemoCalendar } from './calendar'
import type { MaintenancePlan, PoolPlan, ShootPlan } from './shoot-plan'

/** The Shoot as the Gardener API would return it, without what only the API server may set (uid, resourceVersion). */
export function shootManifest(at: DemoCalendar, plan: ShootPlan): DemoManifest {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: {
      name: plan.name,
      namespace: `garden-${plan.project}`,
      creationTimestamp: createdAt(at, plan),
      ...(plan.state === 'deleting' && {
        deletionTimestamp: at.day(-1, '15:20:10'),
        deletionGracePeriodSeconds: 0,
        finalizers: ['gardener'],
      }),
      annotations: {
        'gardener.cloud/created-by': `${plan.project}-admin@example.com`,
        ...(plan.state === 'deleting' && { 'confirmation.gardener.cloud/deletion': 'true' }),
        ...plan.annotations,
      },
    },
    spec: spec(plan),
    status: status(at, plan),
  }
}

export function createdAt(at: DemoCalendar, { age }: ShootPlan): string {
  return at.day(-age, '09:30:37')
}

export function maintainedAt(at: DemoCalendar, { window, name }: ShootPlan, { nightsAgo }: MaintenancePlan): string {
  return at.inWindow(-nightsAgo, window[0], minutesIntoWindow(name))
}

function spec(plan: ShootPlan): Record<string, unknown> {
  const { kubernetes, ...more } = plan.spec ?? {}
  const workerless = plan.pools.length === 0
  return {
    cloudProfile: plan.namespacedProfile
      ? { kind: 'NamespacedCloudProfile', name: plan.namespacedProfile }
      : { kind: 'CloudProfile', name: plan.profile },
    ...(!workerless && !('secretBindingName' in more) && { credentialsBindingName: `${plan.project}-${plan.profile}` }),
    dns: { domain: `${plan.name}.${plan.project}.shoot.demo.example.com` },
    ...(plan.state === 'hibernated' && { hibernation: { enabled: true } }),
    kubernetes: { version: plan.kubernetes, ...(kubernetes as object) },
    maintenance: {
      autoUpdate: {
        kubernetesVersion: plan.autoUpdate.kubernetes,
        ...(!workerless && { machineImageVersion: plan.autoUpdate.image }),
      },
      timeWindow: { begin: plan.window[0], end: plan.window[1] },
      ...(plan.confined && { confineSpecUpdateRollout: true }),
    },
    networking: workerless
      ? { services: '100.64.0.0/13' }
      : { type: 'calico', nodes: '10.250.0.0/16', pods: '100.96.0.0/11', services: '100.64.0.0/13' },
    provider: workerless
      ? { type: plan.profile }
      : { type: plan.profile, workers: plan.pools.map((pool) => worker(plan, pool)) },
    purpose: plan.purpose,
    region: plan.region,
    seedName: `${plan.profile}-${plan.region.slice(0, 2)}1`,
    ...more,
  }
}

function worker(plan: ShootPlan, pool: PoolPlan): Record<string, unknown> {
  const strategy = { auto: 'AutoInPlaceUpdate', manual: 'ManualInPlaceUpdate' } as const
  return {
    name: pool.name,
    ...(pool.kubernetes && { kubernetes: { version: pool.kubernetes } }),
    machine: {
      type: pool.machineType,
      image: { name: pool.image[0], version: pool.image[1] },
      architecture: pool.arm ? 'arm64' : 'amd64',
    },
    minimum: pool.nodes[0],
    maximum: pool.nodes[1],
    ...(pool.inPlace !== 'manual' && { maxSurge: 1, maxUnavailable: 0 }),
    cri: { name: 'containerd', ...(pool.gvisor && { containerRuntimes: [{ type: 'gvisor' }] }) },
    updateStrategy: pool.inPlace ? strategy[pool.inPlace] : 'AutoRollingUpdate',
    ...(plan.profile !== 'openstack' && { volume: { type: volumeTypes[plan.profile], size: '50Gi' } }),
    zones: zones(plan, pool),
  }
}

const volumeTypes = { aws: 'gp3', azure: 'StandardSSD_LRS', gcp: 'pd-balanced', openstack: 'default' } as const

/** Every region of the demo's profiles has at least the first zone; large pools spread over two. */
export function zones(plan: Pick<ShootPlan, 'profile' | 'region'>, pool: PoolPlan): string[] {
  const separator = plan.profile === 'azure' || plan.profile === 'gcp' ? '-' : ''
  const first = plan.profile === 'azure' ? ['1', '2'] : plan.region === 'europe-west1' ? ['b', 'c'] : ['a', 'b']
  return first.slice(0, pool.nodes[1] > 3 ? 2 : 1).map((zone) => `${plan.region}${separator}${zone}`)
}

function status(at: DemoCalendar, plan: ShootPlan): Record<string, unknown> {
  const { lastMaintenance, pendingManual } = plan
  return {
    gardener: { id: 'gardenlet-0', name: 'gardenlet', version: 'v1.149.0' },
    hibernated: plan.state === 'hibernated',
    technicalID: `shoot--${plan.project}--${plan.name}`,
    ...lastOperation(at, plan),
    ...(lastMaintenance && {
      lastMaintenance: {
        description: lastMaintenance.description,
        state: lastMaintenance.failureReason === undefined ? 'Succeeded' : 'Failed',
        ...(lastMaintenance.failureReason !== undefined && { failureReason: lastMaintenance.failureReason }),
        triggeredTime: maintainedAt(at, plan, lastMaintenance),
      },
    }),
    ...(pendingManual && {
      inPlaceUpdates: { pendingWorkerUpdates: { manualInPlaceUpdate: pendingManual } },
      constraints: [
        {
          type: 'ManualInPlaceWorkersUpdated',
          status: 'False',
          reason: 'WorkerPoolsPendingUpdate',
          message: `Worker pools that wait for a manual update in place: ${pendingManual.join(', ')}`,
        },
      ],
    }),
  }
}

/** How long after its window begins a cluster is maintained. */
export function minutesIntoWindow(name: string): number {
  return 2 + (name.length % 12)
}

const OPERATIONS = {
  failed: {
    type: 'Reconcile',
    state: 'Failed',
    progress: 47,
    description:
      'Flow "Shoot cluster reconciliation" encountered task errors: [task "Waiting until shoot infrastructure has been reconciled" failed: quota exceeded for volumes]',
  },
  deleting: {
    type: 'Delete',
    state: 'Processing',
    progress: 62,
    description: 'Waiting until shoot worker nodes have been terminated',
  },
  creating: {
    type: 'Create',
    state: 'Processing',
    progress: 74,
    description: 'Waiting until shoot worker nodes have been created',
  },
  atRest: {
    type: 'Reconcile',
    state: 'Succeeded',
    progress: 100,
    description: 'Shoot cluster has been successfully reconciled.',
  },
} as const

function lastOperation(at: DemoCalendar, { state }: ShootPlan): Record<string, unknown> {
  const lastUpdateTime = at.day(-1, '22:14:07')
  const operation = OPERATIONS[state === undefined || state === 'hibernated' ? 'atRest' : state]
  const { description } = operation
  return {
    lastOperation: { ...operation, lastUpdateTime },
    ...(state === 'failed' && { lastErrors: [{ description, codes: ['ERR_INFRA_QUOTA_EXCEEDED'], lastUpdateTime }] }),
  }
}
