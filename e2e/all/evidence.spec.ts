import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { EVIDENCE } from '../support/evidence'
import { pinned } from '../support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { expect, test } from '../support/test'

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
    await page.goto(`${almanac.url}${EVIDENCE}`)
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
    const typing = dialog.getByLabel('type aws to confirm')
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    if (await typing.isVisible()) await typing.fill('aws')
    await apply.click()
    await expect(dialog).toContainText('Applied')
    await page.goto(`${almanac.url}/workbench?view=journal`)
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
    await page.goto(pinned(`${EVIDENCE}&rule=3,14,0`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})
