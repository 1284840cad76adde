import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoObjects } from '@/lib/garden/demo/manifests'

/** A cluster by its names. */
interface ClusterName {
  readonly namespace: string
  readonly name: string
}

/** What is asked for, or what is sent to where. */
type Asked = string | readonly [path: string, body: object]

/** Of each hundred requests so many: what pages and their scripts ask while people look around, and what programs take away. */
const MIX: readonly (readonly [share: number, what: string, asked: (cluster: ClusterName, day: number) => Asked])[] = [
  [4, 'page: overview', () => '/'],
  [4, 'page: clusters', () => '/shoots?profile=aws'],
  [7, 'page: cluster', ({ namespace, name }) => `/shoots/${namespace}/${name}`],
  [3, 'page: profile', () => '/cloudprofiles/aws'],
  [3, 'page: workbench', () => '/workbench/aws'],
  [1, 'page: wall', () => '/projects'],
  [1, 'page: tonight', () => '/shoots?view=tonight'],
  [18, 'status', () => '/api/status'],
  [12, 'overview', () => '/api/garden'],
  [16, 'clusters', ({ namespace }) => `/api/shoots?limit=50&q=${namespace.slice(7, 11)}`],
  [12, 'cluster', ({ namespace, name }) => `/api/shoots/${namespace}/${name}`],
  [4, 'nights', ({ namespace, name }) => `/api/shoots/${namespace}/${name}/nights`],
  [4, 'past', ({ namespace, name }) => `/api/shoots/${namespace}/${name}/past`],
  [4, 'find', ({ name }) => `/api/find?q=${name.slice(0, 5)}`],
  [3, 'calendar', ({ namespace, name }) => `/api/feeds/shoots/${namespace}/${name}.ics`],
  [1, 'table', () => '/api/shoots.csv'],
  [3, 'what-if', (_, day) => ['/api/what-if', { profile: 'aws', edits: [expiry(day)] }]],
]
const HUNDRED = MIX.flatMap(([share, what, asked]) => Array.from({ length: share }, () => ({ what, asked })))

function expiry(day: number): object {
  const expirationDate = new Date(Date.now() + day * 86_400_000).toISOString()
  return { kind: 'expire', image: null, version: '1.34.6', expirationDate }
}

/** Asks what comes as number `count` of the mix, and gives how many milliseconds the answer took; throws where there is none. */
export async function ask(
  url: string,
  count: number,
  clusters: readonly ClusterName[],
): Promise<{ readonly what: string; readonly took: number }> {
  // Steps that have no divisor in common with a hundred, and mix what stands side by side.
  const { what, asked } = HUNDRED[(count * 37) % HUNDRED.length] ?? { what: 'status', asked: () => '/api/status' }
  const cluster = clusters[(count * 7919) % clusters.length] ?? { namespace: '', name: '' }
  const question = asked(cluster, 20 + (count % 60))
  const begin = performance.now()
  const response = await (typeof question === 'string' ? fetch(url + question) : sent(url + question[0], question[1]))
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${what}: ${response.url} answered ${response.status}`)
  return { what, took: performance.now() - begin }
}

function sent(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Follows live updates until it is stopped; throws where they end before. */
export async function listen(url: string, stop: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${url}/api/events`, { signal: stop })
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    for await (const _ of response.body ?? []) if (stop.aborted) return
    throw new Error('was ended')
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name: string }
  readonly spec?: { readonly maintenance?: { readonly autoUpdate?: { kubernetesVersion?: boolean } } }
}

/** A landscape as files, one for each namespace, that changes when it is told to. */
export class Landscape {
  private readonly root = mkdtempSync(join(tmpdir(), 'almanac-soak-'))
  readonly folder = join(this.root, 'garden')
  /** For what the server remembers. */
  readonly data = join(this.root, 'data')
  private readonly files = new Map<string, readonly Manifest[]>()
  private readonly shoots: readonly Manifest[]
  private isAway = false

  /** Writes the demo of so many clusters, born today, into a new folder. */
  constructor(shoots: number) {
    const born = new Date().toISOString().slice(0, 10)
    const manifests: readonly Manifest[] = JSON.parse(JSON.stringify([...demoObjects({ born, shoots })]))
    for (const manifest of manifests) {
      const { namespace = 'garden' } = manifest.metadata
      this.files.set(namespace, [...(this.files.get(namespace) ?? []), manifest])
    }
    this.shoots = manifests.filter(({ kind }) => kind === 'Shoot')
    mkdirSync(this.folder)
    for (const namespace of this.files.keys()) writeFileSync(this.pathOf(namespace), this.textOf(namespace))
  }

  get clusters(): readonly ClusterName[] {
    return this.shoots.map(({ metadata: { namespace = '', name } }) => ({ namespace, name }))
  }

  /** Turns the automatic updates of one cluster on or off, by rewriting its file. */
  async change(place: number): Promise<void> {
    const { metadata, spec } = this.shoots[place % this.shoots.length] ?? {}
    const autoUpdate = spec?.maintenance?.autoUpdate
    const namespace = metadata?.namespace
    if (namespace === undefined || autoUpdate === undefined)
      throw new Error('A cluster of the demo has automatic updates.')
    autoUpdate.kubernetesVersion = !autoUpdate.kubernetesVersion
    if (this.isAway) return
    const path = this.pathOf(namespace)
    await writeFile(`${path}.new`, this.textOf(namespace))
    await rename(`${path}.new`, path)
  }

  /** Takes all files away, or brings them back. */
  async flap(): Promise<void> {
    const away = join(this.root, 'away')
    await (this.isAway ? rename(away, this.folder) : rename(this.folder, away))
    this.isAway = !this.isAway
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  private pathOf(namespace: string): string {
    return join(this.folder, `${namespace}.json`)
  }

  private textOf(namespace: string): string {
    return JSON.stringify(this.files.get(namespace))
  }
}
