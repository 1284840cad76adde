import type { Page } from '@playwright/test'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import { type Almanac, OWN_CLOCK, startAlmanac } from '../support/almanac'
import { PAGES, pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

const DAY = 86_400_000
const CHECKOUT = '/shoots/garden-payments/checkout-prod'

test.describe('a clock that is pinned ahead', () => {
  // They share what they change.
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  // Its demo is born today, so that what is ahead of it is ahead of the machine's clock.
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac.stop())

  const ask = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(almanac.url + path)).json()
  const wire = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`

  test('shows a cluster where its own forecast has it then, and says that it is foreseen', async ({ page }) => {
    const today = await ask<ShootAnswer>(page, `/api${CHECKOUT}`)
    const forced = today.steps.find(({ kind }) => kind === 'forced')
    if (forced === undefined) throw new Error('nothing is forced')
    const at = wire(Date.parse(forced.window.latestStart) + DAY / 2)
    const then = await ask<ShootAnswer>(page, `/api${CHECKOUT}?at=${at}`)
    expect(then.shoot.kubernetes.version).toBe(forced.versions.kubernetes)
    expect(then.shoot.kubernetes.version).not.toBe(today.shoot.kubernetes.version)

    await page.goto(`${almanac.url}${CHECKOUT}?at=${at}`)
    await expect(page.getByText(/^The landscape as the forecast has it then\./)).toBeVisible()
    await expect(
      page.getByText(/Every cluster is moved on from now as if nobody acted; data read \d\d:\d\d/),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Last maintenance, as forecast' })).toBeVisible()
    const done = page.getByRole('region', { name: 'Steps' }).getByRole('rowheader').first()
    await expect(done).toContainText('as forecast')
    await expect(done).not.toContainText('done')
  })

  test('shows lists and figures of that landscape too', async ({ page }) => {
    const at = wire(Date.now() + 100 * DAY)
    const { figures } = await ask<GardenAnswer>(page, `/api/garden?at=${at}`)
    const expired = await ask<ShootsAnswer>(page, `/api/shoots?stage=expired&stage=notInProfile&at=${at}&limit=500`)
    expect(figures.expired.clusters).toBe(expired.total)
    // A cluster that is still on an expired version then cannot be moved, or is being moved on the way.
    for (const { name, flags, next } of expired.items)
      expect([name, flags.deleting || flags.profileMissing || next !== null]).toEqual([name, true])
  })
})

test.describe('a copied link', () => {
  const PLACES = [
    ['clusters', '/shoots?project=search'],
    ['profile', '/cloudprofiles/aws?zoom=3m'],
    ['profile as it is usually seen', '/cloudprofiles/gcp'],
    ['guide', '/workbench/scenarios/replace?profile=aws'],
    ['policy', '/workbench/policy?profile=aws'],
    ['draft', PAGES.find(({ name }) => name === 'effect of a draft')?.path ?? ''],
  ] as const

  test('shows the same clock and the same range when it is followed weeks later', async ({ browser, baseURL }) => {
    const seen = async (page: Page) => ({
      clock: await page
        .getByRole('banner')
        .getByRole('button', { name: /Pin the clock/ })
        .innerText(),
      range: await page.getByRole('slider').evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuetext'))),
    })
    const context = await browser.newContext({
      timezoneId: 'Europe/Berlin',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const links: { name: string; link: string; range: (string | null)[] }[] = []
    for (const [name, path] of PLACES) {
      await page.goto(baseURL + path)
      await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
      await settled(page)
      await page.getByRole('button', { name: 'Copy link' }).click()
      await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      const at = new URL(link).searchParams.get('at') ?? ''
      expect({ name, isNow: Math.abs(Date.now() - Date.parse(at)) < 3 * 60_000 }).toEqual({ name, isNow: true })
      const { range } = await seen(page)
      if (name.startsWith('profile')) {
        expect(range.length).toBeGreaterThan(1)
        expect(link).toMatch(/[?&]range=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/)
        expect(link).not.toContain('zoom=')
      }
      links.push({ name, link, range })
    }
    await context.close()

    const time = Date.now() + 40 * DAY
    const later = await startAlmanac({
      env: { DEMO_BORN: '2026-11-21', NODE_OPTIONS: OWN_CLOCK, CLOCK: new Date(time).toISOString() },
    })
    const reader = await browser.newContext({ timezoneId: 'Europe/Berlin' })
    try {
      const other = await reader.newPage()
      await other.clock.install({ time })
      for (const { name, link, range } of links) {
        const { pathname, search, searchParams } = new URL(link)
        await other.goto(later.url + pathname + search)
        await expect(other.getByText('Times in Europe/Berlin')).toBeVisible()
        const clock = new Date(searchParams.get('at') ?? '')
        const hour = clock.toLocaleTimeString('en-GB', {
          timeZone: 'Europe/Berlin',
          hour: '2-digit',
          minute: '2-digit',
        })
        expect({ name, clock: (await seen(other)).clock }).toEqual({ name, clock: expect.stringContaining(hour) })
        // The effect of a draft comes after the page.
        await expect.poll(async () => ({ name, range: (await seen(other)).range })).toEqual({ name, range })
      }
    } finally {
      await reader.close()
      await later.stop()
    }
  })
})

test.describe('/ and typing at once', () => {
  for (const path of ['/', '/shoots', '/cloudprofiles/aws']) {
    test(`on ${path} finds what is typed`, async ({ page }) => {
      await page.goto(pinned(path))
      const before = page.url()
      await page.keyboard.type('/payments')
      await expect(page.getByRole('combobox', { name: 'Find cluster, project, version' })).toHaveValue('payments')
      await expect(page.getByRole('dialog')).toHaveCount(1)
      expect(page.url()).toBe(before)
      await page.keyboard.type(' check')
      await expect(page.getByRole('option', { name: 'payments / checkout-prod' })).toBeVisible()
    })
  }

  test('after a click on the field of the bar, too', async ({ page }) => {
    await page.goto(pinned('/'))
    await page.getByRole('button', { name: 'Find cluster, project, version' }).click()
    await page.keyboard.type('payments')
    await expect(page.getByRole('combobox', { name: 'Find cluster, project, version' })).toHaveValue('payments')
  })
})
