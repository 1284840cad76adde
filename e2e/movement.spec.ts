import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('who looks back from today reads day by day what happened and what had been expected', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const strip = page.getByRole('region', { name: 'Next 90 days', exact: true })
  const readout = strip.locator('[aria-live]')
  const day = strip.getByRole('slider', { name: 'Day' })
  await day.fill('0')
  await expect(readout).toHaveText(/^Sat 21 Nov, today: /)
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Sat 21 Nov, today so far: nothing/)
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Fri 20 Nov, yesterday: /)
  await day.fill('-9')
  await expect(readout).toHaveText(/^Fri 13 Nov, 8 days ago: 3 forced, 3 began to fail; expected 2 forced, 3 to fail/)
  await expect(readout).toContainText('suse-chost 15.6.20260930 fails 3')
  // The window of a cluster was moved in between.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toContainText('Wed 11 Nov, 10 days ago: 4 forced; expected 3 forced')
  await expect(day).toHaveAttribute('aria-valuetext', 'Wed 11 Nov')
  await expectNoAxeViolations(page)
  // The first day, and no further.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(readout).toHaveText(/^Thu 22 Oct, 30 days ago: /)
})
