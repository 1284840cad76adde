import { expectNoAxeViolations } from './support/axe'
import { KINDS_OF_PAGES, MISSING, pinned } from './support/pages'
import { DARK, expectNoSidewaysScroll } from './support/screens'
import { settled } from './support/settled'
import { expect, test } from './support/test'

/**
 * What holds for every kind of page, each in one theme: `app/colours.test.ts` holds the contrast of both. Every page in both themes, at every
 * width and stop by stop of the keyboard is in `e2e/all/pages.spec.ts`.
 */

const KINDS = [
  ...KINDS_OF_PAGES.map((page) => ({ ...page, status: 200 })),
  ...MISSING.slice(0, 1).map((page) => ({ ...page, status: 404 })),
]

for (const [index, { name, path, status }] of KINDS.entries()) {
  test.describe(index % 2 === 0 ? 'in the light' : 'in the dark', () => {
    // A page that is not there answers so, and never uses the styles that were announced for it, which browsers say after some seconds.
    test.use({
      ...(index % 2 === 1 && DARK),
      expectedErrors: status === 404 ? [/status of 404|preloaded using link preload but not used/] : [],
    })
    test(`${name} marks its section, axe finds nothing, and it fits on a phone`, async ({ page }) => {
      const response = await page.goto(pinned(path))
      expect(response?.status()).toBe(status)
      await settled(page)
      // The account belongs to none of them.
      const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
      await expect(marked).toHaveCount(name === 'account' ? 0 : 1)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectNoAxeViolations(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
    })
  })
}
