import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { MISSING, PAGES, pinned } from './support/pages'
import { darken, expectNoSidewaysScroll, PHONE, widenText } from './support/screens'
import { settled } from './support/settled'
import { sidewaysAt, WIDTHS, widthsWithBreakpoints } from './support/sideways'
import { hiddenStops } from './support/tab-walk'
import { expect, test } from './support/test'

/** What holds for every page. A page is opened once a screen and looked at in every way, as opening it takes the most time. */

// A page has up to some hundred stops.
test.describe.configure({ timeout: 240_000 })

// A page that is not there answers so, and never uses the styles that were announced for it, which browsers say after some seconds.
test.use({ expectedErrors: [/status of 404|preloaded using link preload but not used/] })

const EVERY = [...PAGES.map((page) => ({ ...page, status: 200 })), ...MISSING.map((page) => ({ ...page, status: 404 }))]

for (const { name, path, status } of EVERY) {
  test(`${name} can be read and used by everybody`, async ({ page }) => {
    const response = await page.goto(pinned(path))
    expect(response?.status()).toBe(status)
    await settled(page)
    await test.step('it has one first heading', () => expect(page.getByRole('heading', { level: 1 })).toHaveCount(1))
    await test.step('axe finds nothing', () => expectNoAxeViolations(page))
    await test.step('axe finds nothing in the dark', async () => {
      await darken(page)
      await expectNoAxeViolations(page)
    })
    await test.step('a figure that can be pressed says what it counts', () => expectNamedFigures(page))
    await test.step('what has the focus is seen whole, with its ring', () => expectSeenStops(page))
    await test.step(`it never scrolls sideways from ${WIDTHS.from} to ${WIDTHS.to} px`, async () => {
      expect(await sideways(page)).toEqual([])
    })
  })

  test.describe('on a phone', () => {
    test.use(PHONE)
    test(`${name} can be read and used by everybody`, async ({ page }) => {
      await page.goto(pinned(path))
      await settled(page)
      await test.step('it fits', () => expectNoSidewaysScroll(page))
      await test.step('axe finds nothing', () => expectNoAxeViolations(page))
      await test.step('what has the focus is seen whole, with its ring', () => expectSeenStops(page))
      await test.step('it fits with wider letters', async () => {
        await widenText(page)
        await expectNoSidewaysScroll(page)
      })
    })
  })
}

// Little is left between a head and a dock there.
for (const { name, path } of PAGES.filter(({ path }) => path.startsWith('/workbench/'))) {
  test.describe('on a low screen', () => {
    test.use({ viewport: { width: 1280, height: 620 } })
    test(`with the keyboard, what has the focus on ${name} is not under its dock`, async ({ page }) => {
      await page.goto(pinned(path))
      await settled(page)
      await expectSeenStops(page)
    })
  })
}

async function expectNamedFigures(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot()
  expect(tree).toMatch(/- (link|button) "/)
  // A version names itself: only a number without dots leaves open what it counts.
  const bare = [...tree.matchAll(/- (?:link|button) "[\d\s,–−+%]+"/g)].map(([line]) => line)
  expect(bare).toEqual([])
}

async function expectSeenStops(page: Page): Promise<void> {
  expect(await hiddenStops(page)).toEqual([])
}

/** Where the page scrolls sideways, and what sticks out: a line a width. */
async function sideways(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: WIDTHS.to, height: 900 })
  const found: string[] = []
  for (const width of await widthsWithBreakpoints(page)) {
    const line = await sidewaysAt(page, width)
    if (line !== null) found.push(line)
  }
  return found
}
