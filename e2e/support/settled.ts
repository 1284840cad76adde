import type { Page } from '@playwright/test'

/** How long nothing may be loaded, in ms, for the page to count as settled. */
const QUIET = 400

/**
 * Waits until the page has loaded what it needs for now. Playwright's `networkidle` would never come, as the stream of
 * live updates stays open; this counts only what has been loaded completely, and asks the page whether it waits for more.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async (quiet) => {
    // Without functions that have a name, which tsx would wrap in something that the page does not know.
    for (let before = -1, now = 0; before !== now || document.querySelector('main [aria-busy="true"]') !== null; ) {
      before = performance.getEntriesByType('resource').length
      await new Promise((resolve) => setTimeout(resolve, quiet))
      now = performance.getEntriesByType('resource').length
    }
    await document.fonts.ready
  }, QUIET)
}

/** Runs in a page: where it is when it has not moved for a second of its frames. */
export async function scrollAtRest(): Promise<number> {
  for (let still = 0, last = window.scrollY; still < 60; still++) {
    await new Promise(requestAnimationFrame)
    if (window.scrollY !== last) still = 0
    last = window.scrollY
  }
  return window.scrollY
}
