import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
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

/** Every kind of answer: pages, what is none, files, routes, and what is refused by each part that refuses. */
const ANSWERS: readonly (readonly [method: string, path: string, status: number, headers?: OutgoingHttpHeaders])[] = [
  ['GET', '/', 200],
  ['HEAD', '/', 200],
  ['GET', '/nowhere', 404],
  ['GET', '/shoots/garden-core/nope', 404],
  ['GET', '/shoots/%zz', 400],
  ['POST', '/shoots', 405],
  ['DELETE', '/', 405],
  ['OPTIONS', '/', 405],
  ['TRACE', '/', 405],
  ['GET', '/favicon.ico', 200],
  ['GET', '/_next/static/nope.js', 404],
  ['GET', '/healthz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/icon.svg', 200],
  ['GET', '/api/shoots.csv?q=origin', 200],
  ['GET', '/api/shoots.json?q=origin', 200],
  ['GET', '/api/feeds/projects/media.ics', 200],
  ['GET', '/api/pictures/overview.png', 200],
  ['GET', '/api/badges/cloudprofiles/aws.svg', 200],
  ['GET', '/api/badges/cloudprofiles/aws.svg', 304, { 'if-none-match': '*' }],
  ['GET', '/', 421, { host: 'rebound.example' }],
  ['GET', '/api/status', 421, { host: 'rebound.example' }],
  ['POST', '/api/wall', 403, { 'sec-fetch-site': 'cross-site' }],
  ['POST', '/api/wall', 400],
  ['GET', '/api/status', 200],
  ['HEAD', '/api/status', 200],
  ['GET', '/api/status?at=never', 400],
  ['GET', '/api/badges/shoots/garden-core/nope.svg', 404],
  ['GET', '/api/cloudprofiles/%ff', 400],
  ['GET', '/api/nope', 404],
  ['POST', '/api/nope', 404],
  ['GET', '/api/what-if', 405],
  ['DELETE', '/api/status', 405],
  ['PUT', '/api/film', 405],
  ['TRACE', '/api/status', 405],
]

test('every kind of answer carries the headers that keep other sites out', async ({ baseURL }) => {
  for (const [method, path, status, headers = {}] of ANSWERS) {
    const answer = await ask(baseURL ?? '', method, path, headers)
    const what = `${method} ${path} ${status}`
    expect(answer.status, what).toBe(status)
    expect(answer.headers, what).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': path.startsWith('/api/badges/') ? 'same-site' : 'same-origin',
    })
    expect(answer.headers['permissions-policy'], what).toContain('camera=()')
    expect(answer.headers['content-security-policy'], what).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/)
    expect(answer.headers, what).not.toHaveProperty('x-powered-by')
    const isTold = status >= 400 && method !== 'HEAD' && (path.startsWith('/api/') || status !== 404)
    if (isTold) expect(JSON.parse(answer.body), what).toMatchObject({ error: { message: expect.any(String) } })
    if (status === 405) expect(answer.headers.allow, what).toMatch(/\b(GET|POST)\b/)
  }
})

/** As it stands: browsers and their like put paths in order, and do not send every method. */
async function ask(base: string, method: string, path: string, headers: OutgoingHttpHeaders) {
  const { hostname, port } = new URL(base)
  const asked = request({ hostname, port, method, path, headers })
  asked.end()
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) }
}

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
