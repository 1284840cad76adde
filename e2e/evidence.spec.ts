import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { EVIDENCE } from './support/evidence'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'

test('from a version to what is recorded of it, with a rule of one’s own', async ({ page, request }) => {
  const answer: PromotionEvidenceAnswer = await (
    await request.get(`/api/evidence/aws/kubernetes/1.36.2?at=${AT}`)
  ).json()
  await page.goto(pinned('/versions/aws/kubernetes/1.36.2'))
  await expect(page.getByRole('region', { name: 'The team’s rule' })).toHaveCount(0)
  await page.getByText(/^All of it:/).click()
  await expect(page.getByText(`1 cluster has run 1.36.2 for ${answer.clusterDays} cluster-days.`)).toBeVisible()

  const rule = page.getByRole('region', { name: 'The team’s rule' })
  await expect(rule).toContainText('none is set')
  await rule.getByLabel('Clusters').fill('1')
  await rule.getByRole('button', { name: 'Look at this rule' }).click()
  await expect(page).toHaveURL(/rule=1,14,0|rule=1%2C14%2C0/)
  await expect(rule.getByRole('listitem').nth(0)).toContainText('met')
  await expect(rule.getByRole('listitem').nth(1)).toContainText('at least 14, since the first cluster')
  await expect(rule.getByRole('listitem').nth(2)).toContainText('not met')
  await expect(page.getByText(/The team’s rule is not met: 1 failed update/)).toBeVisible()

  await expect(page.getByRole('region', { name: 'What nobody has tried' })).toContainText('nobody of')
  const health = page.getByRole('region', { name: 'Health, before and on it' })
  await expect(health.getByRole('row').nth(1)).toContainText('updated from 1.35.4')
  await expect(page.getByRole('region', { name: 'Last errors' })).toContainText('ERR_INFRA_RATE_LIMITS_EXCEEDED')

  await page.keyboard.press('t')
  const rows = page.getByRole('region', { name: 'Cluster-days as a table' }).getByRole('row')
  await expect(rows).toHaveCount(answer.course.length + 1)
})

test('a link to the evidence, also one of earlier releases, opens all of it', async ({ page }) => {
  for (const path of [EVIDENCE, '/evidence/aws/kubernetes/1.36.2']) {
    await page.goto(pinned(path))
    await expect(page).toHaveURL(/\/versions\/aws\/kubernetes\/1\.36\.2\?/)
    await expect(page.getByRole('heading', { level: 2, name: 'Evidence' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What nobody has tried' })).toBeVisible()
  }
})
