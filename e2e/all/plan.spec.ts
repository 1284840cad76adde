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
  await expect(page.getByRole('region', { name: 'Patch', exact: true })).toContainText('Nothing would be sent.')
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
  await expect(effect.getByRole('row', { name: /^ledger/ }).last()).toContainText(
    'In-place update, 4 nodes, each once a person has labelled it',
  )
  await form.getByLabel('Update strategy').nth(2).selectOption('AutoInPlaceUpdate')
  await expect(effect.getByRole('row', { name: /^ledger/ }).last()).toContainText('In-place update, 4 nodes')
  await expect(effect).not.toContainText('each once a person has labelled it')
})
