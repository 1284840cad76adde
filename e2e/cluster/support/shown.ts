import { expect } from '@playwright/test'
import { AT } from '../../support/pages'
import { type Api, type KubeObject, paths } from './api'

const GARDEN_RESOURCES = ['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots'] as const

/** What an answer says, without what tells where and when it was read. */
async function ask(url: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The version of an object is its source's own: files have none, and count by what they say.
  const text = (await response.text()).replace(/"resourceVersion":"[^"]*"/g, '"resourceVersion":""')
  const { revision: _r, observedAt: _o, garden: _g, ...says } = JSON.parse(text) as Record<string, unknown>
  return says
}

/** What a route answers, whatever its status: asked with a body by POST, else by GET. `path`: below `/api`. */
export async function askRoute<T>(url: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return (await response.json()) as T
}

/** Everything that Almanac says of a landscape at `AT`: overview, profiles, and every cluster. */
export async function everythingShown(url: string): Promise<Record<string, unknown>> {
  const shoots = await shootsShown(url)
  const profiles = await ask(url, `/api/cloudprofiles?at=${AT}`)
  return { overview: await ask(url, `/api/garden?at=${AT}`), profiles, shoots }
}

async function shootsShown(url: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let total = 1; rows.length < total; ) {
    const answer = await ask(url, `/api/shoots?at=${AT}&sort=name&limit=500&offset=${rows.length}`)
    const page = answer.items as Record<string, unknown>[]
    total = Number(answer.total)
    rows.push(...page)
    if (page.length === 0) break
  }
  return rows
}

/** `namespace/name version` of each cluster that Almanac shows. */
export async function clustersShown(url: string): Promise<string[]> {
  const rows = await shootsShown(url)
  return rows.map((row) => `${row.namespace}/${row.name}`).sort()
}

/** The same as the API lists them now. */
export async function clustersListed(admin: Api): Promise<string[]> {
  const items = await admin.list(paths.all('shoots'))
  return items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort()
}

export interface Status {
  readonly revision: string
  readonly garden: {
    readonly state: string
    readonly since: string | null
    readonly reason: string | null
    readonly resources: readonly {
      readonly name: string
      readonly read: number
      readonly state: string
      readonly message: string | null
    }[]
  }
}

export async function statusOf(url: string, headers: HeadersInit = {}): Promise<Status> {
  return (await (await fetch(`${url}/api/status`, { headers })).json()) as Status
}

/** Waits until the garden is in a state, e.g. `live`. */
export async function untilState(url: string, state: string, timeout = 30_000): Promise<Status> {
  await expect.poll(async () => (await statusOf(url)).garden.state, { timeout, intervals: [100] }).toBe(state)
  return statusOf(url)
}

/** Waits until all that was seen up to now is written down. */
export async function untilRecorded(url: string): Promise<void> {
  const now = Date.now()
  const recordedAt = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const figure = (what: string) => Number(new RegExp(`^${what} (.*)$`, 'm').exec(text)?.[1] ?? 0)
    return figure('almanac_history_waiting') > 0 ? 0 : figure('almanac_history_recorded_timestamp_seconds') * 1000
  }
  await expect.poll(recordedAt, { timeout: 90_000 }).toBeGreaterThan(now)
}

/** Waits until Almanac shows what the API has, and nothing else. */
export async function untilSame(url: string, admin: Api, timeout = 30_000): Promise<void> {
  await expect.poll(() => clustersShown(url), { timeout, intervals: [200] }).toEqual(await clustersListed(admin))
}

/** All of the landscape, as `kubectl get … -A -o yaml` writes it into a file. */
export async function dumpOf(admin: Api): Promise<string> {
  const items: KubeObject[] = []
  for (const plural of GARDEN_RESOURCES) items.push(...(await admin.list(paths.all(plural))))
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}
