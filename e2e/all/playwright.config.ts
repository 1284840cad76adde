import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'
import { root } from '../../tools/root.mjs'

/** What takes longer than the gate has time for: `npm run e2e -- --config=e2e/all`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  globalSetup: '../support/demo-server.ts',
  outputDir: join(root, 'test-results', 'all'),
})
