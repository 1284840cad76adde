import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GardenAnswer, MovementAnswer } from '@/lib/questions/overview/contract'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { AT, pinned } from '../support/pages'
import { expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { STUCK_GARDEN } from '../support/stuck-garden'
import { expect, test } from '../support/test'

test('what was not recorded is hatched and said, never bridged', async ({ page }) => {
  await page.goto('/?at=2026-10-02T18:00:00Z')
  await settled(page)
  const strip = page.getByRole('region', { name: 'Next 90 days', exact: true })
  const day = strip.getByRole('slider', { name: 'Day' })
  await day.fill('-12')
  await expect(strip.locator('[aria-live]')).toHaveText('Mon 21 Sep, 11 days ago: not recorded')
  await day.fill('-10')
  await expect(strip.locator('[aria-live]')).toHaveText(/^Wed 23 Sep, 9 days ago: (?!not recorded)/)
  await expect(strip.getByRole('list', { name: 'Legend' }).filter({ hasText: 'not recorded' })).toBeVisible()
  await expect(strip.getByText('What was expected 30 days before is known from 23 Oct on.')).toBeVisible()
  await page.goto('/?at=2026-10-02T18:00:00Z&view=table')
  const minors = page.getByRole('region', { name: 'Clusters per minor as a table' })
  await expect(minors.getByRole('row').nth(1)).toContainText('not recorded')
  await expectNoAxeViolations(page)
})

test('it is about the projects that the page is about', async ({ request }) => {
  const answer = async <A>(path: string) => (await (await request.get(pinned(path))).json()) as A
  const { figures } = await answer<GardenAnswer>('/api/garden?project=payments')
  const { minors, days } = await answer<MovementAnswer>('/api/movement?project=payments')
  expect(minors.series.reduce((sum, { counts }) => sum + (counts.at(-1) ?? 0), 0)).toBe(figures.clusters)
  const all = await answer<MovementAnswer>('/api/movement')
  const byHand = (of: MovementAnswer['days']) => of.reduce((sum, day) => sum + day.byHand, 0)
  expect(byHand(days)).toBeLessThan(byHand(all.days))
})

test('without a past the page is about what is ahead, and says since when it is recorded', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-movement-'))
  await writeFile(join(folder, 'garden.yaml'), STUCK_GARDEN)
  const almanac = await startAlmanac({ garden: folder })
  try {
    await page.goto(almanac.url)
    await settled(page)
    const strip = page.getByRole('region', { name: 'Next 90 days', exact: true })
    await expect(strip.getByRole('slider', { name: 'Day' })).toHaveAttribute('min', '0')
    await expect(strip.getByText(/^Recorded since \w+ \d+ \w+ \d+, \d\d:\d\d/)).toBeVisible()
    await expect(page.getByRole('region', { name: /^Clusters per minor, 12 months/ })).toBeVisible()
    await expectNoAxeViolations(page)
  } finally {
    // A page that is open would complain that its server is gone.
    await page.close()
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('today is what is seen first, and a finger reads a day of the past', async ({ page }) => {
    await page.goto(pinned('/'))
    await settled(page)
    await expectNoSidewaysScroll(page)
    const strip = page.getByRole('region', { name: 'Next 90 days', exact: true })
    // Columns are of one width: that of today is the 32nd of 122, in sight, and the first one is not.
    const box = await strip.getByRole('slider', { name: 'Day' }).boundingBox()
    const at = (column: number) => (box?.x ?? 0) + ((box?.width ?? 0) * (column - 0.5)) / 122
    expect(at(32)).toBeGreaterThan(0)
    expect(at(1)).toBeLessThan(0)
    await page.touchscreen.tap(at(30), (box?.y ?? 0) + 50)
    await expect(strip.locator('[aria-live]')).toHaveText(/^Fri 20 Nov, yesterday: /)
    await expect(page).not.toHaveURL(/seen=/)
    await strip.getByRole('link', { name: 'As known then' }).tap()
    await expect(page).toHaveURL(/seen=2026-11-19T23:00:00Z/)
  })
})

test('the past is in the tables, and in what is taken elsewhere', async ({ page }) => {
  await page.goto(pinned('/?view=table'))
  await settled(page)
  const table = page.getByRole('region', { name: 'Last 30 days as a table' }).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(1 + 31)
  await expect(table.getByRole('row').nth(1)).toContainText('Sat 21 Novtoday so far')
  const row = table.getByRole('row', { name: /^Wed 11 Nov 10 days ago 4 3 / })
  await expect(row).toContainText(/gcp 1\.34\.2\s*→\s*1\.34\.4/)
  const minors = page.getByRole('region', { name: 'Clusters per minor as a table' })
  await expect(minors.getByRole('rowheader').first()).toHaveText('22 Sep')
  await expect(minors.getByRole('rowheader', { name: 'now', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    ])
    return readFile(await download.path(), 'utf8')
  }
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = await saved('Last 30 days as a table as CSV')
  expect(csv).toContain('Day,Ago,Forced,expected forced,')
  expect(csv).toContain('Wed 11 Nov,10 days ago,4,3,')
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const svg = await saved('Next 90 days as SVG')
  for (const text of ['expected 30 days before', '>Oct<', '>today<', '22 Oct 2026 to 19 Feb 2027']) {
    expect(svg).toContain(text)
  }
  expect(await saved('Clusters per minor as SVG')).toContain('22 Sep 2026 to 21 Nov 2027')
})

test('a day that is over leads to the page as it was known when it began', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const strip = page.getByRole('region', { name: 'Next 90 days', exact: true })
  await strip.getByRole('slider', { name: 'Day' }).fill('-11')
  await strip.getByRole('link', { name: 'As known then' }).click()
  await expect(page).toHaveURL(/\?at=2026-11-10T23:00:00Z&seen=2026-11-10T23:00:00Z$/)
  await expect(page.getByText('You are looking at the past, as read on Wed 11 Nov 2026, 00:00 +01:00.')).toBeVisible()
  await strip.getByRole('slider', { name: 'Day' }).fill('-1')
  await expect(strip.locator('[aria-live]')).toHaveText(/^Wed 11 Nov, today so far: /)
  await page.keyboard.press('ArrowLeft')
  await expect(strip.getByRole('link', { name: 'As known then' })).toHaveAttribute('href', /seen=2026-11-09T23:00:00Z/)
})

test('a sentence says what was forecast 30 days earlier, and leads to what came in between', async ({ page }) => {
  await page.goto(pinned('/'))
  const sentence = page.getByText(
    /^Since Fri 23 Oct: \d+ forced updates? \(forecast 30 days earlier: \d+\), \d+ new failures? \(forecast: \d+\)\./,
  )
  // It is computed in the background.
  await expect(sentence).toBeVisible()
  await page.getByRole('link', { name: 'What came in between' }).click()
  await expect(page).toHaveURL(new RegExp(`/accuracy\\?before=30&days=30&at=${AT}`))
  await expect(page.getByText(/^\d+ of \d+ maintenances? went as the forecast said 30 days before/)).toBeVisible()
})
