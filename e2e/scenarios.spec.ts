import type { APIRequestContext, Page } from '@playwright/test'
import type { ScenarioAnswer } from '@/lib/contract'
import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

/** The common scenarios of operators, from the guide to the draft. */

const steps = (page: Page) => page.getByRole('region', { name: 'Steps' })
const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true })
const cases = (page: Page) => page.getByRole('list', { name: 'Cases' })

async function guide(request: APIRequestContext, query: string): Promise<ScenarioAnswer> {
  return (await request.get(pinned(`/api/scenarios?${query}`))).json()
}

async function open(page: Page, title: string): Promise<void> {
  await page.goto(pinned('/workbench'))
  await page.getByRole('link', { name: 'guide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(steps(page)).toBeVisible()
}

/** Fills the draft of a guide, and sees its edits in the workbench. */
async function fill(page: Page, ...edits: readonly (string | RegExp)[]): Promise<void> {
  await draft(page)
    .getByRole('link', { name: /^Fill a draft with th(is|ese)/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Draft for / })).toBeVisible()
  const list = page.getByRole('region', { name: 'Edits' })
  for (const edit of edits) await expect(list.getByText(edit).first()).toBeVisible()
}

test('a new patch is added as a preview', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=patch&profile=aws')
  await open(page, 'A new patch version has been released')
  await expect(steps(page)).toContainText(`Add ${version} as a preview`)
  await expect(steps(page)).toContainText('There can be multiple preview versions.')
  await expect(draft(page)).toContainText('No cluster is forced, stranded or moved by it.')
  await fill(page, `Add ${version}`)
})

test('a new minor: the supported version is deprecated, with a date if that is wanted', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=minor&profile=aws')
  await open(page, 'A new minor version has been released')
  await expect(steps(page)).toContainText('It follows the highest minor on offer')
  await page.getByLabel('what is deprecated expires on').fill('2027-06-30')
  await expect(draft(page)).toContainText('expirationDate: "2027-06-30T00:00:00Z"')
  await fill(page, `Add ${version}`, /^Deprecate 1\./)
})

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

test('a preview is promoted in the place of the supported version of its minor', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=promote&profile=aws')
  await open(page, 'Promote a preview to supported')
  await expect(steps(page)).toContainText(`Set ${version} to supported`)
  await page.getByLabel('done').selectOption({ label: 'Version Maintenance' })
  await expect(steps(page)).toContainText('An expiration date is set automatically')
  await fill(page, `Promote ${version}`)
})

test('the supported version is deprecated: where its clusters go, and what a policy would do', async ({ page }) => {
  await open(page, 'Deprecate the supported version')
  await expect(steps(page)).toContainText('Make sure there is a version to move to')
  await page.getByLabel('done').selectOption({ label: 'Version Management' })
  await expect(steps(page)).toContainText('would set')
  await page.getByLabel('done').selectOption({ label: 'By hand' })
  await expect(steps(page)).not.toContainText('would set')
  await fill(page, /^Deprecate 1\./)
})

test('an erroneous version a) that nobody runs is deleted', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const unused = versions.find(({ clusters }) => clusters === 0)?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(unused)
  await expect(cases(page).locator('[aria-current]')).toContainText('No cluster runs it')
  await fill(page, `Remove ${unused}`, /^Promote 1\./)
})

test('an erroneous version b) that clusters run expires at once, and they go up', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const used = versions.findLast(({ clusters }) => clusters > 0)?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(used)
  await expect(cases(page).locator('[aria-current]')).toContainText('Clusters already run it')
  await expect(steps(page)).toContainText('There is no way back: a downgrade is not supported.')
  await expect(draft(page)).toContainText(/Forces \d+ clusters?/)
  await page.getByLabel('done').selectOption({ label: 'Version Management' })
  await expect(steps(page)).toContainText('Label it as preview with an expiration date in the past')
  await page.getByLabel('done').selectOption({ label: 'By hand' })
  await expect(steps(page)).toContainText('deprecated with an expiration date in the past')
  await fill(page, new RegExp(`^Deprecate ${used}`))
})

test('an erroneous version c) that is the latest of all is kept from spreading', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const latest = versions[0]?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(latest)
  await expect(cases(page).locator('[aria-current]')).toContainText('It is the overall latest')
  await expect(steps(page)).toContainText('To reduce the blast radius')
  await expect(steps(page)).toContainText('Wait for a newer patch, or delete the clusters')
  await fill(page, new RegExp(latest))
})

test('an expired version: who holds it, why each did not move, and when the last one leaves', async ({
  page,
  request,
}) => {
  const [aws, openstack] = await Promise.all(
    ['aws', 'openstack'].map((profile) => guide(request, `scenario=remove&profile=${profile}`)),
  )
  await open(page, 'Remove an expired version')
  const table = page.getByRole('table', { name: 'Clusters that still run it' })
  await expect(table.getByRole('row')).toHaveCount((aws?.holders.length ?? 0) + 1)
  await expect(draft(page)).toContainText('the last one does not leave by itself')
  await expect(table).toContainText('maintenance fails')
  await expect(draft(page)).toContainText('Gardener refuses it')

  await page.getByRole('combobox', { name: /^In/ }).selectOption('openstack')
  await expect(table.getByRole('row')).toHaveCount((openstack?.holders.length ?? 0) + 1)
  await expect(table).toContainText('window not reached')
  await expect(draft(page)).toContainText(/the last one leaves by/)
  await fill(page, `Remove ${openstack?.version}`)
})

test('guides can be read and used by everybody, on any screen', async ({ page }) => {
  for (const path of ['/workbench/scenarios', '/workbench/scenarios/replace', '/workbench/scenarios/remove']) {
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
