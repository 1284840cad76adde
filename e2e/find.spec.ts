import { pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('finds a cluster whose name was mistyped, and lists it first the next time', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find cluster, project, version' })
  await field.fill('chekcout-pord')
  await expect(page.getByText('Nothing is called “chekcout-pord”')).toBeVisible()
  await page.getByRole('option', { name: /payments \/ checkout-prod/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / checkout-prod')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Used most' }).getByRole('option')).toHaveText(/checkout-prod/)
  await field.fill('promote prview')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promote a preview to supported')
})

test.describe('somebody in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })
  test('reads times in UTC once that is chosen, and then in the zone of each cluster', async ({ page }) => {
    await page.goto(pinned('/shoots'))
    await page.getByRole('button', { name: 'Times in Europe/Berlin' }).click()
    await page.getByRole('radio', { name: 'UTC' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Times in UTC' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Times in UTC' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Sat 21 Nov 2026, 18:00 +00:00')
    await page.goto(pinned('/shoots/garden-payments/checkout-prod'))
    await expect(page.getByText(/for you/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Times in UTC' }).click()
    await page.getByRole('radio', { name: 'the cluster’s' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/for you/)).toHaveCount(0)
  })
})

test('plain words find guides, lists of clusters and what can be done', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  await settled(page)
  const field = page.getByRole('combobox', { name: 'Find cluster, project, version' })
  for (const [word, line] of [
    ['erroneous', 'The supported version has problems'],
    ['rollback', 'The supported version has problems'],
    ['replace', 'The supported version has problems'],
    ['new cluster', 'New cluster'],
    ['draft', 'New draft'],
    ['stuck', 'Stuck clusters'],
    ['tonight', 'Tonight'],
    ['forced', 'Forced within 90 days'],
    ['calendar', 'Subscribe to a calendar'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field.fill(word)
    await expect(page.getByRole('option', { name: line })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  // On the page of a cluster it is the calendar of that, elsewhere that of all.
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  const subscribe = async () => {
    await page.keyboard.press('Control+k')
    await field.fill('calendar')
    await page.getByRole('option', { name: 'Subscribe to a calendar' }).click()
    await expect(dialog.getByRole('button', { name: 'Copy calendar address' }).first()).toBeVisible()
  }
  await subscribe()
  await expect(dialog).toContainText('Forced updates of this cluster')
  await page.goto(pinned('/account'))
  await subscribe()
  await expect(dialog).toContainText('Forced updates of these clusters')
})
