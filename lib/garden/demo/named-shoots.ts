import {
  imageEndOfLife,
  imageUpdated,
  kubernetesStuck,
  kubernetesUpdated,
  type PlannedWindow,
  type PoolPlan,
  type ProfileName,
  type ShootPlan,
} from './shoot-plan'

/**
 * The clusters that are worth a look, each with what makes it so. `unremarkable-shoot.ts` adds the many unremarkable ones around
 * them. All obey Gardener's rules: what last night's maintenance would have changed is changed.
 */

const on = { kubernetes: true, image: true }
const off = { kubernetes: false, image: false }
const imagesOnly = { kubernetes: false, image: true }
const kubernetesOnly = { kubernetes: true, image: false }

const evening: PlannedWindow = ['220000+0100', '230000+0100']

const defaultRegion = { aws: 'eu-central-1', azure: 'westeurope', gcp: 'europe-west3', openstack: 'eu-de-1' } as const
const defaultMachine = {
  aws: 'm5.xlarge',
  azure: 'Standard_D4s_v5',
  gcp: 'n2-standard-4',
  openstack: 'g_c4_m16',
} as const

type ShootDetails = Partial<Omit<ShootPlan, 'pools'>> & { readonly pools?: readonly PoolPlan[] }

/** `where` is `project/name`. */
function namedShoot(where: string, profile: ProfileName, kubernetes: string, details: ShootDetails): ShootPlan {
  const [project = '', name = ''] = where.split('/')
  return {
    project,
    name,
    profile,
    kubernetes,
    region: defaultRegion[profile],
    autoUpdate: on,
    window: evening,
    purpose: 'production',
    age: 210 + name.length * 17,
    pools: [pool(profile, 'std', ['gardenlinux', '1877.9.0'], [3, 6])],
    ...details,
  }
}

function pool(
  profile: ProfileName,
  name: string,
  image: PoolPlan['image'],
  nodes: PoolPlan['nodes'],
  more: Partial<PoolPlan> = {},
): PoolPlan {
  return { name, image, nodes, machineType: defaultMachine[profile], ...more }
}

const garden = (version: string): PoolPlan['image'] => ['gardenlinux', version]

/** The minor 1.32 of aws ends in three weeks; payments has bought time for some of its clusters. */
const endingMinor: readonly ShootPlan[] = [
  namedShoot('payments/checkout-prod', 'aws', '1.32.13', {
    autoUpdate: imagesOnly,
    pools: [
      pool('aws', 'web-a', garden('1877.4.0'), [6, 12]),
      pool('aws', 'batch', ['suse-chost', '15.6.20260801'], [3, 8], { machineType: 'c6i.4xlarge' }),
      pool('aws', 'ledger', garden('1877.4.0'), [4, 4], { machineType: 'r6i.2xlarge', inPlace: 'auto' }),
    ],
    lastMaintenance: kubernetesUpdated(4, '1.32.9', '1.32.13', 'expired'),
  }),
  namedShoot('payments/settlement', 'aws', '1.32.13', { namespacedProfile: 'aws-extended', autoUpdate: imagesOnly }),
  namedShoot('payments/vault-eu', 'aws', '1.32.13', {
    namespacedProfile: 'aws-extended',
    autoUpdate: kubernetesOnly,
    pools: [pool('aws', 'hsm', ['acme-linux', '3.1.0'], [3, 3]), pool('aws', 'std', garden('1877.9.0'), [3, 9])],
  }),
  namedShoot('billing/erp-bridge', 'aws', '1.32.11', {
    autoUpdate: off,
    window: ['020000+0100', '040000+0100'],
    spec: {
      secretBindingName: 'billing-aws',
      kubernetes: {
        kubeControllerManager: { podEvictionTimeout: '2m0s' },
        kubeAPIServer: { enableAnonymousAuthentication: false, featureGates: { ElasticIndexedJob: true } },
      },
    },
    pools: [
      pool('aws', 'std', ['suse-chost', '15.6.20260401'], [4, 10]),
      pool('aws', 'sap', ['suse-chost', '15.6.20260801'], [2, 2]),
    ],
  }),
]

/** Two minors of openstack end at the same moment: forced on two consecutive nights. 1.33.9 ended this morning. */
const chains: readonly ShootPlan[] = [
  namedShoot('monitoring/loki-eu', 'openstack', '1.31.14', {
    autoUpdate: imagesOnly,
    window: ['010000+0100', '020000+0100'],
    purpose: 'infrastructure',
    pools: [pool('openstack', 'std', ['flatcar', '4459.2.1'], [4, 8])],
  }),
  namedShoot('monitoring/tempo-eu', 'openstack', '1.31.14', {
    autoUpdate: off,
    window: ['233000+0100', '003000+0100'],
    purpose: 'infrastructure',
    pools: [pool('openstack', 'std', ['flatcar', '4230.2.4'], [3, 5])],
  }),
  namedShoot('billing/invoices-qa', 'openstack', '1.33.9', { autoUpdate: imagesOnly, purpose: 'testing' }),
  namedShoot('logistics/parcels-jp', 'openstack', '1.33.9', {
    autoUpdate: imagesOnly,
    region: 'ap-jp-1',
    window: ['040000+0900', '050000+0900'],
  }),
  namedShoot('logistics/warehouse-nl', 'openstack', '1.32.13', {
    autoUpdate: kubernetesOnly,
    region: 'eu-nl-1',
    pools: [
      pool('openstack', 'edge', ['flatcar', '4230.2.4'], [6, 14]),
      pool('openstack', 'vm', garden('1592.18.0'), [2, 4], { machineType: 'v_c8_m32' }),
    ],
  }),
]

