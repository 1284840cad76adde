import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Almanac, startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { expect, test } from './support/test'

const PROFILE = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: local }
spec:
  kubernetes:
    versions: [{ version: 1.34.1 }]
  machineImages: []
  machineTypes: []
`

function shoot(name: string, begin = '220000+0100'): string {
  return `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: ${name}, namespace: garden-dev }
spec:
  cloudProfile: { kind: CloudProfile, name: local }
  kubernetes: { version: 1.34.1 }
  maintenance:
    timeWindow: { begin: ${begin}, end: 230000+0100 }
  provider: { type: local, workers: [] }
`
}

/** A folder of manifests, as somebody keeps it in a repository. */
test.describe('somebody edits manifests while the overview is open', () => {
  let folder: string
  let almanac: Almanac

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-live-'))
    await writeFile(join(folder, 'profile.yaml'), PROFILE)
    await writeFile(join(folder, 'one.yaml'), shoot('one'))
    almanac = await startAlmanac({ garden: folder })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  test('new clusters and problems show by themselves', async ({ page }) => {
    await page.goto(almanac.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No cluster is forced in the next 90 days.')
    await expect(page.getByText('of 1', { exact: true })).toBeVisible()

    await writeFile(join(folder, 'two.yaml'), shoot('two'))
    await expect(page.getByText('of 2', { exact: true })).toBeVisible({ timeout: 15_000 })

    await writeFile(join(folder, 'broken.yaml'), 'kind: Shoot\nmetadata: [')
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices).toContainText('1 problem in 1 file.')
    await notices.getByRole('button', { name: 'Show' }).click()
    const problems = page.getByRole('dialog', { name: '1 problem in 1 file' })
    await expect(problems.getByRole('row').nth(1)).toContainText('broken.yaml')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')

    await rm(join(folder, 'broken.yaml'))
    await expect(notices).not.toContainText('problem')

    await writeFile(join(folder, 'two.yaml'), shoot('two').replace('name: two', 'name: [two'))
    await expect(notices).toContainText('1 problem in 1 file.')
    await expect(page.getByText('of 2', { exact: true }), 'what was good before stays').toBeVisible()

    await page.getByRole('link', { name: 'Clusters', exact: true }).click()
    await expect(page.getByRole('link', { name: 'garden-dev / two' })).toBeVisible()
    await writeFile(join(folder, 'one.yaml'), shoot('three'))
    const offer = page.getByRole('status').filter({ hasText: '1 is new, 1 is gone' })
    await expect(offer, 'other files are still followed').toBeVisible({ timeout: 15_000 })
    await offer.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('link', { name: 'garden-dev / three' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'garden-dev / two' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'garden-dev / one' })).toHaveCount(0)
  })
})

test('a cluster that comes and goes is gone from the open list, whatever was asked in between', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-live-'))
  await writeFile(join(folder, 'profile.yaml'), PROFILE)
  await writeFile(join(folder, 'one.yaml'), shoot('one'))
  const almanac = await startAlmanac({ garden: folder })
  try {
    let asked = Number.POSITIVE_INFINITY
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // From the first news on, which may be followed by questions.
      if (pathname === '/api/events' || (asked < Number.POSITIVE_INFINITY && pathname.startsWith('/api/')))
        asked = Date.now()
    })
    await page.goto(`${almanac.url}/shoots`)
    await expect(page.getByRole('link', { name: 'one' }).first()).toBeVisible()
    await expect
      .poll(() => Date.now() - asked, { message: 'the page has asked what it wants', timeout: 30_000 })
      .toBeGreaterThan(2000)
    // The status is slow to come: it is of the moment after all this, and the landscape is then as it was before it.
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/status', async (route) => {
      await slow
      await route.continue()
    })
    await writeFile(join(folder, 'two.yaml'), shoot('two'))
    // Offered, or there at once when the table was still being filled.
    const show = page.getByRole('button', { name: 'Show', exact: true })
    const two = page.getByRole('link', { name: 'two' })
    await expect(show.or(two).first()).toBeVisible({ timeout: 15_000 })
    if (await show.isVisible()) await show.click()
    await expect(two.first()).toBeVisible()
    await rm(join(folder, 'two.yaml'))
    const total = async () => (await (await fetch(`${almanac.url}/api/shoots`)).json()).total
    await expect.poll(total).toBe(1)
    answer()
    await expect(page.getByText('1 is gone')).toBeVisible({ timeout: 15_000 })
  } finally {
    await page.close()
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})
