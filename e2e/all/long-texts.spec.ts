import type { Page } from '@playwright/test'
import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

const LEGACY = '/shoots/garden-ads/bidder-legacy'
/** The end of what the API server says of its maintenance. */
const REFUSAL = /does not support kubelet version '1\.32\.13', supported kubelet versions/

const PLACES = [
  ['forecast', LEGACY],
  ['forecast with an answer to why', `${LEGACY}?why=2026-11-21T20:00:00Z`],
  ['maintenance', `${LEGACY}/maintenance`],
  ['past', `${LEGACY}/past`],
] as const

for (const [screen, use] of [
  ['a desk', {}],
  ['a phone', PHONE],
] as const) {
  test.describe(`what Gardener says at length, on ${screen}`, () => {
    test.use(use)
    for (const [name, path] of PLACES) {
      test(`stands once in the ${name}, three lines of it; links lead there and show all`, async ({ page }) => {
        await page.goto(pinned(path))
        const text = page.getByRole('main').getByText(REFUSAL)
        await expect(text).toHaveCount(1)
        await settled(page)
        const lines = () =>
          text.evaluate(
            (element) =>
              element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
          )
        expect(Math.round(await lines())).toBeLessThanOrEqual(3)
        await followFirst(page)
        await expect.poll(lines).toBeGreaterThan(3.5)
        await expect(text).toBeInViewport()
      })
    }
  })
}

async function followFirst(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^the reason told in/ })
    .first()
    .click()
}