/** Clusters that have no version to move to: a minor is missing in gcp, two images are at their end. */
const stuck: readonly ShootPlan[] = [
  namedShoot('search/index-2024', 'gcp', '1.31.14', {
    autoUpdate: off,
    pools: [pool('gcp', 'std', garden('1592.18.0'), [8, 16])],
    lastMaintenance: kubernetesStuck('1.31.14'),
  }),
  namedShoot('data/warehouse-old', 'gcp', '1.31.14', {
    autoUpdate: imagesOnly,
    region: 'us-west1',
    window: ['213000-0800', '233000-0800'],
    lastMaintenance: kubernetesStuck('1.31.14'),
  }),
  namedShoot('media/origin-apac', 'azure', '1.34.7', {
    region: 'centralindia',
    window: ['010000+0530', '030000+0530'],
    pools: [pool('azure', 'std', ['suse-chost', '15.6.20260930'], [5, 9])],
    lastMaintenance: imageEndOfLife(['std'], 'suse-chost', '15.6.20260930'),
  }),
  namedShoot('billing/dunning', 'azure', '1.33.11', {
    autoUpdate: off,
    pools: [
      pool('azure', 'app', ['suse-chost', '15.6.20260930'], [2, 4]),
      pool('azure', 'db', ['suse-chost', '15.6.20260930'], [3, 3]),
    ],
    lastMaintenance: imageEndOfLife(['app', 'db'], 'suse-chost', '15.6.20260930'),
  }),
  namedShoot('logistics/label-print', 'openstack', '1.33.11', {
    autoUpdate: kubernetesOnly,
    window: ['000000+0100', '010000+0100'],
    pools: [pool('openstack', 'std', ['ubuntu', '22.4.20260801'], [3, 6])],
  }),
  namedShoot('ads/creative-rendering', 'openstack', '1.34.7', {
    pools: [pool('openstack', 'render', ['ubuntu', '22.4.20260801'], [10, 30], { machineType: 'g_c8_m32' })],
  }),
]

/** The API server refuses the whole maintenance. */
const refused: readonly ShootPlan[] = [
  namedShoot('ads/bidder-legacy', 'aws', '1.31.14', {
    autoUpdate: off,
    window: ['210000+0100', '220000+0100'],
    pools: [
      pool('aws', 'bid', garden('1592.9.0'), [5, 9], { machineType: 'c6i.4xlarge' }),
      pool('aws', 'edge-store', garden('1312.7.0'), [2, 2], { inPlace: 'auto' }),
    ],
    lastMaintenance: {
      nightsAgo: 1,
      description: 'Maintenance failed',
      failureReason: `Updates to the Shoot failed to be applied: shoots.core.gardener.cloud "bidder-legacy" is forbidden: spec.provider.workers[1].machine.image: Invalid value: {"Name":"gardenlinux","ProviderConfig":null,"Version":"1312.7.0"}: machine image 'gardenlinux@1312.7.0' does not support kubelet version '1.32.13', supported kubelet versions by this machine image version: '< 1.32'`,
    },
  }),
  namedShoot('payments/kyc-legacy', 'aws', '1.32.13', {
    autoUpdate: off,
    window: ['230000+0100', '000000+0100'],
    pools: [pool('aws', 'old', garden('1592.18.0'), [3, 4])],
  }),
  namedShoot('payments/ledger-eu', 'aws', '1.34.6', {
    window: ['030000+0100', '050000+0100'],
    pools: [
      pool('aws', 'db', garden('1877.4.0'), [5, 5], { machineType: 'r6i.2xlarge', inPlace: 'manual' }),
      pool('aws', 'api', garden('1877.9.0'), [6, 26]),
    ],
    pendingManual: ['db'],
    lastMaintenance: imageUpdated(9, 'db', '1877.3.0', '1877.4.0'),
  }),
]

