import { expect, type Page } from '@playwright/test'

/** For `test.use(...)`: the narrowest screen that the pages are made for, operated by touch. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const

/** For `test.use(...)`: a reader who prefers dark pages. */
export const DARK = { colorScheme: 'dark' } as const

/** Wide things scroll inside their own frame, never the page. After a resize charts measure themselves first. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
  await expect.poll(tooWide, 'pixels by which the page is wider than the screen').toBe(0)
}

/**
 * Gives every text about a tenth more width, as the fonts of other machines do. Through the page's own style sheets, as its
 * security policy lets no style in from outside.
 */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { letter-spacing: 0.06em !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

/** As if the reader came to prefer dark pages now; comes back when every colour has changed, as some take their time. */
export async function darken(page: Page): Promise<void> {
  await page.emulateMedia(DARK)
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}
