import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { settled } from './support/settled'
import { field, filters, open, rows, search, table } from './support/shoots'
import { expect, test } from './support/test'

const clusterOf = (row: Locator) => row.getByRole('rowheader').getByRole('link').innerText()

test('somebody on call finds the cluster that is forced next, and reads when', { tag: '@firefox' }, async ({
  page,
}) => {
  await open(page)
  const forced = rows(page)
    .filter({ has: page.getByRole('img', { name: 'forced', exact: true }) })
    .first()
  const name = await clusterOf(forced)
  const target = /→ (\S+)/.exec(await forced.innerText())?.[1] ?? 'no target'
  await forced.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^Forced to Kubernetes /)).toContainText(target)
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
})

test('other orders are in the address', async ({ page }) => {
  await open(page)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption('name')
  await expect(page).toHaveURL(/sort=name/)
  const names = async () => (await rows(page).getByRole('rowheader').allInnerTexts()).map(lastPart)
  await expect.poll(async () => isSorted(await names())).toBe(true)

  await page.reload()
  await expect(order).toHaveValue('name')
  await order.selectOption('attention')
  await expect(page).not.toHaveURL(/sort=/)
})

test.describe('filters', () => {
  test('several of one filter mean any of them, of two filters both', async ({ page }) => {
    await open(page, '/shoots?project=payments&project=media&stage=deprecated')
    await expect(filters(page)).toHaveText(['Project is payments, media', 'Stage is deprecated'])
    const names = await rows(page).getByRole('rowheader').allInnerTexts()
    expect(new Set(names.map((name) => name.split(' / ')[0]))).toEqual(new Set(['payments', 'media']))
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page).not.toHaveURL(/project|stage/)
  })

  test('back leads to the filters before', async ({ page }) => {
    await open(page)
    await field(page).fill('checkout')
    await page.keyboard.press('Enter')
    await expect(filters(page)).toHaveText(['Name or version has checkout'])
    await page.goBack()
    await expect(filters(page)).toHaveCount(0)
    await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  })
})

test('a name in full means what is called so: Enter takes the project, and another filter beside it', async ({
  page,
}) => {
  await open(page)
  await field(page).fill('payments')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is payments'])
  await field(page).fill('forced')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is payments', 'An event ahead is forced'])
  await field(page).fill('checkout')
  await page.keyboard.press('Enter')
  await field(page).fill('prod')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText([
    'Name or version has checkout prod',
    'Project is payments',
    'An event ahead is forced',
  ])
  await expect(rows(page)).toHaveCount(1)
})

test('when nothing matches, one button leads back', async ({ page }) => {
  await page.goto(pinned('/shoots?q=nobody-has-this-name'))
  await expect(page.getByText('No cluster matches.')).toBeVisible()
  await expect(table(page)).toHaveCount(0)
  await settled(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
})

test('everything can be done with the keyboard', { tag: '@firefox' }, async ({ page }) => {
  await open(page)
  const names = await rows(page).getByRole('rowheader').allInnerTexts()
  const toggle = (index: number) => page.getByRole('button', { name: `Details of ${names[index]}`, exact: true })
  await page.keyboard.press('j')
  await expect(toggle(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(toggle(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(toggle(1)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(toggle(1)).toHaveAttribute('aria-expanded', 'true')
  expect(search(page).get('open')).toMatch(/^garden-[a-z]+\/[a-z0-9-]+$/)
  await expect(page.getByRole('link', { name: 'Open cluster' })).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(toggle(1)).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle(1)).toBeFocused()
  expect(search(page).has('open')).toBe(false)

  await page.keyboard.press('f')
  await expect(field(page)).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.type('media')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^media \d+$/ })).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is media'])
  await page.keyboard.press('Backspace')
  await expect(filters(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeFocused()
})

test('an expanded row tells the cluster’s forecast in one sentence, and a link to it shows it again', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Details of payments / checkout-prod' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Details of payments / checkout-prod' }).click()
  const details = table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Open cluster' }) })
  await expect(details).toContainText(
    'Forced to Kubernetes 1.33.11 in 21 days 3 h, in the window Sat 12 Dec 22:00–23:00 +01:00. ',
  )
  await expect(details).toContainText('Before that, tonight 22:00–23:00 +01:00:')
  await expect(details.getByRole('img', { name: /^1\.32\.13 deprecated, / })).toBeVisible()

  await page.goto(page.url())
  await expect(details.getByRole('link', { name: 'Open cluster' })).toBeInViewport()
  await details.getByRole('link', { name: 'Open cluster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'payments / checkout-prod' })).toBeVisible()
})

test('the list and a ticket can be copied with a link that pins the clock and the data', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await open(page, '/shoots?project=search&sort=next')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await copied()).toBe(
    `${baseURL}/shoots?project=search&sort=next&at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z`,
  )

  await page
    .getByRole('button', { name: /^Details of search \/ / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  await expect
    .poll(copied)
    .toContain('As of Sat 21 Nov 2026, 19:00 +01:00, from data read Sat 21 Nov 2026, 19:00 +01:00:')
  expect(await copied()).toMatch(
    /\/shoots\/garden-search\/[a-z0-9-]+\?at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z\n$/,
  )
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('rows have two lines, and are expanded with a thumb', async ({ page }) => {
    await open(page)
    const first = rows(page).first()
    await expect(first).toContainText(/media \/ origin-apac/)
    const button = first.getByRole('button')
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await button.tap()
    await expect(page.getByRole('link', { name: 'Open cluster' })).toBeVisible()
    await settled(page)
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await field(page).tap()
    await page.getByRole('option', { name: 'within 7 days' }).tap()
    await expect(filters(page)).toHaveText(['Something happens within 7 days'])
    await expectNoSidewaysScroll(page)
  })
})

function lastPart(name: string): string {
  return name.split(' / ').at(-1)?.split('\n')[0] ?? ''
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || (texts[i - 1] ?? '') <= text)
}
