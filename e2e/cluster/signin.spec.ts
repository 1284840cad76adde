import { type APIRequestContext, type BrowserContext, type Page, request } from '@playwright/test'
import { DRAFT } from '../support/pages'
import { CLIENT } from './support/identity-provider'
import { test as base, expect } from './support/test'
import { tokenOf } from './support/users'

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'
const VIEWER = 'viewer@example.com'

const test = base.extend<{
  almanac: { readonly url: string; readonly log: () => string }
  program: APIRequestContext
}>({
  almanac: async ({ followed, plane, provider }, use) => {
    provider.life = 3600
    const almanac = await followed({
      AUTH: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      SESSION_SECRET,
      NODE_EXTRA_CA_CERTS: plane.ca,
    })
    provider.register(almanac.url)
    await use(almanac)
  },

  /** A program, or a user who writes requests by hand. It follows no redirect. */
  program: async ({ browserName: _ }, use) => {
    const program = await request.newContext({ ignoreHTTPSErrors: true, maxRedirects: 0 })
    await use(program)
    await program.dispose()
  },
})

test.use({ ignoreHTTPSErrors: true, expectedErrors: [/status of 401/] })

const asking = /\/signin(\?|$)/

async function signInAtProvider(page: Page, user = VIEWER): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with the garden’s provider' }).click()
  await page.getByPlaceholder('Enter any login').fill(user)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The address that the provider leads back to, not yet asked for. */
async function signInByHand(program: APIRequestContext, url: string): Promise<string> {
  let address = `${url}/signin/provider?to=/accuracy`
  const prompts = ['login', 'consent']
  for (let step = 0; step < 12 && !address.startsWith(`${url}/signin/callback`); step++) {
    const form = { prompt: '', login: VIEWER, password: 'any' }
    const isAsked = /\/interaction\/[^/]+$/.test(address)
    const answer = isAsked
      ? await program.post(address, { form: { ...form, prompt: prompts.shift() ?? '' } })
      : await program.get(address)
    address = new URL(answer.headers().location ?? '', address).href
  }
  return address
}

