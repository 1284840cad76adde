import { pinned } from '../support/pages'
import { expect, test } from '../support/test'

test.describe('a profile that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })
  for (const path of [
    '/cloudprofiles/aws?view=compare&with=gcx',
    '/cloudprofiles/gcx?view=new-cluster',
    '/versions/gcx/kubernetes/1.34.4',
  ]) {
    test(`is answered with what is near: ${path}`, async ({ page }) => {
      const response = await page.goto(pinned(path))
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This garden has no profile gcx')
      await expect(page.getByRole('main').getByRole('link', { name: 'gcp', exact: true })).toBeVisible()
    })
  }
})
