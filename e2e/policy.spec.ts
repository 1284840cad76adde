import type { PolicyAnswer } from '@/lib/questions/policy/contract'
import { expectNoAxeViolations } from './support/axe'
import { AT } from './support/pages'
import { PAGE, proposals, search } from './support/policy'
import { expect, test } from './support/test'

test('the page proposes what the API proposes, each with its rule', async ({ page, request }) => {
  const response = await request.post('/api/policy', { data: { profile: 'openstack', at: AT } })
  const { outcome }: PolicyAnswer = await response.json()
  if (outcome.kind !== 'ok') throw new Error('the example is a policy')
  expect(outcome.proposals.length).toBeGreaterThan(0)
  await page.goto(PAGE)
  await expect(proposals(page)).toHaveCount(outcome.proposals.length + 1)
  for (const { version } of outcome.proposals) {
    await expect(proposals(page).filter({ hasText: version }).first()).toContainText(/latest|maintained/)
  }
  await expectNoAxeViolations(page)
})

test('proposals that are ticked become a draft of the workbench', async ({ page }) => {
  await page.goto(PAGE)
  const rows = await proposals(page).count()
  await page.getByRole('checkbox').first().uncheck()
  await page.getByRole('button', { name: `Adopt ${rows - 2} of ${rows - 1} as draft` }).click()
  await page.waitForURL(/\/workbench\/openstack\?/)
  await expect(page.getByRole('heading', { level: 1, name: 'Draft for openstack' })).toBeVisible()
  expect(search(page).get('at')).toBe(AT)
  expect(search(page).get('draft')).not.toBeNull()
})
