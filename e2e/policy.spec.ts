import type { Locator, Page } from '@playwright/test'
import type { PolicyAnswer, PolicyEffectsAnswer } from '@/lib/questions/policy/contract'
import { expectNoAxeViolations } from './support/axe'
import { AT } from './support/pages'
import { PAGE, proposals, search } from './support/policy'
import { expect, test } from './support/test'

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Policy, YAML' })

async function change(page: Page, from: string, to: string): Promise<void> {
  const text = await editor(page).inputValue()
  expect(text).toContain(from)
  await editor(page).fill(text.replace(from, to))
}

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
