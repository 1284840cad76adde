import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'
import { ensureFirefox } from '../../tools/browser.mjs'
import { root } from '../../tools/root.mjs'
import { answerForMedia } from './media'

const firefox = process.env.ALMANAC_FIREFOX ?? ensureFirefox()
if (firefox === undefined)
  throw new Error('There is no Firefox here. Install firefox-esr, or set ALMANAC_FIREFOX to its path.')
process.env.ALMANAC_FIREFOX = firefox
answerForMedia()

/** The main stories, tests with the tag `@firefox`, in the Firefox of the system: `npm test -- firefox`. It is driven by WebDriver BiDi. */
export default defineConfig({
  ...base,
  testDir: '..',
  testIgnore: ['e2e/cluster/**', 'e2e/image/**'],
  grep: /@firefox/,
  globalSetup: '../support/demo-server.ts',
  outputDir: join(root, 'test-results', 'firefox'),
  workers: 2,
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    // For one, Playwright writes a style into the page, which its policy refuses.
    screenshot: 'off',
    launchOptions: { executablePath: firefox },
  },
})