/** Pools that do not follow the control plane, or are updated in place. */
const pools: readonly ShootPlan[] = [
  namedShoot('data/lakehouse-prod', 'aws', '1.34.6', {
    autoUpdate: kubernetesOnly,
    region: 'us-west-2',
    window: ['220000-0800', '020000-0800'],
    pools: [
      pool('aws', 'query', garden('1877.9.0'), [4, 20]),
      pool('aws', 'spark', garden('1877.4.0'), [10, 64], { kubernetes: '1.33.11', machineType: 'r6i.2xlarge' }),
    ],
  }),
  namedShoot('search/vector-index', 'aws', '1.35.4', {
    autoUpdate: off,
    region: 'us-east-1',
    window: ['233000-0500', '013000-0500'],
    pools: [
      pool('aws', 'hot', garden('1877.9.0'), [6, 6], { machineType: 'r6i.2xlarge' }),
      pool('aws', 'cold', garden('1592.9.0'), [9, 9], { kubernetes: '1.32.13' }),
    ],
  }),
  namedShoot('monitoring/mimir-eu', 'gcp', '1.34.4', {
    autoUpdate: off,
    purpose: 'infrastructure',
    pools: [
      pool('gcp', 'ingest', garden('1877.4.0'), [6, 12], { inPlace: 'auto', machineType: 'n2-highmem-8' }),
      pool('gcp', 'query', garden('1877.4.0'), [3, 9]),
    ],
  }),
  namedShoot('logistics/depot-db', 'azure', '1.34.7', {
    autoUpdate: kubernetesOnly,
    region: 'germanywestcentral',
    lastMaintenance: kubernetesUpdated(41, '1.34.5', '1.34.7', 'auto'),
    pools: [pool('azure', 'db', garden('1877.4.0'), [4, 4], { inPlace: 'manual', machineType: 'Standard_E8s_v5' })],
  }),
]

/** States that change what one expects of a cluster, and settings that a new minor takes away. */
const states: readonly ShootPlan[] = [
  namedShoot('payments/sandbox', 'aws', '1.33.9', { autoUpdate: off, state: 'hibernated', purpose: 'development' }),
  namedShoot('media/transcode-01', 'gcp', '1.34.4', {
    autoUpdate: imagesOnly,
    state: 'failed',
    pools: [pool('gcp', 'cpu', garden('1877.9.0'), [4, 18], { machineType: 'n2-standard-8' })],
    annotations: { 'maintenance.shoot.gardener.cloud/needs-retry-operation': 'true' },
  }),
  namedShoot('media/poc-av1', 'gcp', '1.33.8', { autoUpdate: off, state: 'deleting', purpose: 'evaluation', age: 63 }),
  namedShoot('data/notebooks-emea-2', 'azure', '1.35.4', { state: 'creating', purpose: 'development', age: 1 }),
  namedShoot('search/api-catalog', 'azure', '1.34.7', { pools: [], purpose: 'infrastructure' }),
  namedShoot('payments/policy-hub', 'aws', '1.33.11', { pools: [], autoUpdate: imagesOnly, purpose: 'infrastructure' }),
  namedShoot('media/cdn-control', 'gcp', '1.34.4', {
    autoUpdate: imagesOnly,
    confined: true,
    spec: {
      kubernetes: {
        kubeAPIServer: { enableAnonymousAuthentication: true, watchCacheSizes: { default: 200 } },
        kubeScheduler: { kubeMaxPDVols: '40' },
      },
      addons: { nginxIngress: { enabled: false }, kubernetesDashboard: { enabled: false } },
    },
  }),
  namedShoot('data/gpu-training-eu', 'gcp', '1.34.4', {
    namespacedProfile: 'gcp-machine-learning-europe',
    autoUpdate: imagesOnly,
    pools: [
      pool('gcp', 'gpu', garden('1592.18.0'), [2, 16], { machineType: 'a2-highgpu-1g' }),
      pool('gcp', 'cpu', ['ubuntu', '24.4.20261012'], [3, 6]),
    ],
  }),
  namedShoot('payments/fraud-ml', 'aws', '1.34.6', {
    autoUpdate: kubernetesOnly,
    window: ['170000+0100', '180000+0100'],
    pools: [
      pool('aws', 'cpu', garden('1877.4.0'), [4, 12]),
      pool('aws', 'gpu', ['ubuntu', '24.4.20260714'], [2, 4], { machineType: 'p3.2xlarge' }),
    ],
  }),
  namedShoot('ads/bidder-emea-canary', 'aws', '1.36.2', {
    autoUpdate: kubernetesOnly,
    purpose: 'testing',
    pools: [pool('aws', 'next', garden('2150.1.0'), [1, 3], { gvisor: true })],
  }),
  namedShoot('search/index-dev', 'gcp', '1.34.4', { autoUpdate: imagesOnly, purpose: 'development' }),
  namedShoot('billing/usage-arm', 'aws', '1.34.6', {
    confined: true,
    pools: [pool('aws', 'arm', garden('1877.4.0'), [3, 12], { machineType: 'm7g.2xlarge', arm: true })],
  }),
]

/** The clusters in this order: a small demo shows the first of each kind. */
export const namedShoots: readonly ShootPlan[] = interleave([endingMinor, stuck, chains, refused, pools, states])

/** First of each, second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
}
