import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tools/address.mjs'
import { givenByStart } from '../support/almanac'
import { test as base, expect } from '../support/test'

const [program = 'podman', ...options] = words('ALMANAC_ENGINE')
const limits = words('ALMANAC_LIMITS')
const image = process.env.ALMANAC_IMAGE ?? ''

/** Beside Node, of which every other image is made too. */
const LARGEST = 100 * 1024 * 1024

interface Container {
  readonly id: string
  readonly url: string
  readonly metricsUrl: string
}

/** As the chart runs it: by a user of no name, who may do nothing, write nowhere, and has little memory. */
const test = base.extend<object, { container: Container }>({
  container: [
    async ({ browserName: _ }, use) => {
      const [port, metrics] = [await freePort(), await freePort()]
      const env = { GARDEN: 'demo', DEMO_BORN: '2026-11-21', PORT: port, METRICS_PORT: metrics }
      const id = engine(
        'run',
        '--detach',
        '--network=host',
        '--read-only',
        '--tmpfs=/tmp:size=64m',
        '--user=65532:65532',
        '--cap-drop=all',
        '--security-opt=no-new-privileges',
        '--memory=512m',
        ...limits,
        ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
        image,
      )
      const url = `http://127.0.0.1:${port}`
      try {
        await untilReady(id, url)
        await use({ id, url, metricsUrl: `http://127.0.0.1:${metrics}` })
      } finally {
        engine('rm', '--force', id)
      }
    },
    { scope: 'worker' },
  ],
})

test('the image holds the program and Node, and nothing to look around with', () => {
  const [details] = JSON.parse(engine('image', 'inspect', image))
  expect(details.Config.User).toBe('65532:65532')
  const given = givenByStart()
  expect(details.Config.Cmd).toEqual([...given.flags, '/almanac/tools/serve-built.mjs'])
  for (const [name, value] of Object.entries(given.env)) expect(details.Config.Env).toContain(`${name}=${value}`)
  const id = engine('create', image)
  const paths = execFileSync('sh', ['-c', `${[program, ...options].join(' ')} export ${id} | tar -t`], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n')
  engine('rm', id)
  expect(paths).toContain('almanac/tools/serve-built.mjs')
  expect(paths.filter((path) => /(^|\/)s?bin\/(?!node$)./.test(path) && !path.includes('node_modules'))).toEqual([])
  const others =
    /^almanac\/(app|components|docs|e2e|bench|deploy)\/|\.test\.[jt]sx?$|\/\.git\/|node_modules\/(typescript|vitest|@next\/swc[^/]*|sharp|@img)\//
  expect(paths.filter((path) => others.test(path))).toEqual([])
})

test('it lists what it is made of, Node included', () => {
  const read = "process.stdout.write(require('node:fs').readFileSync('/almanac/sbom.cdx.json', 'utf8'))"
  const bom = JSON.parse(engine('run', '--rm', ...limits, image, '--eval', read))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'almanac' } } })
  const versions = new Map(bom.components.map(({ name, version }: Record<string, string>) => [name, version]))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['next', 'react', 'pg']) expect([name, versions.get(name)]).toEqual([name, dependencies[name]])
  expect(versions.get('node')).toBe(engine('run', '--rm', ...limits, image, '--version').slice(1))
  for (const name of ['typescript', 'vitest', 'sharp']) expect(versions.has(name), name).toBe(false)
})

test('it is small', () => {
  const layers = JSON.parse(engine('history', '--format=json', image))
  const sizes: number[] = layers.map(({ size, Size }: { size?: number; Size?: number }) => size ?? Size ?? 0)
  const [largest = 0, ...rest] = sizes.toSorted((a, b) => b - a)
  // The largest is Node.
  const own = rest.reduce((sum, size) => sum + size, 0)
  console.log(`Beside Node (${mib(largest)} MiB) the image has ${mib(own)} MiB.`)
  expect(own).toBeLessThan(LARGEST)
})

test('it holds the program on the command line, which takes nothing but Node', () => {
  const command = [
    '/almanac/almanac.mjs',
    'list',
    '--forced',
    '--garden',
    'demo:2026-11-21',
    '--at',
    '2026-11-21T18:00:00Z',
  ]
  const told = engine('run', '--rm', '--read-only', '--user=65532:65532', ...limits, image, ...command)
  expect(told).toMatch(/^\d+ of \d+ clusters are forced or fail within 12 months\n/)
})

test('it shows pages', async ({ container, page }) => {
  await page.goto(`${container.url}/?at=2026-11-21T18:00:00Z`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clusters are forced')
  await page.getByRole('link', { name: 'Clusters', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clusters' })).toBeVisible()
})

for (const path of [
  '/healthz',
  '/readyz',
  '/api/shoots?limit=1',
  '/api/pictures/overview.png',
  '/api/feeds/shoots.ics',
]) {
  test(`it answers ${path}`, async ({ container, request }) => {
    expect((await request.get(container.url + path)).status()).toBe(200)
  })
}

test('its metrics have a port of their own', async ({ container, request }) => {
  const metrics = await request.get(`${container.metricsUrl}/metrics`)
  expect([metrics.status(), await metrics.text()]).toEqual([200, expect.stringContaining('almanac_clusters')])
  expect((await request.get(`${container.metricsUrl}/`)).status()).toBe(404)
})

test('it runs as nobody, with no rights, in a file system that cannot be written', ({ container }) => {
  const pid = engine('inspect', '--format={{.State.Pid}}', container.id)
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' })
  expect(status).toMatch(/^Uid:\t65532\t65532/m)
  expect(status).toMatch(/^CapEff:\t0+$/m)
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  expect(execFileSync('cat', [`/proc/${pid}/mountinfo`], { encoding: 'utf8' })).toMatch(/ \/ \/ ro[, ]/)
})

test('it ends by itself when it is asked to', async ({ container }) => {
  engine('stop', '--time=25', container.id)
  expect(engine('inspect', '--format={{.State.ExitCode}}', container.id)).toBe('0')
})

async function untilReady(id: string, url: string): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(200)
  }
  throw new Error(`The container is not ready:\n${engine('logs', id)}`)
}

function engine(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, [...options, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

function words(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(' ').filter((word) => word !== '')
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
