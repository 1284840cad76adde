import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ExceptionsAnswer, MoreTimeAnswer } from '@/lib/contract/more-time'
import { makeRepository, VERSIONS } from '../../cli/testdata/repository'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { darken, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** They share what they change: each leaves it as it was. */
test.describe.configure({ mode: 'default' })

let almanac: Almanac
test.beforeAll(async () => {
  almanac = await startAlmanac()
})
test.afterAll(() => almanac?.stop())

const VERSION = '1.32.13'

/** Clusters of search that leave it. */
async function draftOf(page: Page): Promise<MoreTimeAnswer> {
  const body = { project: 'search', profile: 'aws', image: null, version: VERSION }
  const response = await page.request.post(`${almanac.url}/api/more-time`, { data: body })
  return response.json()
}

test("an owner's project gets a month more, and its clusters move", async ({ page }) => {
  const before = await draftOf(page)
  const moving = before.clusters.filter(({ moves }) => moves)
  expect(moving.length).toBeGreaterThan(1)

  await page.goto(`${almanac.url}/versions/aws/kubernetes/${VERSION}`)
  await settled(page)
  await page.getByText(/^By project, /).click()
  await page.getByRole('link', { name: 'Give search more time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('More time for search')
  await settled(page)
  const effect = page.getByRole('region', { name: 'Effect' })
  await expect(effect).toContainText(new RegExp(`${moving.length} clusters of search get \\d+ days? more, until `))
  await expect(effect.getByRole('list', { name: 'Warnings' })).toContainText(`aws cannot lose Kubernetes ${VERSION}`)

  const asked = page.getByRole('region', { name: 'What is asked' })
  await expect(asked).toContainText('The garden would accept it')
  await expect(asked.getByRole('checkbox', { checked: true })).toHaveCount(moving.length)
  await asked.getByRole('group', { name: 'Until when' }).getByRole('button').last().click()
  await expect(effect).not.toHaveAttribute('aria-busy')
  await asked.getByRole('textbox', { name: /^Why/ }).fill('The image cannot change before.')
  // What was asked stays in the address.
  await expect(page).toHaveURL(/until=\d{4}-\d\d-\d\d/)

  const dock = page.getByRole('region', { name: 'Apply' })
  await dock.getByRole('button', { name: 'Dry-run' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The garden would accept it. Nothing was written.')
  await dialog.getByRole('button', { name: 'Back' }).click()

  await dock.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: /^Apply to search-more-time/ }).click()
  await expect(dialog).toContainText('Applied. search-more-time is now at resourceVersion')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('almanac.drafts'))).toBe('[]')
  for (const { name } of moving)
    await expect(dialog.getByRole('list', { name: 'Clusters' })).toContainText(`${name} moved`)

  await dialog.getByRole('link', { name: 'All exceptions' }).click()
  const row = page.getByRole('row').filter({ hasText: 'search-more-time' })
  await expect(row).toContainText(VERSION)
  await expect(row).toContainText('“The image cannot change before.”')
  await expect(row.getByRole('link', { name: `${moving.length} clusters`, exact: true })).toBeVisible()

  const [first] = moving
  await page.goto(`${almanac.url}/shoots/garden-search/${first?.name}/plan`)
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('NamespacedCloudProfile search-more-time')
  await page.goto(`${almanac.url}/workbench?view=journal`)
  await expect(page.getByRole('list', { name: 'Applied edits' }).locator('> li')).toHaveCount(1 + moving.length)
  await page.request.post(`${almanac.url}/api/demo/reset`, { data: {}, headers: { origin: almanac.url } })
})

test('such a draft is listed with the drafts, is opened again with its reason, and told to the owners', async ({
  page,
}) => {
  await page.goto(
    `${almanac.url}/workbench/more-time?project=search&profile=aws&select=kubernetes/${VERSION}&until=2027-01-31`,
  )
  await settled(page)
  await page.getByRole('textbox', { name: /^Why/ }).fill('Devices are replaced in January.')
  // No server is told why, and the user who follows the address reads it.
  const address = new URL(page.url())
  expect([address.search.includes('replaced'), address.hash]).toEqual([false, '#why=Devices+are+replaced+in+January.'])
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Why/ })).toHaveValue('Devices are replaced in January.')
  await page.getByRole('button', { name: 'Tell the owners' }).click()
  const dialog = page.getByRole('dialog')
  const notice = dialog.getByRole('textbox', { name: 'Notice for search' })
  await expect(notice).toHaveValue(/The profile search-more-time is going to be made\. This affects \d+ clusters/)
  await expect(notice).toHaveValue(/- Kubernetes 1\.32\.13 until Sun 31 Jan 2027 UTC, instead of /)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await page.goto(`${almanac.url}/cloudprofiles?view=exceptions`)
  const drafted = page.getByRole('rowgroup').filter({ hasText: '1 in a draft' })
  await expect(drafted).toContainText(/search-more-time.*1\.32\.13.*31 Jan 2027.*→ 1\.33\.11 on .*your draft, /)
  await expect(drafted.getByRole('link', { name: 'Open the draft for search-more-time' })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.goto(`${almanac.url}/workbench?view=drafts`)
  const drafts = page.getByRole('list', { name: 'My drafts' })
  await expect(drafts).toContainText('More time for search')
  await expect(drafts).toContainText('The garden would accept it.')
  await expectNoAxeViolations(page)
  await drafts.getByRole('link', { name: 'Open the draft: More time for search' }).click()
  await expect(page.getByRole('textbox', { name: /^Why/ })).toHaveValue('Devices are replaced in January.')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page).toHaveURL(/view=drafts/)
  await expect(page.getByText('No draft is kept in this browser.')).toBeVisible()
})

