import type { Page } from '@playwright/test'

/** The widths of screens that pages are made for. */
export const WIDTHS = { from: 320, to: 1920 } as const
const STEP = 80
/** How often it is looked again while charts measure themselves after a resize, and how long, in ms. */
const AGAIN = 50
const PATIENCE = 10_000

/** Widths from the largest to the smallest, with both sides of each breakpoint that the page's own style sheets know. */
export async function widthsWithBreakpoints(page: Page): Promise<readonly number[]> {
  const conditions = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSMediaRule ? [rule.conditionText] : [])),
    ),
  )
  const breakpoints = conditions.flatMap((text) =>
    [...text.matchAll(/(?:width[^0-9]*)(\d+)px/g)].map(([, pixels]) => Number(pixels)),
  )
  const steps = Array.from({ length: (WIDTHS.to - WIDTHS.from) / STEP + 1 }, (_, i) => WIDTHS.from + i * STEP)
  const all = new Set([...steps, ...breakpoints.flatMap((at) => [at - 1, at, at + 1])])
  return [...all].filter((width) => width >= WIDTHS.from && width <= WIDTHS.to).sort((a, b) => b - a)
}

/** Null when the page has the width of the screen; else by how much it is wider, and what sticks out. */
export async function sidewaysAt(page: Page, width: number): Promise<string | null> {
  await page.setViewportSize({ width, height: 900 })
  let found = await tooWide(page)
  for (let waited = 0; found !== null && waited < PATIENCE; waited += AGAIN) {
    await page.waitForTimeout(AGAIN)
    found = await tooWide(page)
  }
  return found === null ? null : `at ${width} px by ${found}`
}

function tooWide(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    const free = wide.filter((element) => {
      for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return false
      }
      return true
    })
    // What has its place from afar is not held by the frames around it.
    const out = free.length > 0 ? free : wide.filter((element) => getComputedStyle(element).position === 'absolute')
    const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)))
    const names = innermost.slice(0, 3).map((element) => {
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').slice(0, 40)
      return `<${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? ''}> "${text}"`
    })
    return `${scrollWidth - clientWidth} px: ${names.join(', ')}`
  })
}
