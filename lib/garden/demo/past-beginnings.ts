import type { LastError, MaintenanceTimeWindow } from '@/lib/engine/types'

/** Days from the birthday, and the time of that day in UTC. */
export type DemoMoment = readonly [days: number, time: string]

/** Versions, flags and window of a cluster; what is absent is as it is today. */
export interface PastSpec {
  readonly kubernetes?: string
  /** The versions of images in the order of the pools. */
  readonly images?: readonly string[]
  /** `on`: where they are on today. */
  readonly autoUpdate?: 'on' | 'off'
  readonly window?: MaintenanceTimeWindow
}

interface OwnerEdit extends PastSpec {
  readonly at: DemoMoment
}

/** How a cluster was sixty days before the birthday, or when it was created, and what its owner did since. */
export interface PastOfCluster extends PastSpec {
  readonly edits?: readonly OwnerEdit[]
  /** For how many hours its last update did not come to an end. */
  readonly failedHours?: number
  /** When a condition of it was not true, while nothing else happened to it. */
  readonly unwell?: readonly UnhealthyTime[]
}

export interface UnhealthyTime {
  readonly at: DemoMoment
  readonly minutes: number
  readonly condition: string
  /** What its last operation ended with meanwhile; absent: with nothing. */
  readonly error?: LastError
}

/** A cluster whose automatic updates were off until its owner wrote that they are on, perhaps with more changes. */
function waiting(at: DemoMoment, begin: PastSpec, also: PastSpec = {}): PastOfCluster {
  return { ...begin, autoUpdate: 'off', edits: [{ at, ...also, autoUpdate: 'on' }] }
}

/**
 * By project and name. Whatever else happens to these clusters comes from their maintenance, which arrives at what they are
 * today: a test holds that. Clusters that are not told of began as they are.
 */
