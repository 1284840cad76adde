import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { expect, test } from '../support/test'

test.describe('on a phone', () => {
  test.use(PHONE)
  test('a row leads to its cluster', async ({ page }) => {
    await page.goto(pinned('/shoots?view=tonight'))
    // The hours of the night stand above its rows.
    const hours = page.getByRole('table').getByText(/^\d\d:00$/)
    await expect(hours.filter({ visible: true })).not.toHaveCount(0)
    await page
      .getByRole('table')
      .getByRole('link', { name: /logistics \/ parcels-jp/ })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('logistics / parcels-jp')
  })
})