async function signInWith(page: Page, token: string): Promise<void> {
  await page.getByLabel('Bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
}

/** The session of a browser, as its requests carry it. */
async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = (await context.cookies()).filter(({ name }) => name.includes('session'))
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function statusFor(program: APIRequestContext, url: string, headers: Record<string, string>): Promise<number> {
  return (await program.get(`${url}/api/garden`, { headers })).status()
}

test.describe('with a token', () => {
  test('whoever is signed out is led to sign in, and back to the very same address', { tag: '@smoke' }, async ({
    page,
    followed,
  }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const address = '/shoots?project=payments&sort=name#end-of-%C3%A4'
    await page.goto(`${url}${address}`)
    await expect(page).toHaveURL(asking)
    await expect(page.locator('input[name=to]')).toHaveValue(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the garden landscape')

    await signInWith(page, 'nonsense')
    const problem = page.getByRole('alert').filter({ hasText: 'The garden does not let this token in' })
    await expect(problem).toContainText('Unauthorized')

    await signInWith(page, ` ${tokenOf('viewer')}\n`)
    await expect(page).toHaveURL(`${url}${address}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()

    await page.goto(`${url}/signin?to=%2Fcloudprofiles#early`)
    await page.getByRole('link', { name: 'Go on' }).click()
    await expect(page).toHaveURL(`${url}/cloudprofiles#early`)

    await page.getByRole('link', { name: VIEWER }).click()
    await expect(page.getByText('look, and change nothing')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await page.goto(`${url}/shoots`)
    await expect(page).toHaveURL(asking)
  })

  test('it works without scripts', async ({ browser, followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${url}/projects/payments`)
    await signInWith(page, tokenOf('viewer'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('payments')
    await context.close()
  })

  test('a program brings its own token', { tag: '@smoke' }, async ({ program, followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    expect(await statusFor(program, url, {})).toBe(401)
    expect(await statusFor(program, url, { authorization: `Bearer ${tokenOf('viewer')}` })).toBe(200)
    expect(await statusFor(program, url, { authorization: 'Bearer forged' })).toBe(401)
    const page = await program.get(`${url}/shoots`, { headers: { accept: 'text/html' } })
    expect([page.status(), page.headers().location]).toEqual([307, '/signin?to=%2Fshoots'])
  })

  test('nobody is led to another site', async ({ program, followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const elsewhere = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/.//evil.example',
      '/\t/evil.example',
    ]
    for (const to of elsewhere) {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const answer = await program.post(`${url}/signin/token`, { headers, form: { token: tokenOf('viewer'), to } })
      expect([to, answer.status(), answer.headers().location]).toEqual([to, 303, '/'])
    }
  })

  test('no other site signs a browser in or out, or uses its session', async ({ page, context, program, followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const form = { token: tokenOf('viewer'), to: '/' }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as const) {
      expect((await program.post(`${url}/signin/token`, { form, headers: { ...headers } })).status()).toBe(403)
      expect((await program.post(`${url}/signout`, { headers: { ...headers } })).status()).toBe(403)
    }
    await page.goto(url)
    await signInWith(page, tokenOf('viewer'))
    await expect(page).toHaveURL(`${url}/`)
    const cookie = await cookieOf(context)
    expect(await statusFor(program, url, { cookie })).toBe(200)
    const bare = await program.post(`${url}/api/what-if`, { headers: { cookie }, data: {} })
    expect(bare.status()).toBe(403)
  })
})

test.describe('at a provider', () => {
  test('one signs in, is known by name and groups, and signs out at both', { tag: '@smoke' }, async ({
    page,
    context,
    program,
    almanac,
  }) => {
    const { url } = almanac
    await page.goto(`${url}/projects/payments?at=2026-12-01T00%3A00%3A00Z#clusters`)
    await expect(page).toHaveURL(asking)
    await expect(page.getByRole('link', { name: /provider/ })).toHaveAttribute('href', /%23clusters$/)
    await signInAtProvider(page)
    await expect(page).toHaveURL(`${url}/projects/payments?at=2026-12-01T00%3A00%3A00Z#clusters`)

    await page.getByRole('link', { name: VIEWER }).click()
    await expect(page.getByText('garden-people')).toBeVisible()
    await expect(page.getByText('It goes on until you sign out')).toBeVisible()
    // Nothing of it is there for scripts.
    expect(await page.evaluate(() => document.cookie)).not.toContain('session')
    expect(await page.content()).not.toContain('eyJ')

    const cookie = await cookieOf(context)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: /sign me out/i }).click()
    await expect(page).toHaveURL(`${url}/signin`)
    await page.goto(`${url}/shoots`)
    await expect(page).toHaveURL(asking)
    // There the session has ended too: a user who signs in again is asked who they are.
    await page.getByRole('link', { name: 'Sign in with the garden’s provider' }).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()

    // A client that kept the cookie has the token for as long as the API server takes it, and no other one.
    expect(cookie).not.toBe('')
    expect(await statusFor(program, url, { cookie })).toBe(200)
    expect(almanac.log()).not.toContain('eyJ')
  })

  test('tokens are replaced before they end, once for all requests at a time', async ({
    page,
    context,
    program,
    provider,
    almanac: { url },
  }) => {
    provider.life = 15
    await page.goto(url)
    await signInAtProvider(page)
    await expect(page).toHaveURL(`${url}/`)
    const before = provider.refreshed
    const old = await cookieOf(context)
    // Away from the page, so that nothing but what follows asks.
    await page.goto('about:blank')
    await page.waitForTimeout(13_000)

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => program.get(`${url}/api/garden`, { headers: { cookie: old } })),
    )
    expect(answers.map((answer) => answer.status())).toEqual(Array.from({ length: 8 }, () => 200))
    expect(provider.refreshed).toBe(before + 1)
    expect(answers[0]?.headers()['set-cookie']).toContain('almanac-session=')

    // A browser goes on with what it was told last.
    await page.goto(`${url}/shoots`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.waitForTimeout(16_000)
    await page.goto(`${url}/account`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
    provider.life = 3600
  })

  test('a session that ends in the middle of a draft leaves it, and leads back to it', async ({
    page,
    provider,
    almanac: { url },
  }) => {
    const [profile, draft = ''] = DRAFT.split('&')
    const address = `/workbench/${profile?.split('=')[1]}?${draft}`
    await page.goto(`${url}${address}`)
    await signInWith(page, await provider.token(VIEWER, { life: 30 }))
    await expect(page).toHaveURL(`${url}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const line = page.getByRole('alert').filter({ hasText: /Your session ended (at|on) / })
    await expect(line).toBeVisible({ timeout: 90_000 })
    await expect(line).toContainText('drafts are kept')
    await expect(page).toHaveURL(`${url}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await line.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /Your session ended (at|on) / })).toContainText('Your draft')
    await signInWith(page, await provider.token(VIEWER))
    await expect(page).toHaveURL(`${url}${address}`)
  })

  test('a token for another audience, of another issuer or past its end lets nobody in', async ({
    page,
    program,
    provider,
    almanac: { url },
  }) => {
    const other = await provider.token(VIEWER, { audience: 'grafana' })
    expect(await statusFor(program, url, { authorization: `Bearer ${other}` })).toBe(401)
    expect(await statusFor(program, url, { authorization: `Bearer ${await provider.token(VIEWER)}x` })).toBe(401)
    await page.goto(`${url}/shoots`)
    await signInWith(page, other)
    await expect(page.getByRole('alert').filter({ hasText: 'does not let this token in' })).toContainText(
      'Unauthorized',
    )
    await signInWith(page, await provider.token(VIEWER, { life: -60 }))
    await expect(page.getByRole('alert').filter({ hasText: /The token expired (at|on) / })).toBeVisible()
  })

  test('a cookie that was forged, or is replayed after its token ended, is worth nothing', async ({
    page,
    context,
    program,
    provider,
    almanac: { url },
  }) => {
    await page.goto(url)
    await signInWith(page, await provider.token(VIEWER, { life: 20 }))
    await expect(page).toHaveURL(`${url}/`)
    const cookie = await cookieOf(context)
    await page.goto('about:blank')
    expect(await statusFor(program, url, { cookie })).toBe(200)
    const middle = Math.floor(cookie.length / 2)
    const forged = `${cookie.slice(0, middle)}${cookie[middle] === 'A' ? 'B' : 'A'}${cookie.slice(middle + 1)}`
    expect(await statusFor(program, url, { cookie: forged })).toBe(401)
    expect(await statusFor(program, url, { cookie: 'almanac-session=eyJhbGciOiJub25lIn0..' })).toBe(401)
    await page.waitForTimeout(21_000)
    expect(await statusFor(program, url, { cookie })).toBe(401)
  })

  test('what the provider answers is taken only by the browser that asked, and once', async ({
    program,
    playwright,
    almanac: { url },
  }) => {
    // An attacker signs in up to the last step, and slips its address into another browser.
    const callback = await signInByHand(program, url)
    const other = await playwright.request.newContext({ maxRedirects: 0 })
    for (const [browser, location, isSignedIn] of [
      [other, '/signin', false],
      [program, '/accuracy', true],
      [program, '/signin', false],
    ] as const) {
      const answer = await browser.get(callback)
      expect([answer.status(), answer.headers().location]).toEqual([303, location])
      expect(answer.headers()['set-cookie']?.includes('almanac-session=ey') ?? false).toBe(isSignedIn)
    }
    expect((await other.get(`${url}/api/garden`)).status()).toBe(401)
    await other.dispose()
  })

  test('while the provider is away a token does, and who refuses at the provider is told so', async ({
    page,
    provider,
    followed,
    plane,
  }) => {
    provider.setAway(true)
    const { url } = await followed({
      AUTH: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      NODE_EXTRA_CA_CERTS: plane.ca,
    })
    provider.register(url)
    await page.goto(url)
    await expect(page.getByText('It does not answer now')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in with the garden’s provider' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be asked' })).toBeVisible()
    await signInWith(page, tokenOf('viewer'))
    await expect(page).toHaveURL(`${url}/`)

    provider.setAway(false)
    await page.goto(`${url}/signin?to=/accuracy`)
    await page.getByRole('link', { name: 'Sign in with the garden’s provider' }).click()
    await page.getByRole('link', { name: /cancel/i }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'does not sign you in' })).toContainText('access_denied')
    await expect(page).toHaveURL(`${url}/signin?to=%2Faccuracy`)
  })
})
