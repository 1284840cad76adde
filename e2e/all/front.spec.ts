import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { FakeApi } from '@/lib/garden/kubernetes/testdata/fake-api'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { isBuilt } from '../../tools/build.mjs'
import { copyOfCheckout, copyPath } from '../../tools/copy.mjs'
import { alive } from '../support/alive'
import { type Almanac, startAlmanac } from '../support/almanac'
import { confirmAll } from '../support/apply'
import { PAGES } from '../support/pages'
import { reviewOf } from '../support/reviews'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'
import { ask, startTlsProxy, type TlsProxy } from '../support/tls-proxy'

/** What a program says that would like to be taken for the proxy. */
const FORGED = {
  forwarded: 'host=evil.example;proto=https',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '10.0.0.7',
  'x-real-ip': '10.0.0.7',
  'x-almanac-peer-trusted': '1',
  'x-almanac-listener': 'metrics',
}

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'
const FEED = '/api/feeds/projects/media.ics'
const PNG = '/api/pictures/overview.png'

test.use({ ignoreHTTPSErrors: true })

test.describe('behind a proxy that is trusted', () => {
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  let proxy: TlsProxy

  test.beforeAll(async () => {
    almanac = await startAlmanac({ env: { TRUSTED_PROXIES: '127.0.0.0/8', DEMO_BORN: '2026-11-21' } })
    proxy = await startTlsProxy(almanac.url)
  })
  test.afterAll(async () => {
    await proxy?.stop()
    await almanac?.stop()
  })

  test('somebody applies an edit, and who looks at the journal sees it at once', async ({ page, context }) => {
    await applyAndSee(page, context, proxy.url)
  })

  test('addresses that are told are those of the proxy', async () => {
    const { text: page } = await ask(proxy.url)
    expect(page).toContain(`property="og:image" content="${proxy.url}${PNG}`)
    const { text: feed } = await ask(proxy.url + FEED)
    expect(unfolded(feed)).toContain(`URL:${proxy.url}/shoots/garden-media/`)
  })

  test('a browser that says only its origin may write from the name of the proxy, and from no other', async () => {
    const write = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"zone":"UTC"}' }
    const from = (origin: string) =>
      ask(`${proxy.url}/api/wall`, { ...write, headers: { ...write.headers, origin } }).then(({ status }) => status)
    expect(await from(proxy.url)).toBe(200)
    expect(await from(almanac.url)).toBe(403)
    expect(await from('https://evil.example')).toBe(403)
  })
})

