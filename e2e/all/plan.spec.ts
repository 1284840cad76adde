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
