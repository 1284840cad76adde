import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Almanac, startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { PROFILE, shoot } from './support/live'
import { expect, test } from './support/test'

/** A folder of manifests, as an operator keeps it in a repository. */
test.describe('somebody edits manifests while the overview is open', () => {
  let folder: string
  let almanac: Almanac

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-live-'))
    await writeFile(join(folder, 'profile.yaml'), PROFILE)
    await writeFile(join(folder, 'one.yaml'), shoot('one'))
    almanac = await startAlmanac({ garden: folder })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  test('new clusters and problems show by themselves', async ({ page }) => {
    await page.goto(almanac.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No cluster is forced within 90 days.')
    await expect(page.getByText('of 1', { exact: true })).toBeVisible()

    await writeFile(join(folder, 'two.yaml'), shoot('two'))
    await expect(page.getByText('of 2', { exact: true })).toBeVisible()

    await writeFile(join(folder, 'broken.yaml'), 'kind: Shoot\nmetadata: [')
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices).toContainText('1 problem in 1 file.')
    await notices.getByRole('button', { name: 'Show' }).click()
    const problems = page.getByRole('dialog', { name: '1 problem in 1 file' })
    await expect(problems.getByRole('row').nth(1)).toContainText('broken.yaml')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')

    await rm(join(folder, 'broken.yaml'))
    await expect(notices).not.toContainText('problem')

    await writeFile(join(folder, 'two.yaml'), shoot('two').replace('name: two', 'name: [two'))
    await expect(notices).toContainText('1 problem in 1 file.')
    await expect(page.getByText('of 2', { exact: true }), 'what was good before stays').toBeVisible()

    await page.getByRole('link', { name: 'Clusters', exact: true }).click()
    await expect(page.getByRole('link', { name: 'garden-dev / two' })).toBeVisible()
    await writeFile(join(folder, 'one.yaml'), shoot('three'))
    const offer = page.getByRole('status').filter({ hasText: '1 is new, 1 is gone' })
    await expect(offer, 'other files are still followed').toBeVisible()
    await offer.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('link', { name: 'garden-dev / three' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'garden-dev / two' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'garden-dev / one' })).toHaveCount(0)
  })
})
