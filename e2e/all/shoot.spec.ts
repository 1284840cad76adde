import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { OWN_CLOCK, startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { PROFILE, shoot } from '../support/live'
import { pinned } from '../support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { answerOf, CHAIN, LOSES_FIELDS, REFUSED, STUCK, steps, why } from '../support/shoot'
import { expect, test } from '../support/test'

test.describe('why this version', () => {
  test('with the fields that the spec loses', async ({ page, request }) => {
    const { steps: all } = await answerOf(request, LOSES_FIELDS)
    const losing = all.find(({ dropped }) => dropped.length > 1)
    if (losing === undefined) throw new Error('the demo garden has a cluster whose spec loses fields')
    await page.goto(`${pinned(LOSES_FIELDS)}&why=${losing.window.begin}`)
    const fields = page.getByRole('region', { name: 'What the spec loses' })
    for (const { path } of losing.dropped) await expect(fields.getByRole('rowheader', { name: path })).toBeVisible()
    await settled(page)
    await expectNoAxeViolations(page)
  })
})

for (const [what, path, text] of [
  ['hibernated', '/shoots/garden-payments/sandbox', 'no node rolls, as there is none'],
  ['being deleted', '/shoots/garden-media/poc-av1', 'This cluster is being deleted.'],
  ['without workers', '/shoots/garden-search/api-catalog', 'It has no nodes: API server and controllers restart.'],
  ['refused every night', '/shoots/garden-payments/ledger-eu', 'Finish the update in place of pool db'],
] as const) {
  test(`a cluster ${what} says what that means`, async ({ page }) => {
    await page.goto(pinned(path))
    await expect(page.getByRole('main')).toContainText(text)
    await settled(page)
    await expectNoAxeViolations(page)
  })
}

test.describe('a link in a ticket', () => {
  test('shows, weeks later, the data of that day at the hour that it pins: here nothing has changed', async ({
    browser,
  }) => {
    const shown = async (days: number) => {
      const time = Date.now() + days * 86_400_000
      const almanac = await startAlmanac({
        env: { DEMO_BORN: '2026-11-21', NODE_OPTIONS: OWN_CLOCK, CLOCK: new Date(time).toISOString() },
      })
      const context = await browser.newContext({ timezoneId: 'Europe/Berlin' })
      const page = await context.newPage()
      try {
        await page.clock.install({ time })
        const told: string[] = []
        for (const path of [CHAIN, REFUSED, '/shoots?project=search']) {
          await page.goto(almanac.url + pinned(path))
          await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
          await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
          // Long texts are measured, and folded, once the page stands.
          await settled(page)
          // How many clusters each view has may come after the page.
          if (path.startsWith('/shoots?')) await expect(page.getByRole('main')).toContainText(/All ?\d/)
          told.push(await page.getByRole('main').innerText())
        }
        const clockText = await page.getByRole('banner').innerText()
        return { told, clockText }
      } finally {
        await context.close()
        await almanac.stop()
      }
    }
    const today = await shown(0)
    const later = await shown(40)
    expect(later.told).toEqual(today.told)
    expect(today.told[0]).toContain('21 days 3 h')
    // The clocks did differ: how far away the pinned instant is, is told in the bar.
    expect(later.clockText).not.toBe(today.clockText)
  })
})

test.describe('between phone and desk, and on paper', () => {
  for (const width of [740, 900, 1000, 1180, 1181, 1280]) {
    test(`at ${width} px what happens to nodes is not cut off, and stands over nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(pinned(CHAIN))
      const table = steps(page).getByRole('table').first()
      await expect(table).toBeVisible()
      await settled(page)
      await expectNoSidewaysScroll(page)
      const cells = table.getByRole('cell', { name: /roll|restart|in place/i })
      expect(await cells.count()).toBeGreaterThan(3)
      const room = await steps(page).boundingBox()
      const right = room === null ? Number.NaN : room.x + room.width
      for (const cell of await cells.all()) {
        const box = await cell.boundingBox()
        expect(box === null ? Number.NaN : box.x + box.width).toBeLessThanOrEqual(right + 0.5)
      }
    })
  }

  test('nor in print', async ({ page }) => {
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await page.goto(pinned(CHAIN))
    const cells = steps(page).getByRole('cell', { name: /nodes? rolls?/i })
    await expect(cells.first()).toBeVisible()
    for (const cell of await cells.all()) {
      const box = await cell.boundingBox()
      expect(box === null ? Number.NaN : box.x + box.width).toBeLessThanOrEqual(794)
    }
    await expectNoSidewaysScroll(page)
  })

  test('a maintenance with one change takes one or two lines', async ({ page }) => {
    await page.goto(pinned(CHAIN))
    const may = steps(page).getByRole('rowgroup').filter({ hasText: 'Sat 8 May 2027' })
    await expect(may.getByRole('row')).toHaveCount(1)
    expect((await may.boundingBox())?.height).toBeLessThan(48)
  })
})

test('before the browser has told its zone no time is called that of the reader', async ({ request }) => {
  const page = await (await request.get(pinned('/shoots/garden-payments/ledger-eu'))).text()
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
  expect(main).toContain('+01:00')
  expect(main).not.toContain('for you')
})

test.describe('in the dark', () => {
  test.use(DARK)
  for (const path of [CHAIN, STUCK]) {
    test(`${path} with an answer to why`, async ({ page }) => {
      await page.goto(pinned(path))
      await why(page, /Sat 21 Nov 22:00/).click()
      await expect(page.getByText('Is it updated?').first()).toBeVisible()
      await settled(page)
      await expectNoAxeViolations(page)
    })
  }
})

test.describe('on a phone', () => {
  test.use(PHONE)

  for (const path of [CHAIN, STUCK, REFUSED]) {
    test(`${path} is a timetable from top to bottom, nothing sticks out`, async ({ page }) => {
      await page.goto(pinned(path))
      await expect(steps(page)).toBeVisible()
      await settled(page)
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
      await why(page, /(Sat 21 Nov|Sat 12 Dec)/)
        .first()
        .tap()
      await expect(page.getByText('Is it updated?').first()).toBeVisible()
      await settled(page)
      await expectNoSidewaysScroll(page)
      // What has just gone below the bar at the top counts as covered by it.
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectNoAxeViolations(page)
    })
  }

  test('a version that expires within the window has room for both nights', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-both-nights-'))
    const source = new URL('../../lib/landscape/testdata/cases/expiry-inside-window.yaml', import.meta.url)
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await writeFile(join(folder, 'garden.yaml'), (await readFile(source, 'utf8')).replace('2026-11-30', soon))
    const almanac = await startAlmanac({ garden: folder })
    try {
      for (const path of ['/shoots/garden-c49/s', '/shoots']) {
        await page.goto(almanac.url + path)
        const both = page.getByText(/if maintenance begins after .+, else /).last()
        await expect(both).toBeVisible()
        await settled(page)
        await expectNoSidewaysScroll(page)
        expect(await both.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0)
      }
    } finally {
      await page.goto('about:blank')
      await almanac.stop()
      await rm(folder, { recursive: true })
    }
  })
})

test('a cluster of hundreds of pools is drawn by whoever looks at it, not by the server that all others ask', async ({
  page,
  request,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-pools-'))
  const pools = Array.from(
    { length: 150 },
    (_, i) => `{ name: pool-${i}, machine: { type: m }, minimum: 1, maximum: 2 }`,
  )
  await writeFile(join(folder, 'profile.yaml'), PROFILE)
  await writeFile(join(folder, 'shoot.yaml'), shoot('large').replace('workers: []', `workers: [${pools.join(', ')}]`))
  const almanac = await startAlmanac({ garden: folder })
  try {
    for (const tab of ['', '/plan', '/maintenance', '/past']) {
      const path = `${almanac.url}/shoots/garden-dev/large${tab}`
      expect(await (await request.get(path)).text(), tab).not.toContain('pool-149')
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'dev / large' })).toBeVisible()
      await settled(page)
    }
    await page.goto(`${almanac.url}/shoots/garden-dev/large`)
    // Pools that are alike are one, until each is asked for.
    await page.getByRole('button', { name: 'Each of the equal pools' }).first().click()
    await expect(page.getByText('pool-149').first()).toBeAttached()
  } finally {
    await page.goto('about:blank')
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})

const forecast = (page: Page) => page.getByRole('region', { name: 'Forecast', exact: true })

test.describe('a cluster that is forced, step by step', () => {
  test('its lanes are one stop for the keyboard, and a table with t', async ({ page }) => {
    await page.goto(pinned(CHAIN))
    const chart = forecast(page).getByRole('grid')
    // Pools without a version of their own have a lane that looks the same.
    await expect(chart.getByRole('img', { name: /^1\.32\.9 / })).toHaveCount(4)
    const controlPlane = chart.locator('[data-row="control-plane"]')
    await controlPlane.getByRole('img', { name: /^1\.32\.9 / }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(controlPlane.getByRole('img', { name: /^1\.32\.13 deprecated, from 17 Nov to / })).toBeFocused()
    await expect(chart.getByRole('link', { name: 'gardenlinux' }).first()).toHaveAttribute('href', /1877\.4\.0/)
    await expect(
      chart.getByRole('img', { name: /^forced to Kubernetes 1\.33\.11|^1\.33\.11 supported/ }).first(),
    ).toBeVisible()

    await expect(chart.getByRole('img', { name: /, start unknown, to / }).first()).toBeVisible()

    await page.keyboard.press('t')
    await expect(page).toHaveURL(/view=table/)
    const table = forecast(page).getByRole('table')
    await expect(chart).toHaveCount(0)
    const now = table.getByRole('row').filter({ has: page.getByRole('cell', { name: 'now', exact: true }) })
    await expect(now.first()).toContainText('1.32.13')
    await expect(now.first()).toContainText('deprecated')
    await settled(page)
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(table).toBeVisible()
    await page.keyboard.press('t')
    await expect(chart).toBeVisible()
    await expect(page).not.toHaveURL(/view=/)
  })
})

test('a failure that ends says until when, and what gets through after it', async ({ page }) => {
  await page.goto(pinned(REFUSED))
  const main = page.getByRole('main')
  await expect(main).toContainText('and again every night until Sat 20 Mar 2027. The API server refuses it')
  await expect(main).toContainText(
    'After that, Sun 21 Mar 2027 23:30–00:30 +01:00: the cluster is forced to Kubernetes 1.33.11',
  )
  await expect(steps(page)).toContainText('Refused again every night until 20 Mar 2027')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('long paths of fields break, and several that go are one line above the steps', async ({ page, request }) => {
    const { steps: all } = await answerOf(request, LOSES_FIELDS)
    const losing = all.find(({ dropped }) => dropped.length > 1)
    if (losing === undefined) throw new Error('the demo garden has a cluster whose spec loses fields')
    await page.goto(`${pinned(LOSES_FIELDS)}&why=${losing.window.begin}`)
    await expect(page.getByRole('region', { name: 'What the spec loses' })).toBeVisible()
    await expect(page.getByText(/settings end on the way:/)).toHaveCount(1)
    await settled(page)
    await expectNoSidewaysScroll(page)
    for (const path of await page.getByText(/^kubernetes\.\S+.* removed/).all()) {
      const box = await path.boundingBox()
      expect(box === null ? Number.NaN : box.x + box.width).toBeLessThanOrEqual(390)
    }
  })
})
