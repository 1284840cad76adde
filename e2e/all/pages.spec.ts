import { expectNoAxeViolations } from '../support/axe'
import { expectSeenStops, expectUsableByEverybody } from '../support/everybody'
import { MISSING, PAGES, pinned } from '../support/pages'
import { darken, expectNoSidewaysScroll, PHONE, widenText } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'
import { expectTouchable } from '../support/touch'

/** What holds for every page. A page is opened once a screen and looked at in every way, as opening it takes the most time. */

// A page that is not there answers so, and never uses the styles that were announced for it, which browsers say after some seconds.
test.use({ expectedErrors: [/status of 404|preloaded using link preload but not used/] })

const EVERY = [...PAGES.map((page) => ({ ...page, status: 200 })), ...MISSING.map((page) => ({ ...page, status: 404 }))]

for (const { name, path, status } of EVERY) {
  test(`${name} can be read and used by everybody`, async ({ page }) => {
    const response = await page.goto(pinned(path))
    expect(response?.status()).toBe(status)
    await settled(page)
    await expectUsableByEverybody(page, async () => {
      await darken(page)
      await expectNoAxeViolations(page)
    })
  })

  test.describe('on a phone', () => {
    test.use(PHONE)
    test(`${name} can be read and used by everybody`, async ({ page }) => {
      await page.goto(pinned(path))
      await settled(page)
      await test.step('it fits', () => expectNoSidewaysScroll(page))
      // What is scrolled below the bar at the top would count as too small to touch.
      await page.evaluate(() => window.scrollTo(0, 0))
      await test.step('axe finds nothing', () => expectNoAxeViolations(page))
      await test.step('a finger finds all of it', () => expectTouchable(page))
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
