import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PromotionEvidenceAnswer } from '@/lib/contract'
import { startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { AT, pinned } from './support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

/** Look at what a preview went through before it is promoted. */

const EVIDENCE = '/evidence/aws/kubernetes/1.36.2'

test('from a version to what is recorded of it, with a rule of one’s own', async ({ page, request }) => {
  const answer: PromotionEvidenceAnswer = await (await request.get(`/api${EVIDENCE}?at=${AT}`)).json()
  await page.goto(pinned('/versions/aws/kubernetes/1.36.2'))
  await page.getByRole('link', { name: 'Evidence' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Evidence for 1.36.2' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('at')).toBe(AT)
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

test('a preview that does not meet the rule of the policy is promoted with a reason, which is told of the change', async ({
  page,
  request,
}) => {
  const policy = join(tmpdir(), `almanac-promotion-${process.pid}.yaml`)
  await writeFile(
    policy,
    'kind: ControllerManagerConfiguration\n---\nkind: PromotionRule\nclusters: 3\ndays: 14\nfailedUpdates: 0\n',
  )
  const almanac = await startAlmanac({ garden: 'demo:2026-11-21', env: { POLICY: policy } })
  try {
    await page.goto(`${almanac.url}/evidence/aws/kubernetes/1.36.2`)
    await page.getByRole('link', { name: 'Promote it' }).click()
    // Beside what promotes it, part by part: in the guide, and in the form of the edit.
    const beside = page.getByRole('region', { name: 'Evidence for 1.36.2' })
    const expectParts = async () => {
      await expect(beside).toContainText('1 cluster has run 1.36.2 for')
      await expect(beside.getByRole('listitem')).toHaveText([
        /^1 clusterat least 3not met$/,
        /at least 14, since the first cluster(not )?met$/,
        /^1 failed updatenone allowednot met$/,
      ])
    }
    await expectParts()
    await page.getByRole('link', { name: /^Fill a draft with/ }).click()
    const edits = page.getByRole('region', { name: 'Edits', exact: true })
    await edits.getByRole('button', { name: /Promote 1\.36\.2/ }).click()
    await expectParts()
    await expect(beside.getByRole('link', { name: 'Evidence for 1.36.2' })).toBeVisible()

    const { profile } = await (await request.get(`${almanac.url}/api/cloudprofiles/aws`)).json()
    const promote = { kind: 'classify', image: null, version: '1.36.2', classification: 'supported' }
    const bare = { profile: 'aws', base: profile.resourceVersion, edits: [promote], confirm: 'aws' }
    const answer = await request.post(`${almanac.url}/api/apply`, { data: bare })
    expect(answer.status()).toBe(428)
    expect(await answer.json()).toMatchObject({ outcome: 'unexplained', promotions: [{ version: '1.36.2' }] })

    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('The team’s rule is not met')
    const apply = dialog.getByRole('button', { name: 'Apply to aws' })
    await expect(apply).toBeDisabled()
    await dialog.getByLabel('Why all the same?').fill('Its webhook was the cause.')
    const typing = dialog.getByLabel('Type aws to confirm')
    if (await typing.isVisible()) await typing.fill('aws')
    await apply.click()
    await expect(dialog).toContainText('Applied')
    await page.goto(`${almanac.url}/workbench/journal`)
    await expect(page.getByText('Why: Its webhook was the cause.')).toBeVisible()
    await page.goto(`${almanac.url}/cloudprofiles/aws?view=history`)
    const change = page.getByRole('region', { name: 'Change log' }).getByRole('row').filter({ hasText: 'webhook' })
    await expect(change).toContainText('1.36.2')
    await expect(change).toContainText('Why: Its webhook was the cause.')
    // It would ask on, of one that is gone.
    await page.close()
  } finally {
    await almanac.stop()
  }
})

test.describe('on a phone in the dark', () => {
  test.use({ ...PHONE, ...DARK })

  test('it has its place, and no faults', async ({ page }) => {
    await page.goto(pinned(`${EVIDENCE}?rule=3,14,0`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})
