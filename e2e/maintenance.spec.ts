import { pinned } from './support/pages'
import { expect, test } from './support/test'

/** The owner of a cluster looks into its next maintenance, and at what a pool that is updated in place waits for. */

const PENDING = '/shoots/garden-payments/ledger-eu'

test('the tabs of a cluster are pages of their own, and keep the clock', async ({ page }) => {
  await page.goto(pinned(PENDING))
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link')).toHaveText(['Forecast', 'Plan 1 to do', 'Maintenance 1 pending', 'Past'])
  await expect(tabs.getByRole('link', { name: 'Forecast' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Maintenance' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pinned(`${PENDING}/maintenance`))
  await expect(tabs.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / ledger-eu')
  await expect(page).toHaveTitle(/^Maintenance, payments \/ ledger-eu/)
})

const REFUSAL =
  'the worker pool "db" is currently undergoing an in-place update. No changes are allowed to the worker pool, the Shoot Kubernetes version'

test.describe('a reader elsewhere', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })
  test('sees when the maintenance begins on two clocks, and why all of it is refused', async ({ page }) => {
    await page.goto(pinned(`${PENDING}/maintenance`))
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'The next maintenance begins in 8 h, Sun 22 Nov 03:00–05:00 +01:00, 07:30–09:30 for you. It will be refused.',
    )
    await expect(main).toContainText('Begins at a random moment between 03:00 and 04:45')
    const rows = page.getByRole('region', { name: 'What will run' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Pool db, image' })).toContainText('gardenlinux 1877.4.0→1877.9.0')
    await expect(rows.filter({ hasText: 'All of it is refused' })).toContainText(REFUSAL)
    await expect(main).toContainText('If all nodes of pool db are updated before it begins, this maintenance runs.')
    const checked = page.getByRole('region', { name: 'Would it be skipped, or refused?' })
    const checks = checked.getByRole('listitem')
    await expect(checks).toHaveCount(1)
    await expect(checks).toContainText('Pool db is pending, stands in the way')
    await checked
      .getByText('No problem: profile is known, not being deleted, window can be read and last operation Succeeded')
      .click()
    await expect(checks.filter({ hasText: 'Window can be read' })).toContainText('in order')
  })
})

test('an owner sees what will run, how long it may take, what Gardener wrote, and copies a command', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pinned('/shoots/garden-payments/checkout-prod/maintenance'))
  const main = page.getByRole('main')
  await expect(main).toContainText('tonight 22:00–23:00 +01:00. 2 versions change.')
  await expect(main).toContainText('Work on nodes takes at most 14 h (pool web-a: 6 × (create 20 min + drain 2 h))')
  await expect(main).toContainText('the window is 1 h long, and nothing is stopped at its end')
  const runs = page.getByRole('region', { name: 'What will run' })
  const own = ['Pool web-a, image', 'Pool ledger, image']
  await expect(runs.getByRole('rowheader')).toHaveText(own)
  await runs.getByText('Last in each maintenance: reconciliation, infrastructure and DNS, restarts').click()
  await expect(runs.getByRole('rowheader')).toHaveText([...own, 'Reconciliation', 'Infrastructure and DNS', 'Restarts'])
  await expect(page.getByRole('region', { name: 'Last result' })).toContainText('Gardener keeps only the last result.')
  await expect(page.getByRole('region', { name: 'Events', exact: true })).toContainText('KubernetesVersionMaintenance')
  const command = page
    .getByRole('region', { name: 'Commands' })
    .getByRole('listitem')
    .filter({ hasText: 'Maintain now' })
  await command.getByText('Maintain now').click()
  await command.getByRole('button', { name: 'Copy' }).click()
  await expect(command.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'kubectl -n garden-payments annotate shoot checkout-prod gardener.cloud/operation=maintain',
  )
})

test('who runs a pool in place sees what it waits for, what it may become, and the commands', async ({ page }) => {
  await page.goto(pinned(`${PENDING}/maintenance`))
  const main = page.getByRole('main')
  await expect(main).toContainText('1 pool of 2 is updated in place. db is pending.')
  const db = page.getByRole('region', { name: 'Pool db' })
  await expect(db).toContainText('ManualInPlaceUpdate')
  await expect(db).toContainText('It waits until somebody selects its nodes.')
  await expect(db).toContainText(
    'kubectl get nodes -l worker.gardener.cloud/pool=db,node.machine.sapcloud.io/candidate-for-update',
  )
  await db.getByText('What it may be switched to, and where its image can go').click()
  await expect(db.getByRole('listitem').filter({ hasText: 'AutoInPlaceUpdate' })).toContainText(
    'Not now: the pool is pending',
  )
  await expect(db.getByRole('row', { name: /1877\.9\.0/ })).toContainText('Fits, from 1877.3.0 on.')
  const part = page.getByRole('region', { name: 'In place', exact: true })
  await part.getByText('Only if nodes are broken: force a change').click()
  await expect(part).toContainText('refused with it all the same')
  await part.getByText('What Gardener says of it, and what is fixed meanwhile').click()
  await expect(part.getByRole('region', { name: 'ManualInPlaceWorkersUpdated' })).toContainText('False')
  await expect(part.getByRole('region', { name: 'Feature gate' })).toContainText('That it accepted db shows')
})
