import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { chart, nextToExpire, profile, versionRow } from './support/profiles'
import { settled } from './support/settled'
import { expect, test } from './support/test'

const search = (page: Page) => new URL(page.url()).searchParams
const plural = (count: number) => (count === 1 ? '1 cluster' : `${count} clusters`)

test('from the list to the version that expires next, to those who run it', async ({ page, request }) => {
  const next = await nextToExpire(request)
  await page.goto(pinned('/cloudprofiles'))
  await page.getByRole('link', { name: 'aws', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible()

  const row = versionRow(page, next.version)
  await expect(row).toContainText('deprecated')
  await row.getByRole('img', { name: new RegExp(`^${next.version} deprecated`) }).click({ position: { x: 4, y: 8 } })
  await expect(row).toHaveAttribute('aria-selected', 'true')
  expect(search(page).get('select')).toBe(`kubernetes/${next.version}`)

  const panel = page.getByRole('region', { name: `Selected version ${next.version}` })
  const whom = next.clusters === 1 ? 'cluster' : plural(next.clusters)
  await expect(panel.getByRole('heading', { name: `What happens to the ${whom}` })).toBeVisible()
  await expect(panel.getByRole('img', { name: new RegExp(`^${next.version}: (auto|forced|fails)`) })).toBeVisible()
  await expect(panel.getByRole('definition').first()).toHaveText(
    /^in \d+ days?( \d+ h)?\w{3} \d+ \w{3} 20\d\d, \d\d:\d\d \+\d\d:00$/,
  )
  const days = /in \d+ days?/.exec((await row.textContent()) ?? '')?.[0] ?? 'no days'
  await expect(panel.getByRole('definition').first()).toContainText(days)

  await panel.getByRole('link', { name: plural(next.clusters), exact: true }).click()
  await page.waitForURL(/\/shoots\?/)
  expect(search(page).getAll('version')).toEqual([next.version])
  expect(search(page).getAll('profile')).toEqual(['aws'])
})

test('the list is that of all, of the garden or of projects, each with its count; a figure stays the length of its list', async ({
  page,
}) => {
  await page.goto(pinned('/cloudprofiles'))
  const rows = page.getByRole('grid', { name: 'Profiles' }).getByRole('rowheader')
  const choice = (name: RegExp) => page.getByRole('group', { name: 'Profiles' }).getByRole('button', { name })
  const countOf = async (name: RegExp) => Number(/\d+$/.exec(await choice(name).innerText())?.[0])
  const [all, garden, projects] = [await countOf(/^All/), await countOf(/^Of the/), await countOf(/^Of proj/)]
  expect(projects).toBeGreaterThan(0)
  expect(garden + projects).toBe(all)
  await expect(rows).toHaveCount(all)
  await choice(/^Of proj/).click()
  await expect(rows).toHaveCount(projects)
  await choice(/^Of the/).click()
  await expect(rows).toHaveCount(garden)
  expect(search(page).get('of')).toBe('garden')
  const clusters = page.getByRole('link', { name: /clusters on aws$/ })
  const count = await clusters.innerText()
  await clusters.click()
  await expect(page.getByRole('status').filter({ hasText: 'match' })).toContainText(new RegExp(`^${count} of`))
})

test('each segment says its stage and its dates, each version its expiry', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'aws')
  await page.goto(pinned('/cloudprofiles/aws'))
  for (const one of kubernetes) {
    const row = versionRow(page, one.version)
    await expect(row).toContainText(one.expires === null ? 'no expiry set' : /in \d+ days?|\d+ days? ago/)
    await expect(row.getByRole('gridcell').filter({ hasText: /^\d+$/ })).toHaveText(String(one.clusters))
  }
  const next = await nextToExpire(request)
  await expect(versionRow(page, next.version).getByRole('img').first()).toHaveAccessibleName(
    new RegExp(`^${next.version} \\w+, .* to \\d+ \\w+ 20\\d\\d$`),
  )
})

test('with the keyboard alone', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/aws'))
  const grid = chart(page)
  const links = grid.getByRole('rowheader').getByRole('link')
  expect(await grid.locator('[tabindex="0"]').count(), 'the chart is one tab stop').toBe(1)

  await page.keyboard.press('j')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(grid.locator(':focus')).toHaveAttribute('role', 'img')
  await page.keyboard.press('Enter')
  const version = await links.nth(1).textContent()
  await expect(page.getByRole('region', { name: `Selected version ${version}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected version' })).toHaveCount(0)
  expect(search(page).get('select')).toBeNull()
})

test('the timeline and its table say the same', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'aws')
  await page.goto(pinned('/cloudprofiles/aws'))
  await settled(page)
  await page.keyboard.press('t')
  const table = page.getByRole('table', { name: 'Kubernetes versions of aws' })
  await expect(table.getByRole('rowheader')).toHaveText(kubernetes.map((one) => one.version))
  const spans = kubernetes.reduce((sum, one) => sum + one.spans.length, 0)
  await expect(table.getByRole('row')).toHaveCount(spans + 1)
  await expectNoAxeViolations(page)
  await page.keyboard.press('t')
  await expect(chart(page)).toBeVisible()
})

test('an image has a tab, an address, and its own facts', async ({ page, request }) => {
  const { images } = await profile(request, 'aws')
  const [image] = images
  if (!image) throw new Error('the demo garden has an image in aws')
  await page.goto(pinned('/cloudprofiles/aws'))
  await page.getByRole('navigation', { name: 'Kubernetes and machine images' }).getByText(image.name).click()
  await expect(page.getByRole('grid', { name: `${image.name} versions of aws` })).toBeVisible()
  await expect(page.getByText('updateStrategy')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Architectures' })).toBeVisible()
  expect(search(page).get('tab')).toBe(image.name)
  await expectNoAxeViolations(page)
})
