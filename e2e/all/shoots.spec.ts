import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { PROFILE } from '../support/live'
import { pinned } from '../support/pages'
import { clippedRings } from '../support/rings'
import { expectNoSidewaysScroll, PHONE } from '../support/screens'
import { scrollAtRest, settled } from '../support/settled'
import { field, filters, open, rows, search, table } from '../support/shoots'
import { expect, test } from '../support/test'

/** Find, among all clusters, those that need attention. */

test.describe('each filter leaves the clusters that have it, shows as a chip and is in the address', () => {
  const CASES = [
    { what: 'project', type: 'payments', option: /^payments \d+$/, chip: 'Project is payments', has: /payments \/ / },
    { what: 'profile', type: 'openstack', option: /^openstack \d+$/, chip: 'Profile is openstack', has: /openstack/ },
    { what: 'version', type: '1.31', option: /^1\.31\.14 \d+$/, chip: 'Runs 1.31.14', has: /1\.31\.14/ },
    {
      what: 'version',
      group: 'Image',
      type: 'suse-chost',
      option: /^suse-chost 15\.6\.20260930 \d+$/,
      chip: 'Runs suse-chost 15.6.20260930',
      has: /suse-chost 15\.6\.20260930/,
    },
    { what: 'stage', type: 'expired', option: /^expired \d+$/, chip: 'Stage is expired', has: /expired/ },
    {
      what: 'cause',
      type: 'no version',
      option: /^no version to move to \d+$/,
      chip: 'An event ahead fails: no version to move to',
      has: /no version to move to/,
    },
    {
      what: 'within',
      type: 'within 7',
      option: /^within 7 days \d+$/,
      chip: 'Something happens within 7 days',
      has: /\bh\b|\w{3} \d+ Nov/,
    },
    {
      what: 'within',
      type: 'no update',
      option: /^no update within 12 months \d+$/,
      chip: 'Nothing happens within 12 months',
      has: /no update within 12 months|not maintained/,
    },
    {
      what: 'event',
      type: 'fails',
      option: /^fails \d+$/,
      chip: 'An event ahead is fails',
      has: /fails|forced/,
    },
    {
      what: 'window',
      type: 'begins 22',
      option: /^22:00–22:59 \d+$/,
      chip: 'Window begins 22:00–22:59',
      has: /22:\d\d–/,
    },
    {
      what: 'to',
      type: 'leads to 1.34.7',
      option: /^1\.34\.7 \d+$/,
      chip: 'An event ahead leads to 1.34.7',
      has: /fails|forced|auto-update/,
    },
    { what: 'flag', type: 'hibernated', option: /^hibernated \d+$/, chip: 'Cluster is hibernated', has: /hibernated/ },
    {
      what: 'not.profile',
      type: 'not aws',
      option: /^aws$/,
      chip: 'Profile is not aws',
      has: /^(?!.*\taws\t)/s,
    },
    {
      what: 'effect',
      type: 'roll',
      option: /^roll nodes \d+$/,
      chip: 'An event ahead will roll nodes',
      has: /fails|forced|auto-update/,
    },
  ] as const
  for (const { what, type, option, chip, has, ...rest } of CASES) {
    test(`${what}: ${chip}`, async ({ page }) => {
      await open(page)
      await page.keyboard.press('f')
      await page.keyboard.type(type)
      const menu = 'group' in rest ? page.getByRole('group', { name: rest.group }) : page
      await menu.getByRole('option', { name: option, exact: true }).click()
      await expect(filters(page)).toHaveText([chip])
      expect(search(page).getAll(what)).toHaveLength(1)
      const shown = page.getByRole('status').filter({ hasText: /\b(?!120\b)\d+ of 120 match/ })
      await expect(shown).toBeVisible()
      const count = Number.parseInt(await shown.innerText(), 10)
      expect(count).toBeGreaterThan(0)
      await expect(table(page)).toHaveAttribute('aria-rowcount', String(count + 1))
      for (const row of await rows(page).all()) expect(await readOf(row)).toMatch(has)

      await page.reload()
      await expect(filters(page)).toHaveText([chip])
      await expect(table(page)).toHaveAttribute('aria-rowcount', String(count + 1))
      await page.getByRole('button', { name: `Remove filter ${chip}` }).click()
      await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
      expect(search(page).getAll(what)).toEqual([])
      await expect(field(page)).toBeFocused()
    })
  }
})

