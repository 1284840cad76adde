import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { AT, pinned } from './support/pages'
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

test('while a page is long on its way a line says so, and the page before still stands', async ({ page }) => {
  await page.goto(pinned('/'))
  await page.route(/[?&]_rsc=/, async (route) => {
    await expect(page.getByRole('progressbar', { name: 'The page is loading' })).toBeVisible()
    await route.continue()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Profiles' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profiles')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

/** Stands for a file of the build, whose name is another one each time. */
const BUILT = '/_next/static/BUILT'

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
  ['POST', BUILT, 405],
  ['GET', '*', 400],
  ['OPTIONS', '*', 400],
  ['GET', 'http://evil.example/', 400],
  ['GET', '/healthz', 200],
  ['GET', '/film', 308],
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
  ['GET', '/api', 404],
  ['POST', '/api/nope', 404],
  ['GET', '/api/what-if', 405],
  ['DELETE', '/api/status', 405],
  ['PUT', '/api/wall', 405],
  ['TRACE', '/api/status', 405],
]

test('every kind of answer carries the headers that keep other sites out', async ({ baseURL }) => {
  const base = baseURL ?? ''
  const built = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(base)).text())?.[0] ?? ''
  for (const [method, path, status, headers = {}] of ANSWERS) {
    const answer = await ask(base, method, path === BUILT ? built : path, headers)
    const what = `${method} ${path} ${status}`
    expect(answer.status, what).toBe(status)
    expectGuarded(answer.headers, what, /^\/api\/(?:badges|landscapes)\//.test(path) ? 'same-site' : 'same-origin')
    expect(answer.headers, what).not.toHaveProperty('x-powered-by')
    const isTold = status >= 400 && method !== 'HEAD' && (/^\/api(\/|$)/.test(path) || status !== 404)
    if (isTold) expect(JSON.parse(answer.body), what).toMatchObject({ error: { message: expect.any(String) } })
    if (status === 405) expect(answer.headers.allow, what).toMatch(/\b(GET|POST)\b/)
  }
})

function expectGuarded(headers: IncomingHttpHeaders, what: string, readBy: 'same-origin' | 'same-site') {
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': readBy,
  })
  expect(headers['permissions-policy'], what).toContain('camera=()')
  expect(headers['content-security-policy'], what).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/)
}

test('answers are sent compressed to clients that can read that, and as they are to others', async ({ baseURL }) => {
  const base = baseURL ?? ''
  for (const path of ['/', '/api/garden', '/api/shoots.csv', '/api/shoots.json', '/api/openapi.json']) {
    const [packed, plain] = [
      await ask(base, 'GET', path, { 'accept-encoding': 'gzip' }),
      await ask(base, 'GET', path, { 'accept-encoding': 'identity' }),
    ]
    expect(packed.headers, path).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    })
    expect(plain.headers, path).not.toHaveProperty('content-encoding')
  }
})

test('an address that is gone leads to where what it told is told, at the same clock', async ({ page }) => {
  await page.goto(pinned('/film'))
  await expect(page).toHaveURL(`/?at=${encodeURIComponent(AT)}`)
  await expect(page.getByRole('region', { name: /Clusters per minor/ })).toBeVisible()
})

/** What no client of HTTP sends, with whom it asks left open. */
const UNREAD: readonly (readonly [what: string, status: number, request: string])[] = [
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['a header that is none', 400, 'GET / HTTP/1.1\r\nHost : HOST\r\n\r\n'],
  ['nobody asked', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a length that is none', 400, 'POST /api/wall HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n'],
  ['two ends', 400, 'POST /api/wall HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['parts that are none', 400, 'POST /api/wall HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['an endless address', 431, `GET /shoots?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`],
  ['an endless header', 431, `GET / HTTP/1.1\r\nHost: HOST\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['what nobody expects', 417, 'POST /api/wall HTTP/1.1\r\nHost: HOST\r\nExpect: x\r\nConnection: close\r\n\r\n'],
]

test('so does what never becomes a request', async ({ baseURL }) => {
  const base = baseURL ?? ''
  for (const [what, status, sent] of UNREAD) {
    const answer = await tell(base, sent)
    expect(answer.status, what).toBe(status)
    expectGuarded(answer.headers, what, 'same-origin')
    expect(answer.body, what).toContain('"error":{"code":"')
  }
})

test('who offers another protocol is answered in this one, and leaves no connection open', async ({ baseURL }) => {
  const base = baseURL ?? ''
  for (const offer of ['h2c', 'websocket']) {
    const more = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
    const headers = `Host: HOST\r\nUpgrade: ${offer}\r\n${more}\r\nConnection: Upgrade, close\r\n`
    for (const [path, status] of [
      ['/api/status', 200],
      ['/_next/hmr', 404],
    ] as const) {
      const answer = await tell(base, `GET ${path} HTTP/1.1\r\n${headers}\r\n`)
      expect([offer, path, answer.status]).toEqual([offer, path, status])
    }
    // Where it leads to another host there is nothing to be had either.
    expect((await tell(base, `GET ${base}/healthz HTTP/1.1\r\n${headers}\r\n`)).status).toBe(400)
  }
})

/** Sends letters as they stand, and reads until the connection is closed. */
async function tell(base: string, sent: string) {
  const { hostname, port, host } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(60_000, () => socket.destroy(new Error(`No end of ${sent.slice(0, 80)}`)))
  socket.write(sent.replace('HOST', host))
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}

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
