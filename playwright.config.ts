import { defineConfig } from '@playwright/test'
import { LAUNCH } from './e2e/support/browser'
import { ensureBrowser } from './tools/browser.mjs'

const browser = process.env.ALMANAC_BROWSER ?? (await ensureBrowser())
// The worker processes read this file again; what is in the environment they need not find out once more.
process.env.ALMANAC_BROWSER = browser

export default defineConfig({
  testDir: 'e2e',
  // They need servers of their own, or time: each has a configuration in its folder.
  // With the folder, as a checkout may itself lie in one that is called so.
  testIgnore: ['e2e/all/**', 'e2e/cluster/**', 'e2e/image/**'],
  outputDir: 'test-results/browser',
  globalSetup: './e2e/support/demo-server.ts',
  // Each waits now and then, also on two cores.
  workers: 3,
  fullyParallel: true,
  // A machine that does other things as well is slow, not wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  use: {
    // Set by the global setup, which runs before the worker processes start.
    ...(process.env.ALMANAC_URL && { baseURL: process.env.ALMANAC_URL }),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace costs a quarter of the time; who looks for a cause asks for it: --trace on.
    screenshot: 'only-on-failure',
    launchOptions: { ...LAUNCH, executablePath: browser },
  },
})