export const pastsOfClusters: Readonly<Record<string, PastOfCluster>> = {
  'ads/auction-prod': { kubernetes: '1.32.13', edits: [{ at: [-13, '12:22:00'], kubernetes: '1.33.9' }] },
  'ads/bidder-emea-canary': {
    kubernetes: '1.35.4',
    images: ['1877.9.0'],
    edits: [{ at: [-19, '10:22:00'], kubernetes: '1.36.2', images: ['2150.1.0'] }],
    failedHours: 2,
    unwell: [
      { at: [-24, '03:40:00'], minutes: 44, condition: 'SystemComponentsHealthy' },
      { at: [-16, '11:05:00'], minutes: 25, condition: 'EveryNodeReady' },
      {
        at: [-12, '04:40:00'],
        minutes: 132,
        condition: 'SystemComponentsHealthy',
        error: {
          description: 'RequestLimitExceeded: Request limit exceeded.',
          codes: ['ERR_INFRA_RATE_LIMITS_EXCEEDED'],
        },
      },
      { at: [-4, '17:02:00'], minutes: 18, condition: 'EveryNodeReady' },
    ],
  },
  'ads/creatives-stg': { kubernetes: '1.35.2' },
  'billing/dunning': {
    images: ['15.5.20260210', '15.5.20260210'],
    edits: [{ at: [-34, '09:54:00'], images: ['15.6.20260930', '15.6.20260930'] }],
  },
  'billing/erp-bridge': { kubernetes: '1.32.10', edits: [{ at: [-38, '12:46:00'], kubernetes: '1.32.11' }] },
  'billing/invoices-qa': { kubernetes: '1.33.8', edits: [{ at: [-16, '11:30:00'], kubernetes: '1.33.9' }] },
  'billing/invoices-stg': { kubernetes: '1.32.12' },
  'billing/tariffs-prod': { kubernetes: '1.34.2' },
  'billing/tariffs-us': { kubernetes: '1.33.8' },
  'billing/usage-2': { images: ['1877.4.0'], edits: [{ at: [-25, '08:39:00'], images: ['1877.9.0'] }] },
  'billing/usage-prod': {
    kubernetes: '1.35.3',
    edits: [{ at: [-16, '11:00:00'], kubernetes: '1.35.4' }],
    unwell: [
      { at: [-20, '15:10:00'], minutes: 35, condition: 'EveryNodeReady' },
      { at: [-9, '09:30:00'], minutes: 51, condition: 'EveryNodeReady' },
    ],
  },
  'data/airflow-eu': { kubernetes: '1.34.2' },
  'data/features-dev': { kubernetes: '1.33.6' },
  'data/gpu-training-eu': waiting(
    [-9, '09:24:00'],
    { images: ['1592.18.0', '24.4.20260714'] },
    { images: ['1592.18.0', '24.4.20261012'] },
  ),
  'data/lake-eu': { images: ['1877.4.0'] },
  'data/lake-eu-2': waiting([-20, '08:44:00'], { kubernetes: '1.33.9' }),
  'data/lake-infra': { images: ['15.5.20260210'] },
  'data/lake-qa': waiting(
    [-9, '13:38:00'],
    { kubernetes: '1.34.5', images: ['24.4.20260714', '1877.3.0'] },
    { images: ['24.4.20261012', '1877.9.0'] },
  ),
  'data/lake-stg': waiting([-5, '12:37:00'], { kubernetes: '1.35.3' }),
  'data/spark-prod-2': { images: ['24.4.20260714'], edits: [{ at: [-19, '12:11:00'], images: ['24.4.20261012'] }] },
  'data/spark-us': waiting(
    [-21, '12:21:00'],
    { images: ['1877.4.0', '24.4.20260714'] },
    { images: ['1877.4.0', '24.4.20261012'] },
  ),
  'data/trino-eu': { kubernetes: '1.34.5' },
  'data/trino-stg': { images: ['1877.4.0'] },
  'logistics/customs-dev': waiting(
    [-20, '11:11:00'],
    { kubernetes: '1.35.2', images: ['24.4.20260714'] },
    { images: ['24.4.20261012'] },
  ),
  'logistics/depot-db': waiting([-41, '12:07:00'], { kubernetes: '1.34.5' }),
  'logistics/fleet-poc': { images: ['1877.4.0', '1592.18.0'] },
  'logistics/parcels-jp': { kubernetes: '1.33.8', edits: [{ at: [-13, '14:03:00'], kubernetes: '1.33.9' }] },
  'logistics/parcels-prod': waiting([-15, '12:26:00'], { kubernetes: '1.33.10' }),
  'logistics/routes-eu': { kubernetes: '1.33.9' },
  'logistics/routes-qa': waiting([-3, '14:11:00'], { kubernetes: '1.33.7' }),
  'logistics/tracking-2': {
    kubernetes: '1.32.12',
    window: { begin: '030000+0100', end: '050000+0100' },
    edits: [{ at: [-13, '10:05:00'], window: { begin: '220000+0100', end: '230000+0100' } }],
  },
  'logistics/tracking-dev': {
    images: ['1877.4.0', '1877.4.0'],
    edits: [{ at: [-18, '10:11:00'], images: ['1877.4.0', '1877.9.0'] }],
  },
  'logistics/warehouse-nl': waiting([-40, '10:30:00'], { kubernetes: '1.32.12' }, { kubernetes: '1.32.13' }),
  'media/captions-dev-2': waiting([-10, '08:49:00'], { kubernetes: '1.32.10' }),
  'media/catalog-dev': waiting([-6, '14:18:00'], { kubernetes: '1.35.3', images: ['1877.3.0'] }),
  'media/origin-apac': { images: ['15.5.20260210'] },
  'media/origin-eu': { kubernetes: '1.34.4' },
  'media/origin-prod': {
    images: ['1877.4.0', '1877.4.0'],
    edits: [{ at: [-22, '13:38:00'], images: ['1877.4.0', '1877.9.0'] }],
  },
  'media/origin-stg': { images: ['1877.4.0'] },
  'media/poc-av1': { kubernetes: '1.32.13', edits: [{ at: [-47, '09:52:00'], kubernetes: '1.33.8' }] },
  'media/thumbs-poc': waiting([-11, '14:25:00'], { kubernetes: '1.34.6' }),
  'media/thumbs-prod': waiting([-17, '10:40:00'], { kubernetes: '1.32.10' }),
  'monitoring/alerts-dev': waiting(
    [-19, '09:32:00'],
    { kubernetes: '1.34.4', images: ['15.7.20260915', '24.4.20260714'] },
    { images: ['15.7.20260915', '24.4.20261012'] },
  ),
  'monitoring/alerts-prod': { images: ['1877.4.0'] },
  'monitoring/alerts-qa': { images: ['24.4.20260714'], edits: [{ at: [-15, '09:13:00'], images: ['24.4.20261012'] }] },
  'monitoring/loki-prod': { kubernetes: '1.34.6' },
  'monitoring/loki-stg': waiting([-16, '11:33:00'], { kubernetes: '1.32.10' }),
  'monitoring/mimir-prod': waiting(
    [-6, '11:07:00'],
    { kubernetes: '1.32.12', images: ['4459.2.1', '24.4.20260714'] },
    { images: ['4459.2.1', '24.4.20261012'] },
  ),
  'monitoring/probes-eu': waiting(
    [-21, '11:22:00'],
    { kubernetes: '1.33.9', images: ['1877.4.0'] },
    { images: ['1877.9.0'] },
  ),
  'monitoring/probes-eu-2': waiting([-11, '11:55:00'], { kubernetes: '1.33.8' }, { kubernetes: '1.33.11' }),
  'monitoring/probes-prod': {
    failedHours: 5,
    kubernetes: '1.32.13',
    edits: [{ at: [-17, '12:20:00'], kubernetes: '1.33.8' }],
  },
  'monitoring/tempo-dev': waiting([-8, '09:23:00'], { kubernetes: '1.34.5', images: ['1877.3.0'] }),
  'payments/cards-qa': {
    kubernetes: '1.32.11',
    window: { begin: '020000+0100', end: '040000+0100' },
    edits: [{ at: [-24, '09:10:00'], window: { begin: '233000+0100', end: '003000+0100' } }],
  },
  'payments/cards-stg': { kubernetes: '1.32.11' },
  'payments/checkout-2': waiting([-11, '11:54:00'], { kubernetes: '1.34.3' }),
  'payments/checkout-prod': { kubernetes: '1.32.9' },
  'payments/checkout-qa': { images: ['1877.4.0'], edits: [{ at: [-26, '11:46:00'], images: ['1877.9.0'] }] },
  'payments/checkout-stg': waiting([-24, '08:26:00'], { kubernetes: '1.33.7' }),
  'payments/kyc-legacy': { kubernetes: '1.32.9', edits: [{ at: [-4, '14:30:00'], kubernetes: '1.32.13' }] },
  'payments/ledger-eu': waiting([-10, '12:31:00'], { images: ['1877.3.0', '1877.9.0'] }),
  'payments/payout-eu': waiting(
    [-26, '09:13:00'],
    { images: ['1877.4.0', '24.4.20260714'] },
    { images: ['1877.4.0', '24.4.20261012'] },
  ),
  'payments/payout-prod': waiting([-10, '10:07:00'], { kubernetes: '1.34.3' }),
  'payments/policy-hub': { kubernetes: '1.33.9', edits: [{ at: [-24, '14:50:00'], kubernetes: '1.33.11' }] },
  'payments/sandbox': { kubernetes: '1.32.13', edits: [{ at: [-12, '09:42:00'], kubernetes: '1.33.9' }] },
  'payments/vault-eu': waiting([-45, '09:05:00'], { kubernetes: '1.32.10' }, { kubernetes: '1.32.13' }),
  'payments/wallet-2': { images: ['1877.4.0'] },
  'payments/wallet-dev-2': { kubernetes: '1.33.7' },
  'payments/wallet-infra': {
    kubernetes: '1.34.4',
    images: ['1877.9.0', '1877.9.0', '24.4.20260714'],
    edits: [{ at: [-32, '12:43:00'], images: ['1877.9.0', '1877.9.0', '24.4.20261012'] }],
  },
  'payments/wallet-stg': { kubernetes: '1.33.8' },
  'payments/wallet-stg-2': waiting(
    [-19, '09:29:00'],
    { images: ['24.4.20260714', '1877.4.0', '1877.4.0', '1877.4.0'] },
    { images: ['24.4.20261012', '1877.9.0', '1877.9.0', '1877.9.0'] },
  ),
  'search/index-dev-2': waiting([-7, '14:53:00'], { kubernetes: '1.34.5' }),
  'search/index-prod': { images: ['1877.4.0'], edits: [{ at: [-15, '14:25:00'], images: ['1877.9.0'] }] },
  'search/index-stg': waiting([-55, '13:40:00'], { kubernetes: '1.33.9' }),
  'search/ranking-infra': {
    kubernetes: '1.34.5',
    images: ['24.4.20260714'],
    edits: [{ at: [-21, '13:56:00'], kubernetes: '1.34.6', images: ['24.4.20261012'] }],
  },
  'search/ranking-qa': waiting([-13, '12:02:00'], { kubernetes: '1.32.10' }),
  'search/suggest-us': waiting([-14, '14:58:00'], { kubernetes: '1.34.6' }),
  'search/vectors-eu': waiting([-16, '09:32:00'], { kubernetes: '1.34.5' }),
  'search/vectors-poc': waiting([-4, '14:32:00'], { kubernetes: '1.32.12' }),
  'search/vectors-prod': { kubernetes: '1.33.10' },
  'search/vectors-qa': waiting([-21, '08:24:00'], { kubernetes: '1.35.2' }),
}

export interface DeletedCluster extends PastOfCluster {
  readonly name: string
  /** The cluster of the same project that it is a copy of, apart from what is said here. */
  readonly like: string
  readonly created: DemoMoment
  readonly deleted: DemoMoment
}

export const departed: readonly DeletedCluster[] = [
  {
    name: 'loadtest',
    like: 'payments/payout-prod',
    created: [-140, '10:12:00'],
    deleted: [-17, '09:24:00'],
    kubernetes: '1.35.4',
    images: ['4459.2.1', '1877.4.0'],
  },
  {
    name: 'refunds-old',
    like: 'payments/payout-prod',
    created: [-700, '13:40:00'],
    deleted: [-44, '14:05:00'],
    kubernetes: '1.33.10',
    images: ['4459.2.1', '1877.4.0'],
    autoUpdate: 'off',
  },
]
