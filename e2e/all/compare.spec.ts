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

test('where nothing differs the page says so; the address of earlier releases leads there', async ({ page }) => {
  await page.goto(pinned('/compare?a=aws&b=aws'))
  await expect(page).toHaveURL(/\/cloudprofiles\/aws\?.*view=compare&with=aws/)
  await expect(page.getByText('aws is compared with itself, so nothing differs.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('grid', { name: /^Kubernetes versions/ })).toBeVisible()
})

test('a namespaced profile is compared from the address of earlier releases, too', async ({ page }) => {
  await page.goto(pinned('/compare?a=garden-payments/aws-extended&b=aws'))
  await expect(page).toHaveURL(/\/cloudprofiles\/garden-payments\/aws-extended\?.*view=compare&with=aws/)
  await expect(page.getByRole('grid', { name: 'Kubernetes versions of aws-extended and aws' })).toBeVisible()
  await page.goto(pinned('/compare'))
  await expect(page.getByText('Which profile do you want to compare? Choose one.')).toBeVisible()
})
