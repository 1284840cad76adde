import { pinned } from '../support/pages'
import { SEVERAL } from '../support/past'
import { expect, test } from '../support/test'

/** The owner of a cluster asks what happened to it, and why. */

const FORCED = '/shoots/garden-payments/checkout-prod/past'
const FAILING = '/shoots/garden-media/origin-apac/past'

test('what failed every night is one row, and says how often', async ({ page }) => {
  await page.goto(pinned(FAILING))
  await expect(page.getByRole('main')).toContainText(
    'It could not leave suse-chost 15.6.20260930: the maintenance of pool std failed, 8 times in a row by then.',
  )
  const rows = page.getByRole('region', { name: 'Past updates' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('8 times since Sat 14 Nov')
  await expect(rows.nth(2)).toContainText('auto')
})

test('the lanes go back from now, with a mark for each update', async ({ page }) => {
  await page.goto(pinned(SEVERAL))
  const chart = page.getByRole('grid', { name: 'What ran and will run when' })
  await expect(chart).toContainText('now')
  for (const name of [/^forced, Sun 8 Nov 2026/, /^by hand, Sat 31 Oct 2026/, /^auto, Sat 24 Oct 2026/]) {
    await expect(chart.getByRole('img', { name }).first()).toBeVisible()
  }
})

test('an update that is not there is not asked about, and the page says since when it knows', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-payments/ledger-eu/past?update=1999-01-01T00:00:00Z'))
  // The newest is shown in its place.
  await expect(page.getByRole('combobox', { name: 'What happened' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Past and forecast' })).toContainText('Recorded since 22 Sep 2026.')
})

test('on a small screen nothing is wider than it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [SEVERAL, FAILING]) {
    await page.goto(pinned(path))
    await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('how long it took is told as far as it was seen, with what failed on the way', async ({ page }) => {
  await page.goto(pinned(FORCED))
  const did = page.getByRole('region', { name: 'What it did' })
  await expect(did).toContainText('Succeeded after 8 min, 22:03–22:11, within its window')
  await expect(did).toContainText('kubelet restart, pools web-a, batch and ledger')
  await page.goto(pinned('/shoots/garden-monitoring/probes-prod/past?update=2026-11-13T21:13:00Z'))
  await expect(did).toContainText(
    /; it went on 4 h .*past the end of its window; it failed first after 8 min \(ERR_CONFIGURATION_PROBLEM\)/,
  )
  await expect(page.getByRole('region', { name: 'Past updates' })).toContainText('Succeeded after 5 h, failed first')
  await page.getByText('Text for a ticket').click()
  await expect(page.getByRole('region', { name: 'Text for a ticket' })).toContainText('Result: Succeeded after 5 h')
})

test('each update can be asked about, in the address, and by keyboard', async ({ page }) => {
  await page.goto(pinned(SEVERAL))
  const picker = page.getByRole('combobox', { name: 'What happened' })
  await expect(picker.getByRole('option')).toHaveText([
    /forced: control plane/,
    /by hand: control plane/,
    /auto: pool std/,
  ])
  const row = page.getByRole('region', { name: 'Past updates' }).getByRole('row').filter({ hasText: 'by hand' })
  await row.getByRole('button', { name: 'Why?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('It was set by hand, no maintenance did it.')
  await expect(page).toHaveURL(/update=2026-10-31/)
  await expect(row).toHaveAttribute('aria-current', 'true')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('It was set by hand, no maintenance did it.')
  await picker.selectOption({ index: 2 })
  await expect(page.getByRole('main')).toContainText('Because auto-update was on,')
})
