import type { Page } from '@playwright/test'
import { pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

/** The figures of a row of the three, in its order: as forecast, then by reason. */
async function figures(page: Page, age: string): Promise<number[]> {
  const cells = page.getByRole('row').filter({ hasText: age }).getByRole('cell')
  const texts = (await cells.allInnerTexts()).map((text) => text.trim())
  return texts.filter((text) => /^\d+$/.test(text)).map(Number)
}

test('somebody who doubts the forecasts sees how many were right, and why the others were not', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.getByRole('link', { name: 'Were we right?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Were we right?' })).toBeVisible()
  const headline = page.getByText(/^\d+ of \d+ maintenances? went as the forecast said/)
  await expect(headline).toContainText('7 days before. Of the other')
  await expect(headline).toContainText('none was Almanac’s error.')

  for (const age of ['1 day before', '7 days before', '30 days before']) {
    // What is chosen is in the address, and shown as soon as it is there.
    await page.getByRole('radio', { name: age }).click()
    await expect(page.getByRole('radio', { name: age })).toBeChecked()
    await expect(headline).toContainText(`the forecast said ${age}.`)
    const [right = 0, ...reasons] = await figures(page, age)
    const total = right + reasons.reduce((sum, one) => sum + one, 0)
    await expect(headline).toContainText(`${right} of ${total} maintenance`)
    expect(reasons.at(-1), 'Almanac was wrong').toBe(0)
    await expect(page.getByRole('button', { name: `all ${total - right}`, exact: true })).toBeVisible()
    await expect(page.getByText(`forecast made ${age}`)).toBeVisible()
  }
  await expect(page).toHaveURL(/before=30/)
  await expect(page.getByText(/^known from 22 Oct/)).toBeVisible()
})
