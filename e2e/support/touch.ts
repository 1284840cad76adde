import { expect, type Page } from '@playwright/test'

/** A finger needs 44 px; a line between two rows may take one of them. */
const FINGER = 43

/**
 * That a finger finds all of a page: what is pressed there is high enough, with what reaches beyond its words and what covers it. A link
 * in a sentence is as high as its line.
 */
export async function expectTouchable(page: Page): Promise<void> {
  const low = await page.evaluate((least) => {
    const targets = document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, summary)')
    return [...targets].flatMap((target) => {
      if (!target.checkVisibility() || target.closest('.visually-hidden')) return []
      const beside = [...(target.parentElement?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
      if (beside.some((text) => text.textContent?.trim())) return []
      target.scrollIntoView({ block: 'center' })
      const { left, width, top, height } = target.getBoundingClientRect()
      const whole = target.closest('label') ?? target
      const [x, middle] = [left + Math.min(width / 2, 20), top + height / 2]
      const lines = Array.from({ length: 2 * least }, (_, i) => middle - least + i)
      const isFound = lines.map((y) => whole.contains(document.elementFromPoint(x, y)))
      // What something else covers in its middle is not the one that is pressed there.
      if (!isFound[least]) return []
      const from = isFound.lastIndexOf(false, least) + 1
      const to = isFound.indexOf(false, least)
      const found = (to === -1 ? lines.length : to) - from
      return found >= least ? [] : [`${found} px: ${target.textContent || target.ariaLabel}`]
    })
  }, FINGER)
  expect(low).toEqual([])
}
