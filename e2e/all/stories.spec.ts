import type { Page } from '@playwright/test'
import { type Almanac, startAlmanac } from '../support/almanac'
import { pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** An owner: from the overview to when it is forced, to what, what happens to the nodes and what to do, by keys alone. */
test('an owner has the full answer after at most twelve keys', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const keys = ['/', ...'cards-stg', 'Enter']
  expect(keys.length).toBeLessThanOrEqual(12)
  for (const key of keys) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / cards-stg')
  await settled(page)
  const main = page.getByRole('main')
  await expect(main.getByText(/^Forced to Kubernetes 1\.\d+\.\d+ in /)).toBeInViewport()
  await expect(main.getByText(/in the window \w{3} \d+ \w{3}/).first()).toBeInViewport()
  await expect(main.getByText(/nodes? (?:of \S+ )?.*(?:rolls?|replaced)/).first()).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeInViewport()
})

/** Support: who opens the link of a ticket sees why with one click, also tomorrow. */
test('support comes from the link of a ticket to the cause with one click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pinned('/shoots/garden-ads/bidder-legacy'))
  await settled(page)
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  const link = /https?:\S+/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[0]
  if (link === undefined) throw new Error('The ticket has no link.')
  const supporter = await context.newPage()
  await supporter.goto(link)
  await settled(supporter)
  await supporter
    .getByRole('button', { name: /^Why does it fail\?/ })
    .first()
    .click()
  await expect(
    supporter
      .getByText(/kubelet/)
      .filter({ visible: true })
      .first(),
  ).toBeInViewport()
})

/** Counts what an operator does: each thing that is pressed, chosen or typed. */
class Actions {
  count = 0
  constructor(private readonly page: Page) {}
  async press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('banner').or(this.page.getByRole('main'))
    await place
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
    this.count += 1
    await settled(this.page)
  }
}

test.describe('an operator', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac?.stop())

  test('comes from a new patch to an applied profile with at most twenty actions', async ({ page }) => {
    await page.goto(almanac.url)
    await settled(page)
    const actions = new Actions(page)
    await actions.press('link', 'Changes')
    await actions.press('link', 'A new patch version has been released')
    await actions.press('link', /^Fill a draft with/)
    await actions.press('button', 'Apply')
    await actions.press('button', /^Apply to /)
    await expect(page.getByRole('dialog')).toContainText('The garden accepted it')
    expect(actions.count).toBeLessThanOrEqual(20)
  })
})
