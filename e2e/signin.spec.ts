import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeApi, writeKubeconfig } from '@/lib/garden/kubernetes/testdata/fake-api'
import { PUBLIC_FILES } from '@/lib/http/public-files'
import { type Almanac, startAlmanac } from './support/almanac'
import { reviewOf } from './support/reviews'
import { settled } from './support/settled'
import { expect, test } from './support/test'
import { ask } from './support/tls-proxy'

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'

// They share the server.
test.describe.configure({ mode: 'default' })

let folder: string
let api: FakeApi
let almanac: Almanac

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-signin-'))
  api = await FakeApi.start()
  const KUBECONFIG = await writeKubeconfig(api, folder)
  almanac = await startAlmanac({ garden: 'kubernetes', env: { AUTH: 'token', SESSION_SECRET, KUBECONFIG } })
})
test.afterAll(async () => {
  await almanac?.stop()
  await api?.stop()
  await rm(folder, { recursive: true })
})

test('somebody signs in with a token, comes to where they wanted, and signs out', {
  tag: '@firefox',
}, async ({ page, context }) => {
  api.script = reviewOf('anna@example.com')
  const address = `${almanac.url}/shoots?project=media#end`
  await page.goto(address)
  await expect(page).toHaveURL(`${almanac.url}/signin?to=${encodeURIComponent('/shoots?project=media')}#end`)
  await page.getByLabel('Bearer token').fill('of-anna')
  await expect(page.locator('input[name=to]')).toHaveValue('/shoots?project=media#end')
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(page).toHaveURL(address)
  const sessions = async () => (await context.cookies(address)).filter(({ name }) => name.includes('session'))
  expect(await sessions()).toEqual([expect.objectContaining({ name: 'almanac-session', httpOnly: true })])
  await page.getByRole('link', { name: 'anna@example.com' }).click()
  await expect(page).toHaveURL(/\/account/)
  await settled(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${almanac.url}/signin`)
  // Firefox tells for a moment of what it was told to forget.
  await expect.poll(sessions).toEqual([])
})

test('whoever signs out hears no more of the garden from then on, and asks nothing that only who is signed in may ask', async ({
  page,
}) => {
  api.script = reviewOf('anna@example.com')
  await page.goto(`${almanac.url}/account`)
  await page.getByLabel('Bearer token').fill('of-anna')
  const heard = page.waitForRequest(/\/api\/events$/)
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await heard
  await settled(page)
  // The page stays as long as the way out is not answered.
  await page.route('**/signout', () => {})
  const silent = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'))
  await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true })
  await silent
})

/** What the framework says to itself, and has once believed of others. */
const INTERNAL: readonly Readonly<Record<string, string>>[] = [
  { 'x-middleware-subrequest': Array(5).fill('proxy').join(':') },
  { 'x-middleware-subrequest': Array(5).fill('src/middleware').join(':') },
  { 'x-middleware-next': '1', 'x-middleware-skip': '1' },
  { 'x-middleware-rewrite': '/api/openapi.json', 'x-middleware-prefetch': '1' },
  { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'almanac-session=x' },
  { 'x-matched-path': '/signin', 'x-invoke-path': '/signin', 'x-invoke-status': '200' },
  { 'x-nextjs-data': '1', rsc: '1', 'next-router-prefetch': '1', 'next-router-state-tree': '%5B' },
  { 'next-action': '0'.repeat(42), 'content-type': 'text/plain' },
  { 'x-forwarded-host': 'localhost', 'x-original-url': '/signin', 'x-rewrite-url': '/signin' },
  { 'x-almanac-peer-trusted': '1', 'x-almanac-listener': 'metrics', authorization: 'Basic YW5uYTpv' },
]

test('nothing that is said to what Almanac is built with leads past sign-in, or to a name that is not served', async () => {
  api.script = ({ path }) => (path.endsWith('/selfsubjectreviews') ? { status: 401, body: {} } : undefined)
  /** What asks for a part of a page is led to where caches tell it from the page, before it is looked at who asks. */
  const answerOf = async (path: string, headers: Readonly<Record<string, string>>) => {
    const answer = await ask(almanac.url + path, { headers })
    const { location = '' } = answer.headers
    const isSame = new URL(location, almanac.url).pathname === new URL(path, almanac.url).pathname
    return location !== '' && isSame ? ask(almanac.url + location, { headers }) : answer
  }
  for (const more of INTERNAL) {
    for (const path of ['/', '/shoots?_rsc=1', '/_next/data/x/shoots.json', '/api/status', '/metrics']) {
      const what = `${path} ${JSON.stringify(more)}`
      const { status, headers, text } = await answerOf(path, more)
      expect([401, path === '/metrics' ? 404 : 307], `${what}: ${text.slice(0, 200)}`).toContain(status)
      if (status === 307) expect(headers.location ?? headers['x-nextjs-redirect'], what).toMatch(/^\/signin\b/)
      const rebound = await answerOf(path, { ...more, host: 'evil.example' })
      expect(rebound.status, what).toBe(421)
    }
  }
})

test('files that are the same for everybody are served to whoever is signed out', async () => {
  for (const path of PUBLIC_FILES) expect((await ask(almanac.url + path)).status, path).toBe(200)
  for (const path of ['/icon.svg/shoots', '/public/icon.svg', '/shoots'])
    expect((await ask(almanac.url + path)).status, path).toBe(401)
})
