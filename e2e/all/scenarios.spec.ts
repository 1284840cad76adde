import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { pinned } from '../support/pages'
import { cases, draft, fill, guide, open, steps } from '../support/scenarios'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { STUCK_GARDEN } from '../support/stuck-garden'
import { expect, test } from '../support/test'

test('a new minor that skips one is told', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=minor&profile=aws')
  await page.goto(pinned('/workbench/scenarios/minor?profile=aws'))
  const field = page.getByLabel('the new version is')
  await field.fill((version ?? '').replace(/\.(\d+)\.0$/, (_, minor) => `.${Number(minor) + 1}.0`))
  await field.press('Enter')
  await expect(steps(page).getByRole('listitem').filter({ hasText: 'It follows the highest' }).last()).toContainText(
    'does not hold',
  )
})

test('what is no version cannot be drafted, and that is said', async ({ page }) => {
  await page.goto(pinned('/workbench/scenarios/patch?profile=aws&version=1.x'))
  await expect(draft(page)).toContainText('It cannot be made: "1.x" is no version that Gardener can read.')
  await expect(draft(page).getByRole('link', { name: /^Fill a draft/ })).toHaveCount(0)
})

test('an erroneous version a) that nobody runs is deleted', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const unused = versions.find(({ clusters }) => clusters === 0)?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(unused)
  await expect(cases(page).locator('[aria-current]')).toContainText('No cluster runs it')
  await fill(page, `Remove ${unused}`, /^Promote 1\./)
})

test('an erroneous version c) that is the latest of all is kept from spreading', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const latest = versions[0]?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(latest)
  await expect(cases(page).locator('[aria-current]')).toContainText('It is the overall latest')
  await expect(steps(page)).toContainText('So that no more clusters get it')
  await expect(steps(page)).toContainText('Wait for a newer patch, or delete the clusters')
  await fill(page, new RegExp(latest))
})

test('a choice leaves the page where it is', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  await page.setViewportSize({ width: 1440, height: 500 })
  await open(page, 'The supported version has problems')
  const choice = page.getByLabel('the erroneous version is')
  await page.mouse.wheel(0, 90)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(90)
  await choice.selectOption(versions.at(-1)?.version ?? 'none')
  await expect(page).toHaveURL(/[?&]version=/)
  await expect(steps(page)).toContainText(versions.at(-1)?.version ?? 'none')
  expect(await page.evaluate(() => scrollY)).toBe(90)
})

const OF_IMAGES = [
  { scenario: 'patch', title: 'A new patch version', image: 'gardenlinux', edit: /^Add gardenlinux/ },
  { scenario: 'minor', title: 'A new minor version', image: 'gardenlinux', edit: /^Add gardenlinux/ },
  { scenario: 'promote', title: 'Promote a preview', image: 'gardenlinux', edit: /^Promote gardenlinux/ },
  { scenario: 'deprecate', title: 'Deprecate the supported version', image: 'ubuntu', edit: /^Deprecate ubuntu/ },
  { scenario: 'replace', title: 'The supported version has problems', image: 'ubuntu', edit: /ubuntu/ },
  { scenario: 'remove', title: 'Remove an expired version', image: 'suse-chost', edit: /^Remove suse-chost/ },
] as const

for (const { scenario, title, image, edit } of OF_IMAGES) {
  test(`the guide "${title}" is there for machine images too`, async ({ page, request }) => {
    const { version } = await guide(request, `scenario=${scenario}&profile=aws&image=${image}`)
    await open(page, title)
    await page.getByRole('combobox', { name: 'of', exact: true }).selectOption(image)
    await expect(page.getByLabel(/^the (\w+ )?(version|preview) is/)).toHaveValue(version ?? 'none')
    await expect(steps(page)).toContainText(`${image} ${version}`)
    await fill(page, edit)
  })
}

test('an image that another profile has not, and a list without such a version, are told', async ({ page }) => {
  await page.goto(pinned('/workbench/scenarios/promote?profile=aws&image=suse-chost'))
  await expect(page.getByText('aws has no preview of suse-chost')).toBeVisible()
  await page.getByRole('combobox', { name: /^In/ }).selectOption('openstack')
  await expect(page.getByRole('combobox', { name: 'of', exact: true })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: /^In/ })).toHaveValue('openstack')
})

