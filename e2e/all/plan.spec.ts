import { expectNoAxeViolations } from '../support/axe'
import { PAGE } from '../support/plan'
import { expect, test } from '../support/test'

test('a cluster that is being deleted has nothing to plan', async ({ page }) => {
  await page.goto('/shoots/garden-media/poc-av1/plan?at=2026-11-21T18:00:00Z')
  await expect(page.getByRole('main')).toContainText('The API server takes no change of its specification any more')
  await expect(page.getByRole('region', { name: 'Patch', exact: true })).toHaveCount(0)
})

test('a plan that cannot be read says so, and the page works', async ({ page }) => {
  await page.goto(`${PAGE}&plan=1xyz`)
  await expect(page.getByRole('main')).toContainText(
    'The plan in this address cannot be read. Was the link copied completely?',
  )
  await expect(page.getByRole('region', { name: 'Effect', exact: true })).toContainText('Choose what to change.')
  await expect(page.getByRole('region', { name: 'Patch', exact: true })).toBeHidden()
})

test('a pool that is updated in place goes over to updates by hand, and a plan says whom its nodes wait for', async ({
  page,
}) => {
  await page.goto(PAGE)
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  const effect = page.getByRole('region', { name: 'Effect', exact: true })
  const patch = page.getByRole('region', { name: 'Patch', exact: true })
  // The third pool, ledger, is updated in place; the others cannot go over.
  await form.getByLabel('Update strategy').nth(2).selectOption('ManualInPlaceUpdate')
  await expect(patch).toContainText('"path": "/spec/provider/workers/2/updateStrategy", "value": "ManualInPlaceUpdate"')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(effect.getByRole('row', { name: /^ledger/ })).toContainText('AutoInPlaceUpdate→ManualInPlaceUpdate')
  await expect(effect.getByRole('row', { name: /^ledger/ })).toContainText('No node is touched')

  await form.getByRole('radio', { name: /1\.33\.11/ }).check()
  await expect(effect.getByRole('row', { name: /^ledger/ }).last()).toContainText('4 nodes in place by hand')
  await form.getByLabel('Update strategy').nth(2).selectOption('AutoInPlaceUpdate')
  await expect(effect.getByRole('row', { name: /^ledger/ }).last()).toContainText('4 nodes in place')
  await expect(effect).not.toContainText('by hand')
})

test('what the API server refuses is said beside the field, left out of the patch, and has a way out', async ({
  page,
}) => {
  await page.goto(PAGE)
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  const effect = page.getByRole('region', { name: 'Effect', exact: true })
  const patch = page.getByRole('region', { name: 'Patch', exact: true })
  await form.getByLabel('Image version').nth(2).selectOption('suse-chost 15.7.20260915')
  await expect(form.getByRole('alert')).toContainText('Not allowed.')
  await expect(page.getByRole('row', { name: /^ledger, image/ })).toContainText('left out')
  await expect(patch).toContainText('0 of 1 change; image of ledger is left out, it is not allowed')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Take gardenlinux 1877.9.0' }).click()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(patch).toContainText('"path": "/spec/provider/workers/2/machine/image/version", "value": "1877.9.0"')

  // Rarer fields are behind More.
  await form.getByLabel('More of pool web-a').click()
  await form.getByLabel('machineDrainTimeout').fill('30m')
  await form.getByLabel('machineDrainTimeout').press('Enter')
  await expect(patch).toContainText('"machineDrainTimeout"')
  // Names that the profile has are offered, and a refusal stands with the fields.
  await form.getByLabel('Volume type').selectOption('io1')
  await expect(effect.getByRole('row', { name: /^web-a/ })).toContainText('because of volume type')
  await form.getByLabel('disableHealthTimeout').selectOption('on')
  await expect(form.getByRole('alert')).toContainText('only has a meaning for pools that are updated in place')
  await form.getByLabel('More of the whole cluster').click()
  await form.getByLabel('Operation', { exact: true }).selectOption('rotate-ca-start')
  await expect(effect.getByRole('row', { name: /^batch/ })).toContainText('because of operation')
  await form.getByRole('radio', { name: /On a day I choose/ }).check()
  await expect(form.getByLabel('Sent on: day')).toBeVisible()
  await patch.getByRole('button', { name: 'kubectl apply' }).click()
  await expect(patch).toContainText('kubectl apply --server-side --force-conflicts')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
  await expectNoAxeViolations(page)
})
