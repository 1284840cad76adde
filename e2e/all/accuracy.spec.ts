import { AT, pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('the keyboard chooses how long before, and the table is behind the chart', async ({ page }) => {
  await page.goto(pinned('/accuracy?days=30'))
  await settled(page)
  await page.getByRole('radio', { name: '7 days before' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/before=30/)
  await expect(page.getByRole('radio', { name: '30 days before' })).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('t')
  const weeks = page.getByRole('region', { name: 'What became of forecasts, week by week, as a table' })
  await expect(weeks.getByRole('columnheader', { name: 'Almanac was wrong' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('aws')
  await expect(page).toHaveURL(/profile=aws/)
  await expect(page).toHaveURL(new RegExp(`at=${AT}`))
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('a deviation says both sides one below the other', async ({ page }) => {
    await page.goto(pinned('/accuracy'))
    await settled(page)
    await expect(page.getByText(/^\d+ of \d+ maintenances? went as the forecast said/)).toBeVisible()
    await page.getByRole('button', { name: /^\d+ more$/ }).tap()
    const rows = page.getByRole('table', { name: 'Every deviation' }).getByRole('row')
    await expect(rows.filter({ hasText: 'catalog-dev' })).toContainText('Date edited')
    await expect(rows.filter({ hasText: 'kyc-legacy' })).toContainText('Owner acted first')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  })
})

test('each deviation says what came in between, and leads to what was forecast and to what ran', async ({ page }) => {
  await page.goto(pinned('/accuracy'))
  await settled(page)
  await page.getByRole('button', { name: /^date \d+$/ }).click()
  await expect(page).toHaveURL(/reason=profile-edited/)
  const table = page.getByRole('table', { name: 'Every deviation' })
  await expect(table.getByText('Owner acted first')).toHaveCount(0)
  const row = table.getByRole('row').filter({ hasText: 'catalog-dev' })
  await expect(row).toContainText('gardenlinux 1877.4.0 → 1877.9.0 forced, Fri 20 Nov')
  await expect(row).toContainText('the expiry of gardenlinux 1877.4.0 was moved to 30 Nov, 10 days later, Tue 17 Nov')
  await row.getByRole('link', { name: /^forecast then/ }).click()
  await expect(page).toHaveURL(/\/shoots\/garden-media\/catalog-dev\?/)
  expect(new URL(page.url()).searchParams.get('seen')).toBe('2026-11-13T00:00:00Z')
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('media / catalog-dev')
  await expect(page.locator('main')).toContainText('20 Nov')
  await page.goto(pinned('/accuracy'))
  const ran = table.getByRole('link', { name: /^what ran/ }).first()
  const [, of = ''] = /^what ran: (.+), /.exec((await ran.getAttribute('aria-label')) ?? '') ?? []
  await ran.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(of)
  await expect(page.getByRole('region', { name: 'What it did' })).toBeVisible()
})

test('a maintenance whose reconciliation failed is told with the words of its error', async ({ page }) => {
  await page.goto(pinned('/accuracy'))
  await settled(page)
  await page.getByRole('button', { name: 'Gardener 1', exact: true }).click()
  const row = page.getByRole('table', { name: 'Every deviation' }).getByRole('row').nth(1)
  await expect(row).toContainText('probes-prod')
  await expect(row).toContainText('1.33.8 → 1.33.11 forced, Fri 13 Nov')
  await expect(row).toContainText('ERR_CONFIGURATION_PROBLEM: admission webhook "quota.example.com" denied the request')
})
