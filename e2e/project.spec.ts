import { pinned } from './support/pages'
import { expect, test } from './support/test'

test('an owner sees what is ahead of a project, whom it names, and takes a notice along', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pinned('/projects/payments'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments')
  await expect(page.getByText(/^\d+ of 23 clusters are forced to move by/)).toBeVisible()
  await expect(page.getByText(/ will be stuck\./)).toContainText('kyc-legacy')

  const members = page.getByRole('region', { name: 'Owner and members' }).getByRole('listitem')
  await expect(members.first()).toContainText('payments-admin@example.com')
  await expect(members.first()).toContainText('owner, admin')
  await expect(members.filter({ hasText: 'Service account' })).toContainText('garden-payments / ci-deployer')

  const clusters = page
    .getByRole('grid', { name: 'Clusters by attention' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  await expect(clusters).toHaveCount(20)
  await expect(clusters.first().getByRole('img', { name: 'fails', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What is ahead, by month' }).getByRole('row').nth(1)).toContainText(
    'Nov 2026',
  )

  const notice = page.getByRole('region', { name: 'Notice to copy' })
  await expect(notice).toContainText(/payments: \d+ clusters are forced by/)
  await notice.getByRole('button', { name: 'Copy notice' }).click()
  await expect(notice.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^payments: \d+ clusters are forced by .*\n\n- /,
  )

  await page.getByRole('button', { name: 'Subscribe' }).click()
  const link = page.getByRole('link', { name: 'Subscribe to Forced updates and auto-updates of payments' })
  const address = (await link.getAttribute('href')) ?? ''
  expect(address).toMatch(/^webcal:.*\/api\/feeds\/projects\/payments\.ics\?auto=1$/)
  const calendar = await page.request.get(address.replace('webcal', 'http'))
  expect(calendar.headers()['content-type']).toContain('text/calendar')
})

test('a project is pinned in this browser, and comes first among the teams', async ({ page }) => {
  await page.goto(pinned('/projects/monitoring'))
  const pin = page.getByRole('button', { name: 'My project' })
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Teams' }).click()
  await expect(page.getByText('First: my project monitoring.')).toBeVisible()
  const rows = page
    .getByRole('region', { name: 'Projects by days' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect(rows.first()).toContainText('monitoring')
  await rows.first().getByRole('link', { name: 'monitoring', exact: true }).click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
})
