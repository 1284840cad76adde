import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'
import { root } from '../../tools/root.mjs'

const { globalSetup: _, testIgnore: __, ...shared } = base

/** Against a real API server: `npm test -- cluster`. One after the other, as they share one machine and look at the clock. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: join(root, 'test-results', 'cluster'),
  workers: 1,
  timeout: 120_000,
})
