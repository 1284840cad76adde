import { expect, test } from './support/test'

// No test of it needs another.
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

test('another site can link to a page, and make us compute nothing else', async ({ request }) => {
  const of = (mode: string, dest: string) => ({
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
  })
  expect((await request.get('/workbench/policy', of('no-cors', 'image'))).status()).toBe(403)
  expect((await request.get('/workbench/policy', of('navigate', 'iframe'))).status()).toBe(403)
  expect((await request.get('/api/garden', of('cors', 'empty'))).status()).toBe(403)
  expect((await request.get('/workbench/policy', of('navigate', 'document'))).status()).toBe(200)
  expect((await request.get('/api/status')).status()).toBe(200)
})

test('another site cannot change anything', async ({ request }) => {
  const response = await request.post('/api/anything', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(response.status()).toBe(403)
  expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } })
})
