import type { Page } from '@playwright/test'
import { usualTiming } from '@/lib/garden/kubernetes/failure'
import { KubernetesGarden } from '@/lib/garden/kubernetes/kubernetes-garden'
import { type Api, type KubeObject, paths } from './support/api'
import { create } from './support/landscape'
import { clustersListed, clustersShown, statusOf, untilSame, untilState } from './support/shown'
import { expect, test } from './support/test'

const NAMESPACE = 'garden-payments'
const CHECKOUT = paths.shoot(NAMESPACE, 'checkout-prod')

/** A shoot like another one, under a name of its own. */
async function twin(admin: Api, name: string): Promise<KubeObject> {
  const { spec } = await admin.object('GET', CHECKOUT)
  const apiVersion = 'core.gardener.cloud/v1beta1'
  return create(admin, { apiVersion, kind: 'Shoot', metadata: { name, namespace: NAMESPACE }, spec })
}

function remove(admin: Api, name: string): Promise<KubeObject> {
  return admin.object('DELETE', paths.shoot(NAMESPACE, name))
}

/** How long, in ms, until the page shows a text. */
async function timeUntilSeen(page: Page, text: string): Promise<number> {
  const begin = performance.now()
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  return performance.now() - begin
}

/** To be polled: resources learn what is wrong one after the other, and until the last of them the reason names those that know. */
async function reasonShown(url: string): Promise<string | null> {
  return (await statusOf(url)).garden.reason
}

test(
  'a change by somebody else is on the open page at once',
  { tag: '@smoke' },
  async ({ plane, follow, page }, info) => {
    const { almanac } = await follow()
    // While it reads for the first time it answers with 503, which a browser tells.
    await untilState(almanac.url, 'live')
    await page.goto(`${almanac.url}/shoots?q=checkout-prod`)
    await expect(page.getByText('1.32.13').filter({ visible: true }).first()).toBeVisible()
    await page.waitForTimeout(1000)
    const times: number[] = []
    for (const version of ['1.31.4', '1.32.13', '1.31.4', '1.32.13']) {
      const change = plane.admin.object('PATCH', CHECKOUT, { spec: { kubernetes: { version } } })
      times.push(await timeUntilSeen(page, version))
      await change
    }
    const measured = `changes shown after ${times.map(Math.round).join(', ')} ms`
    console.log(`    ${measured}`)
    info.annotations.push({ type: 'measured', description: measured })
    // Rows stay where they are until the user asks for the new ones.
    await twin(plane.admin, 'checkout-prod-2')
    await timeUntilSeen(page, '1 is new')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByText('checkout-prod-2').filter({ visible: true }).first()).toBeVisible()
    await remove(plane.admin, 'checkout-prod-2')
    // Offered, or gone at once when the table was still being filled.
    const seen = (text: string) => page.getByText(text).filter({ visible: true }).count()
    const isGone = async () => (await seen('1 is gone')) > 0 || (await seen('checkout-prod-2')) === 0
    await expect.poll(isGone).toBe(true)
  },
)

test('what is deleted and created while the connection is broken is known once it is back', async ({
  plane,
  follow,
  page,
}) => {
  await twin(plane.admin, 'short-lived')
  const { almanac, wire } = await follow()
  await page.goto(almanac.url)
  await untilState(almanac.url, 'live')
  expect(await clustersShown(almanac.url)).toContain(`${NAMESPACE}/short-lived`)

  // Answers tell instants in whole seconds.
  const cut = Math.floor(Date.now() / 1000) * 1000
  wire.cut()
  await remove(plane.admin, 'short-lived')
  await twin(plane.admin, 'born-meanwhile')
  const { garden } = await untilState(almanac.url, 'stale')
  expect(Date.parse(garden.since ?? '')).toBeGreaterThanOrEqual(cut)
  await expect.poll(() => reasonShown(almanac.url)).toMatch(/^The API server (broke the connection|cannot be reached)/)
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText('Showing data from')
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText('The API server')
  // What was known is still shown.
  expect(await clustersShown(almanac.url)).toContain(`${NAMESPACE}/short-lived`)

  wire.mend()
  await untilState(almanac.url, 'live')
  await untilSame(almanac.url, plane.admin)
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
  await remove(plane.admin, 'born-meanwhile')
  await untilSame(almanac.url, plane.admin)
})

