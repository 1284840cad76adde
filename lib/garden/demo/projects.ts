import type { Manifest } from './api-objects'
import type { Calendar } from './calendar'

export interface ProjectPlan {
  /** At most 10 characters: Gardener's limit. */
  readonly name: string
  readonly description: string
  /** What its clusters are for; short enough for the limit of 21 characters. */
  readonly words: readonly [string, ...string[]]
}

/** The eight projects of the small demo. */
export const projects: readonly [ProjectPlan, ...ProjectPlan[]] = [
  {
    name: 'payments',
    description: 'Checkout, ledger and risk',
    words: ['checkout', 'wallet', 'refunds', 'risk', 'cards', 'payout'],
  },
  { name: 'billing', description: 'Invoices and dunning', words: ['invoices', 'tariffs', 'dunning', 'usage', 'taxes'] },
  {
    name: 'logistics',
    description: 'Warehouses and routes',
    words: ['routes', 'depot', 'tracking', 'customs', 'parcels', 'fleet'],
  },
  {
    name: 'monitoring',
    description: 'Metrics, logs and traces of all teams',
    words: ['loki', 'mimir', 'tempo', 'alerts', 'probes'],
  },
  { name: 'search', description: 'Index and ranking', words: ['index', 'ranking', 'crawler', 'suggest', 'vectors'] },
  { name: 'media', description: 'Pictures and video', words: ['transcode', 'origin', 'thumbs', 'catalog', 'captions'] },
  {
    name: 'data',
    description: 'Lakehouse and machine learning',
    words: ['spark', 'lake', 'airflow', 'features', 'trino'],
  },
  { name: 'ads', description: 'Bidding and reporting', words: ['bidder', 'pacing', 'auction', 'reports', 'creatives'] },
]

const areas = ['shop', 'iot', 'edge', 'maps', 'crm', 'games', 'bank', 'mobile', 'home', 'fleet', 'energy', 'travel']
const words = ['api', 'web', 'batch', 'cache', 'jobs', 'core', 'stream', 'portal', 'gateway', 'store'] as const

/** The projects beyond the eight: `shop-0001`, `iot-0002`, ... */
export function numberedProject(index: number): ProjectPlan {
  const area = areas[index % areas.length] ?? 'team'
  const number = String(index + 1).padStart(3, '0')
  return {
    name: `${area}${number.length > 3 || area.length > 5 ? '' : '-'}${number}`,
    description: `Team ${index + 1}`,
    words: [...words],
  }
}

/** Nobody is named as owner of it. */
const ownerless = 'data'

export function projectManifest(at: Calendar, plan: ProjectPlan): Manifest {
  const { name, description } = plan
  const namespace = `garden-${name}`
  const apiGroup = 'rbac.authorization.k8s.io'
  const admin = { apiGroup, kind: 'User', name: `${name}-admin@example.com` }
  const isOwned = name !== ownerless
  const others = projects.includes(plan)
    ? [
        { apiGroup, kind: 'Group', name: `${name}-oncall`, role: 'admin', roles: ['uam'] },
        { apiGroup, kind: 'User', name: 'audit@example.com', role: 'viewer' },
        { kind: 'ServiceAccount', name: 'ci-deployer', namespace, role: 'admin' },
      ]
    : []
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Project',
    metadata: { name, creationTimestamp: at.day(-1200, '07:55:12') },
    spec: {
      namespace,
      description,
      ...(isOwned && { owner: admin }),
      members: [{ ...admin, role: 'admin', ...(isOwned && { roles: ['owner'] }) }, ...others],
    },
    status: { phase: 'Ready' },
  }
}
