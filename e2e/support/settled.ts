import type { Page } from '@playwright/test'

/** How long nothing may be loaded, in ms, for the page to count as settled. */
const QUIET = 400

/**
 * Waits until the page has loaded what it needs for now. Playwright's `networkidle` would never come, as the stream of
 * live updates stays open; this counts only what has been loaded completely.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async (quiet) => {
    const loaded = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== loaded(); ) {
      before = loaded()
      await new Promise((resolve) => setTimeout(resolve, quiet))
    }
    await document.fonts.ready
  }, QUIET)
}