test('no ring of the focus is cut off, and every control has a name of its own', async ({ page }) => {
  await open(page)
  expect(await clippedRings(page, 60)).toEqual([])
  const names = await rows(page)
    .first()
    .getByRole('button')
    .or(rows(page).first().getByRole('link'))
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  expect(names).toEqual(['Details of media / origin-apac', 'media / origin-apac'])
})

for (const width of [320, 390, 721, 800, 853, 960, 1000, 1180, 1280, 1440, 1920]) {
  test(`in a window of ${width} px the page is no wider, the head covers no row, and the menu is on the screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/shoots?project=payments&project=media&stage=deprecated&event=forced&within=90')
    await expectNoSidewaysScroll(page)
    const first = await boxOf(rows(page).first())
    for (const head of await table(page).getByRole('columnheader').all()) {
      const box = await head.boundingBox()
      if (box !== null) expect(box.y + box.height).toBeLessThanOrEqual(first.y + 1)
    }
    const right = Math.max(...(await boxesOf(rows(page).first().getByRole('cell'))).map((box) => box.x + box.width))
    expect(right).toBeLessThanOrEqual(width)
    await field(page).click()
    const menu = await boxOf(page.getByRole('listbox', { name: 'Filters to add' }))
    expect(menu.x).toBeGreaterThanOrEqual(0)
    expect(menu.x + menu.width).toBeLessThanOrEqual(width)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await rows(page).first().getByRole('button').click()
    const details = page.getByRole('link', { name: 'Open cluster' })
    await expect(details).toBeVisible()
    await expectNoSidewaysScroll(page)
    // What has no column is said here.
    const facts = table(page).getByRole('row').filter({ has: details })
    await expect(facts).toContainText(/Auto-update\s*(Kubernetes|image|off)/)
    await expect(facts).toContainText(/Window\s*(\d\d:\d\d|any time)/)
  })
}

test('on a sheet of A4 the list is as wide as the paper', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const width of [718, 794]) {
    await page.setViewportSize({ width, height: 1123 })
    await open(page)
    await expectNoSidewaysScroll(page)
    const cells = await boxesOf(rows(page).first().getByRole('cell'))
    expect(Math.max(...cells.map((box) => box.x + box.width))).toBeLessThanOrEqual(width)
  }
})

test('j walks on while the table scrolls along', async ({ page }) => {
  await open(page)
  for (let step = 0; step < 61; step++) await page.keyboard.press('j')
  const focused = page.locator(':focus')
  await expect(focused).toBeInViewport()
  await expect(table(page).getByRole('row').filter({ has: focused })).toHaveAttribute('aria-rowindex', '62')
  for (let step = 0; step < 60; step++) await page.keyboard.press('k')
  await expect(table(page).getByRole('row').filter({ has: focused })).toHaveAttribute('aria-rowindex', '2')
  await expect(focused).toBeInViewport()
})

test.describe('of a garden without clusters', () => {
  let folder: string
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-empty-'))
    await writeFile(join(folder, 'profile.yaml'), PROFILE)
  })
  test.afterAll(() => rm(folder, { recursive: true }))

  test('there is one sentence, and nothing to clear', async ({ page }) => {
    const almanac = await startAlmanac({ garden: folder })
    try {
      await page.goto(`${almanac.url}/shoots`)
      await expect(page.getByText('There is no cluster in this garden that you may see.')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: '0 clusters.' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
      await settled(page)
      await expectNoAxeViolations(page)
      // In the same words wherever clusters would be.
      for (const path of ['/', '/projects', '/shoots?view=tonight']) {
        await page.goto(almanac.url + path)
        await expect(page.getByRole('main')).toContainText('There is no cluster in this garden that you may see.')
      }
    } finally {
      await page.close()
      await almanac.stop()
    }
  })
})

test.describe('of ten thousand clusters', () => {
  test.describe.configure({ mode: 'default' })
  let almanac: Awaited<ReturnType<typeof startAlmanac>>
  test.beforeAll(async () => {
    almanac = await startAlmanac({ env: { DEMO_BORN: '2026-11-21', DEMO_SHOOTS: '10000' } })
    await expect.poll(async () => (await fetch(`${almanac.url}/readyz`)).status).toBe(200)
  })
  test.afterAll(() => almanac.stop())

  test('only those in sight are drawn, and each is there as soon as one scrolls to it', async ({ page }) => {
    await page.goto(almanac.url + pinned('/shoots'))
    await expect(page.getByRole('status').filter({ hasText: '10,000 clusters' })).toBeVisible()
    await expect(table(page)).toHaveAttribute('aria-rowcount', '10001')
    await settled(page)
    for (const share of [0.1, 0.5, 0.97, 0.3]) {
      await page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), share)
      const middle = rows(page).nth(30)
      // The browser tells of a scroll with the next frame.
      const distance = async () => Math.abs(Number(await middle.getAttribute('aria-rowindex')) / 10_000 - share)
      await expect.poll(distance).toBeLessThan(0.02)
      await expect(middle).toContainText(/ \/ /)
      expect(await rows(page).count()).toBeLessThan(120)
    }
    await page.keyboard.press('End')
    await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '10001')
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).last().getByRole('button')).toBeFocused()
    await page.keyboard.press('k')
    await expect(rows(page).nth(-2).getByRole('button')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(rows(page).first().getByRole('button')).toBeFocused()
    await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2')
  })

  for (const { what, screen } of [
    { what: 'on a phone', screen: PHONE },
    { what: 'at 200 % zoom', screen: { viewport: { width: 720, height: 450 } } },
  ]) {
    test.describe(what, () => {
      test.use(screen)

      test('a jump ends where it was aimed at, and so does the way back from a cluster', async ({ page }) => {
        const rested = () => page.evaluate(scrollAtRest)
        await page.goto(almanac.url + pinned('/shoots'))
        await expect(rows(page).first()).toBeVisible()
        await settled(page)
        for (const top of [3000, 3000 * 2, 200_000, 3000]) {
          await page.evaluate((y) => window.scrollTo(0, y), top)
          // Rows above that turn out to be higher than thought move the page, so that those in sight stay in their place.
          expect(Math.abs((await rested()) - top)).toBeLessThan(screen.viewport.height / 2)
          await expect(rows(page).filter({ hasText: ' / ' }).first()).toBeAttached()
        }

        const before = await rested()
        const inSight = await rows(page).evaluateAll((all) =>
          all.findIndex((row) => row.getBoundingClientRect().top > 200),
        )
        const left = rows(page).nth(inSight)
        const index = await left.getAttribute('aria-rowindex')
        await left.getByRole('rowheader').getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Clusters')
        await page.goBack()
        await expect(page.getByRole('heading', { level: 1, name: 'Clusters' })).toBeVisible()
        await expect(table(page).locator(`[aria-rowindex="${index}"]`)).toBeInViewport()
        expect(Math.abs((await rested()) - before)).toBeLessThan(100)

        await page.keyboard.press('End')
        await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '10001')
        await expect(rows(page).last()).toBeInViewport()
        await rested()
        await expect(rows(page).last()).toBeInViewport()
        expect(await rows(page).count()).toBeLessThan(120)
        await page.keyboard.press('Home')
        await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2')
        // On a low screen the first row is just below what fits, and is brought in sight.
        await expect(rows(page).first()).toBeInViewport()
        expect(await rested()).toBeLessThan(40)
      })
    })
  }
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('not to be seen')
  return box
}

async function boxesOf(locator: Locator) {
  const boxes = await Promise.all((await locator.all()).map((one) => one.boundingBox()))
  return boxes.filter((box) => box !== null)
}

/** What a row says, its signs in words. */
async function readOf(row: Locator): Promise<string> {
  const signs = await row.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  return `${await row.innerText()} ${signs.join(' ')}`
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || (texts[i - 1] ?? '') <= text)
}

test('clusters are read team by team, or hour by hour, with how many of each there are', async ({ page }) => {
  await open(page)
  const group = page.getByRole('combobox', { name: 'Group by' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name')
  await group.selectOption('project')
  const project = table(page)
    .getByRole('rowheader', { name: /^[a-z]+ \d+ clusters$/ })
    .first()
  await expect(project).toBeVisible()
  await page.reload()
  await expect(project).toBeVisible()
  await expect(group).toHaveValue('project')
  // The head says of which project they are.
  await expect(rows(page).first().getByRole('rowheader')).not.toContainText(' / ')
  await settled(page)
  await expectNoAxeViolations(page)

  // A project is folded away with the keyboard; that is in the address, and the head keeps the focus.
  const name = (await project.getByRole('link').innerText()).trim()
  const fold = table(page).getByRole('button', { name: `Clusters of: ${name}` })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  const own = rows(page).filter({ has: page.getByRole('button', { name: new RegExp(`^Details of ${name} /`) }) })
  await expect(own).not.toHaveCount(0)
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(own).toHaveCount(0)
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toBeFocused()
  await expect(project).toBeVisible()
  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(own).toHaveCount(0)
  await settled(page)
  await expectNoAxeViolations(page)
  await fold.click()
  await expect(own).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/fold=/)

  await page.goto(pinned('/shoots?group=window&event=forced'))
  const hours = table(page).getByRole('rowheader', { name: /^Window begins \d\d:00–\d\d:59 (\d+ of )?\d+ clusters?$/ })
  await expect(hours.first()).toBeVisible()
  expect(isSorted(await hours.allInnerTexts())).toBe(true)
  await group.selectOption('none')
  await expect(page).not.toHaveURL(/group=/)
})

test('columns are chosen, and a link to the table keeps them', async ({ page }) => {
  await open(page)
  const heads = table(page).getByRole('columnheader')
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Region').check()
  await dialog.getByLabel('Auto-update').uncheck()
  await page.keyboard.press('Escape')
  const shown = ['Cluster', 'Profile', 'Kubernetes', 'Pools’ images', /^Next event/, 'Nodes', /^Window/, 'Region']
  await expect(heads).toHaveText(shown)
  await page.reload()
  await expect(heads).toHaveText(shown)
  await expectNoSidewaysScroll(page)
  await rows(page).first().getByRole('button').click()
  await expect(table(page)).toContainText(/Auto-update\s*(Kubernetes|image|off)/)
  await page.goto(pinned('/shoots?columns=event,purpose'))
  await expect(heads).toHaveText(['Cluster', /^Next event/, 'Purpose'])
})

test('any part of a name is searched for', async ({ page }) => {
  await open(page)
  await field(page).fill('thumbs-pr')
  await expect(page.getByRole('option', { name: /has thumbs-pr/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('media / thumbs-prod')
  expect(search(page).get('q')).toBe('thumbs-pr')

  await page.goto(pinned('/shoots'))
  await field(page).fill('checkout 1.32')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Name or version has checkout 1.32'])
  await expect(rows(page).first()).toContainText('checkout')
  for (const row of await rows(page).all()) expect(await row.innerText()).toMatch(/checkout[\s\S]*1\.32\./)
})

test('the menu counts what each filter would leave beside those that are set', async ({ page }) => {
  await open(page, '/shoots?project=payments')
  await field(page).click()
  const option = page.getByRole('group', { name: 'Stage' }).getByRole('option', { name: /^expired \d+$/ })
  const count = Number(/\d+$/.exec(await option.innerText())?.[0])
  await option.click()
  await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
  await expect(filters(page)).toHaveText(['Project is payments', 'Stage is expired'])
  await field(page).click()
  const others = page.getByRole('group', { name: 'Project' }).getByRole('option')
  const counts = await Promise.all(
    (await others.all()).map(async (one) => Number(/\d+$/.exec(await one.innerText())?.[0])),
  )
  await page.goto(pinned('/shoots?stage=expired'))
  const all = Number.parseInt(await page.getByRole('status').filter({ hasText: 'of 120 match' }).innerText(), 10)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all)
})

test('a day that is typed is a filter', async ({ page }) => {
  await open(page)
  await field(page).fill('2026-12-12')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['It happens on Sat 12 Dec 2026'])
  await expect(page.getByRole('columnheader', { name: 'The event filtered by; bar 0 to 90 days' })).toBeVisible()
})

test('while an answer is slow, rows of the question before are told from those that are asked for', async ({
  page,
}) => {
  await open(page)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/api\/shoots\?/, async (route) => {
    await held
    await route.continue()
  })
  await field(page).fill('payments')
  await page.getByRole('option', { name: /^payments \d+$/ }).click()
  const status = page.getByRole('status').filter({ hasText: /cluster|match|question/ })
  await expect(status).toHaveText('Asking for others; until they are there, those of the question before are shown.')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(status).toContainText(/ of [\d,]+ match/)
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a jump ends where it was aimed at, and so does the way back from a cluster', async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.scrollTo(0, 3000))
    const top = await page.evaluate(scrollAtRest)
    // Rows above that turn out to be higher than thought move the page, so that those in sight stay in their place.
    expect(Math.abs(top - 3000)).toBeLessThan(PHONE.viewport.height / 2)
    const inSight = await rows(page).evaluateAll((all) => all.findIndex((row) => row.getBoundingClientRect().top > 200))
    const cluster = rows(page).nth(inSight).getByRole('rowheader').getByRole('link')
    const name = await cluster.innerText()
    await cluster.click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Clusters')
    await page.goBack()
    await expect(page.getByRole('rowheader', { name }).first()).toBeInViewport()
    expect(Math.abs((await page.evaluate(scrollAtRest)) - top)).toBeLessThan(100)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.evaluate(scrollAtRest)
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).last()).toHaveAttribute(
      'aria-rowindex',
      (await table(page).getAttribute('aria-rowcount')) ?? '',
    )
  })
})

test('first comes what fails, then what is forced, by time, then what happens by itself, then nothing', async ({
  page,
}) => {
  await open(page)
  const kinds = async () => {
    const found: string[] = []
    for (const row of await rows(page).all()) {
      const sign = row.getByRole('img', { name: /^(fails|forced|auto-update)$/ })
      found.push((await sign.count()) === 0 ? 'nothing' : ((await sign.first().getAttribute('aria-label')) ?? ''))
    }
    return found
  }
  const rank = ['fails', 'forced', 'auto-update', 'nothing']
  const top = await kinds()
  expect(top[0]).toBe('fails')
  await page.keyboard.press('End')
  await expect(rows(page).last()).toContainText('no update within 12 months')
  for (const all of [top, await kinds()]) {
    const ranks = all.map((kind) => rank.indexOf(kind))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  }
})

test.describe('filters', () => {
  test('a filter is turned round, and back', { tag: '@firefox' }, async ({ page }) => {
    await open(page, '/shoots?project=payments')
    const count = Number(await table(page).getAttribute('aria-rowcount')) - 1
    await page.getByRole('button', { name: 'Project is', exact: true }).click()
    await expect(filters(page)).toHaveText(['Project is not payments'])
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(120 - count + 1))
    expect(search(page).getAll('not.project')).toEqual(['payments'])
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Project is not', exact: true }).click()
    await expect(filters(page)).toHaveText(['Project is payments'])
  })
})

test('a reader keeps projects as theirs: overview and clusters begin with them, as a filter that is seen and goes', async ({
  page,
}) => {
  const toggle = async (project: string) => {
    await page.goto(pinned(`/projects/${project}`))
    await page.getByRole('button', { name: 'My project' }).click()
  }
  await toggle('payments')
  await toggle('media')
  // What comes from the server is theirs already: others are not seen first.
  const html = await (await page.request.get(pinned('/shoots'))).text()
  expect(html).toContain('Details of payments / ')
  expect(html).not.toMatch(/Details of (?!payments|media)\w+ \/ /)
  await page.goto(pinned('/shoots'))
  await expect(filters(page)).toHaveText(['My projects are payments, media'])
  await expect(page).toHaveURL(/project=payments&project=media/)
  await expect(page.getByRole('status').filter({ hasText: 'of 120 match, in 2 projects' })).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)

  await page.goto(pinned('/'))
  const projects = page.getByRole('group', { name: 'Projects' })
  const mine = projects.getByRole('button', { name: 'My 2 projects' })
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  const stuck = page.getByRole('link', { name: /clusters? stuck; / })
  await expect(stuck).toHaveAttribute('href', /project=payments&project=media/)
  const count = Number.parseInt(await stuck.innerText(), 10)
  await stuck.click()
  await expect(page.getByRole('status').filter({ hasText: `${count} of 120` })).toBeVisible()
  await page.goBack()
  await projects.getByRole('button', { name: 'All projects' }).click()
  await expect(stuck).not.toHaveAttribute('href', /project/)
  await mine.click()
  await expect(stuck).toHaveAttribute('href', /project=payments&project=media/)

  // Another user's question stays as it was asked.
  await page.goto(pinned('/shoots?stage=expired'))
  await expect(filters(page)).toHaveText(['Stage is expired'])
  await page.goto(pinned('/shoots'))
  await page.getByRole('button', { name: /^Remove filter My projects/ }).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  await page.reload()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  await page.getByRole('button', { name: 'My projects' }).click()
  await expect(filters(page)).toHaveText(['My projects are payments, media'])
  await toggle('payments')
  await toggle('media')
  await page.goto(pinned('/shoots'))
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
})
