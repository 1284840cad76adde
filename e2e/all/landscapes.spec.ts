import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { KNOCKED_AT, LANDSCAPE_ROUTES } from '@/lib/contract/landscapes'
import { FakeApi, writeKubeconfig } from '@/lib/garden/kubernetes/testdata/fake-api'
import { freePort } from '../../tools/address.mjs'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { LAUNCH } from '../support/browser'
import { EVIDENCE } from '../support/evidence'
import { reviewOf } from '../support/reviews'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { expect, test } from '../support/test'

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'
const VERSION = '/versions/aws/kubernetes/1.36.2'

// They share the servers; a browser says of each landscape that says nothing that it could not load it.
test.describe.configure({ mode: 'default' })
test.use({
  expectedErrors: [/status of 40[134]|net::ERR_|blocked by CORS policy/],
})

let folder: string
let api: FakeApi
let live: Almanac
let canary: Almanac
let dev: Almanac
/** Names others, and not live. */
let island: Almanac
let silent: Server
let earlier: Server

test.beforeAll(async () => {
  test.setTimeout(300_000)
  folder = await mkdtemp(join(tmpdir(), 'almanac-landscapes-'))
  const policy = join(folder, 'policy.yaml')
  const rule = ['clusters: 2', 'days: 1', 'failedUpdates: 2', 'landscapes: [canary]']
  await writeFile(policy, ['kind: ControllerManagerConfiguration', '---', 'kind: PromotionRule', ...rule].join('\n'))
  const [livePort, canaryPort, devPort, islandPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const at = (port: number) => `http://127.0.0.1:${port}`
  silent = await listening(() => {})
  earlier = await listening((_, response) => {
    response.writeHead(404, {
      'content-type': 'application/json',
      'access-control-allow-origin': at(livePort),
      'access-control-allow-credentials': 'true',
    })
    response.end('{"error":{"code":"not-found","message":"There is no such route here."}}')
  })
  const names = {
    live: livePort,
    canary: canaryPort,
    dev: devPort,
    island: islandPort,
    silent,
    earlier,
  }
  const LANDSCAPES = Object.entries(names)
    .map(([name, where]) => `${name}=${at(typeof where === 'number' ? where : (where.address() as AddressInfo).port)}`)
    .join()
  api = await FakeApi.start()
  api.script = reviewOf('anna@example.com')
  const KUBECONFIG = await writeKubeconfig(api, folder)
  const born = { garden: 'demo:2026-11-01' }
  live = await startAlmanac({ ...born, port: livePort, env: { LANDSCAPES, POLICY: policy } })
  canary = await startAlmanac({ ...born, port: canaryPort, env: { LANDSCAPES } })
  island = await startAlmanac({ ...born, port: islandPort, env: { LANDSCAPES: `island=${at(islandPort)}` } })
  dev = await startAlmanac({
    garden: 'kubernetes',
    port: devPort,
    env: { LANDSCAPES, AUTH: 'token', SESSION_SECRET, KUBECONFIG },
  })
})

test.afterAll(async () => {
  for (const one of [live, canary, dev, island]) await one?.stop()
  for (const one of [silent, earlier]) one?.closeAllConnections()
  for (const one of [silent, earlier]) one?.close()
  await api?.stop()
  await rm(folder, { recursive: true })
})

async function listening(answer: RequestListener): Promise<Server> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** The line of a landscape in the switch. */
function lineOf(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Landscapes' }).getByRole('listitem').filter({ hasText: name })
}

async function open(page: Page) {
  await page.getByRole('button', { name: 'Landscape live' }).press('Enter')
  await expect(page.getByRole('navigation', { name: 'Landscapes' })).toBeVisible()
}

test('a reader sees before the click what stands in other landscapes, and comes to the same page', async ({ page }) => {
  await page.goto(`${live.url}${VERSION}?view=table`)
  await open(page)
  await expect(page.getByText('The same page, aws 1.36.2, in')).toBeVisible()
  await expect(lineOf(page, 'live')).toContainText('this page')
  await expect(lineOf(page, 'live')).toContainText('preview, 1 cluster')
  await expect(lineOf(page, 'canary')).toContainText(/canary120 clustersread .*preview, 1 cluster/)
  await expect(lineOf(page, 'dev')).toContainText('Sign in to dev to see it')
  // It is there, and does not name this one: no page of another site reads it.
  await expect(lineOf(page, 'island')).toContainText('does not answer. It is away, or')
  await expect(lineOf(page, 'earlier')).toContainText('Its Almanac is of an earlier release.')
  await expectNoAxeViolations(page)
  await expect(lineOf(page, 'silent')).toContainText('does not answer', { timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Landscapes' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Landscape live' })).toBeFocused()
  await open(page)
  await page.keyboard.press('Tab')
  await expect(lineOf(page, 'canary').getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${canary.url}${VERSION}?view=table&from=live`)
  await expect(page.getByRole('button', { name: 'Landscape canary' })).toBeVisible()
})

test('what a reader may see in another landscape is what their own session there shows', async ({ page }) => {
  await page.goto(`${dev.url}/signin`)
  await page.getByLabel('Bearer token').fill('of-anna')
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(page.getByRole('link', { name: 'anna@example.com' })).toBeVisible()
  await page.goto(`${live.url}/`)
  await open(page)
  await expect(lineOf(page, 'dev')).toContainText(/^dev\d+ clusters?.*read /)
})

test('only landscapes that are named read what was made for that, and nothing else', async ({ request }) => {
  const ask = async (path: string, origin: string, mode = 'cors') => {
    const headers = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': 'empty' }
    const response = await request.get(`${canary.url}${path}`, { headers })
    return [response.status(), response.headers()['access-control-allow-origin'] ?? null]
  }
  const standing = '/api/landscapes/standing?page=/'
  expect(await ask(standing, live.url)).toEqual([200, live.url])
  expect(await ask('/api/landscapes/unknown', live.url)).toEqual([404, live.url])
  expect(await ask(standing, 'https://evil.example')).toEqual([403, null])
  expect(await ask(standing, live.url, 'no-cors')).toEqual([403, null])
  expect(await ask('/api/shoots', live.url)).toEqual([403, null])
  const written = await request.post(`${canary.url}/api/demo/reset`, { data: {}, headers: { origin: live.url } })
  expect(written.status()).toBe(403)
})

test('evidence of another landscape stands beside a promotion, and counts where the rule names it', async ({
  page,
  request,
}) => {
  const { found } = await (await request.get(`${canary.url}/api/landscapes/evidence/aws/kubernetes/1.36.2`)).json()
  const days = Math.floor((Date.parse(found.known) - Date.parse(found.firstAt)) / 86_400_000)
  await page.goto(`${live.url}${EVIDENCE}`)
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
  await expect(evidence).toContainText(`${days} days, 1 cluster, 1 failed on canary`)
  await expect(evidence).toContainText('Sign in to dev to see it')
  await expect(evidence).toContainText('earlier does not tell it')
  await expect(evidence).not.toContainText('The team’s rule is not met')

  const all = page.getByRole('region', { name: 'In all landscapes' })
  await expect(all.getByRole('columnheader')).toHaveText(['What', 'live, here', 'canary', 'Rule'])
  await expect(all.getByRole('row', { name: /^How many/ })).toContainText('at least 2: 2 clusters, met')
  await expect(evidence).toContainText(/Gardener v1\.\d+\.\d+ on both; you see all \d+ clusters there\./)
  await expect(page.getByRole('region', { name: 'The team’s rule' })).toContainText('It counts live and canary.')
  const together = page.getByRole('region', { name: 'Clusters on 1.36.2' })
  await expect(together.getByRole('img', { name: '1 on live, 1 on canary' })).toBeVisible()
  const differs = page.getByRole('region', { name: 'What differs between canary and live' })
  await expect(differs).toContainText(/Gardener v1\.\d+\.\d+ on both/)
  await expect(differs).toContainText('You see all')
  // With live alone it is not met.
  await page.getByRole('button', { name: 'live alone' }).click()
  await expect(all.getByRole('row', { name: /^How many/ })).toContainText('at least 2: 1 cluster, not met')
  await expect(evidence).toContainText('The team’s rule is not met: 1 cluster (at least 2).')
  await page.getByRole('button', { name: 'live and canary' }).click()
  await expect(evidence).not.toContainText('The team’s rule is not met')
  await expectNoAxeViolations(page)

  await evidence.getByRole('link', { name: 'Promote it' }).click()
  const beside = page.getByRole('region', { name: 'Evidence for 1.36.2' })
  await expect(beside).toContainText('1 cluster, 1 failed on canary')
  await expect(beside.getByText('not met')).toHaveCount(0)
  await page.getByRole('link', { name: /^Fill a draft with/ }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Apply to aws' })).toBeVisible()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  const typing = dialog.getByLabel('type aws to confirm')
  if (await typing.isVisible()) await typing.fill('aws')
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
  await expect(dialog).toContainText('Applied')
  await page.goto(`${live.url}/workbench?view=journal`)
  await expect(page.getByText(/^Counted as well, .*canary, 1\.36\.2: \d+ days, 1 cluster, 1 failed/)).toBeVisible()
  await request.post(`${live.url}/api/demo/reset`, { data: {} })
})

test.describe('on a phone in the dark', () => {
  test.use({ ...PHONE, ...DARK })

  test('the switch and the evidence have their place, and no faults', async ({ page }) => {
    await page.goto(`${live.url}${EVIDENCE}`)
    await expect(page.getByRole('region', { name: 'In all landscapes' })).toContainText('canary')
    await expectNoSidewaysScroll(page)
    await open(page)
    await expect(lineOf(page, 'canary')).toContainText('120 clusters')
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})

test('a version that a landscape does not have says where it stands, and leads back', async ({ page }) => {
  await page.goto(`${canary.url}/versions/aws/kubernetes/1.36.77?from=live`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('aws has no version 1.36.77 in canary')
  const near = page.getByRole('region', { name: 'Near it in canary' })
  await expect(near.getByRole('columnheader')).toHaveText(['Version', 'Stage', 'Until', 'Clusters'])
  await expect(near.getByRole('row', { name: /^1\.36\.2 preview no expiry set 1 cluster/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'In other landscapes' })).toContainText('live has no 1.36.77.')
  await expect(page.getByRole('link', { name: 'Add it to canary' })).toHaveAttribute(
    'href',
    '/workbench/scenarios/patch?profile=aws&version=1.36.77',
  )
  await page.getByRole('link', { name: 'Back to live' }).click()
  await expect(page).toHaveURL(`${live.url}/versions/aws/kubernetes/1.36.77`)
})

test('below one domain a browser tells a landscape that does not name it from one of an earlier release and one that is away', async ({
  playwright,
}) => {
  // One that serves this machine alone answers no other name.
  const served = await startAlmanac({ env: { HOST: '0.0.0.0' } })
  const own = await listening((_, response) => response.end('A page of live.'))
  const former = await listening(({ url = '' }, response) => {
    const policy = url.startsWith(KNOCKED_AT) ? 'same-site' : 'same-origin'
    response.writeHead(403, { 'cross-origin-resource-policy': policy }).end()
  })
  const browser = await playwright.chromium.launch({
    executablePath: process.env.ALMANAC_BROWSER ?? '',
    args: [...(LAUNCH.args ?? []), '--host-resolver-rules=MAP *.example.test 127.0.0.1'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://live.example.test:${(own.address() as AddressInfo).port}/`)
    const knock = (port: string | number, path: string) =>
      page.evaluate(
        (url) =>
          fetch(url, { mode: 'no-cors', credentials: 'omit' }).then(
            () => 'something answers',
            () => 'nothing',
          ),
        `http://canary.example.test:${port}${path}`,
      )
    const { port } = new URL(served.url)
    expect(await knock(port, `${LANDSCAPE_ROUTES}landscape`)).toBe('something answers')
    expect(await knock(port, `${KNOCKED_AT}landscape`)).toBe('something answers')
    expect(await knock(port, '/api/status')).toBe('nothing')
    // What every release says with these headers, before there were landscapes.
    const { port: before } = former.address() as AddressInfo
    expect(await knock(before, `${LANDSCAPE_ROUTES}landscape`)).toBe('nothing')
    expect(await knock(before, `${KNOCKED_AT}landscape`)).toBe('something answers')
    expect(await knock(await freePort(), `${KNOCKED_AT}landscape`)).toBe('nothing')
  } finally {
    await browser.close()
    own.close()
    former.close()
    await served.stop()
  }
})

