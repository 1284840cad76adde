import { FakeApi, writeKubeconfig } from '@/lib/garden/kubernetes/testdata/fake-api'
import { PUBLIC_FILES } from '@/lib/server/public-files'
import { startAlmanac } from './support/almanac'
import { expect, test } from './support/test'
import { ask } from './support/tls-proxy'

test('a page names its icons and its web manifest, and each is there', async ({ page, request }) => {
  await page.goto('/')
  const named = await page
    .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(named.toSorted()).toEqual(['/favicon.ico', '/icon-192.png', '/icon.svg', '/manifest.webmanifest'])
  for (const path of named) expect((await request.get(path)).status(), path).toBe(200)
})

test('search engines are told to stay away', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^User-agent: \*\nDisallow: \/$/m)
})

test('files that are the same for everybody are served to whoever is signed out', async ({ page: _ }, info) => {
  const api = await FakeApi.start()
  const KUBECONFIG = await writeKubeconfig(api, info.outputPath(''))
  const almanac = await startAlmanac({
    garden: 'kubernetes',
    env: { AUTH: 'token', SESSION_SECRET: 'a secret of the tests that is long enough for any of them', KUBECONFIG },
  })
  for (const path of PUBLIC_FILES) expect((await ask(almanac.url + path)).status, path).toBe(200)
  for (const path of ['/icon.svg/shoots', '/public/icon.svg', '/shoots'])
    expect((await ask(almanac.url + path)).status, path).toBe(401)
  await almanac.stop()
  await api.stop()
})
