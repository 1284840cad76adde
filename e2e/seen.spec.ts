import { pinned } from './support/pages'
import { ofThen } from './support/seen'
import { expect, test } from './support/test'

test('nothing can be applied at another clock, and the button says so', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-payments/checkout-prod'))
  const apply = page.getByRole('button', { name: 'Apply…' }).first()
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAttribute('title', 'Nothing can be applied at another clock.')
})

test('nothing can be applied from the past, and pages say so where one would', async ({ page }) => {
  await page.goto(ofThen('/shoots/garden-payments/checkout-prod'))
  const apply = page.getByRole('button', { name: 'Apply…' }).first()
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAttribute('title', 'Nothing can be applied from the past.')
  await page.getByRole('link', { name: /^Plan( \d+ to do)?$/ }).click()
  await expect(page.getByText('A plan is made of the cluster as it is today, not as it was known then.')).toBeVisible()
  await page.getByRole('link', { name: 'Plan it today' }).click()
  await expect(page).not.toHaveURL(/seen=/)
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
})