test('where one cluster was changed meanwhile the others move all the same, and the dialog says which did not', async ({
  page,
}) => {
  const moving = (await draftOf(page)).clusters.filter(({ moves }) => moves).map(({ name }) => name)
  const [late, ...others] = moving
  if (late === undefined) throw new Error('Clusters of search leave the version.')
  // Another user changes it between what the page knows and what is sent.
  await page.route('**/api/more-time/apply', (route) => {
    const body = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ ...body, bases: { ...body.bases, [late]: 'earlier' } }) })
  })
  await page.goto(`${almanac.url}/workbench/more-time?project=search&profile=aws&select=kubernetes/${VERSION}`)
  await settled(page)
  await page.getByRole('region', { name: 'Apply' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Apply to search-more-time/ }).click()
  const clusters = dialog.getByRole('list', { name: 'Clusters' }).getByRole('listitem')
  await expect(clusters).toHaveCount(moving.length)
  await expect(clusters.filter({ hasText: late })).toContainText('did not move: others have changed it meanwhile')
  for (const name of others) await expect(clusters.filter({ hasText: name })).toContainText('moved')
  await expectNoAxeViolations(page)
  await page.request.post(`${almanac.url}/api/demo/reset`, { data: {}, headers: { origin: almanac.url } })
})

test.describe('what is refused', () => {
  test.use({ expectedErrors: [/status of 4(?:03|22)/] })

  test('a version whose entry has a lifecycle takes no other date, and that is said before', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-exceptions-'))
    const stages = 'lifecycle:\n      - classification: supported\n      - classification: expired\n        startTime:'
    makeRepository(folder, VERSIONS.replace('classification: supported\n      expirationDate:', stages))
    const files = await startAlmanac({ garden: join(folder, 'dump.yaml'), env: { DATA_DIR: join(folder, 'data') } })
    try {
      await page.goto(
        `${files.url}/workbench/more-time?project=iot&profile=aws&select=kubernetes/1.33.7&until=2027-12-31`,
      )
      const asked = page.getByRole('region', { name: 'What is asked' })
      await expect(asked).toContainText('The garden would refuse it')
      await expect(asked).toContainText('A version has either a lifecycle or a classification with a date.')
      await settled(page)
      await expectNoAxeViolations(page)
      await page.getByRole('region', { name: 'Apply' }).getByRole('button', { name: 'Apply' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /^Apply to iot-more-time/ }).click()
      await expect(dialog.getByRole('alert')).toContainText('Nothing was written.')
    } finally {
      await page.close()
      await files.stop()
      await rm(folder, { recursive: true })
    }
  })

  test('what the garden refuses is foreseen, and nothing is sent where it refuses it', async ({ page }) => {
    const latest = '1.36.2'
    await page.goto(
      `${almanac.url}/workbench/more-time?project=search&profile=aws&select=kubernetes/${latest}&until=2028-01-31`,
    )
    await settled(page)
    const asked = page.getByRole('region', { name: 'What is asked' })
    await expect(asked).toContainText('The garden would refuse it')
    await expect(asked).toContainText(
      'The highest Kubernetes version has no end: clusters on it would have nowhere to go.',
    )
    await page.getByRole('region', { name: 'Apply' }).getByRole('button', { name: 'Apply' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Apply to search-more-time/ }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was written.')
    const { items } = (await (await page.request.get(`${almanac.url}/api/exceptions`)).json()) as ExceptionsAnswer
    expect(items.some(({ profile }) => profile.name === 'search-more-time')).toBe(false)
  })
})

