import { AT, pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('the keyboard chooses how long before, and the table is behind the chart', async ({ page }) => {
  await page.goto(pinned('/accuracy?days=30'))
  await settled(page)
  await page.getByRole('radio', { name: '7 days before' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/before=30/)
  await expect(page.getByRole('radio', { name: '30 days before' })).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('t')
  await expect(page.getByRole('columnheader', { name: 'Almanac was wrong' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('aws')
  await expect(page).toHaveURL(/profile=aws/)
  await expect(page).toHaveURL(new RegExp(`at=${AT}`))
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('a deviation says both sides one below the other', async ({ page }) => {
    await page.goto(pinned('/accuracy'))
    await settled(page)
    await expect(page.getByText(/^\d+ of \d+ went as the forecast said/)).toBeVisible()
    await page.getByRole('button', { name: /^\d+ more$/ }).tap()
    const row = page.getByRole('table', { name: 'Every deviation' }).getByRole('row').filter({ hasText: 'catalog-dev' })
    await expect(row.first()).toContainText('date edited')
    await expect(row.last()).toContainText('owner acted first')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  })
})
