import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** What a dump says that was cut off, emptied or written by another program: nothing, and not that there is nothing. */

const DUMP = `apiVersion: v1
items:
- apiVersion: core.gardener.cloud/v1beta1
  kind: CloudProfile
  metadata: {name: aws}
  spec:
    kubernetes: {versions: [{version: 1.35.4}, {version: 1.34.7, expirationDate: "2027-01-31T00:00:00Z"}]}
- apiVersion: core.gardener.cloud/v1beta1
  kind: Shoot
  metadata: {name: one, namespace: garden-a}
  spec:
    cloudProfile: {name: aws}
    kubernetes: {version: 1.34.7}
kind: List
metadata: {resourceVersion: ""}
`

// They share what is made for them.
test.describe.configure({ mode: 'default' })

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-unread-'))
})
test.afterAll(() => rm(folder, { recursive: true }))

test('a dump that cannot be read is no empty garden: pages say what is wrong with it, and show what it holds once it is mended', async ({
  page,
}) => {
  const dump = join(folder, 'dump.yaml')
  await writeFile(dump, Buffer.from(`\ufeff${DUMP}`, 'utf16le'))
  const almanac = await startAlmanac({ garden: dump })
  try {
    await page.goto(almanac.url)
    const notice = page.getByRole('alert').filter({ hasText: 'Nothing could be read yet.' })
    await expect(notice).toContainText('is text in UTF-16, as PowerShell writes it')
    await expect(notice).toContainText('iconv -f UTF-16 -t UTF-8')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No cluster has been read so far.')
    await expect(page.getByText('Nothing is forced')).toHaveCount(0)
    await settled(page)
    await expectNoAxeViolations(page)
    await page.goto(`${almanac.url}/shoots`)
    await expect(page.getByRole('main').getByText('No cluster has been read so far.')).toBeVisible()
    await page.goto(`${almanac.url}/cloudprofiles`)
    await expect(page.getByRole('main').getByText('No profile has been read so far.')).toBeVisible()
    // A guide has nothing to check then, and is there all the same.
    await page.goto(`${almanac.url}/workbench/scenarios/replace`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The supported version has problems')
    await expect(page.getByRole('main').getByText('No profile has been read so far.')).toBeVisible()
    await page.goto(`${almanac.url}/cloudprofiles`)

    await writeFile(dump, DUMP)
    await expect(page.getByRole('link', { name: 'aws' }).first()).toBeVisible()
    await expect(notice).toHaveCount(0)
  } finally {
    await page.close()
    await almanac.stop()
  }
})

test('a dump that loses its end is shown as it was, with a problem', async ({ page }) => {
  const dump = join(folder, 'cut.yaml')
  await writeFile(dump, DUMP)
  const almanac = await startAlmanac({ garden: dump })
  try {
    await page.goto(`${almanac.url}/shoots`)
    await expect(page.getByRole('link', { name: 'one' }).first()).toBeVisible()
    await writeFile(dump, DUMP.slice(0, DUMP.indexOf('- apiVersion: core.gardener.cloud/v1beta1\n  kind: Shoot')))
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Show' }).click()
    await expect(page.getByText('its end is missing').first()).toBeVisible()
    await expect(page.getByText('What was read before still counts.').first()).toBeVisible()
    await page.goto(`${almanac.url}/shoots`)
    await expect(page.getByRole('link', { name: 'one' }).first()).toBeVisible()
  } finally {
    await page.close()
    await almanac.stop()
  }
})

test('what two files say differently of one object is told on its own page', async ({ page }) => {
  const both = await mkdtemp(join(folder, 'twice-'))
  await writeFile(join(both, 'a.yaml'), DUMP)
  await writeFile(join(both, 'b.yaml'), DUMP.replace('{version: 1.34.7}\nkind', '{version: 1.35.4}\nkind'))
  const almanac = await startAlmanac({ garden: both })
  try {
    await page.goto(`${almanac.url}/shoots/garden-a/one`)
    const problems = page.getByRole('list', { name: 'Problems of this object' })
    await expect(problems).toContainText(
      'is there twice, and not the same: also in a.yaml, line 8, and that one counts',
    )
    await settled(page)
    await expectNoAxeViolations(page)
    await page.goto(`${almanac.url}/cloudprofiles/aws`)
    await expect(problems).toContainText('is there twice: also in a.yaml, line 3, and that one counts')
  } finally {
    await page.close()
    await almanac.stop()
  }
})

test('clusters whose profile is missing are counted as not known, and the profile is named as a problem', async ({
  page,
}) => {
  const dump = join(folder, 'missing.yaml')
  await writeFile(dump, DUMP.replace('cloudProfile: {name: aws}', 'cloudProfile: {name: gone}'))
  const almanac = await startAlmanac({ garden: dump })
  try {
    await page.goto(almanac.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing is known of what happens to 1 cluster.')
    await expect(page.getByText('every update has a way')).toHaveCount(0)
    await settled(page)
    await expectNoAxeViolations(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /of a missing profile/ })
      .click()
    await expect(page).toHaveURL(/stage=unknown/)
    await expect(page.getByRole('link', { name: 'one' }).first()).toBeVisible()
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Show' }).click()
    await expect(page.getByText('is missing, and 1 cluster uses it: garden-a/one.').first()).toBeVisible()
  } finally {
    await page.close()
    await almanac.stop()
  }
})
