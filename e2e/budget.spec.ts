import { expect, test } from '@playwright/test'
import { BUDGET, scriptsOf } from './support/budget'
import { PAGES, pinned } from './support/pages'

for (const { name, path } of PAGES) {
  test(`${name} loads at most ${BUDGET / 1000} KB of JavaScript`, async ({ page }) => {
    const scripts = await scriptsOf(page, pinned(path))
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    const list = scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')
    expect(scripts.length, 'the page loads scripts at all').toBeGreaterThan(0)
    expect(total, list).toBeLessThanOrEqual(BUDGET)
    test.info().annotations.push({ type: 'gzip', description: `${(total / 1000).toFixed(1)} KB` })
  })
}
