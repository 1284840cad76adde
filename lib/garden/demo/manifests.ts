import { madeOnce } from '@/lib/engine/grouped'
import type { DemoManifest } from './api-objects'
import { calendar, type DemoCalendar } from './calendar'
import { namedShoots } from './named-shoots'
import { awsExtended, awsProfile, azureProfile, gcpMachineLearning, gcpProfile, openstackProfile } from './profiles'
import { Random } from './random'
import { shootManifest } from './shoot'
import type { ShootPlan } from './shoot-plan'
import { unremarkableShoot } from './unremarkable-shoot'

interface ProjectPlan {
  /** The name, with at most 10 characters: this is Gardener's limit. */
  readonly name: string
  readonly description: string
  /** What its clusters are for; short enough for the limit of 21 characters. */
  readonly words: readonly [string, ...string[]]
}

const projects: readonly [ProjectPlan, ...ProjectPlan[]] = [
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
function numberedProject(index: number): ProjectPlan {
  const area = areas[index % areas.length] ?? 'team'
  const number = String(index + 1).padStart(3, '0')
  return {
    name: `${area}${number.length > 3 || area.length > 5 ? '' : '-'}${number}`,
    description: `Team ${index + 1}`,
    words: [...words],
  }
}

/** The project that names no owner. */
const ownerless = 'data'

function projectManifest(at: DemoCalendar, plan: ProjectPlan): DemoManifest {
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

export interface DemoSize {
  /** `YYYY-MM-DD`: all dates are relative to this day. */
  readonly born: string
  /** How many clusters; the first ones are the stories. */
  readonly shoots: number
}

export const defaultShoots = 120

/** How many clusters go to the eight named projects; a larger demo has more projects, not larger ones. */
const namedProjectsHold = 480

/**
 * The demo as Gardener API objects: profiles, projects, then shoots. One at a time, so that 100,000 of them never are in memory
 * together. The same size always gives the same objects.
 */
export function* demoObjects(size: DemoSize): Generator<DemoManifest> {
  const at = calendar(size.born)
  for (const one of demoPlans(size)) yield isManifest(one) ? one : shootManifest(at, one)
}

export function isManifest(one: DemoManifest | ShootPlan): one is DemoManifest {
  return 'kind' in one
}

/** As `demoManifests`, with clusters as they are planned, before they are written as manifests, which takes most of the time. */
export function* demoPlans({ born, shoots }: DemoSize): Generator<DemoManifest | ShootPlan> {
  const at = calendar(born)
  for (const profile of [awsProfile, azureProfile, gcpProfile, openstackProfile, awsExtended, gcpMachineLearning]) {
    yield profile(at)
  }
  for (const project of projects) yield projectManifest(at, project)
  const names = new ClusterNames()
  for (const plan of namedShoots.slice(0, shoots)) {
    names.take(plan)
    yield plan
  }
  for (let index = 0, left = shoots - namedShoots.length; left > 0; index++) {
    const named = index < namedProjectsHold
    const project = named ? namedProject(index) : numberedProject(index - namedProjectsHold)
    if (!named) yield projectManifest(at, project)
    const size = Math.min(left, named ? 1 : new Random(index).between(20, 220))
    for (let i = 0; i < size; i++) {
      yield unremarkableShoot(shoots - left, project.name, (random, suffix) => names.free(project, random, suffix))
      left--
    }
  }
}

/** All of it at once, e.g. to write a small demo into a file. */
export function demoManifests(size: DemoSize): object[] {
  return [...demoObjects(size)]
}

function namedProject(index: number): ProjectPlan {
  const weights = [22, 12, 14, 10, 12, 11, 16, 8]
  return new Random(index * 31 + 7).pick(projects.map((project, i) => [weights[i] ?? 1, project] as const))
}

/** Gives every cluster of a project its own name, within Gardener's limit for project and cluster together. */
class ClusterNames {
  private readonly taken = new Map<string, Set<string>>()

  take({ project, name }: Pick<ShootPlan, 'project' | 'name'>): void {
    this.takenIn(project).add(name)
  }

  free(project: ProjectPlan, random: Random, suffix: string): string {
    const word = random.oneOf(project.words)
    const room = 21 - project.name.length
    const taken = this.takenIn(project.name)
    for (let number = 1; ; number++) {
      const candidates = number === 1 ? [`${word}-${suffix}`] : [`${word}-${suffix}-${number}`, `${word}-${number}`]
      for (const name of candidates) {
        if (name.length > room || taken.has(name)) continue
        taken.add(name)
        return name
      }
    }
  }

  private takenIn(project: string): Set<string> {
    return madeOnce(this.taken, project, () => new Set<string>())
  }
}
