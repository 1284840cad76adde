import type { Page } from '@playwright/test'

/**
 * Walks with the Tab key and looks at the ring of each element that gets the focus: whose ring is cut off by a box around it, by
 * name. Rings are outlines, which a box that hides what is outside of it cuts without any other sign.
 */
export async function clippedRings(page: Page, stops: number): Promise<readonly string[]> {
  const clipped: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const style = getComputedStyle(element)
      if (style.outlineStyle === 'none') return null
      const reach = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset)
      const boxes = [...element.getClientRects()]
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (parent === document.body) break
        const { overflowX, overflowY, position } = getComputedStyle(parent)
        const frame = parent.getBoundingClientRect()
        const isCut = boxes.some(
          (box) =>
            (overflowX !== 'visible' &&
              (box.left - reach < frame.left - 0.5 || box.right + reach > frame.right + 0.5)) ||
            (overflowY !== 'visible' && (box.top - reach < frame.top - 0.5 || box.bottom + reach > frame.bottom + 0.5)),
        )
        if (isCut) return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
        if (position === 'fixed') break
      }
      return null
    })
    if (found !== null) clipped.push(found)
  }
  return clipped
}
