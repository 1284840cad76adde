import { pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('the film is a table as well, its day is in the address, and without movement it goes step by step', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(pinned('/film?day=2027-03-01'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('On Mon 1 Mar 2027')
  await settled(page)
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/view=table/)
  const table = page.getByRole('region', { name: 'Clusters from minor to minor as a table' }).getByRole('table')
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const total = (await page.getByRole('heading', { level: 1 }).textContent())?.match(/of (\d+) clusters/)?.[1]
  for (const row of [rows.first(), rows.nth(3), rows.last()]) {
    const counts = (await row.locator('td.num').allTextContents()).slice(0, -1)
    expect(String(counts.reduce((sum, count) => sum + Number(count), 0))).toBe(total)
  }
  const current = table.locator('[aria-current="date"]')
  await expect(current).toHaveCount(1)
  const before = await current.textContent()
  await page.getByRole('button', { name: 'Next step' }).click()
  await expect(current).not.toHaveText(before ?? '')
  const then = await current.textContent()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(current).not.toHaveText(then ?? '')
})
