import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { expect, test } from '../support/test'

test('a draft that cannot be read is said, and dates are shown as they are', async ({ page }) => {
  await page.goto(pinned('/projects?profile=aws&draft=1xyz'))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('cannot be read')
  await expect(page.getByText('Furthest behind')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('columns are weeks, with their nodes in figures', async ({ page }) => {
    await page.goto(pinned('/projects?open=payments/2026-12-12'))
    await expect(page.getByRole('button', { name: 'Weeks' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'payments, 12 Dec – 18 Dec 2026' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'monitoring' })).toContainText(/of 14 behind/)
    await page.getByRole('link', { name: 'Open in Clusters' }).click()
    await expect(page).toHaveURL(/project=payments&.*date=2026-12-12\.\.2026-12-18/)
    await expect(page.getByText('from 12 Dec to 18 Dec 2026')).toBeVisible()
  })
})
