import { pinned } from '../support/pages'
import { expect, test } from '../support/test'

test('who does not say of which profile is asked, and the address of earlier releases leads to the tab', async ({
  page,
}) => {
  await page.goto(pinned('/cloudprofiles?for=new-cluster'))
  await expect(page.getByText('Which profile will the new cluster use? Choose one.')).toBeVisible()
  await page.getByRole('link', { name: 'gcp', exact: true }).click()
  await expect(page.getByText(/^If you write no version, a new cluster gets/)).toBeVisible()
  await page.goto(pinned('/new-cluster/garden-payments/aws-extended?kubernetes=1.34'))
  await expect(page).toHaveURL(/\/cloudprofiles\/garden-payments\/aws-extended\?.*kubernetes=1\.34/)
  await expect(page.getByText(/^If you write no version, a new cluster gets/)).toBeVisible()
})
