import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { ofThen } from '../support/seen'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

const PAGES = [
  ['the overview', '/', /^On Sun 1 Nov, 11:00, it said: \d+ clusters? .*\. Today it says \d+, \d+ (fewer|more)\.$/],
  [
    'a profile',
    '/cloudprofiles/aws',
    /^On Sun 1 Nov, 11:00, aws said: \S.* Today it says .* (earlier|later) for \d+ clusters?\.$/,
  ],
  ['a cluster', '/shoots/garden-payments/checkout-prod', /^On Sun 1 Nov, 11:00, it said: \S.* Today it says .*\.$/],
  ['a version', '/versions/aws/kubernetes/1.33.9', null],
  ['the list of clusters', '/shoots', null],
  ['the night', '/shoots?view=tonight', null],
  ['the wall', '/projects', null],
  ['a policy', '/workbench/policy', null],
  ['a project', '/projects/payments', null],
] as const

for (const [name, path, sentence] of PAGES) {
  for (const [screen, use] of [
    ['on a desk', {}],
    ['on a phone in the dark', { ...PHONE, ...DARK }],
  ] as const) {
    test.describe(`${name} ${screen}`, () => {
      test.use(use)
      test('is shown as it was known then', async ({ page }) => {
        await page.goto(ofThen(path))
        const today = page.getByRole('region', { name: 'Today', exact: true })
        if (sentence !== null) {
          await expect(today.getByRole('status')).toHaveText(sentence)
          const rows = today.getByRole('table', { name: 'What differs' }).getByRole('row')
          expect(await rows.count()).toBeGreaterThan(1)
        }
        // Which day it is of is never out of sight.
        const day = 'Sun 1 Nov 2026, 11:00 +01:00'
        await expect(page.getByRole('banner')).toContainText(day)
        await expect(page.getByText(day, { exact: true }).first()).toBeVisible()
        // What is called today there is of today alone.
        if (path === '/workbench/policy')
          await expect(page.getByRole('region', { name: 'It proposes on 1 Nov' })).toBeVisible()
        if (path === '/') await expect(page.getByText('1 Nov', { exact: true }).first()).toBeVisible()
        await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
          'You are looking at the past, as read on Sun 1 Nov 2026',
        )
        await settled(page)
        // The same question is asked of today on the overview, a profile and a cluster.
        await expect(today).toHaveCount(sentence === null ? 0 : 1)
        await expectNoAxeViolations(page)
        await expectNoSidewaysScroll(page)
      })
    })
  }
}

test.describe('before anything was recorded', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('a page says once that it is not, since when it is, and leads there', async ({ page }) => {
    await page.goto('/cloudprofiles/aws?seen=2025-01-01T10:00:00Z')
    const told = 'What was known on Wed 1 Jan 2025, 11:00 +01:00 is not recorded.'
    await expect(page.getByText(told)).toHaveCount(1)
    await expect(page.getByText(/^Recorded since .* 2026, /)).toBeVisible()
    await expect(page.getByText('This part could not be read')).toHaveCount(0)
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'See what was known first' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are looking at the past')
    await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible()
  })
})

const profile = (expires: string) => `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: local }
spec:
  kubernetes:
    versions:
    - { version: 1.35.2, classification: supported }
    - { version: 1.34.1, classification: deprecated, expirationDate: "${expires}" }
  machineImages: []
  machineTypes: []
`
const SHOOT = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: one, namespace: garden-dev }
spec:
  cloudProfile: { kind: CloudProfile, name: local }
  kubernetes: { version: 1.34.1 }
  provider: { type: local, workers: [] }
`

test('a link that was copied goes on showing what it showed, beside what is said today', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const folder = await mkdtemp(join(tmpdir(), 'almanac-seen-'))
  const file = join(folder, 'profile.yaml')
  await writeFile(file, profile('2099-03-01T12:00:00Z'))
  await writeFile(join(folder, 'one.yaml'), SHOOT)
  const almanac = await startAlmanac({ garden: folder })
  try {
    await page.goto(`${almanac.url}/cloudprofiles/local?view=table`)
    const main = page.getByRole('main')
    await expect(main).toContainText('1 Mar 2099')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/[?&]at=.*&seen=/)

    await page.goto(link)
    await expect(main).toContainText('Today it says the same.')

    // Links have whole seconds: what comes within the same one was known in it.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await writeFile(file, profile('2099-01-15T12:00:00Z'))
    await page.goto(`${almanac.url}/cloudprofiles/local?view=table`)
    await expect(main).toContainText('15 Jan 2099')

    await page.goto(link)
    await expect(page.getByRole('region', { name: 'Today', exact: true }).getByRole('status')).toHaveText(
      /^On .*, local said: 1\.34\.1 expires on 1 Mar 2099\. Today it says 15 Jan 2099, 45 days earlier for 1 cluster\.$/,
    )
    await expect(main.getByRole('row', { name: /^1\.34 .*1 Mar 2099|1\.34\.1 .*1 Mar 2099/ }).first()).toBeVisible()
  } finally {
    // A page that is open would complain that its server is gone.
    await page.close()
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})

test.describe('without a store', () => {
  // What is asked of a history that cannot be read is refused.
  test.use({ expectedErrors: [/status of 503/] })
  test('pages that show what is recorded say why nothing is', async ({ page, request }) => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-unrecorded-'))
    await writeFile(join(folder, 'profile.yaml'), profile('2099-03-01T12:00:00Z'))
    await writeFile(join(folder, 'one.yaml'), SHOOT)
    const almanac = await startAlmanac({
      garden: folder,
      env: { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' },
    })
    try {
      await expect
        .poll(async () => (await (await request.get(`${almanac.url}/api/status`)).json()).recording.problem)
        .not.toBeNull()
      await page.goto(`${almanac.url}/accuracy`)
      const told = page.getByText(/Nothing is recorded.*: the database does not answer \(ECONNREFUSED\)\.$/)
      await expect(told).toBeVisible()
      await page.goto(`${almanac.url}/`)
      await expect(page.getByRole('main')).toContainText('No cluster is forced within 90 days')
      await expect(told).toHaveCount(0)
    } finally {
      await page.close()
      await almanac.stop()
      await rm(folder, { recursive: true })
    }
  })
})
