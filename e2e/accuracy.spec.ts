import type { Page } from '@playwright/test'
import { pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

/** The figures of a row of the three, in its order: as forecast, then by reason. */
async function figures(page: Page, age: string): Promise<number[]> {
  const cells = page.getByRole('row').filter({ hasText: age }).getByRole('cell')
  const texts = (await cells.allInnerTexts()).map((text) => text.trim())
  return texts.filter((text) => /^\d+$/.test(text)).map(Number)
}

test('somebody who doubts the forecasts sees how many were right, and why the others were not', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.getByRole('link', { name: 'Were we right?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Were we right?' })).toBeVisible()
  const headline = page.getByText(/^\d+ of \d+ went as the forecast said/)
  await expect(headline).toContainText('7 days before. Of the other')
  await expect(headline).toContainText('none was Almanac’s error.')

  for (const age of ['1 day before', '7 days before', '30 days before']) {
    // What is chosen is in the address, and shown as soon as it is there.
    await page.getByRole('radio', { name: age }).click()
    await expect(page.getByRole('radio', { name: age })).toBeChecked()
    await expect(headline).toContainText(`the forecast said ${age}.`)
    const [right = 0, ...reasons] = await figures(page, age)
    const total = right + reasons.reduce((sum, one) => sum + one, 0)
    await expect(headline).toContainText(`${right} of ${total} went`)
    expect(reasons.at(-1), 'Almanac was wrong').toBe(0)
    await expect(page.getByRole('button', { name: `all ${total - right}`, exact: true })).toBeVisible()
    await expect(page.getByText(`forecast made ${age}`)).toBeVisible()
  }
  await expect(page).toHaveURL(/before=30/)
  await expect(page.getByText(/^known from 22 Oct/)).toBeVisible()
})

test('each deviation says what came in between, and leads to what was forecast and to what ran', async ({ page }) => {
  await page.goto(pinned('/accuracy'))
  await settled(page)
  await page.getByRole('button', { name: /^date \d+$/ }).click()
  await expect(page).toHaveURL(/reason=profile-edited/)
  const table = page.getByRole('table', { name: 'Every deviation' })
  await expect(table.getByText('owner acted first')).toHaveCount(0)
  const row = table.getByRole('row').filter({ hasText: 'catalog-dev' })
  await expect(row).toContainText('gardenlinux 1877.4.0 → 1877.9.0 forced, Fri 20 Nov')
  await expect(row).toContainText('expiry of gardenlinux 1877.4.0 moved from 20 Nov to 30 Nov, Tue 17 Nov')
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
