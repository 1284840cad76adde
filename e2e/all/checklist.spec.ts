import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../support/axe'
import { AT } from '../support/pages'
import { PAGE } from '../support/plan'
import { STUCK } from '../support/shoot'
import { expect, test } from '../support/test'

const list = (page: Page) => page.getByRole('region', { name: 'What you can do', exact: true })

test('an owner of a cluster that is forced sees what to do before when, puts it into the plan, and takes it out', async ({
  page,
}) => {
  await page.goto(PAGE)
  const update = list(page).getByRole('listitem').filter({ hasText: 'Update to 1.33.11 on your own day' })
  await expect(list(page)).toContainText('One thing to decide before tonight 22:00.')
  await expect(list(page).getByRole('heading', { name: /^Before Sat 12 Dec 22:00/ })).toBeVisible()
  await expect(list(page)).toContainText('Moving the window would not help')
  await expect(update).toContainText('A good night: Mon 23 Nov, a weekday outside of the freeze')
  await update.getByRole('button', { name: 'Plan it for Mon 23 Nov' }).click()
  await expect(update).toContainText('in your plan')
  await expect(page).toHaveURL(/plan=/)
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(form.getByRole('radio', { name: /1\.33\.11/ })).toBeChecked()
  await expect(form.getByRole('radio', { name: /On a day I choose/ })).toBeChecked()
  await expectNoAxeViolations(page)
  await update.getByRole('button', { name: 'Leave it out' }).click()
  await expect(update).toContainText('open')
  await expect(page).not.toHaveURL(/plan=/)
  const time = list(page).getByRole('listitem').filter({ hasText: 'more time in a namespaced profile' })
  await time.getByRole('link', { name: 'Ask for more time' }).click()
  await expect(page).toHaveURL(/more-time\?.*project=payments/)
})

test('of a cluster that is stuck it says what only operators can do', async ({ page }) => {
  await page.goto(`${STUCK}/plan?at=${AT}`)
  const item = list(page).getByRole('listitem').filter({ hasText: 'You cannot fix this' })
  await expect(item).toContainText('operators can')
  await expect(list(page).getByRole('heading', { name: /^Now/ })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('beside the forecast stand the two that are due first, with the way to all', async ({ page }) => {
  await page.goto(PAGE.replace('/plan', ''))
  const side = page.getByRole('complementary', { name: 'What you can do' })
  await expect(side.getByRole('listitem')).toHaveCount(2)
  await expect(side.getByRole('listitem').first()).toContainText('Keep the automatic image update')
  await side.getByRole('link', { name: 'All 5 on the checklist' }).click()
  await expect(list(page)).toBeVisible()
})

test('of a cluster that is fine it says that there is nothing to do', async ({ page }) => {
  await page.goto(`/shoots/garden-logistics/depot-stg/plan?at=${AT}`)
  await expect(list(page)).toContainText('There is nothing that you have to do.')
  await expect(list(page)).toContainText('As it is, no update is forced, as far as dates are set.')
  await expect(list(page).getByRole('button')).toHaveCount(0)
  await expectNoAxeViolations(page)
})
