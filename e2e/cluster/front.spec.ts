import { ask, startTlsProxy, type TlsProxy } from '../support/tls-proxy'
import { test as base, expect } from './support/test'
import { tokenOf } from './support/users'

/** People sign in through a proxy that takes their connections by TLS. */

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'
const VIEWER = 'viewer@example.com'
const ADDRESS = '/shoots?project=payments'

const test = base.extend<{ front: (...asked: Parameters<typeof startTlsProxy>) => Promise<TlsProxy> }>({
  front: async ({ context }, use) => {
    const started: TlsProxy[] = []
    await use(async (...asked) => {
      const proxy = await startTlsProxy(...asked)
      started.push(proxy)
      return proxy
    })
    // A page that is open would complain that its server is gone.
    for (const page of context.pages()) await page.close()
    for (const proxy of started) await proxy.stop()
  },
})

test.use({ ignoreHTTPSErrors: true, expectedErrors: [/status of 40[13]/] })

test('a session by https is of this host alone, and ends in the browser', async ({
  page,
  context,
  followed,
  front,
}) => {
  const almanac = await followed({ AUTH: 'token', SESSION_SECRET, TRUSTED_PROXIES: '127.0.0.1' })
  const { url } = await front(almanac.url)
  await page.goto(`${url}${ADDRESS}`)
  await expect(page).toHaveURL(`${url}/signin?to=${encodeURIComponent(ADDRESS)}`)
  await page.getByLabel('Bearer token').fill(tokenOf('viewer'))
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(page).toHaveURL(`${url}${ADDRESS}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const sessions = async () => (await context.cookies()).filter(({ name }) => name.includes('session'))
  const { hostname } = new URL(url)
  expect(await sessions()).toEqual([
    expect.objectContaining({
      name: '__Host-almanac-session',
      domain: hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    }),
  ])
  const statusOf = (path: string) => page.evaluate(async (one) => (await fetch(one)).status, path)
  expect(await statusOf('/api/garden')).toBe(200)
  // The same cookie without https is of no user: only what a trusted proxy says makes a request a safe one.
  const [session] = await sessions()
  const headers = { cookie: `${session?.name}=${session?.value}` }
  expect((await ask(`${almanac.url}/api/garden`, { headers })).status).toBe(401)

  await page.getByRole('link', { name: VIEWER }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${url}/signin`)
  await expect(page.getByText('You are signed out.')).toBeVisible()
  expect(await sessions()).toEqual([])
  expect(await statusOf('/api/garden')).toBe(401)
})

test('where a proxy signs people in, its word for who asks counts, and nobody else’s', async ({
  page,
  followed,
  front,
}) => {
  // It asks from an address of its own, so that the tests are another client.
  const from = '127.0.0.2'
  const almanac = await followed({ AUTH: 'proxy', TRUSTED_PROXIES: from })
  let token: string | null = tokenOf('viewer')
  const { url } = await front(almanac.url, { from, tokenOf: () => token })
  await page.goto(`${url}${ADDRESS}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: VIEWER })).toBeVisible()

  const forged = { authorization: `Bearer ${tokenOf('operator')}`, 'x-almanac-peer-trusted': '1' }
  const userOf = async (address: string, headers = forged) => {
    const { status, text } = await ask(`${address}/api/account`, { headers })
    return status === 200 ? JSON.parse(text).user.name : status
  }
  expect(await userOf(url), 'what a browser says of itself is replaced').toBe(VIEWER)
  expect(await userOf(almanac.url), 'whoever comes round the proxy is refused').toBe(403)
  const other = await front(almanac.url, { from: '127.0.0.3', tokenOf: () => token })
  expect(await userOf(other.url), 'another proxy too').toBe(403)

  token = tokenOf('owner')
  expect(await userOf(url)).toBe('payments-admin@example.com')
  token = 'of-nobody'
  expect(await userOf(url)).toBe(401)
  token = null
  expect(await userOf(url)).toBe(401)
  await page.goto(`${url}/accuracy`)
  await expect(page).toHaveURL(`${url}/signin?to=%2Faccuracy`)
  await expect(page.getByText('It sent no token with this request')).toBeVisible()
})
