import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pinned } from '../support/pages'
import { settled } from '../support/settled'
import { type KubeObject, paths } from './support/api'
import { create } from './support/landscape'
import { dumpOf, everythingShown, statusOf, untilState } from './support/shown'
import { expect, test } from './support/test'

/** What the page tells of the garden: since when a server records is its own, as each was started at another moment. */
async function told(page: Page): Promise<string> {
  const text = await page.getByRole('main').innerText()
  expect(text).toMatch(/^Recorded since .*$/m)
  return text.replace(/^Recorded since .*$/m, 'Recorded since its start.')
}

test.describe('an operator starts Almanac on the real landscape', () => {
  test(
    'and sees what a dump of it shows, from the first paint on',
    { tag: '@smoke' },
    async ({ plane, follow, other, page }, info) => {
      const dump = info.outputPath('dump.json')
      writeFileSync(dump, await dumpOf(plane.admin))
      const fromFile = await other(dump)
      await untilState(fromFile.url, 'live')
      const { almanac } = await follow()
      // A user who comes earlier sees how far the first reading is.
      await expect.poll(async () => (await fetch(`${almanac.url}/readyz`)).status).toBe(200)

      const response = await page.goto(`${almanac.url}${pinned('/')}`)
      const heading = await page.getByRole('heading', { level: 1 }).innerText()
      const [forced = ''] = /^\d\d+ clusters are forced within 90 days/.exec(heading) ?? []
      expect(forced, heading).not.toBe('')
      expect(await response?.text()).toContain(forced)
      await settled(page)
      const main = await told(page)
      await page.goto(`${fromFile.url}${pinned('/')}`)
      await settled(page)
      expect(main).toBe(await told(page))

      expect(await everythingShown(almanac.url)).toEqual(await everythingShown(fromFile.url))
      const { garden } = await statusOf(almanac.url)
      expect(garden.resources.map(({ name, state }) => `${name} ${state}`)).toEqual([
        'CloudProfiles synced',
        'NamespacedCloudProfiles synced',
        'Projects synced',
        'Shoots synced',
      ])
    },
  )

  test('which says that nobody else can reach it, and is ready', { tag: '@smoke' }, async ({ follow }) => {
    const { almanac } = await follow()
    await expect.poll(almanac.log).toContain('It listens on this machine only')
    await untilState(almanac.url, 'live')
    const ready = await fetch(`${almanac.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([200, 'ok\n'])
  })

  test.describe('and ends it', () => {
    // The page cannot know that its server was meant to go, and a browser has several names for that.
    test.use({ expectedErrors: [/status of 503|net::ERR_|Failed to fetch/] })

    test('while pages are open', async ({ follow, page }) => {
      const { almanac, wire } = await follow()
      await page.goto(almanac.url)
      await untilState(almanac.url, 'live')
      // What a page still loads when its server goes is missed with other words.
      await settled(page)
      expect(wire.connections).toBeGreaterThan(3)
      const stream = await fetch(`${almanac.url}/api/events`)
      await stream.body?.getReader().read()
      // Nothing else ends it: neither the pages nor the API server do.
      await almanac.stop()
      await expect.poll(() => wire.connections).toBe(0)
    })
  })
})

test('nothing of an object that the contract does not list reaches a browser', async ({ plane, follow, page }) => {
  const secret = 'not-for-browsers'
  const shoot = {
    ...(await plane.admin.object('GET', paths.shoot('garden-payments', 'checkout-prod'))),
    metadata: {
      name: 'secretive',
      namespace: 'garden-payments',
      annotations: { 'example.com/token': secret, 'kubectl.kubernetes.io/last-applied-configuration': secret },
      labels: { note: secret },
      finalizers: [`example.com/${secret}`],
    },
  } as KubeObject
  const spec = shoot.spec as Record<string, Record<string, unknown> & { workers?: object[] }>
  const hidden: KubeObject = {
    ...shoot,
    kind: 'Shoot',
    spec: {
      ...spec,
      credentialsBindingName: secret,
      secretBindingName: secret,
      resources: [{ name: 'x', resourceRef: { kind: 'Secret', name: secret, apiVersion: 'v1' } }],
      provider: {
        ...spec.provider,
        infrastructureConfig: { key: secret },
        controlPlaneConfig: { key: secret },
        workers: spec.provider?.workers?.map((worker) => ({ ...worker, providerConfig: { key: secret } })),
      },
    },
    status: {
      ...(shoot.status as object),
      advertisedAddresses: [{ name: 'x', url: `https://${secret}` }],
      uid: secret,
    },
  }
  await create(plane.admin, hidden)
  try {
    const { almanac } = await follow()
    await untilState(almanac.url, 'live')
    const path = '/shoots/garden-payments/secretive'
    const texts = [
      JSON.stringify(await everythingShown(almanac.url)),
      await (await fetch(`${almanac.url}/api${path}`)).text(),
      await (await fetch(`${almanac.url}${path}`)).text(),
      await (await fetch(`${almanac.url}/shoots?q=secretive`)).text(),
    ]
    for (const text of texts) {
      expect(text).toContain('secretive')
      expect(text).not.toContain(secret)
    }
    await page.goto(`${almanac.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('secretive')
  } finally {
    await plane.admin.object('DELETE', paths.shoot('garden-payments', 'secretive'))
  }
})
