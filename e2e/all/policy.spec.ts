import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { PolicyEffectsAnswer } from '@/lib/questions/policy/contract'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { AT, pinned } from '../support/pages'
import { PAGE, proposals, search } from '../support/policy'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('from the workbench to the policy of a profile', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
  await page.getByRole('link', { name: 'Policy', exact: true }).click()
  await page.getByRole('navigation', { name: 'CloudProfiles' }).getByText('openstack').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policy for openstack' })).toBeVisible()
})

test('by keyboard a release is dated in one stop and removed in the next', async ({ page }) => {
  await page.goto(PAGE)
  const releases = page.getByRole('region', { name: 'Releases you expect' }).getByRole('listitem')
  const count = await releases.count()
  expect(count).toBeGreaterThan(2)
  const day = (at: number) => releases.nth(at).getByRole('textbox', { name: /^Date of / })
  const remove = (at: number) => releases.nth(at).getByRole('button', { name: /^Remove / })
  await day(0).focus()
  await page.keyboard.press('Tab')
  await expect(remove(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(day(1)).toBeFocused()

  await day(0).focus()
  const before = await day(0).inputValue()
  const label = (await day(0).getAttribute('aria-label')) ?? ''
  expect(before).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect.poll(() => search(page).get('releases')).not.toBeNull()
  // It may have changed places with one of the day before.
  await expect(releases.getByRole('textbox', { name: label, exact: true })).not.toHaveValue(before)
  await settled(page)
  await remove(0).press('Enter')
  await expect(releases).toHaveCount(count - 1)
})

test('a release that gets another date keeps the focus in its row', async ({ page }) => {
  await page.goto(PAGE)
  const last = page.getByRole('region', { name: 'Releases you expect' }).getByRole('listitem').last()
  await last.getByRole('textbox', { name: /^Date of / }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  const remove = last.getByRole('button', { name: /^Remove / })
  await expect(remove).toBeFocused()
  await expect.poll(() => search(page).get('releases')).not.toBeNull()
  await settled(page)
  await expect(remove).toBeFocused()
})

test('a release that cannot come says why', async ({ page }) => {
  await page.goto(PAGE)
  const calendar = page.getByRole('region', { name: 'Releases you expect' })
  await calendar.getByRole('button', { name: 'Add' }).click()
  await calendar.getByLabel('Version').fill('newest')
  await calendar.getByRole('button', { name: 'Add release' }).click()
  await expect(calendar.getByText('"newest" is no version that Gardener can read.')).toBeVisible()
})

test('images have a year of their own', async ({ page }) => {
  await page.goto(PAGE)
  await page.getByLabel('Versions of').selectOption('gardenlinux')
  await expect.poll(() => search(page).get('list')).toBe('gardenlinux')
  const chart = page.getByRole('grid', { name: 'Stages of the versions over the next 12 months' })
  await expect(chart.getByRole('rowheader').first()).toHaveText(/^\d{4}\./)
})

test.describe('a file that POLICY names', () => {
  let folder: string
  let almanac: Almanac
  const file = () => join(folder, 'policy.yaml')

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'policy-'))
    await writeFile(file(), 'controllers: {cloudProfile: {kubernetesVersionManagement: {}}}\n')
    almanac = await startAlmanac({ env: { POLICY: file(), DEMO_BORN: '2026-11-21' } })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  test('shows the drift of each profile on the overview, follows the file, and says what is wrong with it', async ({
    page,
  }) => {
    await page.goto(`${almanac.url}/`)
    const drift = page.getByRole('region', { name: 'Policy' })
    await expect(drift.getByRole('link', { name: /^Policy for aws: / })).toBeVisible()
    await expectNoAxeViolations(page)

    // No page asks for it again by itself: it is told.
    await writeFile(file(), 'controllers: {cloudProfile: {kubernetesVersionManagment: {}}}\n')
    await expect(drift.getByText(/^Line 1, .*kubernetesVersionManagment: is not a field/)).toBeVisible()
    await expect(drift.getByText('it cannot be read', { exact: true })).toBeVisible()
    await expect(drift.getByRole('link', { name: /^Policy for / })).toHaveCount(0)
    await expectNoAxeViolations(page)

    await rm(file())
    await expect(drift.getByText('The file is not there')).toBeVisible()

    await writeFile(file(), 'controllers: [\n')
    await expect(drift.getByText(/^Line \d: /)).toBeVisible()

    await writeFile(file(), 'controllers: {cloudProfile: {}}\n')
    await expect(drift.getByText('all profiles are as it wants them')).toBeVisible()
    await drift.getByRole('link', { name: 'What it would do' }).click()
    await expect(page.getByText('as POLICY names it; edits stay here')).toBeVisible()
  })
})

test.describe('in the dark', () => {
  test.use(DARK)
  test('the page is accessible', async ({ page }) => {
    await page.goto(PAGE)
    await expect(proposals(page).first()).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('wide things scroll in their frames, the page does not', async ({ page }) => {
    await page.goto(PAGE)
    await expect(proposals(page).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})

test('the year follows the releases that are expected', async ({ page }) => {
  await page.goto(PAGE)
  const chart = page.getByRole('grid', { name: 'Stages of the versions over the next 12 months' })
  const calendar = page.getByRole('region', { name: 'Releases you expect' })
  await calendar.getByRole('button', { name: 'Add' }).click()
  await calendar.getByLabel('Day').fill('2027-06-01')
  await calendar.getByLabel('Version').fill('1.99.0')
  await calendar.getByRole('button', { name: 'Add release' }).click()
  const lane = chart.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1.99.0', exact: true }) })
  await expect(lane.getByRole('img', { name: '1.99.0 supported, from 1 Jun 2027, no end set' })).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'What happens in the next 12 months' })
  await expect(table.getByRole('row').filter({ hasText: '1.99.0' })).toHaveCount(2)
  await expectNoAxeViolations(page)

  await expect.poll(() => search(page).get('releases')).not.toBeNull()
  await page.reload()
  await expect(table.getByRole('row').filter({ hasText: '1.99.0' })).toHaveCount(2)
  await calendar.getByRole('button', { name: 'Remove 1.99.0, unclassified' }).click()
  await expect(table.getByRole('row').filter({ hasText: '1.99.0' })).toHaveCount(0)
  await calendar.getByRole('button', { name: 'Expect the usual again' }).click()
  await expect.poll(() => search(page).get('releases')).toBeNull()
})

test('a calendar that is pasted takes the place of the guess', async ({ page }) => {
  await page.goto(PAGE)
  const calendar = page.getByRole('region', { name: 'Releases you expect' })
  await calendar.getByRole('button', { name: 'Paste' }).click()
  const field = calendar.getByLabel('Calendar: iCalendar, or a line per release')
  await field.fill('2027-03-01 1.98.0 preview\nlater 1.98.1\n2027-05-01 gardenlinux 9999.1.0')
  await expect(calendar.getByText('Line 2: it has no day like 2027-01-12.')).toBeVisible()
  await expectNoAxeViolations(page)
  await calendar.getByRole('button', { name: 'Use 2 releases' }).click()
  await expect(calendar.getByRole('listitem')).toHaveCount(2)
  const chart = page.getByRole('grid', { name: 'Stages of the versions over the next 12 months' })
  await expect(chart.getByRole('img', { name: /^1\.98\.0 preview, from 1 Mar 2027/ })).toBeVisible()
  await page.getByLabel('Versions of').selectOption('gardenlinux')
  await expect(chart.getByRole('rowheader', { name: '9999.1.0' })).toBeVisible()
})

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Policy, YAML' })

async function change(page: Page, from: string, to: string): Promise<void> {
  const text = await editor(page).inputValue()
  expect(text).toContain(from)
  await editor(page).fill(text.replace(from, to))
}

test('each proposal, and the year, say what they mean for clusters', async ({ page, request }) => {
  const response = await request.post('/api/policy/effects', { data: { profile: 'openstack', at: AT } })
  const { proposals: effects, year }: PolicyEffectsAnswer = await response.json()
  if (year === null) throw new Error('the example is a policy')
  await page.goto(PAGE)
  for (const { version, forced } of effects) {
    const difference = forced.after - forced.before
    const text = difference === 0 ? /none|fail/ : `${Math.abs(difference)} forced`
    await expect(proposals(page).filter({ hasText: version }).first()).toContainText(text)
  }
  await expect(page.getByText(`${year.forced.before} → ${year.forced.after}`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Forced updates per month' }).getByRole('listitem')).toHaveCount(
    year.months.length,
  )
})

test('an edited policy proposes something else; a broken one says which line is wrong', async ({ page }) => {
  await page.goto(PAGE)
  const before = await proposals(page).count()
  await change(page, 'maintainedKubernetesVersions: 3', 'maintainedKubernetesVersions: 1')
  await expect(page.getByText('maintained: the highest')).toBeVisible()
  await expect(proposals(page).filter({ hasText: 'is not maintained' }).first()).toBeVisible()

  await change(page, '2880h', '120d')
  await expect(page.getByText(/^Line 7, .*expirationDuration: must be a duration like 2880h/)).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Nothing while the policy has 1 problem')).toBeVisible()
  await expectNoAxeViolations(page)

  await expect.poll(() => search(page).get('policy')).not.toBeNull()
  await page.reload()
  await expect(page.getByText(/^Line 7, .*expirationDuration: must be/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect(proposals(page)).toHaveCount(before)
  await expect.poll(() => search(page).get('policy')).toBeNull()
})