test.describe('behind a proxy that nobody named', () => {
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  let proxy: TlsProxy

  test.beforeAll(async () => {
    almanac = await startAlmanac({ env: { TRUSTED_PROXIES: '192.0.2.0/24', DEMO_BORN: '2026-11-21' } })
    proxy = await startTlsProxy(almanac.url)
  })
  test.afterAll(async () => {
    await proxy?.stop()
    await almanac?.stop()
  })

  test('pages are there, and what it says of itself changes nothing', async ({ page }) => {
    await page.goto(proxy.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { text } = await ask(proxy.url + FEED)
    expect(unfolded(text)).toContain(`URL:${almanac.url}/shoots/garden-media/`)
  })

  test('nobody is taken for it', async () => {
    const { text } = await ask(almanac.url + FEED, { headers: FORGED })
    expect(unfolded(text)).toContain(`URL:${almanac.url}/shoots/garden-media/`)
    expect(text).not.toContain('evil.example')
    const rebound = await ask(almanac.url, {
      headers: { ...FORGED, host: 'evil.example', 'x-forwarded-host': 'localhost' },
    })
    expect(rebound.status).toBe(421)
    const headers = { ...FORGED, origin: 'https://evil.example', 'content-type': 'application/json' }
    const written = await ask(`${almanac.url}/api/wall`, { method: 'POST', headers, body: '{"zone":"UTC"}' })
    expect(written.status).toBe(403)
  })
})

test('where a proxy signs people in, whoever comes round it is refused, but may ask how it is', async () => {
  const almanac = await startAlmanac({
    garden: 'kubernetes',
    env: {
      AUTH: 'proxy',
      TRUSTED_PROXIES: '192.0.2.0/24',
      KUBECONFIG: 'e2e/support/nobody.kubeconfig',
    },
  })
  const headers = { ...FORGED, authorization: 'Bearer abc' }
  for (const path of ['/', '/api/status', '/metrics', '/healthz/', '/icon.svg']) {
    const { status, text } = await ask(almanac.url + path, { headers })
    expect(status, path).toBe(403)
    expect(JSON.parse(text).error.message).toContain('signed in by a proxy')
  }
  expect((await ask(`${almanac.url}/healthz`)).status).toBe(200)
  expect((await ask(`${almanac.url}/readyz`)).status).toBe(503)
  await almanac.stop()
  await expect(
    startAlmanac({ garden: 'kubernetes', env: { AUTH: 'proxy', KUBECONFIG: 'e2e/support/nobody.kubeconfig' } }),
  ).rejects.toThrow('AUTH=proxy needs TRUSTED_PROXIES')
})

test.describe('below a path', () => {
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  let proxy: TlsProxy
  let url: string

  test.beforeAll(async () => {
    const folder = copyOfCheckout()
    if (!isBuilt(folder, copyPath)) throw new Error('It is not built for the path yet: npm test -- build-below')
    const env = { BASE_PATH: copyPath, TRUSTED_PROXIES: '127.0.0.1', DEMO_BORN: '2026-11-21' }
    almanac = await startAlmanac({ folder, env })
    proxy = await startTlsProxy(almanac.url)
    url = proxy.url + copyPath
  })
  test.afterAll(async () => {
    await proxy?.stop()
    await almanac?.stop()
  })

  test('every page asks below it only, is silent, and links below it', async ({ page }) => {
    const wrong: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const isBelow = pathname === copyPath || pathname.startsWith(`${copyPath}/`)
      if (!isBelow || response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`)
    })
    for (const { path } of PAGES) {
      await page.goto(url + path.replace(/^\/$/, ''))
      await settled(page)
      const links = await page
        .locator('a[href], link[href], form[action]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? ''))
      const above = links.filter((href) => href.startsWith('/') && !`${href}/`.startsWith(`${copyPath}/`))
      expect(above, path).toEqual([])
      expect(links.length).toBeGreaterThan(5)
    }
    expect(wrong).toEqual([])
  })

  test('it can be installed as an app that opens below it', async ({ page }) => {
    await page.goto(url)
    const manifest = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href)
    expect(manifest).toBe(`${url}/manifest.webmanifest`)
    const { start_url, icons } = JSON.parse((await ask(manifest)).text)
    expect(new URL(start_url, manifest).href).toBe(`${url}/`)
    for (const { src } of icons) expect((await ask(new URL(src, manifest).href)).status, src).toBe(200)
    expect((await ask(`${url}/`)).status).toBeLessThan(400)
  })

  test('links, keys and filters stay below it', async ({ page }) => {
    await page.goto(url)
    await page.getByRole('navigation').getByRole('link', { name: 'Clusters' }).click()
    await expect(page).toHaveURL(`${url}/shoots`)
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`^${url}/shoots/garden-`))
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL(`${url}/cloudprofiles`)
    await page.goto(`${url}/cloudprofiles/aws`)
    await page.getByRole('link', { name: '1.32.13' }).first().click()
    await expect(page).toHaveURL(`${url}/cloudprofiles/aws?select=kubernetes/1.32.13`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('aws')
    await page.goBack()
    await expect(page).toHaveURL(`${url}/cloudprofiles/aws`)
  })

  test('what is taken away leads back below it', async ({ page }) => {
    await page.goto(`${url}/projects/media`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const subscription = page.getByRole('link', { name: 'Subscribe to Forced updates of media', exact: true })
    await expect(subscription).toHaveAttribute('href', `${url.replace('https', 'webcal')}${FEED}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Forced updates of media as iCalendar' }).click(),
    ])
    const feed = await readFile(await download.path(), 'utf8')
    expect(unfolded(feed)).toContain(`URL:${url}/shoots/garden-media/`)
    expect((await ask(url)).text).toContain(`property="og:image" content="${url}${PNG}`)
    expect((await ask(`${url}/api/badges/shoots/garden-media/origin-apac.svg`)).status).toBe(200)
    expect(JSON.parse((await ask(`${url}/api/openapi.json`)).text).servers).toEqual([{ url: copyPath }])
  })

  test('somebody applies an edit, and who looks at the journal sees it at once', async ({ page, context }) => {
    await applyAndSee(page, context, url)
  })

  test('people sign in and out below it, and their session counts there alone', async ({ page, context }, info) => {
    const api = await FakeApi.start()
    api.script = reviewOf('anna@example.com')
    const KUBECONFIG = info.outputPath('kubeconfig')
    writeFileSync(KUBECONFIG, kubeconfigOf(api.url))
    const env = { BASE_PATH: copyPath, TRUSTED_PROXIES: '127.0.0.1', AUTH: 'token', SESSION_SECRET, KUBECONFIG }
    const guarded = await startAlmanac({ folder: copyOfCheckout(), garden: 'kubernetes', env })
    const front = await startTlsProxy(guarded.url)
    const address = `${front.url}${copyPath}/shoots?project=media#end`
    await page.goto(address)
    await expect(page).toHaveURL(`${front.url}${copyPath}/signin?to=${encodeURIComponent('/shoots?project=media')}#end`)
    await page.getByLabel('Bearer token').fill('of-anna')
    await expect(page.locator('input[name=to]')).toHaveValue('/shoots?project=media#end')
    await page.getByRole('button', { name: 'Sign in with the token' }).click()
    await expect(page).toHaveURL(address)
    const sessions = async () => (await context.cookies(address)).filter(({ name }) => name.includes('session'))
    expect(await sessions()).toEqual([
      expect.objectContaining({ name: '__Secure-almanac-session', path: copyPath, secure: true, httpOnly: true }),
    ])
    // One that has begun to listen to the garden stops when it signs out.
    await alive(page)
    await page.getByRole('link', { name: 'anna@example.com' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await alive(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${front.url}${copyPath}/signin`)
    expect(await sessions()).toEqual([])
    // A page that is open would complain that its server is gone.
    await page.goto('about:blank')
    await front.stop()
    await guarded.stop()
    await api.stop()
  })

  test('every page keeps its policy, and above is nothing', async () => {
    for (const path of ['', '/shoots', '/healthz']) {
      const { headers } = await ask(almanac.url + path)
      expect(headers['content-security-policy'], path).toContain("default-src 'self'")
      const written = await ask(almanac.url + path, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
      expect(written.status, path).toBe(403)
    }
    for (const path of ['/', '/shoots', '/api/status', '/healthz']) {
      expect((await ask(proxy.url + path)).status).toBe(404)
    }
  })
})

function kubeconfigOf(server: string): string {
  return JSON.stringify({
    clusters: [{ name: 'garden', cluster: { server } }],
    users: [{ name: 'almanac', user: { token: 'of-almanac' } }],
    contexts: [{ name: 'landscape', context: { cluster: 'garden', user: 'almanac' } }],
    'current-context': 'landscape',
  })
}

/** A calendar breaks its lines after 75 bytes. */
function unfolded(calendar: string): string {
  return calendar.replaceAll('\r\n ', '')
}

async function applyAndSee(page: Page, context: BrowserContext, url: string): Promise<void> {
  const journal = await context.newPage()
  await journal.goto(`${url}/workbench?view=journal`)
  const entries = journal.getByRole('list', { name: 'Applied edits' }).locator('> li')
  await expect(entries).toHaveCount(0)

  const aws = JSON.parse((await ask(`${url}/api/cloudprofiles/aws`)).text) as ProfileAnswer
  const version = aws.kubernetes.find(({ stage }) => stage === 'deprecated')?.version ?? ''
  const expirationDate = '2027-06-01T00:00:00Z'
  const edits = [{ kind: 'expire', image: null, version, expirationDate }] as const
  const draft = await encodeDraft({ profile: 'aws', base: aws.profile.resourceVersion, edits })
  await page.goto(`${url}/workbench/aws?draft=${encodeURIComponent(draft)}`)
  await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Apply to aws' })).toBeVisible()
  if (await dialog.getByRole('textbox').isVisible()) await confirmAll(page)
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
  await expect(dialog).toContainText('The garden accepted it')

  await journal.bringToFront()
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText(version)
  await journal.close()
}
