import { expectNoAxeViolations } from './support/axe'
import { PAGES, pinned } from './support/pages'
import { DARK, expectNoSidewaysScroll, PHONE, widenText } from './support/screens'
import { settled } from './support/settled'
import { expect, test } from './support/test'

// The longest file, and no test of it needs another.
test.describe.configure({ mode: 'parallel' })

for (const { name, path } of PAGES) {
  test(`${name} opens in silence and is accessible`, async ({ page }) => {
    const response = await page.goto(pinned(path))
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await settled(page)
    await expectNoAxeViolations(page)
  })

  test.describe('in the dark', () => {
    test.use(DARK)
    test(`${name} is accessible`, async ({ page }) => {
      await page.goto(pinned(path))
      await settled(page)
      await expectNoAxeViolations(page)
    })
  })

  test.describe('on a phone', () => {
    test.use(PHONE)
    test(`${name} fits and is accessible`, async ({ page }) => {
      await page.goto(pinned(path))
      await settled(page)
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
      await widenText(page)
      await expectNoSidewaysScroll(page)
    })
  })
}

test('every page runs its scripts under a policy with a nonce of its own', async ({ page }) => {
  const policies = new Set<string>()
  for (let visit = 0; visit < 2; visit++) {
    const response = await page.goto('/')
    const policy = response?.headers()['content-security-policy'] ?? ''
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src ')) ?? ''
    expect(scripts).toMatch(/^script-src 'self' 'nonce-[0-9a-f]{32}' 'strict-dynamic'$/)
    policies.add(policy)
    const nonce = /'nonce-(.+?)'/.exec(scripts)?.[1]
    // Chunks that these load later need none: 'strict-dynamic' trusts whom they trust.
    const written = (await response?.text())?.match(/<script\b[^>]*>/g) ?? []
    expect(written.length).toBeGreaterThan(0)
    const others = written.filter((tag) => !tag.includes(`nonce="${nonce}"`))
    expect(others).toEqual([])
  }
  expect(policies.size).toBe(2)
})

test.describe('when somebody smuggles a script into the page', () => {
  test.use({ expectedErrors: [/security policy|Content Security Policy/i] })
  test('it does not run', async ({ page }) => {
    await page.goto('/')
    const title = await page.title()
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button onclick="document.title = `taken`">smuggled</button>')
    })
    await page.getByRole('button', { name: 'smuggled' }).click()
    expect(await page.title()).toBe(title)
  })
})

test('answers carry the headers that keep other sites out', async ({ request }) => {
  const headers = (await request.get('/')).headers()
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('a name that was pointed at this machine is not answered', async ({ request }) => {
  const response = await request.get('/', { headers: { host: 'rebound.example' } })
  expect(response.status()).toBe(421)
})

test('another site cannot change anything', async ({ request }) => {
  const response = await request.post('/api/anything', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(response.status()).toBe(403)
  expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } })
})
