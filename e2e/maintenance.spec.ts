import { pinned } from './support/pages'
import { expect, test } from './support/test'

/** The owner of a cluster looks into its next maintenance, and at what a pool that is updated in place waits for. */

const PENDING = '/shoots/garden-payments/ledger-eu'

test('the tabs of a cluster are pages of their own, and keep the clock', async ({ page }) => {
  await page.goto(pinned(PENDING))
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link')).toHaveText(['Forecast', 'Maintenance', 'In place1 pending'])
  await expect(tabs.getByRole('link', { name: 'Forecast' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Maintenance' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pinned(`${PENDING}/maintenance`))
  await expect(tabs.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / ledger-eu')
  await expect(page).toHaveTitle(/^Maintenance, payments \/ ledger-eu/)
})

test('a cluster without pools in place has no tab for them', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link')).toHaveText(['Forecast', 'Maintenance'])
})