test('a plan moves a cluster to a namespaced profile of its project, and says what happens in the next window', async ({
  page,
}) => {
  await page.goto(`${almanac.url}/shoots/garden-payments/checkout-prod/plan`)
  await settled(page)
  const profile = page.getByLabel('Profile', { exact: true })
  await expect(profile).toHaveValue('CloudProfile aws')
  await profile.selectOption('NamespacedCloudProfile aws-extended')
  await expect(page.getByText(/The move alone touches no node\. In the next window, /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Effect', exact: true })).toContainText('aws-extended')
  await settled(page)
  await expectNoAxeViolations(page)
})

test('an exception is removed as any edit is foreseen', async ({ page }) => {
  await page.goto(`${almanac.url}/cloudprofiles`)
  await page.getByRole('link', { name: 'Exceptions' }).click()
  await expect(page.getByText(/^The next of \d+ exceptions ends on/)).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)
  await darken(page)
  await expectNoAxeViolations(page)
  await page.getByRole('row').filter({ hasText: '1.34.4' }).getByRole('link', { name: 'Remove…' }).click()
  await expect(page.getByRole('region', { name: 'Edits' })).toContainText('1.34.4')
})

test('from the headline one comes to those that are no longer needed', async ({ page }) => {
  const later = new Date(Date.now() + 65 * 86_400_000).toISOString()
  await page.goto(`${almanac.url}/cloudprofiles?view=exceptions&at=${later}`)
  await page.getByRole('link', { name: /^\d+ can go$/ }).click()
  const group = page.getByRole('rowgroup').filter({ hasText: 'no longer needed' })
  await expect(group).toBeInViewport()
  await expect(group).toContainText('Over. It stays written until somebody removes it.')
  await expect(page.getByText('own date', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)
  for (const path of [
    '/cloudprofiles?view=exceptions',
    `/workbench/more-time?project=search&profile=aws&select=kubernetes/${VERSION}`,
  ]) {
    test(`${path} fits`, async ({ page }) => {
      await page.goto(`${almanac.url}${path}`)
      await settled(page)
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
    })
  }

  test('the dock of more time has Apply, and the rest under More', async ({ page }) => {
    await page.goto(`${almanac.url}/workbench/more-time?project=search&profile=aws&select=kubernetes/${VERSION}`)
    const dock = page.getByRole('region', { name: 'Apply' })
    await expect(dock.getByRole('button', { name: 'Apply…' })).toBeVisible()
    await expect(dock.getByRole('button', { name: 'Dry-run' })).toBeHidden()
    await dock.getByRole('button', { name: 'More' }).click()
    await expect(dock.getByRole('button', { name: 'Dry-run' })).toBeVisible()
  })
})
