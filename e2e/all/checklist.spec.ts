import type { Page } from '@playwright/test'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { AT } from '../support/pages'
import { PAGE } from '../support/plan'
import { expectNoSidewaysScroll, PHONE } from '../support/screens'
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

test('an owner sees what comes without the plan and with it, moves its night, and takes all patches along', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PAGE)
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link', { name: 'Plan' })).toHaveText('Plan 5 to do')
  await expect(list(page)).toContainText(
    'If you do nothing: forced to Kubernetes 1.33.11 on Sat 12 Dec 22:00–23:00 +01:00',
  )
  const update = list(page).getByRole('listitem').filter({ hasText: 'Update to 1.33.11 on your own day' })
  await update.getByRole('button', { name: 'Plan it for Mon 23 Nov' }).click()
  const nights = update.getByRole('region', { name: 'Nights', exact: true })
  await expect(page.getByRole('region', { name: 'Nights', exact: true })).toHaveCount(1)
  await expect(nights.getByRole('radio', { name: /^Mon 23 Nov/ })).toBeChecked()
  await expect(nights.getByRole('radio').last()).toHaveAccessibleName(/^Fri 11 Dec/)
  await nights.getByRole('button', { name: 'Tue 24 Nov' }).click()
  await expect(nights.getByRole('radio', { name: /^Tue 24 Nov/ })).toBeChecked()

  const beside = page.getByRole('region', { name: 'With your plan' })
  await expect(beside.getByRole('row', { name: /^Next forced/ })).toHaveText('Next forced12 Dec 202610 Jan 2027')
  await expect(beside.getByRole('row', { name: /^Stuck from/ })).toContainText('never, as far as known')
  await expect(beside.getByRole('button', { name: 'Put 24 Nov in the calendar' })).toBeVisible()
  // Tonight's update is decided before that.
  const keep = list(page).getByRole('listitem').filter({ hasText: 'Keep the automatic image update' })
  await keep.getByRole('button', { name: 'Add to the plan' }).click()
  await expect(keep).toContainText('Your plan is for Tue 24 Nov. That is too late for this: send it before.')
  await beside.getByRole('button', { name: 'Copy both patches' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain('"/spec/kubernetes/version", "value": "1.33.11"')
  expect(command).toContain('machineImageVersion", "value": false')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
})

test('a cluster is moved to a namespaced profile that has more time, in the plan', async ({ page }) => {
  await page.goto(PAGE)
  const move = list(page).getByRole('listitem').filter({ hasText: 'Use the namespaced profile aws-extended' })
  await move.getByRole('button', { name: 'Add to the plan' }).click()
  await expect(move).toContainText('in your plan')
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(form.getByLabel('Profile', { exact: true })).toHaveValue(/aws-extended/)
  await expect(page.getByRole('region', { name: 'Patch', exact: true })).toContainText('aws-extended')
  const beside = page.getByRole('region', { name: 'With your plan' })
  await expect(beside.getByRole('row', { name: /^Next forced/ })).toHaveText('Next forced12 Dec 202610 Jan 2027')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the nights scroll in their place, and nothing stands beside the screen', async ({ page }) => {
    await page.goto(PAGE)
    await list(page).getByRole('button', { name: 'Plan it for Mon 23 Nov' }).first().click()
    await expect(page.getByRole('radio', { name: /^Mon 23 Nov/ })).toBeChecked()
    await expectNoSidewaysScroll(page)
    await expectAllAccessible(page, 390)
  })
})

/** Where all of a page has room, neither the head nor the patch lies over a part of something. */
async function expectAllAccessible(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight + 1) })
  await expectNoAxeViolations(page)
}

test('what its owner has applied is done, on the list and beside the forecast, also without the plan', async ({
  page,
}) => {
  const almanac = await startAlmanac()
  try {
    const cluster = `${almanac.url}/shoots/garden-payments/checkout-prod`
    const dialog = page.getByRole('dialog', { name: 'Apply to checkout-prod' })
    const confirmed = async () => {
      await expect(dialog).toContainText('The garden would accept it.')
      const name = dialog.getByRole('textbox')
      if ((await name.count()) > 0) await name.fill('checkout-prod')
      await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
      await expect(dialog).toContainText('Applied.')
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    await page.goto(cluster)
    const side = page.getByRole('complementary', { name: 'What you can do' })
    const [keep, update] = ['Keep the automatic image update', 'Update to 1.33.11 on your own day']
    await expect(side.getByRole('listitem')).toContainText([keep, update])
    await side.getByRole('listitem').filter({ hasText: keep }).getByRole('button', { name: 'Apply…' }).click()
    await confirmed()
    await expect(side.getByRole('listitem').first()).toContainText(update)

    await page.goto(`${cluster}/plan`)
    const item = list(page).getByRole('listitem').filter({ hasText: update })
    await item.getByRole('button', { name: /^(Plan it for|Add to the plan)/ }).click()
    await page.getByRole('radio', { name: /^At once/ }).check()
    await page.getByRole('region', { name: 'Patch', exact: true }).getByRole('button', { name: 'Apply…' }).click()
    await confirmed()
    const done = list(page)
      .getByRole('listitem')
      .filter({ has: page.getByText('done', { exact: true }) })
    await expect(done.filter({ hasText: 'Updated the control plane to Kubernetes 1.33.11' })).toContainText(
      ', by hand.',
    )
    await expect(done.filter({ hasText: 'Image auto-update was turned off.' })).toHaveCount(1)
    await expect(item).toHaveCount(0)
    await expect(list(page)).not.toContainText('in your plan')
    await expectAllAccessible(page, 1440)

    await page.goto(cluster)
    await expect(side.getByRole('listitem').first()).toBeVisible()
    for (const title of [keep, update]) await expect(side).not.toContainText(title)
  } finally {
    await page.close()
    await almanac.stop()
  }
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
  await side.getByRole('link', { name: 'All 5 in the plan' }).click()
  await expect(list(page)).toBeVisible()
})

test('of a cluster that is fine it says that there is nothing to do', async ({ page }) => {
  await page.goto(`/shoots/garden-logistics/depot-stg/plan?at=${AT}`)
  await expect(list(page)).toContainText('There is nothing that you have to do.')
  await expect(list(page)).toContainText('As it is, no update is forced, as far as dates are set.')
  await expect(list(page).getByRole('listitem').getByRole('button')).toHaveCount(0)
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link', { name: 'Plan' })).toHaveText('Plan')
  await expectNoAxeViolations(page)
})