test.describe('why each cluster did not move', () => {
  // They share what they change.
  test.describe.configure({ mode: 'default' })
  let folder: string
  let almanac: Almanac

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-stuck-'))
    await writeFile(join(folder, 'garden.yaml'), STUCK_GARDEN)
    await writeFile(
      join(folder, 'policy.yaml'),
      'controllers: {cloudProfile: {kubernetesVersionManagement: {expirationDuration: 240h}}}\n',
    )
    almanac = await startAlmanac({
      garden: join(folder, 'garden.yaml'),
      env: { POLICY: join(folder, 'policy.yaml') },
    })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  const row = (page: Page, cluster: string) =>
    page.getByRole('table', { name: 'Clusters that still run it' }).getByRole('row').filter({ hasText: cluster })

  test('deleting, failed maintenance, window not reached, a later date; and who leaves last', async ({ page }) => {
    await page.goto(`${almanac.url}${pinned('/workbench/scenarios/remove?version=1.33.0')}`)
    await expect(draft(page)).toContainText(
      '1 cluster is being deleted, 1 cluster fails to leave, 1 cluster may stay longer, 1 cluster leaves in time.',
    )
    await expect(row(page, 'leaving')).toContainText('It is being deleted: maintenance is not performed.')
    await expect(row(page, 'leaving')).toContainText('not by itself')
    await expect(row(page, 'refused')).toContainText('image allows kubelet < 1.33.2')
    await expect(row(page, 'refused')).toContainText('not by itself')
    await expect(row(page, 'waiting')).toContainText('it begins at 21 Nov 2026 22:00 +01:00.')
    await expect(row(page, 'waiting')).toContainText('22:45')
    await expect(row(page, 'extended')).toContainText('Its namespaced profile gives it until 24 Dec 2026.')
    await expect(draft(page)).toContainText('the last one does not leave by itself')
    const profiles = page.getByRole('table', { name: 'Namespaced profiles that still hold it' })
    await expect(profiles.getByRole('row').filter({ hasText: 'longer' })).toContainText('it expires 24 Dec 2026')
    await expect(draft(page)).toContainText("version is still in use by NamespacedCloudProfile 'garden-dev/longer'")
    await expectNoAxeViolations(page)
  })

  test('no next version', async ({ page }) => {
    await page.goto(`${almanac.url}${pinned('/workbench/scenarios/remove?version=1.31.5')}`)
    await expect(row(page, 'stranded')).toContainText('There is no next version that it could go to')
    await expect(steps(page)).toContainText('Clusters without a next version: 1 cluster')
  })

  test('an image, by its pools', async ({ page }) => {
    await page.goto(`${almanac.url}${pinned('/workbench/scenarios/remove?image=linux')}`)
    await expect(row(page, 'old-image')).toContainText('pool pool')
    await expect(row(page, 'old-image')).toContainText('window was not reached')
    await expect(draft(page)).toContainText(/the last one leaves by .*22:45/)
    await fill(page, 'Remove linux 1.0.0')
  })

  test('what was checked is checked again when the garden has changed', async ({ page }) => {
    await page.goto(`${almanac.url}/workbench/scenarios/promote`)
    await expect(page.getByText('mini has no preview of Kubernetes')).toBeVisible()
    await page.goto(`${almanac.url}/workbench/scenarios/patch`)
    await expect(steps(page)).toContainText('Make sure that 1.34.2 is new')
    const added = STUCK_GARDEN.replace('- { version: 1.34.1,', '- { version: 1.34.2, classification: preview }\n    $&')
    await writeFile(join(folder, 'garden.yaml'), added)
    await steps(page).getByRole('button', { name: 'Check again' }).click()
    await expect(steps(page)).toContainText('Make sure that 1.34.3 is new')
    await expect(steps(page).getByRole('button', { name: 'Check again' })).toHaveCount(0)
  })

  test('guides take the durations of POLICY, and say what it would undo', async ({ page }) => {
    await page.goto(`${almanac.url}${pinned('/workbench/scenarios/minor')}`)
    await expect(page.getByText('As policy.yaml has it: 10 days to expiry.')).toBeVisible()
    await expect(draft(page)).toContainText('expirationDate: "2026-12-01T18:00:00Z"')
    await page.getByLabel('done').selectOption({ label: 'By hand' })
    await expect(page.getByText('policy.yaml has Version Management here')).toBeVisible()
    await expect(steps(page)).toContainText(
      'The policy of this landscape leaves it so: no: it sets 1.34.1 to supported',
    )
    await page.getByRole('combobox', { name: 'of', exact: true }).selectOption('linux')
    await expect(page.getByText('policy.yaml has')).toHaveCount(0)
  })
})

test('guides can be read and used by everybody, on any screen', async ({ page }) => {
  for (const path of ['/workbench?view=guides', '/workbench/scenarios/replace', '/workbench/scenarios/remove']) {
    await page.goto(pinned(path))
    await expectNoAxeViolations(page)
    await page.emulateMedia(DARK)
    await expectNoAxeViolations(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(PHONE.viewport)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('a guide that does not exist is not found', async ({ page }) => {
  const answer = await page.request.get('/workbench/scenarios/nothing')
  expect(answer.status()).toBe(404)
})

test('a new minor: the supported version is deprecated, with a date if that is wanted', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=minor&profile=aws')
  await open(page, 'A new minor version has been released')
  await expect(steps(page)).toContainText('It follows the highest minor on offer')
  const until = page.getByLabel('what is deprecated expires on')
  await until.fill('30 Jun 2027')
  await until.press('Enter')
  // A date means the end of that day in UTC, wherever the reader is.
  await expect(draft(page)).toContainText('expirationDate: "2027-06-30T23:59:59Z"')
  await expect(until).toHaveValue('30 Jun 2027')
  await fill(page, `Add ${version}`, /^Deprecate 1\./)
})

test('a preview is promoted, by hand or with the automation, which has nothing to add', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=promote&profile=aws')
  await open(page, 'Promote a preview to supported')
  await expect(steps(page)).toContainText(`Set ${version} to supported`)
  await page.getByLabel('done').selectOption({ label: 'Version Maintenance' })
  await expect(steps(page)).toContainText('No version of the minor is supported.')
  await expect(steps(page)).toContainText('A second run: changes nothing')
  await fill(page, `Promote ${version}`)
})

test('the supported version is deprecated: where its clusters go, and what a policy would do', async ({ page }) => {
  await open(page, 'Deprecate the supported version')
  await expect(steps(page)).toContainText('Make sure there is a version to move to')
  await page.getByLabel('done').selectOption({ label: 'Version Management' })
  await expect(steps(page)).toContainText(/The automation leaves it so: no: it sets 1\.\S+ to supported again/)
  await page.getByLabel('done').selectOption({ label: 'By hand' })
  await expect(steps(page)).not.toContainText('to supported again')
  await fill(page, /^Deprecate 1\./)
})
