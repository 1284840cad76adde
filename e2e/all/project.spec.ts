import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { expect, test } from '../support/test'

test('the crumb of a cluster leads to its project', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'media' }).click()
  await expect(page).toHaveURL(/\/projects\/media\?at=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('media')
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('a cluster is what it is and when, where it goes, and its bar', async ({ page }) => {
    await page.goto(pinned('/projects/data'))
    await expect(page.getByText('no owner named')).toBeVisible()
    const first = page
      .getByRole('grid', { name: 'Clusters by attention' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .first()
    await expect(first).toContainText(/\d+ (h|d)/)
  })
})