test('two landscapes on one machine are started as docs/landscapes.md says', async ({ page }) => {
  test.setTimeout(300_000)
  const docs = await readFile('docs/landscapes.md', 'utf8')
  const [, example = ''] = /to try it:\n\n```sh\n([^`]*)```/.exec(docs) ?? []
  const ports = [await freePort(), await freePort()]
  const written = example.replaceAll('3000', `${ports[0]}`).replaceAll('3001', `${ports[1]}`)
  const LANDSCAPES = /^export LANDSCAPES=(\S+)$/m.exec(written)?.[1] ?? ''
  const starts = [...written.matchAll(/^GARDEN=(\S+) PORT=(\d+) npm start/gm)]
  expect(starts).toHaveLength(2)
  const started: Almanac[] = []
  try {
    for (const [, garden = '', port] of starts) {
      started.push(await startAlmanac({ garden, port: Number(port), env: { LANDSCAPES } }))
    }
    const [first, second] = started
    await page.goto(`${first?.url}/cloudprofiles/aws`)
    await page.getByRole('button', { name: 'Landscape canary' }).click()
    await expect(lineOf(page, 'live')).toContainText(/120 clusters.*clusters, its newest is 1\./)
    await lineOf(page, 'live').getByRole('link').click()
    await expect(page).toHaveURL(`${second?.url}/cloudprofiles/aws`)
    await expect(page.getByRole('button', { name: 'Landscape live' })).toBeVisible()
  } finally {
    await page.close()
    for (const one of started) await one.stop()
  }
})
