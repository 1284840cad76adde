import { expect, test } from './support/test'

test('a page names its icons and its web manifest, and each is there', async ({ page, request }) => {
  await page.goto('/')
  const named = await page
    .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  // The framework names icons where it tells of them, and once more in the head.
  expect([...new Set(named)].toSorted()).toEqual([
    '/favicon.ico',
    '/icon-192.png',
    '/icon.svg',
    '/manifest.webmanifest',
  ])
  for (const path of named) expect((await request.get(path)).status(), path).toBe(200)
})

test('search engines are told to stay away', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^User-agent: \*\nDisallow: \/$/m)
})
