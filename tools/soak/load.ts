import { setTimeout } from 'node:timers/promises'
import type { ClusterName } from './landscape'

/** What the load has met so far. */
export interface Met {
  /** Milliseconds of each answer, by what was asked, but for the first seconds. */
  readonly times: ReadonlyMap<string, readonly number[]>
  /** The same of all that was asked in the first seconds: all streams are opened at once then, and Node compiles what runs often. */
  readonly early: readonly number[]
  /** One sentence each. */
  readonly errors: readonly string[]
  /** Events that came over all streams. */
  readonly events: number
  /** How often nothing was asked, as too many waited for an answer. */
  readonly left: number
  /** Answers without a time: see `heldUp`. */
  readonly untimed: number
}

export interface Load {
  readonly met: Met
  /** Runs what holds the server up and is none of its work. Answers that are waited for meanwhile are not timed. */
  heldUp<T>(by: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** How often what is asked, out of 100: what pages and their scripts ask while people look around, and what programs take away. */
const mix: readonly (readonly [share: number, what: string, asked: (cluster: ClusterName, day: number) => Asked])[] = [
  [4, 'page: overview', () => '/'],
  [4, 'page: clusters', () => '/shoots?profile=aws'],
  [7, 'page: cluster', ({ namespace, name }) => `/shoots/${namespace}/${name}`],
  [3, 'page: profile', () => '/cloudprofiles/aws'],
  [3, 'page: workbench', () => '/workbench/aws'],
  [1, 'page: wall', () => '/wall'],
  [1, 'page: tonight', () => '/tonight'],
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

/** What is asked for, or what is sent to where. */
type Asked = string | readonly [path: string, body: object]

function expiry(day: number): object {
  const expirationDate = new Date(Date.now() + day * 86_400_000).toISOString()
  return { kind: 'expire', image: null, version: '1.34.6', expirationDate }
}

function request(url: string, asked: Asked, signal: AbortSignal | null = null): Promise<Response> {
  if (typeof asked === 'string') return fetch(url + asked, { signal })
  const [path, body] = asked
  const headers = { 'content-type': 'application/json' }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

const hundred = mix.flatMap(([share, what, asked]) => Array.from({ length: share }, () => ({ what, asked })))

/** A pseudo-random number in [0, 1), the same row for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The first seconds, in milliseconds. */
export const begins = 10_000

/** So many may wait for an answer: a machine that cannot keep up is slow, not wrong. */
const mostWaiting = 16

/** Asks for each kind once, one after the other: what is made once and kept is made then. */
export async function warmUp(url: string, clusters: readonly ClusterName[]): Promise<void> {
  const [cluster] = clusters
  if (cluster === undefined) return
  for (const [, , asked] of mix) await (await request(url, asked(cluster, 30))).arrayBuffer()
}

/** Opens so many streams and asks so often a second, at even times, until it is stopped. */
export function startLoad(
  url: string,
  clusters: readonly ClusterName[],
  { streams, rate }: { readonly streams: number; readonly rate: number },
): Load {
  const end = new AbortController()
  const met = {
    times: new Map<string, number[]>(),
    early: [] as number[],
    errors: [] as string[],
    events: 0,
    left: 0,
    untimed: 0,
  }
  const settled = performance.now() + begins
  /** Goes up by one with each beginning and each end of what holds the server up. */
  let holds = 0
  const random = seeded(17)
  const listening: Promise<void>[] = []
  const asking = new Set<Promise<void>>()
  const failed = (what: string, error: unknown) => {
    if (!end.signal.aborted) met.errors.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }

  const listen = async () => {
    try {
      const response = await fetch(`${url}/api/events`, { signal: end.signal })
      if (response.status !== 200 || response.body === null) throw new Error(`answered ${response.status}`)
      const decoder = new TextDecoder()
      for await (const bytes of response.body) {
        met.events += decoder.decode(bytes).split('event: revision').length - 1
      }
      throw new Error('was ended')
    } catch (error) {
      failed('stream', error)
    }
  }

  const ask = async () => {
    const { what, asked } = hundred[Math.floor(random() * hundred.length)] ?? {
      what: 'status',
      asked: () => '/api/status',
    }
    const cluster = clusters[Math.floor(random() * clusters.length)] ?? { namespace: '', name: '' }
    const begin = performance.now()
    const before = holds
    try {
      const response = await request(url, asked(cluster, 20 + Math.floor(random() * 60)), end.signal)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`)
      const took = performance.now() - begin
      if (holds !== before || before % 2 !== 0) met.untimed++
      else if (begin < settled) met.early.push(took)
      else met.times.set(what, [...(met.times.get(what) ?? []), took])
    } catch (error) {
      failed(what, error)
    }
  }

  for (let i = 0; i < streams; i++) listening.push(listen())
  const pacing = (async () => {
    const begin = performance.now()
    for (let i = 1; !end.signal.aborted; i++) {
      const wait = begin + (i * 1000) / rate - performance.now()
      if (wait > 0) await setTimeout(wait)
      if (asking.size === mostWaiting) met.left++
      else {
        const asked = ask().finally(() => asking.delete(asked))
        asking.add(asked)
      }
    }
  })()
  return {
    met,
    heldUp: async (by) => {
      holds++
      return by().finally(() => holds++)
    },
    stop: async () => {
      end.abort()
      await Promise.all([pacing, ...listening, ...asking])
    },
  }
}
