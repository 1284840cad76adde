import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import ICAL from 'ical.js'
import { freePort } from '../tools/address.mjs'
import { type Almanac, startAlmanac } from './support/almanac'
import { AT, pinned } from './support/pages'
import { settled } from './support/settled'
import { STUCK_GARDEN } from './support/stuck-garden'
import { expect, test } from './support/test'

/** See docs/security.md. What each part is for itself is in unit tests; here is what only the whole shows. */

/** Names and texts that would do something wherever they are not taken for texts. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example","x")',
  '<img src=x onerror="document.title=`taken`">',
  ']]></text><script>document.title=`taken`</script>',
  '"><svg onload="document.title=`taken`">',
  'a\r\nSet-Cookie: forged=1\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n{"level":"error","msg":"forged"}',
  'b\u2028BEGIN:VEVENT\u202Ec\u0085|d',
  '[x](javascript:alert(1)) `id` $(id) ../../etc/passwd',
] as const

/** JSON is YAML. A cluster has such a name, or one that is a name, and such texts wherever a user may write one. */
function hostileGarden(): string {
  const documents = HOSTILE.flatMap((hostile, i) => {
    const shoot = (name: string) => ({
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'Shoot',
      metadata: { name, namespace: 'garden-dev' },
      spec: {
        purpose: hostile,
        region: hostile,
        cloudProfile: { kind: 'CloudProfile', name: 'mini' },
        kubernetes: { version: '1.33.0' },
        maintenance: {
          timeWindow: { begin: '220000+0100', end: '230000+0100' },
          autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
        },
        provider: {
          type: 'local',
          workers: [
            {
              name: hostile,
              minimum: 1,
              maximum: 2,
              cri: { name: 'containerd' },
              machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version: '2.0.0' } },
            },
          ],
        },
      },
      status: {
        lastErrors: [{ description: hostile, lastUpdateTime: '2026-11-20T08:00:00Z' }],
        lastOperation: {
          type: 'Reconcile',
          state: 'Failed',
          description: hostile,
          lastUpdateTime: '2026-11-20T08:00:00Z',
        },
        lastMaintenance: {
          description: hostile,
          failureReason: hostile,
          state: 'Failed',
          triggeredTime: '2026-11-20T22:00:00Z',
        },
      },
    })
    // The last are names of objects that every object of a program has.
    return [shoot(hostile), shoot(`plain-${i}`), ...(i === 1 ? [shoot('constructor'), shoot('__proto__')] : [])]
  })
  const project = {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Project',
    metadata: { name: 'dev' },
    spec: {
      namespace: 'garden-dev',
      description: HOSTILE[1],
      owner: { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: HOSTILE[3] },
      members: HOSTILE.map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name, role: 'admin' })),
    },
  }
  return [STUCK_GARDEN.trimEnd(), ...[project, ...documents].map((one) => JSON.stringify(one))].join('\n---\n')
}

