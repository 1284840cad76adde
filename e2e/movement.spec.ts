import { expectNoAxeViolations } from './support/axe'
import { STRIP } from './support/movement'
import { AT, pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('who looks back from today reads day by day what happened and what had been expected', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const strip = page.getByRole('region', { name: STRIP, exact: true })
  const readout = strip.locator('[aria-live]')
  await strip.getByRole('listbox', { name: 'Days' }).focus()
  await page.keyboard.press('Home')
  await expect(readout).toHaveText(/^Sat 21 Nov, today: /)
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Sat 21 Nov, today so far: nothing/)
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Fri 20 Nov, yesterday: /)
  await page.keyboard.press('ArrowUp')
  await expect(readout).toHaveText(/^Fri 13 Nov, 8 days ago: 1 forced, 3 began to fail, /)
  await expect(readout).toContainText('suse-chost 15.6.20260930 fails 3')
  // Dates were moved in between.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toContainText('Wed 11 Nov, 10 days ago: 1 forced, 1 auto-update; expected 14 forced')
  await expect(strip.getByRole('option', { selected: true })).toHaveAccessibleName(/^Wed 11 Nov, 10 days ago: 1 forced/)
  await expectNoAxeViolations(page)
  // The first day, and no further.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Thu 22 Oct, 30 days ago: /)
})

test('a day that is over leads to the page as it was known when it began', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const strip = page.getByRole('region', { name: STRIP, exact: true })
  await strip.getByRole('option', { name: /^Wed 11 Nov, 10 days ago: / }).click()
  await expect(page).toHaveURL(/\?at=2026-11-10T23:00:00Z&seen=2026-11-10T23:00:00Z$/)
  await expect(page.getByText('You are looking at the past, as read on Wed 11 Nov 2026, 00:00 +01:00.')).toBeVisible()
  await strip.getByRole('listbox', { name: 'Days' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
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
  await expect(page.getByText(/^\d+ of \d+ went as the forecast said 30 days before/)).toBeVisible()
})
