import type { Page } from '@playwright/test'

/** How often it is looked, in ms. */
const OFTEN = 50

/**
 * Makes `goto` and `reload` of a page come back only when its controls answer. What the server sent can be seen at once, but
 * what is chosen in it before its scripts have taken over is lost. No user is as quick as a test, least of all on a
 * slow machine. On the first page of a reader times are not theirs before their zone is known.
 */
export function untilAlive(page: Page): void {
  for (const way of ['goto', 'reload'] as const) {
    const go = page[way].bind(page) as (...how: unknown[]) => ReturnType<Page['reload']>
    page[way] = async (...how: unknown[]) => {
      const response = await go(...how)
      await alive(page)
      return response
    }
  }
}

/** The same of a page that a form has led to. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(controlsAnswer, undefined, { polling: OFTEN })
}

/** Runs in the page. React marks each element that it has taken over. */
function controlsAnswer(): boolean {
  if (document.documentElement.dataset.zone !== undefined) return false
  const controls = document.querySelectorAll(
    'main :is(button, input, select, textarea), header :is(button, input, select)',
  )
  return [...controls].every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps$')))
}
