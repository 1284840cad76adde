import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe'
import { sidewaysAt, WIDTHS, widthsWithBreakpoints } from './sideways'
import { hiddenStops } from './tab-walk'
import { expect, test } from './test'

/**
 * What all users can rely on of a page that is open on a desk, a step each.
 * @param inTheOtherTheme changes the theme and asks axe again
 */
export async function expectUsableByEverybody(page: Page, inTheOtherTheme: () => Promise<void>): Promise<void> {
  await test.step('it has one first heading', () => expect(page.getByRole('heading', { level: 1 })).toHaveCount(1))
  await test.step('axe finds nothing', () => expectNoAxeViolations(page))
  await test.step('axe finds nothing in the other theme', inTheOtherTheme)
  await test.step('a figure that can be pressed says what it counts', () => expectNamedFigures(page))
  await test.step('what has the focus is seen whole, with its ring', () => expectSeenStops(page))
  await test.step(`it never scrolls sideways from ${WIDTHS.from} to ${WIDTHS.to} px`, async () => {
    expect(await sideways(page)).toEqual([])
  })
}

async function expectNamedFigures(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot()
  expect(tree).toMatch(/- (link|button) "/)
  // A version names itself: only a number without dots leaves open what it counts.
  const bare = [...tree.matchAll(/- (?:link|button) "[\d\s,–−+%]+"/g)].map(([line]) => line)
  expect(bare).toEqual([])
}

export async function expectSeenStops(page: Page): Promise<void> {
  expect(await hiddenStops(page)).toEqual([])
}

/** The widths in which the page scrolls sideways, and what sticks out: a line for each width. */
async function sideways(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: WIDTHS.to, height: 900 })
  const found: string[] = []
  for (const width of await widthsWithBreakpoints(page)) {
    const line = await sidewaysAt(page, width)
    if (line !== null) found.push(line)
  }
  return found
}
