import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { settled } from './support/settled'
import { saved } from './support/take-away'
import { expect, test } from './support/test'

async function open(page: Page, path: string) {
  await page.goto(pinned(path))
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
}

test('an operator takes exactly the clusters that are filtered, as CSV and as JSON', async ({ page }) => {
  await open(page, '/shoots?project=payments&event=forced&within=90&sort=name')
  await expectNoAxeViolations(page)
  const csv = await saved(page, 'link', 'These clusters as CSV')
  expect(csv.file).toBe('shoots.csv')
  const lines = csv.content.toString().trimEnd().split('\r\n')
  const json: unknown = JSON.parse((await saved(page, 'link', 'These clusters as JSON')).content.toString())
  const { total, items } = json as { total: number; items: { name: string }[] }
  await expect(page.locator('main').getByRole('status').first()).toContainText(`${total} of`)
  expect(items).toHaveLength(total)
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(items.map(({ name }) => name))
})

test('an owner takes the forecast of a cluster as a picture, with its title, legend, range and what it is computed from', async ({
  page,
}) => {
  await open(page, '/shoots/garden-media/origin-apac')
  const svg = (await saved(page, 'button', 'Forecast as SVG')).content.toString()
  for (const text of ['media / origin-apac: Forecast', 'deprecated', 'As of Sat 21 Nov 2026, ', 'Times in ', 'std']) {
    expect(svg).toContain(text)
  }
  expect(svg).toMatch(/\d+ \w+ 2026 to \d+ \w+ 202[78]/)
  expect(svg).not.toMatch(/foreignObject|<style|https?:\/\/(?!www\.w3\.org)/)
  expect(
    await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror'),
      svg,
    ),
  ).toBeNull()
  const png = await saved(page, 'button', 'Forecast as PNG')
  expect(png.file).toBe('shoots-garden-media-origin-apac-forecast.png')
  expect([...png.content.subarray(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG')
  const steps = (await saved(page, 'button', 'Steps as CSV')).content
  expect(steps.toString().split('\r\n')[0]).toContain('Reason Gardener will give')
})

for (const path of ['/shoots/garden-media/origin-apac', '/shoots/garden-media/thumbs-prod']) {
  test(`${path} is one page of paper`, async ({ page }) => {
    await page.goto(pinned(path))
    await settled(page)
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
}

test('a link to a cluster in a message shows when it is forced, and a picture', async ({ request }) => {
  const asMessenger = { headers: { 'user-agent': 'Slackbot' } }
  const pages = ['/shoots/garden-media/origin-apac', '/cloudprofiles/aws', '/']
  for (const path of pages) {
    const html = await (await request.get(pinned(path), asMessenger)).text()
    expect(html).toMatch(/<meta property="og:title" content="[^"]{3,}"/)
    expect(html).toMatch(/<meta property="og:description" content="[^"]{20,}"/)
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(address).toContain('at=2026-11-21')
    const picture = await request.get(address.replaceAll('&amp;', '&'))
    expect(picture.headers()['content-type']).toBe('image/png')
    expect((await picture.body()).subarray(1, 4).toString()).toBe('PNG')
  }
  const hostile = await request.get('/', { headers: { ...asMessenger.headers, 'x-forwarded-proto': 'javascript' } })
  expect(await hostile.text()).not.toContain('javascript:')
})

test('a badge says when a cluster is forced, holds for a while, and is not shown on other sites', async ({
  request,
}) => {
  const address = '/api/badges/shoots/garden-media/origin-apac.svg'
  const badge = await request.get(pinned(address))
  expect(await badge.text()).toMatch(/aria-label="1\.34\.7: fails in 1 h"/)
  const { etag = '', 'cache-control': cache, 'content-type': type } = badge.headers()
  expect([cache, type]).toEqual(['public, max-age=300', 'image/svg+xml'])
  expect((await request.get(pinned(address), { headers: { 'if-none-match': etag } })).status()).toBe(304)
  const image = (site: string) => ({
    headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  })
  expect((await request.get(address, image('same-site'))).status()).toBe(200)
  expect((await request.get(address, image('cross-site'))).status()).toBe(403)
})
