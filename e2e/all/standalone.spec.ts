import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/root.mjs'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expect, test } from '../support/test'

test.describe.configure({ mode: 'default' })

let folder: string
let almanac: Almanac

test.beforeAll(async () => {
  // Far from the repository, whose packages Node would find in a folder above.
  folder = join(mkdtempSync(join(tmpdir(), 'almanac-')), 'app')
  execFileSync(process.execPath, ['tools/standalone.mjs', folder], { cwd: root, stdio: 'inherit' })
  setWritable(false)
  almanac = await startAlmanac({ folder, env: { DEMO_BORN: '2026-11-21' } })
})

test.afterAll(async () => {
  await almanac?.stop()
  setWritable(true)
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

test('a folder without the repository serves pages, with their scripts and styles', async ({ page }) => {
  const answers: number[] = []
  page.on('response', (response) => answers.push(response.status()))
  await page.goto(`${almanac.url}/?at=2026-11-21T18:00:00Z`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Clusters', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clusters' })).toBeVisible()
  expect(answers.filter((status) => status >= 400)).toEqual([])
})

for (const [what, path, type] of [
  ['an answer', '/api/shoots?limit=1', 'application/json'],
  ['a picture', '/api/pictures/overview.png', 'image/png'],
  ['a badge', '/api/badges/cloudprofiles/aws.svg', 'image/svg+xml'],
  ['a calendar', '/api/feeds/shoots.ics', 'text/calendar'],
  ['metrics', '/metrics', 'text/plain'],
  ['its icon', '/favicon.ico', 'image/x-icon'],
  ['its web manifest', '/manifest.webmanifest', 'application/manifest+json'],
] as const) {
  test(`it answers ${what}`, async ({ request }) => {
    const response = await request.get(almanac.url + path)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toContain(type)
    expect((await response.body()).length).toBeGreaterThan(100)
  })
}

test('it can ask an API server, which brings packages that are not bundled', async ({ request }) => {
  const kubernetes = await startAlmanac({
    folder,
    garden: 'kubernetes',
    env: { KUBECONFIG: join(root, 'e2e/support/nobody.kubeconfig') },
  })
  const missing = async () => (await request.get(`${kubernetes.url}/readyz`)).text()
  await expect.poll(missing).toContain('ECONNREFUSED')
  await kubernetes.stop()
  expect(kubernetes.log()).not.toMatch(/Cannot find|MODULE_NOT_FOUND/)
})

/** As the root file system of a container is, for all but its administrator. */
function setWritable(isWritable: boolean): void {
  for (const entry of ['', ...(readdirSync(folder, { recursive: true }) as string[])]) {
    const path = join(folder, entry)
    if (statSync(path).isDirectory()) chmodSync(path, isWritable ? 0o755 : 0o555)
  }
}
