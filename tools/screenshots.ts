/**
 * npm run screenshots -- FOLDER: every page as PNG, on a desk (1440x900) and on a phone (390 px), light and dark.
 * With ALMANAC_URL set it takes them of that server; else it starts one with the demo garden.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { LAUNCH } from '../e2e/support/browser'
import startDemoServer from '../e2e/support/demo-server'
import { PAGES } from '../e2e/support/pages'
import { settled } from '../e2e/support/settled'
import { ensureBrowser } from './browser.mjs'

const screens = [
  { name: 'desk', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: npm run screenshots -- FOLDER')
  process.exitCode = 1
} else {
  const stop = process.env.ALMANAC_URL ? undefined : await startDemoServer()
  try {
    await takeAll(folder, process.env.ALMANAC_URL ?? '')
  } finally {
    await stop?.()
  }
}

async function takeAll(into: string, baseURL: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const browser = await chromium.launch({ ...LAUNCH, executablePath: await ensureBrowser() })
  for (const { name, viewport, hasTouch } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL,
        viewport,
        hasTouch,
        colorScheme,
        timezoneId: 'Europe/Berlin',
      })
      const page = await context.newPage()
      for (const { name: title, path } of PAGES) {
        await page.goto(path)
        await settled(page)
        const file = join(into, `${title}-${name}-${colorScheme}.png`)
        await page.screenshot({ path: file, fullPage: name === 'phone', animations: 'disabled' })
      }
      await context.close()
    }
  }
  await browser.close()
}