test.describe('names and texts of a hostile landscape', () => {
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  let metrics: string
  let folder: string

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-hostile-'))
    const garden = join(folder, 'garden.yaml')
    await writeFile(garden, hostileGarden())
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}`
    almanac = await startAlmanac({ garden, env: { METRICS_PORT: String(port), LOG_LEVEL: 'debug' } })
  })
  test.afterAll(async () => {
    await almanac?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('stay names and texts in files, headers and lines of the log', async ({ request }) => {
    const get = async (path: string) => {
      const answer = await request.get(almanac.url + path)
      expect(answer.headers()['set-cookie'], path).toBeUndefined()
      return { status: answer.status(), headers: answer.headers(), body: await answer.text() }
    }
    const { items } = JSON.parse((await get(`/api/shoots.json?at=${AT}`)).body)
    const names: string[] = items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['plain-0', 'constructor']))
    // What is no name of an object is told as a problem, and is no cluster.
    expect(names.filter((name) => !/^[a-z\d-]+$/.test(name))).toEqual([])
    const { garden } = JSON.parse((await get('/api/status')).body)
    const reasons: string[] = garden.problems.map(({ reason }: { reason: string }) => reason)
    expect(reasons.filter((reason) => reason.endsWith('is no name of a Kubernetes object'))).not.toEqual([])

    const csv = (await get(`/api/shoots.csv?at=${AT}`)).body
    const lines = recordsOf(csv)
    expect(lines).toHaveLength(items.length + 1)
    expect(new Set(lines.map((fields) => fields.length)).size).toBe(1)
    expect(lines.flat()).toContain(`'${HOSTILE[0]}`)
    expect(lines.flat().filter((field) => /^[=+\-@\t\r\n]/.test(field))).toEqual([])

    const feed = (await get(`/api/feeds/shoots.ics?at=${AT}`)).body
    const entries = new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents('vevent')
    expect(entries.length).toBeGreaterThan(HOSTILE.length)
    expect(feed.split(/[\r\n\u0085\u2028\u2029]+/).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(
      entries.length,
    )

    for (const name of ['a\r\nSet-Cookie: forged=1', '../../../etc/passwd', '"; filename="evil.html']) {
      for (const path of [
        `/api/feeds/shoots/garden-dev/${encodeURIComponent(name)}.ics`,
        `/api/badges/shoots/garden-dev/${encodeURIComponent(name)}.svg`,
      ]) {
        const { status, headers } = await get(path)
        expect([400, 404], path).toContain(status)
        expect(headers['content-disposition'], path).toBeUndefined()
      }
    }
    expect((await get('/api/feeds/shoots/garden-dev/plain-0.ics')).headers['content-disposition']).toBe(
      'attachment; filename="plain-0.ics"',
    )
    const told = (await (await request.get(`${metrics}/metrics`)).text()).split('\n')
    expect(told.filter((line) => /^(BEGIN|END|Set-Cookie|\{)/.test(line))).toEqual([])

    await request.get(almanac.url, { headers: { host: 'x{"level":"error","msg":"forged"}' } }).catch(() => {})
    const logged = almanac
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.map((line) => JSON.parse(line).msg).filter((msg) => msg === 'forged')).toEqual([])
  })

  test('stay names and texts on pages, and in what is taken from them', async ({ page, context, request }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const isClean = async (path: string) => {
      expect(await page.title(), path).not.toContain('taken')
      const smuggled = page.locator(
        'img[src="x"], [onerror], [onload], a[href^="javascript"], script:not([nonce], [src])',
      )
      expect(
        await smuggled.evaluateAll((all) => all.filter((one) => !(one as HTMLScriptElement).nonce).length),
        path,
      ).toBe(0)
    }
    const paths = [
      '/',
      '/shoots',
      '/projects/dev',
      '/cloudprofiles/mini',
      '/projects',
      '/shoots?view=tonight',
      '/shoots/garden-dev/constructor',
      '/shoots/garden-dev/plain-4/maintenance',
    ]
    for (const path of paths) {
      await page.goto(almanac.url + pinned(path))
      await settled(page)
      await isClean(path)
    }
    const html = await (await request.get(almanac.url + pinned('/shoots/garden-dev/plain-1'))).text()
    expect(html).not.toMatch(/<img src=x|<svg onload/)
    expect(html).toMatch(/<meta property="og:description" content="[^"<]+"/)

    await page.goto(almanac.url + pinned('/shoots/garden-dev/plain-2'))
    await settled(page)
    // They are there to be read.
    await expect(page.locator('main')).toContainText(HOSTILE[2])
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Forecast as SVG', exact: true }).click(),
    ])
    const svg = await readFile(await download.path(), 'utf8')
    const found = await page.evaluate((drawing) => {
      const picture = new DOMParser().parseFromString(drawing, 'image/svg+xml')
      return [...picture.querySelectorAll('parsererror, script, image, foreignObject, a')].map(({ tagName }) => tagName)
    }, svg)
    expect(found).toEqual([])
    await isClean('SVG')
  })

  test('are answered by no name of another site, whatever is asked', async () => {
    const paths = ['/', '/shoots', '/nowhere', '/signin', '/icon.svg', '/healthz', '/readyz', '/metrics']
    const routes = [
      'status',
      'shoots',
      'shoots.csv',
      'events',
      'openapi.json',
      'feeds/shoots.ics',
      'pictures/overview.png',
      'badges/cloudprofiles/mini.svg',
    ]
    for (const path of [...paths, ...routes.map((route) => `/api/${route}`)]) {
      for (const host of [
        'rebound.example',
        `rebound.example:${new URL(almanac.url).port}`,
        '127.0.0.1.evil.example',
      ]) {
        const { status, body } = await ask(almanac.url + path, { host })
        expect([path, host, status]).toEqual([path, host, 421])
        expect(body).not.toContain('plain-')
      }
    }
    expect((await ask(`${metrics}/metrics`, { host: 'rebound.example' })).status).toBe(421)
    expect((await ask(`${almanac.url}/api/wall`, { host: 'rebound.example' }, 'POST', '{"zone":"UTC"}')).status).toBe(
      421,
    )
  })

  test('are not unpacked from a body, nor taken from one that has no end', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const headers = { 'content-encoding': encoding, 'content-type': 'application/json' }
      const { status, body } = await ask(`${almanac.url}/api/what-if`, headers, 'POST', bomb)
      expect([encoding, status]).toEqual([encoding, 400])
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid' } })
    }
    const headers = { 'content-type': 'application/json' }
    const { status } = await ask(`${almanac.url}/api/what-if`, headers, 'POST', Buffer.alloc(1_000_001, ' '))
    expect(status).toBe(413)
  })
})

