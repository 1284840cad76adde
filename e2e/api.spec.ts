import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Route } from '@/lib/contract/route'
import { routes } from '@/lib/questions/routes'
import { startAlmanac } from './support/almanac'
import { AT } from './support/pages'
import { STUCK_GARDEN, shoot } from './support/stuck-garden'

/** A command of docs/api.md, which may go over lines. What it does with the answer is left out. */
const CURL = /curl -sN? "?\$A(\/[^\s"]+)"?(?: -d '((?:[^']|'\$BASE')*)')?/g

/** They change the garden that other tests read, or never end; and what is only where people sign in: e2e/cluster has it. */
const NOT_HERE = ['/api/demo/reset', '/api/events', '/signin/token', '/signout']
const SIGNED_IN = '/api/feeds/addresses'

/** The one that the examples edit. */
const CLUSTER = '/api/shoots/garden-payments/checkout-prod'

test('every example of docs/api.md is answered', async ({ request }) => {
  const docs = await readFile('docs/api.md', 'utf8')
  const { profile } = (await (await request.get('/api/cloudprofiles/aws')).json()) as {
    profile: { resourceVersion: string }
  }
  const plan = await request.post(`${CLUSTER}/plan`, { data: { edits: [] } })
  const { resourceVersion } = (await plan.json()) as { resourceVersion: string }
  const history = await request.get('/api/history/cloudprofiles/aws')
  const { changes } = (await history.json()) as { changes: readonly { change: string }[] }
  const refused: string[] = []
  const asked = [...docs.matchAll(CURL)].filter(
    ([, address = '']) => !NOT_HERE.includes(address) && !address.startsWith(SIGNED_IN),
  )
  for (const [, address = '', body] of asked) {
    const answer =
      body === undefined
        ? await request.get(pinnedWhereItTakesThat(address.replace('$CHANGE', changes[0]?.change ?? '')))
        : await request.post(address, {
            headers: { 'content-type': 'application/json' },
            data: body.replaceAll("'$BASE'", address.startsWith(CLUSTER) ? resourceVersion : profile.resourceVersion),
          })
    if (!answer.ok()) refused.push(`${answer.status()} ${address} ${await answer.text()}`)
  }
  expect(refused).toEqual([])
  expect(asked.length).toBeGreaterThan(40)
})

/** The dates of the examples are those of the demo garden that is born on the day of the tests. */
function pinnedWhereItTakesThat(address: string): string {
  const [path = ''] = address.split('?')
  const route: Route | undefined = routes.find(({ name }) => patternOf(name).test(`GET ${path}`))
  if (route?.query?.shape.at === undefined || /[?&]at=/.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}at=${AT}`
}

function patternOf(name: string): RegExp {
  const pattern = name.replace(/\[\.\.\.\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${pattern}(\\.\\w+)?$`)
}

interface Counted {
  readonly version: string
  readonly clusters: number
}

interface Row {
  readonly profile: { readonly name: string; readonly namespace?: string }
  readonly kubernetes: { readonly version: string }
  readonly flags: { readonly deleting: boolean }
  readonly pools: readonly {
    readonly kubernetes: { readonly version: string } | null
    readonly image: { readonly name: string; readonly version: string } | null
  }[]
}

/** Nothing is ahead of clusters that are being deleted: what tells them apart is what they run. */
const LEAVING_GARDEN = [
  STUCK_GARDEN,
  shoot('leaving-too', '1.34.1', '2.0.0', { deleted: true }),
  shoot('leaving-an-end', '1.31.5', '1.0.0', { deleted: true }),
  shoot('leaving-another-profile', '1.33.0', '2.0.0', {
    deleted: true,
    profile: '{ kind: NamespacedCloudProfile, name: longer }',
  }),
].join('')

test('what is counted of profiles, minors and versions is what the list of clusters has, also where clusters are being deleted', async ({
  playwright,
}, testInfo) => {
  const garden = testInfo.outputPath('garden.yaml')
  await writeFile(garden, LEAVING_GARDEN)
  const almanac = await startAlmanac({ garden })
  const request = await playwright.request.newContext({ baseURL: almanac.url })
  const at = '2026-11-21T18:00:00Z'
  const ask = async <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> =>
    (await request.get(`${path}?${new URLSearchParams({ ...query, at })}`)).json()
  const rows: Row[] = []
  for (let all = 1; rows.length < all; ) {
    const page = await ask<{ total: number; items: readonly Row[] }>('/api/shoots', {
      limit: '500',
      offset: String(rows.length),
    })
    rows.push(...page.items)
    all = page.total
  }
  expect(rows.filter(({ flags }) => flags.deleting)).toHaveLength(4)

  const nameOf = ({ name, namespace }: Row['profile']) => (namespace === undefined ? name : `${namespace}/${name}`)
  const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')
  const inList = (profile: string, runs: string) =>
    rows.filter((row) => {
      const versions = row.pools.flatMap(({ kubernetes, image }) => [
        kubernetes?.version,
        image === null ? undefined : `${image.name} ${image.version}`,
      ])
      return nameOf(row.profile) === profile && [row.kubernetes.version, ...versions].includes(runs)
    }).length

  const counted: string[] = []
  const listed: string[] = []
  const { minors } = await ask<{ minors: { series: readonly { minor: string; counts: readonly number[] }[] } }>(
    '/api/garden',
  )
  for (const { minor, counts } of minors.series) {
    counted.push(`${minor}: ${counts[0] ?? 0}`)
    listed.push(`${minor}: ${rows.filter(({ kubernetes }) => minorOf(kubernetes.version) === minor).length}`)
  }
  const { items } = await ask<{ items: readonly { ref: Row['profile']; clusters: number }[] }>('/api/cloudprofiles')
  for (const { ref, clusters } of items) {
    const profile = nameOf(ref)
    counted.push(`${profile}: ${clusters}`)
    listed.push(`${profile}: ${rows.filter((row) => nameOf(row.profile) === profile).length}`)
    const { kubernetes, images } = await ask<{
      kubernetes: readonly Counted[]
      images: readonly { name: string; versions: readonly Counted[] }[]
    }>(`/api/cloudprofiles/${profile}`)
    const ofImages = images.flatMap(({ name, versions }) =>
      versions.map(({ version, clusters }) => ({ version: `${name} ${version}`, clusters })),
    )
    for (const { version, clusters } of [...kubernetes, ...ofImages]) {
      counted.push(`${profile} ${version}: ${clusters}`)
      listed.push(`${profile} ${version}: ${inList(profile, version)}`)
    }
  }
  expect(counted).toEqual(listed)
  await request.dispose()
  await almanac.stop()
})
