import { pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('the night says what is open, what is done and what will fail; Esc leaves its board for a large screen', async ({
  page,
}) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  const views = page.getByRole('navigation', { name: 'Views of the clusters' })
  await expect(views.getByRole('link', { name: /^Tonight \d+$/ })).toHaveAttribute('aria-current', 'page')
  // Each view says how many clusters it shows, also while another is open.
  for (const name of ['All', 'Forced', 'Stuck', 'In place'])
    await expect(views.getByRole('link', { name: new RegExp(`^${name} \\d+$`) })).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Clusters' })).toHaveAttribute('aria-current', 'page')
  const row = (name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
  await expect(row('parcels-jp')).toContainText('in 1 h')
  await expect(row('origin-apac')).toContainText('no version to move to')
  await expect(row(/^Will fail \d+/)).toHaveCount(1)
  // Keys go through its rows as through those of the list.
  await page.keyboard.press('j')
  await expect(row('origin-apac').getByRole('link')).toBeFocused()
  // Three or more that are alike are one row, which opens.
  const more = page.getByRole('button', { name: /^\d+ more of \w+$/ }).first()
  const rows = await page.getByRole('row').count()
  const count = Number.parseInt(await more.innerText(), 10)
  await more.click()
  await expect(page.getByRole('row')).toHaveCount(rows + count)
  await more.click()
  // The filters are those of the list: what is asked for is in the address, and rows and figures are of these clusters alone.
  await page.getByRole('combobox', { name: 'Add a filter' }).fill('billing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/project=billing/)
  await expect(row('origin-apac')).toHaveCount(0)
  await expect(row('billing / ')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(row('origin-apac')).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).click()
  // The next night has its own address; the one of now has none.
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/Sun 22 Nov 18:00 to Mon 23 Nov 06:00/)).toBeVisible()
  await page.getByRole('button', { name: 'Night before' }).click()
  await expect(page.getByText(/Sat 21 Nov 18:00 to Sun 22 Nov 06:00/)).toBeVisible()
  // At 20:30 UTC the first window is over, and another is open. The address of earlier releases leads there.
  await page.goto('/tonight?at=2026-11-21T20:30:00Z')
  await expect(page).toHaveURL(/\/shoots\?.*view=tonight/)
  await settled(page)
  await page.getByRole('button', { name: 'Board' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tonight' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  // The head and fifteen rows at most have room on it.
  await expect(row(/\d+ (of \w+|clusters)/)).not.toHaveCount(0)
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(16)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(views.getByRole('link', { name: 'Tonight' })).toHaveAttribute('aria-current', 'page')
})
