import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'
import { root } from '../../tools/root.mjs'

const { globalSetup: _, testIgnore: __, ...shared } = base

/** The image that the Dockerfile makes: `npm test -- image`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: join(root, 'test-results', 'image'),
  workers: 1,
})
