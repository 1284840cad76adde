import { readFile } from 'node:fs/promises'
import { DRAFT, pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('a supporter sees which teams are behind, opens a day of one, and comes to its clusters', async ({ page }) => {
  await page.goto(pinned('/projects'))
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Teams' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const behind =
    /^Furthest behind is (\w+)\. Call \1 first: they have \d+ of the \d+ clusters that are stuck or will be\./
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teams')
  await expect(page.getByText(behind)).toBeVisible()
  await expect(page.getByText('Gardener does not know freeze days, and forces in them too.')).toBeVisible()
  const wall = page.getByRole('region', { name: 'Projects by days' })
  // The first row is that of all projects.
  const rows = wall.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(8)
  await expect(rows.filter({ hasText: 'data' }).first()).toContainText('no owner named')

  // One stop for all cells: arrows go to the next one, Enter opens it, Escape closes it where it was.
  const first = rows.first().getByRole('button').first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await expect(wall.locator('[data-stop][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const project = (await rows.first().getByRole('link').first().textContent()) ?? ''
  const panel = page.getByRole('region', { name: `${project}, Sat 21 Nov 2026` })
  await expect(panel.getByRole('table').getByRole('row')).not.toHaveCount(0)
  await expect(panel).toContainText(/Today: .*(fail|forced)/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(first).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: 'Open in Clusters' }).click()
  await expect(page).toHaveURL(/\/shoots\?.*project=.*date=2026-11-21/)
})

test('a draft shows what was before, and d takes it away', async ({ page }) => {
  await page.goto(pinned(`/projects?${DRAFT}`))
  await expect(page.getByText('Draft for aws, 2 edits:')).toBeVisible()
  const headline = page.getByRole('main').locator('.headline')
  await expect(headline).toContainText('With the draft,')
  const moved = page.getByRole('button', { name: /before the draft:/ })
  expect(await moved.count()).toBeGreaterThan(3)
  await page.keyboard.press('d')
  await expect(headline).not.toContainText('With the draft,')
  await expect(moved).toHaveCount(0)
  await expect(page).toHaveURL(/dates=as-they-are/)
  await expect(page.getByRole('link', { name: 'Open draft' })).toHaveCount(0)
})

test('t says the same as a table, and 1 2 3 change how far it looks', async ({ page }) => {
  await page.goto(pinned('/projects'))
  await settled(page)
  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: '6 months' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('nodes per week')).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText('nodes per day')).toBeVisible()
  await settled(page)
  const days = await page.locator('[data-stop]').count()
  await page.keyboard.press('t')
  const table = page.getByRole('region', { name: 'Projects by days as a table' }).getByRole('table')
  // As many lines as cells, and its head.
  await expect(table.getByRole('row')).toHaveCount(days + 1)
  await expect(table).toContainText('no owner named')
})

test('the picture goes on a slide, with what its marks mean and how far it looks', async ({ page }) => {
  await page.goto(pinned('/projects'))
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Projects by days as SVG' }).click()
  const svg = await readFile(await (await download).path(), 'utf8')
  for (const text of ['Projects by days', 'search', 'All projects', '80 or more', 'fails again every night'])
    expect(svg).toContain(text)
  expect(svg).not.toContain('foreignObject')
})

test('projects of one’s own come first, and nothing is hidden', async ({ page }) => {
  await page.goto(pinned('/projects'))
  await expect(page.getByText(/^Press “My project” on the page of a project/)).toBeVisible()
  await page.getByRole('link', { name: 'monitoring', exact: true }).click()
  await page.getByRole('button', { name: 'My project' }).click()
  await page.goto(pinned('/projects'))
  await expect(page.getByText('First: my project monitoring.')).toBeVisible()
  const rows = page
    .getByRole('region', { name: 'Projects by days' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect(rows.first()).toContainText('monitoring')
  await expect(rows).toHaveCount(8)
})
