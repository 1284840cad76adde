import { setTimeout } from 'node:timers/promises'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { StatusAnswer } from '@/lib/contract/status'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { DAY } from '@/lib/engine/time'
import type { ListedShoot, ShootsAnswer } from '@/lib/questions/clusters/contract'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import type { ProfileAnswer, ProfilesAnswer } from '@/lib/questions/profiles/contract'

/** Asks a server at one pinned clock. What is not found is an error, as all that is asked for was listed before. */
export interface ServerClient {
  readonly at: string
  json<T>(path: string, query?: FigureQuery, body?: object): Promise<T>
  text(path: string, query?: FigureQuery, body?: object): Promise<string>
}

export type FigureQuery = readonly (readonly [name: string, value: string])[]

/** One cluster: how the list has it, and its own page. */
export interface FigureCluster {
  readonly row: ListedShoot
  readonly answer: ShootAnswer
}

interface FigureProfile {
  readonly ref: string
  readonly summary: ProfilesAnswer['items'][number]
  readonly answer: ProfileAnswer
}

/** All that places are compared by. */
export interface FigureLandscape {
  readonly ask: ServerClient
  readonly now: number
  readonly overview: GardenAnswer
  readonly clusters: readonly FigureCluster[]
  readonly profiles: readonly FigureProfile[]
  total(query: FigureQuery): Promise<number>
}

/** Waits until a server has read its garden: on a busy machine it answers before, with what is there then. */
export async function untilRead(url: string): Promise<void> {
  for (;;) {
    const { garden }: StatusAnswer = await (await fetch(`${url}/api/status`)).json()
    if (garden.state === 'live') return
    await setTimeout(200)
  }
}

/** How many questions are asked at the same time. */
const AT_ONCE = 4

export async function readLandscape(ask: ServerClient): Promise<FigureLandscape> {
  const { items } = await ask.json<ShootsAnswer>('/api/shoots.json')
  const clusters = await each(items, async (row) => ({
    row,
    answer: await ask.json<ShootAnswer>(`/api/shoots/${row.namespace}/${row.name}`),
  }))
  const listed = await ask.json<ProfilesAnswer>('/api/cloudprofiles')
  const profiles = await each(listed.items, async (summary) => {
    const ref = refText(summary.ref)
    return { ref, summary, answer: await ask.json<ProfileAnswer>(`/api/cloudprofiles/${ref}`) }
  })
  const totals = new Map<string, Promise<number>>()
  return {
    ask,
    now: Date.parse(ask.at),
    overview: await ask.json<GardenAnswer>('/api/garden'),
    clusters,
    profiles,
    total(query) {
      const key = JSON.stringify(query)
      const known = totals.get(key) ?? totalOf(ask, query)
      totals.set(key, known)
      return known
    },
  }
}

async function totalOf(ask: ServerClient, query: FigureQuery): Promise<number> {
  const { total } = await ask.json<ShootsAnswer>('/api/shoots', [...query, ['limit', '1']])
  return total
}

/** Does the same with each, a few at a time; what comes of them is in their order. */
export async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>()
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const place = next++
      results.set(place, await act(items[place] as T))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return items.map((_, place) => results.get(place) as R)
}

export function refText({
  namespace,
  name,
}: {
  readonly namespace?: string | null | undefined
  readonly name: string
}): string {
  return namespace ? `${namespace}/${name}` : name
}

export function figureClusterName({ row: { namespace, name } }: FigureCluster): string {
  return `${namespace}/${name}`
}

type FigureEventKind = ForecastStepBody['kind']

/** The first step of a cluster that counts as one of a kind. */
export function firstStepOf(
  { answer: { steps } }: FigureCluster,
  ...kinds: readonly FigureEventKind[]
): ForecastStepBody | undefined {
  return steps.find((step) => step.kinds.some((kind) => kinds.includes(kind)))
}

/** Whether it begins, or goes on, within so many days from a moment on. */
export function isWithinDays(step: Pick<ForecastStepBody, 'window'> | undefined, now: number, days: number): boolean {
  return step !== undefined && Math.max(now, Date.parse(step.window.begin)) <= now + days * DAY
}

/** When something comes, and in which other night it may. */
export function nightsOf(
  event: Pick<ForecastStepBody, 'window'> & { readonly onlyAfter?: ForecastStepBody['onlyAfter'] | undefined },
): readonly string[] {
  const { window, onlyAfter } = event
  return [window.begin, ...(onlyAfter ? [onlyAfter.at, onlyAfter.otherwise?.begin ?? 'not known'] : [])]
}

/** What runs on a cluster, as names in lists have it: Kubernetes of the control plane and of pools, and images. */
export function runsOn({ row: { kubernetes, pools } }: FigureCluster): readonly string[] {
  const versions = [kubernetes, ...pools.flatMap((pool) => pool.kubernetes ?? [])]
  const images = pools.flatMap(({ image }) => (image === null ? [] : [`${image.name} ${image.version}`]))
  return [...new Set([...versions.map(({ version }) => `Kubernetes ${version}`), ...images])]
}