test('an API server that crashes and comes back is followed again, with nothing missed or left over', async ({
  plane,
  follow,
  page,
}) => {
  await twin(plane.admin, 'crash-1')
  const { almanac } = await follow()
  await page.goto(almanac.url)
  await untilState(almanac.url, 'live')
  await plane.killServer()
  await untilState(almanac.url, 'stale')
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText(
    /The API server (broke|cannot)/,
  )
  await plane.startServer()
  await remove(plane.admin, 'crash-1')
  await twin(plane.admin, 'crash-2')
  await untilState(almanac.url, 'live', 60_000)
  await untilSame(almanac.url, plane.admin)
  await remove(plane.admin, 'crash-2')
  await untilSame(almanac.url, plane.admin)
})

test('a restart that takes a few seconds is not worth a word', async ({ plane, follow }) => {
  const { almanac, wire } = await follow()
  await untilState(almanac.url, 'live')
  const states = new Set<string>()
  wire.shake()
  for (let left = 30; left > 0; left--) {
    states.add((await statusOf(almanac.url)).garden.state)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect([...states]).toEqual(['live'])
  await untilSame(almanac.url, plane.admin)
})

test('a version that the server has forgotten leads to a new list, without a gap in between', async ({
  plane,
  follow,
}) => {
  await twin(plane.admin, 'compacted-1')
  const { almanac, wire } = await follow()
  await untilState(almanac.url, 'live')
  const before = (await clustersShown(almanac.url)).length

  wire.cut()
  await remove(plane.admin, 'compacted-1')
  await twin(plane.admin, 'compacted-2')
  await plane.admin.object('PATCH', CHECKOUT, { spec: { purpose: 'testing' } })
  await plane.compact()
  await plane.killServer()
  await plane.startServer()
  await plane.admin.object('PATCH', CHECKOUT, { spec: { purpose: 'production' } })
  wire.mend()

  const counts = new Set<number>()
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const shown = await clustersShown(almanac.url)
    counts.add(shown.length)
    if (shown.includes(`${NAMESPACE}/compacted-2`)) break
  }
  expect([...counts]).toEqual([before])
  await untilState(almanac.url, 'live')
  await untilSame(almanac.url, plane.admin)
  expect(almanac.log()).toContain('Shoots: reading all of them again.')
  await remove(plane.admin, 'compacted-2')
})

test('a watch that goes silent is noticed, and what it kept back is known', async ({ plane, connect }) => {
  const { wire, kubeconfig } = await connect()
  // The usual patience is longer than the minute between two bookmarks.
  const garden = new KubernetesGarden({ KUBECONFIG: kubeconfig.path }, { ...usualTiming, watchSilence: 10_000 })
  const known = () =>
    garden
      .snapshot()
      .shoots.map(({ namespace, name }) => `${namespace}/${name}`)
      .sort()
  const listed = () => clustersListed(plane.admin)
  try {
    await expect.poll(() => garden.status().state).toBe('live')
    wire.hold()
    wire.mend()
    await twin(plane.admin, 'unheard')
    await expect.poll(known, { timeout: 60_000 }).toEqual(await listed())
    expect(garden.status().state).toBe('live')
    await remove(plane.admin, 'unheard')
    await expect.poll(known, { timeout: 30_000 }).toEqual(await listed())
  } finally {
    await garden.close()
  }
})

test('a token that is no longer accepted is told, and another one is taken up by itself', async ({
  plane,
  follow,
  page,
}) => {
  const { almanac, wire, kubeconfig } = await follow()
  await page.goto(almanac.url)
  await untilState(almanac.url, 'live')
  kubeconfig.setToken('withdrawn')
  wire.shake()
  await untilState(almanac.url, 'stale')
  await expect.poll(() => reasonShown(almanac.url)).toBe('The API server does not accept the credentials.')
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText(
    'does not accept the credentials',
  )
  kubeconfig.setToken('operator-token')
  await untilState(almanac.url, 'live')
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
  await untilSame(almanac.url, plane.admin)
})

test.describe('at the start', () => {
  // Right after the landscape was read, the first record of it may still be written, for which only this question waits.
  test.use({ expectedErrors: [/status of 503 .*\/api\/movement/] })

  test('an API server that is not there yet is waited for', async ({ follow, plane, page }) => {
    await plane.killServer()
    const { almanac } = await follow()
    await untilState(almanac.url, 'failed')
    await page.goto(almanac.url)
    await expect(
      page
        .getByText(/The API server (broke|cannot)/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    const ready = await fetch(`${almanac.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.text()).toContain('Shoots')
    await plane.startServer()
    await untilState(almanac.url, 'live', 45_000)
    await untilSame(almanac.url, plane.admin)
  })
})