/** Another site: the browser takes `localhost` and `127.0.0.1` for two. */
test.describe('a page of another site', () => {
  test.use({ expectedErrors: [/./] })

  test('reads nothing of a server on this machine, however it asks', async ({ page, baseURL }) => {
    const server = http.createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><body>'),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
      const read = await page.evaluate(readFrom, baseURL ?? '')
      expect(read).toEqual([])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/** Runs in the page of the other site: names what it could read or load. */
async function readFrom(base: string): Promise<string[]> {
  const read: string[] = []
  const loaded = (tag: 'img' | 'script' | 'link' | 'iframe' | 'object', path: string) =>
    new Promise<void>((done) => {
      const one = document.createElement(tag)
      one.addEventListener('load', () => {
        // A frame also loads the page that says that it was refused: that one tells nothing.
        if (tag !== 'iframe' && tag !== 'object') read.push(`${tag} ${path}`)
        done()
      })
      one.addEventListener('error', () => done())
      if (one instanceof HTMLLinkElement) Object.assign(one, { rel: 'stylesheet', href: base + path })
      else if (one instanceof HTMLObjectElement) one.data = base + path
      else one.src = base + path
      document.body.append(one)
    })
  await Promise.all([
    loaded('img', '/api/pictures/overview.png'),
    loaded('img', '/api/badges/cloudprofiles/aws.svg'),
    loaded('img', '/icon.svg'),
    loaded('script', '/api/shoots.json'),
    loaded('script', '/api/status'),
    loaded('link', '/api/shoots.csv'),
  ])
  for (const path of ['/', '/api/shoots', '/api/shoots.csv', '/api/feeds/shoots.ics', '/metrics', '/healthz']) {
    for (const init of [{}, { mode: 'no-cors' }, { credentials: 'include' }] as const) {
      await fetch(base + path, init).then(
        () => read.push(`fetch ${JSON.stringify(init)} ${path}`),
        () => {},
      )
    }
  }
  const source = new EventSource(`${base}/api/events`)
  await new Promise<void>((done) => {
    source.onopen = () => done(void read.push('events'))
    source.onerror = () => done()
  })
  source.close()
  const frame = document.createElement('iframe')
  frame.src = `${base}/`
  const isThere = new Promise((done) => frame.addEventListener('load', done))
  document.body.append(frame)
  await isThere
  if (frame.contentWindow?.length !== 0) read.push('frame')
  return read
}

async function ask(url: string, headers: Record<string, string>, method = 'GET', body?: string | Buffer) {
  const asked = http.request(url, { method, headers })
  // Who answers before all has come may close the connection.
  asked.on('error', () => {})
  asked.end(body)
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, body: await text(answer) }
}

/** The records of a CSV, by RFC 4180. */
function recordsOf(csv: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
