import { test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { untilAlive } from './alive'

/**
 * The origins of pages that are not ours, such as those of a provider that people sign in at. What these complain of is nothing that
 * Almanac could mend. A test that starts such a server adds it.
 */
export const othersOrigins = new Set<string>()

/**
 * Like Playwright's `test`, but a page must stay silent: a console error or warning, an uncaught error or a violation of
 * the security policy in any page of ours fails the test. `baseURL` is the demo server.
 *
 * A spec that provokes errors says which: `test.use({ expectedErrors: [/status of 404/] })`.
 *
 * `goto` and `reload` of every page of the test come back when its controls answer, see `untilAlive`.
 */
export const test = base.extend<{ expectedErrors: readonly RegExp[]; silence: undefined }>({
  expectedErrors: [[], { option: true }],

  silence: [
    async ({ context, expectedErrors }, use) => {
      const heard: string[] = []
      const hear = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) heard.push(text)
      }
      await context.addInitScript(reportViolations)
      context.on('page', untilAlive)
      context.on('console', (message) => {
        if (isComplaint(message) && isOurs(message.page()))
          hear(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => {
        if (isOurs(error.page())) hear(`uncaught: ${error.error().stack ?? error.error().message}`)
      })
      await use(undefined)
      if (heard.length > 0) throw new Error(`The page complained:\n${heard.join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/**
 * That a file was loaded ahead and not used within seconds is a matter of time: on a busy machine the part that it belongs to comes
 * later, or the page is left before.
 */
const UNUSED_YET = /was preloaded using link preload but not used within a few seconds/

function isComplaint(message: ConsoleMessage): boolean {
  return (message.type() === 'error' || message.type() === 'warning') && !UNUSED_YET.test(message.text())
}

/** A page that is gone counts as ours. */
function isOurs(page: Page | null): boolean {
  return page === null || !URL.canParse(page.url()) || !othersOrigins.has(new URL(page.url()).origin)
}

/** Runs in every page before its own scripts. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`security policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`)
  })
}
