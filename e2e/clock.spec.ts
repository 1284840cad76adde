import { pinned } from './support/pages'
import { expect, test } from './support/test'

test('a clock that is pinned to the past promises the data of now, and no more', async ({ page }) => {
  await page.goto('/?at=2020-05-01T10:00:00Z')
  await expect(
    page.getByText('The clock is pinned to the past. The data are those of now, not what was known then.'),
  ).toBeVisible()
  // The time itself is told by the clock.
  await expect(page.getByRole('region', { name: 'Notices' })).not.toContainText('2020')
  await expect(page.getByRole('banner')).toContainText('Fri 1 May 2020, 12:00 +02:00')
  await page.getByRole('button', { name: /Pin the clock to another time$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Pin the clock' })
  await expect(dialog).toContainText('For a time that has passed the data are those of now')
  // What was known then is another question, asked beside it.
  await expect(dialog).toContainText('what was known then is seen as of a moment')
  await expect(dialog.getByRole('region', { name: 'See as of a moment' })).toContainText(/Recorded since .*\d{4}/)
  await expect(dialog).not.toContainText('the same tomorrow')
})

test('a garden that is followed is live, however long ago it was read', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).not.toContainText(/read .* ago/)
})

test.describe('/ and typing at once', () => {
  test('with Enter opens the first that is found', async ({ page }) => {
    await page.goto(pinned('/'))
    await page.keyboard.type('/checkoutt')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('-prod')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'payments / checkout-prod' })).toBeVisible()
  })

  test('with Esc is over', async ({ page }) => {
    await page.goto(pinned('/'))
    await page.keyboard.type('/pay')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  })
})
