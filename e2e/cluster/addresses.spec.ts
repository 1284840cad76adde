import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedAddress } from '@/lib/questions/feeds/contract'
import { paths } from './support/api'
import { admit } from './support/people'
import { expect, test } from './support/test'
import { tokenOf } from './support/users'

const SECRETS = { SESSION_SECRET: 'e'.repeat(32), FEED_SECRET: 'f'.repeat(32) }
const CLUSTER = { kind: 'Shoot', namespace: 'garden-payments', name: 'checkout-prod' }
const PAGE = '/shoots/garden-payments/checkout-prod'

let data: string
test.beforeAll(async ({ plane }) => admit(plane.admin, await plane.admin.list(paths.all('projects'))))
test.beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'almanac-addresses-'))
})
test.afterEach(() => rmSync(data, { recursive: true }))

const as = (user: 'owner' | 'stranger') => ({ authorization: `Bearer ${tokenOf(user)}` })
const post = (url: string, headers: Record<string, string>, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a member gives a calendar an address that works without signing in, on every replica until it is revoked', async ({
  connect,
  other,
}) => {
  const { kubeconfig } = await connect()
  const env = { KUBECONFIG: kubeconfig.path, AUTH: 'token', DATA_DIR: data, ...SECRETS }
  const [one, two] = [await other('kubernetes', env), await other('kubernetes', env)]
  for (const { url } of [one, two]) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  const plain = `/api/feeds/shoots/${CLUSTER.namespace}/${CLUSTER.name}.ics`
  expect((await fetch(one.url + plain)).status, 'signed out').toBe(401)
  expect((await post(`${one.url}/api/feeds/addresses`, {}, CLUSTER)).status, 'signed out').toBe(401)
  expect((await post(`${one.url}/api/feeds/addresses`, as('stranger'), CLUSTER)).status, 'not seen').toBe(404)

  const made = await post(`${one.url}/api/feeds/addresses`, as('owner'), CLUSTER)
  expect(made.status).toBe(200)
  const address = (await made.json()) as FeedAddress
  expect(address.by).toBe('payments-admin@example.com')
  const key = new URL(address.feed ?? '').searchParams.get('key')
  for (const { url } of [one, two]) {
    const feed = await fetch(`${url}${plain}?key=${key}`)
    expect(feed.status).toBe(200)
    expect(await feed.text()).toContain('UID:garden-payments/checkout-prod/')
    const badge = await fetch(`${url}/api/badges/shoots/${CLUSTER.namespace}/${CLUSTER.name}.svg?key=${key}`)
    expect(await badge.text()).toContain('<svg')
    const wrong = await fetch(`${url}${plain}?key=${key}A`)
    const missing = await fetch(`${url}${plain.replace('checkout-prod', 'checkout-none')}?key=${key}`)
    expect([wrong.status, missing.status]).toEqual([404, 404])
    expect(await wrong.text()).toBe((await missing.text()).replaceAll('checkout-none', 'checkout-prod'))
    // A key opens nothing else.
    expect((await fetch(`${url}/api/shoots/garden-payments/checkout-prod?key=${key}`)).status).toBe(401)
  }
  const mine = await fetch(`${two.url}/api/feeds/addresses?${new URLSearchParams(CLUSTER)}`, { headers: as('owner') })
  expect(await mine.json()).toMatchObject({ addresses: [{ id: address.id }] })

  const revoke = (user: 'owner' | 'stranger') =>
    post(`${two.url}/api/feeds/addresses/revoke`, as(user), { id: address.id })
  expect((await revoke('stranger')).status).toBe(404)
  expect((await revoke('owner')).status).toBe(200)
  for (const { url } of [one, two]) expect((await fetch(`${url}${plain}?key=${key}`)).status).toBe(404)
})

test.describe('on the page', () => {
  test.use({ extraHTTPHeaders: as('owner') })

  test('it is made, copied and revoked where calendars are', async ({ connect, other, page }, info) => {
    const { kubeconfig } = await connect()
    const env = { KUBECONFIG: kubeconfig.path, AUTH: 'token', DATA_DIR: data, ...SECRETS }
    const almanac = await other('kubernetes', env)
    await expect.poll(async () => (await fetch(`${almanac.url}/readyz`)).status).toBe(200)
    await page.goto(almanac.url + PAGE)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const part = page.getByRole('region', { name: 'Works without signing in' })
    await part.getByRole('button', { name: 'Make an address' }).click()
    await expect(part.getByText('Yours, made')).toBeVisible()
    await expect(part.getByRole('button', { name: 'Copy calendar address' })).toBeVisible()
    await expect(part.getByRole('button', { name: 'Copy badge address' })).toBeVisible()
    await info.attach('cluster', { body: await page.screenshot(), contentType: 'image/png' })
    await part.getByRole('button', { name: 'Revoke' }).click()
    await expect(part.getByRole('button', { name: 'Make an address' })).toBeVisible()

    await page.goto(`${almanac.url}/projects/payments`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await part.getByRole('button', { name: 'Make an address' }).click()
    await expect(part.getByText('Yours, made')).toBeVisible()
    await info.attach('project', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  })
})
