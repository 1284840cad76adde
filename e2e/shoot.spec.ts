import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { AT, pinned } from './support/pages'
import { settled } from './support/settled'
import { CHAIN, REFUSED, STUCK, steps, why } from './support/shoot'
import { expect, test } from './support/test'

const beside = (page: Page) => page.getByRole('complementary', { name: 'What you can do' })

test.describe('a cluster that is forced, step by step', () => {
  test('says when and to what, relative and in its own window, and what comes before', { tag: '@firefox' }, async ({
    page,
  }) => {
    await page.goto(pinned(CHAIN))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / checkout-prod')
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'Forced to Kubernetes 1.33.11 in 21 days 3 h, in the window Sat 12 Dec 22:00–23:00 +01:00. ' +
        'All nodes of 2 pools will roll. Later updates lead to 1.35.4 by 7 Sep 2027.',
    )
    await expect(main).toContainText(
      'Before that, tonight 22:00–23:00 +01:00: pools web-a and ledger auto-update to gardenlinux 1877.9.0',
    )
  })

  test('lists every step with Gardener’s reason and what it does to nodes', async ({ page }) => {
    await page.goto(pinned(CHAIN))
    const table = steps(page).getByRole('table').first()
    await expect(table.getByRole('columnheader')).toHaveText([
      'Window begins, +01:00',
      'What',
      'From → to',
      'Reason Gardener will give',
      'Effect',
    ])
    await expect(table.getByRole('rowheader')).toContainText([
      'Tue 17 Nov',
      'Sat 21 Nov 22:00',
      'Sat 12 Dec 22:00',
      'Sun 10 Jan 2027 22:00',
      'Sat 8 May 2027 22:00',
      'Tue 7 Sep 2027 22:00',
    ])
    const text = await table.innerText()
    expect(text).toContain('done, 3 days ago')
    expect(text).toContain('Automatic update of the machine image version is configured (image update strategy: minor)')
    expect(text).toContain('Kubernetes version expired - force update required')
    expect(text).toContain('API server and controllers restart')
    expect(text).toContain('Up to 12 nodes roll')
    expect(text).toContain('4 nodes in place')
    await expect(table.getByRole('link', { name: '1.33.11' }).first()).toHaveAttribute(
      'href',
      /^\/versions\/aws\/kubernetes\/1\.33\.11\?at=/,
    )
  })

  test('later steps are folded, and opened with the keyboard', { tag: '@firefox' }, async ({ page }) => {
    await page.goto(pinned(CHAIN))
    const may = steps(page).getByRole('rowgroup').filter({ hasText: 'Sat 8 May 2027' })
    await may.getByRole('button', { name: 'Control plane and 3 pools' }).focus()
    await page.keyboard.press('Enter')
    await expect(may.getByRole('cell', { name: 'Pool web-a', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(may.getByRole('cell', { name: 'Pool web-a', exact: true })).toHaveCount(0)
  })

  test('beside it stand what can be done, and how the last maintenance went', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(pinned(CHAIN))
    await expect(beside(page).getByRole('heading', { name: 'Last maintenance' })).toBeVisible()
    await expect(beside(page)).toContainText('Succeeded Tue 17 Nov 22:03 +01:00')
    await expect(beside(page)).toContainText('Updated Kubernetes version from "1.32.9" to "1.32.13".')
    const update = beside(page).getByRole('listitem').filter({ hasText: 'Update to 1.33.11 on your own day' })
    await update.getByRole('button', { name: 'Copy patch' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toMatch(/^kubectl .*checkout-prod.*"version":"1\.33\.11"/)
    await page.getByRole('button', { name: 'Copy for ticket' }).click()
    await expect.poll(copied).toContain(`${CHAIN}?at=${AT}`)
  })
})

test.describe('why this version', () => {
  test('each version of the profile has the rule that removes it, and one is chosen', async ({ page }) => {
    await page.goto(pinned(CHAIN))
    const button = why(page, /Sat 12 Dec 22:00/)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const decision = page.getByRole('region', { name: 'Control plane: Why 1.33.11 and not another?' })
    await expect(decision).toContainText('Is it updated? Yes, 1.32.13 is listed and expired')
    await expect(decision.getByRole('columnheader')).toHaveText([
      'Candidate',
      'Stage on 12 Dec',
      'Rule that removes it',
    ])
    const row = (version: string) =>
      decision.getByRole('row').filter({ has: page.getByRole('rowheader', { name: version, exact: true }) })
    await expect(row('1.33.11')).toContainText('chosen, highest of 1.33 that is not expired')
    await expect(row('1.34.7')).toContainText('minor is +2, only +1 is allowed')
    await expect(row('1.36.2')).toContainText('preview is never a target')
    await settled(page)
    await expectNoAxeViolations(page)

    await page.reload()
    await expect(decision).toBeVisible()
    await button.click()
    await expect(decision).toHaveCount(0)
    await expect(page).not.toHaveURL(/why=/)
  })

  test('with the effect on each pool, the field that causes it and how long it may take', async ({ page }) => {
    await page.goto(pinned(CHAIN))
    await why(page, /Sat 12 Dec 22:00/).click()
    const effects = page.getByRole('region', { name: 'What it does to nodes' })
    const pool = effects.getByRole('row').filter({ hasText: 'Pool web-a' })
    await expect(pool).toContainText('up to 12 nodes roll')
    await expect(pool).toContainText('kubernetes.version')
    await expect(pool).toContainText(/at most \d+ h.*6 × \(create 20 min \+ drain 2 h\)/)
    await page.getByText('suse-chost of pool batch stays on').click()
    await expect(page.getByText('not of 15.6')).toBeVisible()
  })

  test('and of what fails, why nothing is left, or who refuses it', async ({ page }) => {
    await page.goto(pinned(STUCK))
    await why(page, /Sat 21 Nov 22:00/).click()
    await expect(page.getByRole('region', { name: 'Control plane: Why does it not leave 1.31.14?' })).toContainText(
      'minor is +2, only +1 is allowed',
    )
    await page.goto(pinned(REFUSED))
    await why(page, /Sat 12 Dec 23:30/).click()
    await expect(page.getByText('All of it is refused.')).toBeVisible()
  })
})

test('a cluster that is stuck says since when, why, and who can help', async ({ page }) => {
  await page.goto(pinned(STUCK))
  const main = page.getByRole('main')
  await expect(main).toContainText(
    'It fails again every night, next in 3 h. There is no version to move to from Kubernetes 1.31.14.',
  )
  await expect(main).toContainText('the profile lists no version of 1.32, and a minor cannot be skipped.')
  await expect(steps(page)).toContainText('No suitable version found in CloudProfile')
  await expect(beside(page)).toContainText('You cannot fix this')
  await expect(beside(page)).toContainText('Failed')
})

test.describe('a cluster that does not exist', () => {
  // Next names the style sheet of the page that could not be shown, which is then not needed.
  test.use({ expectedErrors: [/status of 404|was preloaded using link preload but not used/] })
  test('is said, with those that are near', async ({ page }) => {
    const response = await page.goto(pinned('/shoots/garden-payments/checkout-prodd'))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'There is no cluster garden-payments / checkout-prodd',
    )
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'garden-payments / checkout-prod', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / checkout-prod')
    await expect(page).toHaveURL(/\?at=/)
  })
})

test.describe('what was done', () => {
  test('has its effect and its why, and stands in a ticket', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(pinned(CHAIN))
    const done = steps(page).getByRole('rowgroup').filter({ hasText: 'Tue 17 Nov' })
    await expect(done).toContainText('1.32.9→1.32.13')
    await expect(done).toContainText('Kubelet restart only')
    await why(page, /Tue 17 Nov/).click()
    const decision = page.getByRole('region', { name: 'Control plane: Why 1.32.13 and not another?' })
    await expect(decision).toContainText('Gardener said')
    await expect(done).toContainText('Almanac does not know what the profile was on 17 Nov')
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Copy for ticket' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain('last maintenance: Succeeded')
    expect(await copied()).toContain('Kubelet restart only')
  })
})
