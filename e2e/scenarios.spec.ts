import { cases, draft, fill, guide, open, steps } from './support/scenarios'
import { expect, test } from './support/test'

test('a new patch is added as a preview', async ({ page, request }) => {
  const { version } = await guide(request, 'scenario=patch&profile=aws')
  await open(page, 'A new patch version has been released')
  await expect(steps(page)).toContainText(`Add ${version} as a preview`)
  await expect(steps(page)).toContainText('There can be multiple preview versions.')
  await expect(draft(page)).toContainText('Nothing changes for any cluster.')
  await fill(page, `Add ${version}`)
})

test('an erroneous version b) that clusters run expires at once, and they go up', async ({ page, request }) => {
  const { versions } = await guide(request, 'scenario=replace&profile=aws')
  const used = versions.findLast(({ clusters }) => clusters > 0)?.version ?? 'none'
  await open(page, 'The supported version has problems')
  await page.getByLabel('the erroneous version is').selectOption(used)
  await expect(cases(page).locator('[aria-current]')).toContainText('Clusters already run it')
  await expect(steps(page)).toContainText('There is no way back: a downgrade is not supported.')
  await expect(draft(page)).toContainText(/\d+ clusters? (is|are) forced/)
  await expect(steps(page)).toContainText('Apply it before the next maintenance')
  await page.getByLabel('done').selectOption({ label: 'Version Management' })
  await expect(steps(page)).toContainText('Label it as preview with an expiration date in the past')
  await page.getByLabel('done').selectOption({ label: 'By hand' })
  await expect(steps(page)).toContainText('deprecated with an expiration date in the past')
  await fill(page, new RegExp(`^Deprecate ${used}`))
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
  await expect(table).toContainText('window was not reached')
  await expect(draft(page)).toContainText(/the last one leaves by/)
  await fill(page, `Remove ${openstack?.version}`)
})
