import type { Locator, Page } from '@playwright/test'
import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** A table that stands for a chart is complete: every row of it can be read, with a mouse and with the keyboard alone. */

const PLACES = [
  { name: 'overview', path: '/?view=table', tables: 3 },
  { name: 'profile', path: '/cloudprofiles/aws?view=table&select=kubernetes/1.32.13', tables: 2 },
  { name: 'cluster', path: '/shoots/garden-payments/checkout-prod?view=table', tables: 1 },
  { name: 'policy', path: '/workbench/policy', tables: 1, press: 't' },
] as const

for (const { name, path, tables, ...rest } of PLACES) {
  test(`${name}: every row of the tables behind the charts can be read`, async ({ page }) => {
    await open(page, path, rest)
    await expectAllRowsToBeRead(page, tables)
  })

  test.describe('on a phone', () => {
    test.use(PHONE)
    test(`${name}: every row of the tables behind the charts can be read`, async ({ page }) => {
      await open(page, path, rest)
      await expectAllRowsToBeRead(page, tables)
    })
  })
}

async function open(page: Page, path: string, { press }: { readonly press?: string }): Promise<void> {
  await page.goto(pinned(path))
  await settled(page)
  if (press !== undefined) await page.keyboard.press(press)
}

async function expectAllRowsToBeRead(page: Page, atLeast: number): Promise<void> {
  const tables = page.getByRole('main').getByRole('table')
  await expect.poll(() => tables.count()).toBeGreaterThanOrEqual(atLeast)
  for (const table of await tables.all()) {
    const last = table.getByRole('row').last()
    const frame = scrollerOf(table)
    if (!(await isHigherThanItsPlace(frame))) {
      // While charts still come, what is below them moves on.
      await expect(async () => {
        await last.scrollIntoViewIfNeeded()
        expect(await visibleHeight(last)).toBeGreaterThan(8)
      }).toPass()
      continue
    }
    await frame.evaluate((box) => box.scrollIntoView({ block: 'center' }))
    const name = (await frame.getAttribute('aria-label')) ?? (await table.innerText()).slice(0, 40)
    await frame.evaluate((box) => box.scrollTo(0, 0))
    const before = await visibleHeight(last)
    // With the keyboard alone.
    await frame.focus()
    await page.keyboard.press('End')
    await expect.poll(() => visibleHeight(last), `last row of "${name}" with the keyboard`).toBeGreaterThan(8)
    await frame.evaluate((box) => box.scrollTo(0, 0))
    await expect.poll(() => visibleHeight(last)).toBe(before)
    // With a wheel over it.
    const box = await frame.boundingBox()
    if (box === null) throw new Error(`"${name}" is not to be seen`)
    await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 200) / 2)
    await page.mouse.wheel(0, 40_000)
    await expect.poll(() => visibleHeight(last), `last row of "${name}" with a wheel`).toBeGreaterThan(8)
  }
}

/** The nearest box around a table that a keyboard can get to. */
function scrollerOf(table: Locator): Locator {
  return table.locator('xpath=ancestor::*[@tabindex="0"][1]')
}

/** Whether a box hides rows below its edge; where it does not, the page scrolls to them. */
async function isHigherThanItsPlace(frame: Locator): Promise<boolean> {
  return (await frame.count()) > 0 && (await frame.evaluate((box) => box.scrollHeight > box.clientHeight + 1))
}

/** Pixels of an element that no box around it hides and that are inside the window. */
function visibleHeight(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    let from = Math.max(top, 0)
    let to = Math.min(bottom, window.innerHeight)
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowY === 'visible') continue
      const frame = parent.getBoundingClientRect()
      from = Math.max(from, frame.top)
      to = Math.min(to, frame.bottom)
    }
    return Math.max(0, to - from)
  })
}
