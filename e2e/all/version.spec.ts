import { expectNoAxeViolations } from '../support/axe'
import { pinned } from '../support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { expect, test } from '../support/test'
import { VERSION } from '../support/version'

test.describe('a version that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('is answered with what is near', async ({ page }) => {
    const response = await page.goto(pinned('/versions/aws/kubernetes/1.32.99'))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('aws has no version 1.32.99')
    await expect(page.getByRole('main').getByRole('link', { name: '1.32.13' })).toBeVisible()
  })
})

test.describe('on a phone, in the dark', () => {
  test.use({ ...PHONE, ...DARK })
  test('nothing runs out of the page', async ({ page }) => {
    await page.goto(pinned(VERSION))
    await expect(page.getByRole('heading', { level: 1, name: '1.32.13' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})
