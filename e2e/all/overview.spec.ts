import { expectNoAxeViolations } from '../support/axe'
import { pinned } from '../support/pages'
import { clippedRings } from '../support/rings'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test.describe('somebody on call wants to know what is ahead', () => {
  test('the headline counts clusters, and each of its figures is the length of a list', async ({ page }) => {
    await page.goto(pinned('/'))
    const text = await page.getByRole('heading', { level: 1 }).innerText()
    const [, forced, stuck, more] =
      /^(\d+) clusters are forced within 90 days(?:, \d+ of them tonight)?\. (\d+) are stuck, (\d+) more will be\./.exec(
        text,
      ) ?? []
    for (const [event, count] of [
      ['forced', Number(forced)],
      ['fails', Number(stuck) + Number(more)],
    ]) {
      await page.goto(pinned(`/shoots?event=${event}&within=90`))
      await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
    }
  })
})

test.describe('keys', () => {
  test('can be turned off for those whom they disturb', async ({ page }) => {
    await page.goto(pinned('/'))
    await page.getByRole('button', { name: /^Keys/ }).click()
    await page.getByLabel('Single keys work on every page').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await settled(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('no ring of the focus is cut off', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  expect(await clippedRings(page, 70)).toEqual([])
  await page.goto(pinned('/?view=table'))
  await settled(page)
  expect(await clippedRings(page, 40)).toEqual([])
})

test.describe('somebody on call wants to know which cluster is forced next', () => {
  test('every figure is a link that says what it counts, and its list has as many', async ({ page }) => {
    await page.goto(pinned('/'))
    const names = [
      /^\d+ clusters on expired versions; /,
      /^\d+ clusters forced within 7 days; /,
      /^\d+ clusters forced within 90 days; /,
      /^\d+ clusters stuck; /,
      /^\d+ clusters with an auto-update tonight; /,
    ]
    for (const name of names) {
      const link = page.getByRole('link', { name })
      const count = Number.parseInt(await link.innerText(), 10)
      await link.click()
      await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
      await page.goBack()
    }
  })
})

test.describe('the strip of 90 days', () => {
  test('a day opens its clusters, each with what happens on that day; the month is one click further', async ({
    page,
  }) => {
    await page.goto(pinned('/'))
    const strip = page.getByRole('region', { name: 'Next 90 days' })
    await strip.getByRole('slider', { name: 'Day' }).fill('21')
    const readout = await strip.getByText(/^Sat 12 Dec, in 21 days: /).innerText()
    const figure = (words: RegExp) => Number(words.exec(readout)?.[1] ?? 0)
    const count = figure(/(\d+) forced/) + figure(/(\d+) begins? to fail/)
    await strip.getByRole('link', { name: 'Show its clusters' }).click()
    await expect(page).toHaveURL(/\/shoots\?.*date=2026-12-12/)
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('It happens on Sat 12 Dec 2026')
    await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
    const rows = page
      .getByRole('table', { name: 'Clusters' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveCount(count)
    for (const row of await rows.all()) await expect(row).toContainText('Sat 12 Dec')
    const month = page.getByRole('button', { name: /^In all of Dec 2026: \d+ clusters$/ })
    const all = /\d+(?= clusters)/.exec(await month.innerText())?.[0]
    await month.click()
    await expect(page).toHaveURL(/date=2026-12(&|$)/)
    await expect(page.getByRole('status').filter({ hasText: `${all} of 120 match` })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/date=2026-12-12/)
  })

  test('has the same data as a table, and the address keeps which of both is shown', async ({ page }) => {
    await page.goto(pinned('/'))
    const strip = page.getByRole('region', { name: 'Next 90 days' })
    const table = strip.getByRole('region', { name: 'Next 90 days as a table' }).getByRole('table')
    await expect(strip.getByRole('slider', { name: 'Day' })).toBeVisible()
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/view=table/)
    await expect(table.getByRole('row').nth(1)).toContainText('Sat 21 Nov')
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(table).toBeVisible()
    await page.keyboard.press('t')
    await expect(page).not.toHaveURL(/view=/)
    await expect(strip.getByRole('slider', { name: 'Day' })).toBeVisible()
  })
})

test('two words find a cluster by its project and by what it runs, and a name in full means what has it', async ({
  page,
}) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('payments 1.32')
  await expect(page.getByRole('group', { name: 'Clusters' }).getByRole('option').first()).toContainText(
    /^payments \/ .*1\.32/,
  )
  await page.getByRole('combobox').fill('payments')
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
  await expect(found.first()).toHaveAccessibleName(/^payments \d+ clusters/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/payments\?at=/)
})

test.describe('the clock', () => {
  test('says when it is asked for a time that it cannot read, and shows now', async ({ page }) => {
    await page.goto('/?at=tomorrow')
    await expect(page.getByText('The clock cannot be pinned to “tomorrow”.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/within 90 days/)
    await expectNoAxeViolations(page)
  })
})
