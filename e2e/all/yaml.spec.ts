import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type Almanac, startAlmanac } from '../support/almanac'
import { apply } from '../support/apply'
import { expectNoAxeViolations } from '../support/axe'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** Entries of a profile, and all of it, edited as YAML; lives written as `lifecycle`. */

const edits = (page: Page) => page.getByRole('region', { name: 'Edits' })
const area = (page: Page) => page.getByRole('textbox', { name: /as YAML$/ })

async function openEntry(page: Page, entry: string): Promise<string> {
  await edits(page).getByRole('button', { name: 'Edit as YAML' }).click()
  await page.getByRole('combobox', { name: 'Entry' }).selectOption({ label: entry })
  await expect(area(page)).toHaveValue(new RegExp(entry.split(' ').at(-1) ?? ''))
  return area(page).inputValue()
}

/** What is said of a line stands just below it, as it is drawn or as the field shows it, and nothing of it is cut off. */
async function expectBelow(page: Page, said: Locator, line: string): Promise<void> {
  const drawn = page.locator('pre', { hasText: line }).filter({ hasNotText: 'Removed' }).last()
  const [above, below] = [await drawn.boundingBox(), await said.boundingBox()]
  expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0)
  for (const error of await said.getByRole('listitem').all())
    expect(await error.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
}

test.describe('an entry as YAML', () => {
  for (const [screen, use] of Object.entries({ 'on a desk': {}, 'on a phone, in the dark': { ...PHONE, ...DARK } })) {
    test.describe(screen, () => {
      test.use(use)

      test('has its errors under their line in the words of the API server, and its effect as if it accepted them', async ({
        page,
      }) => {
        await page.goto('/workbench/aws')
        const before = await openEntry(page, 'gardenlinux 1592.9.0')
        await area(page).fill(before.replace('amd64', 'arm46'))
        const below = page.getByRole('list', { name: 'Errors in line 5' })
        await expect(below).toContainText('Unsupported value: "arm46": supported values: "amd64", "arm64"')
        await expect(area(page)).toHaveAccessibleDescription(/Unsupported value: "arm46"/)
        await expectBelow(page, below, '- arm46')
        await expect(page.locator('pre u')).toHaveText('arm46')
        await expect(edits(page)).toContainText('The API server would refuse the draft, with 1 error here.')
        await expect(page.getByRole('region', { name: 'Effect' })).toContainText(
          'as if the API server accepted these edits',
        )
        await settled(page)
        await expectNoAxeViolations(page)
        await expectNoSidewaysScroll(page)

        await edits(page).getByRole('button', { name: 'Next error' }).click()
        await expect(area(page)).toBeFocused()
        await area(page).fill('version: [')
        await expect(edits(page)).toContainText('It cannot be read. Line 1 says why.')
        await expect(page.getByRole('list', { name: 'Errors in line 1' })).toBeVisible()
        await edits(page).getByRole('button', { name: 'As it was' }).click()
        await expect(edits(page)).toContainText('Nothing differs yet.')
      })
    })
  }

  test('is typed into across the lines that are marked, and what is typed is undone as ever', async ({ page }) => {
    await page.goto('/workbench/aws')
    const before = await openEntry(page, 'gardenlinux 1592.9.0')
    await area(page).fill(before.replace('amd64', 'arm46'))
    await expect(page.getByRole('list', { name: 'Errors in line 5' })).toBeVisible()
    // A press on a line that is drawn brings the field there, and so does the keyboard.
    await page.locator('pre', { hasText: 'expirationDate' }).click({ position: { x: 1, y: 50 } })
    await page.keyboard.type('# ')
    const commented = before.replace('amd64', 'arm46').replace('expirationDate:', '# expirationDate:')
    await expect(area(page)).toHaveValue(commented)
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type('x')
    await expect(area(page)).toHaveValue(commented.replace('arm64', 'arm64x'))
    await page.keyboard.press('Control+z')
    await expect(area(page)).toHaveValue(commented)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('a: 1')
    await expect(area(page)).toHaveValue('a: 1')
  })

  test('becomes an edit with a form where there is one, and can be changed there', async ({ page }) => {
    await page.goto('/workbench/aws')
    const before = await openEntry(page, '1.34.7')
    await area(page).fill(before.replace('classification: supported', 'classification: deprecated'))
    await expect(edits(page)).toContainText('1 line added, 1 removed')
    await expect(page.getByRole('row', { name: /Deprecate 1.34.7.* form (no cluster changes|\d+ )/ })).toBeVisible()
    await edits(page)
      .getByRole('button', { name: /^Edit 1: Deprecate 1.34.7/ })
      .click()
    await expect(page.getByRole('combobox', { name: 'Classification' })).toHaveValue('deprecated')
  })
})

test('the effect may be that of the edits in hand alone, and of all', async ({ page }) => {
  await page.goto('/workbench/aws')
  const effect = page.getByRole('region', { name: 'Effect' })
  const scope = effect.getByRole('group', { name: 'Effect of' })
  const version = await openEntry(page, '1.34.7')
  await area(page).fill(version.replace(/expirationDate: .*/, 'expirationDate: "2026-12-31T23:59:59Z"'))
  await expect(page.getByRole('row', { name: /Expire 1.34.7.* form \d+ (newly forced|forced earlier)/ })).toBeVisible()
  // It is all that there is.
  await expect(scope).toBeHidden()
  await page.getByRole('combobox', { name: 'Entry' }).selectOption({ label: 'm5.2xlarge' })
  await expect(area(page)).toHaveValue(/m5.2xlarge/)
  await area(page).fill((await area(page).inputValue()).replace('usable: true', 'usable: false'))
  await scope.getByRole('button', { name: 'This edit' }).click()
  await expect(effect).toContainText('Nothing changes for any cluster.')
  await scope.getByRole('button', { name: 'All 2 edits' }).click()
  await expect(effect).not.toContainText('Nothing changes for any cluster.')
})

test('what may stand in an entry is told with its meaning', async ({ page }) => {
  await page.goto('/workbench/aws')
  await openEntry(page, 'gardenlinux 1592.9.0')
  await edits(page).getByText('Fields and their meaning').click()
  await expect(
    edits(page).getByRole('row', { name: /^kubeletVersionConstraint text Kubernetes versions/ }),
  ).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)
})

test('what a listed image version runs on is set in a form', async ({ page }) => {
  await page.goto('/workbench/aws')
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  await form.getByRole('combobox', { name: 'Of' }).selectOption('gardenlinux')
  await form
    .getByRole('combobox', { name: 'What' })
    .selectOption({ label: 'Set architectures, runtimes, capabilities, kubelet, in place' })
  await form.getByRole('combobox', { name: 'Version' }).selectOption('1877.9.0')
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await page.getByRole('textbox', { name: 'Kubelet versions it runs' }).fill('< 1.34')
  await expect(edits(page)).toContainText('kubeletVersionConstraint: < 1.34')
  await expect(edits(page)).toContainText('The API server would accept this.')
})

test('lives are written as lifecycle, with the proof that no cluster changes', async ({ page }) => {
  await page.goto('/workbench/more-time?project=search&profile=aws&select=kubernetes/1.32.13&until=2027-01-31')
  await page.getByRole('textbox', { name: /^Why/ }).fill('Devices are replaced in January.')
  await expect(page).toHaveURL(/#why=/)
  await page.goto('/workbench/aws')
  await edits(page).getByRole('button', { name: 'Write as lifecycle' }).click()
  const panel = page.getByRole('region', { name: 'Write as lifecycle' })
  await expect(panel.getByRole('status')).toHaveText('Nothing changes for any cluster.')
  const proof = panel.getByRole('list', { name: 'Proof' })
  await expect(proof).toContainText(/Forecast of (\d+) clusters until \d+ \w+ 20\d\d\s*\1 of \1 the same/)
  await expect(proof).toContainText('would accept it')
  await expect(proof).toContainText(
    /Stage of each version of aws, now and after each of \d+ dates to come\s*(\d+) of \1 the same/,
  )
  await expect(proof).toContainText(/The same in \d+ profiles? of .*?(\d+) of \1 the same/)
  await expect(panel).toContainText(/All \d+ could be written back as dates\./)
  await expect(panel).toContainText('One supported version per minor is not checked any more')
  await expect(proof).toContainText(/Dry run in the garden, \d\d:\d\d\s*would accept it/)
  await panel.getByText('As it is written').click()
  await expect(panel.getByRole('region', { name: 'Changed lines' })).toContainText(/lifecycle:\s*\+.*classification/)
  const warnings = panel.getByRole('list', { name: 'Warnings' })
  await expect(warnings).not.toContainText('would be refused')
  await panel.getByRole('checkbox', { name: /^1.32.13/ }).check()
  await expect(warnings).toContainText('could not be changed any more')
  await expect(warnings).toContainText(
    /Your draft .*search-more-time, 1\.32\.13 until 31 Jan 2027 UTC, would be refused\./,
  )
  await expect(warnings.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', /more-time\?project=search/)
  await expect(proof).toContainText(/The same in .*1 of \d+ differs/)
  await expect(panel.getByRole('status')).toContainText(/clusters are forced earlier/)
  await expect(panel.getByRole('table', { name: 'Clusters that change' })).toContainText('has no effect')
  await expect(panel).toContainText('Left out, 1.32.13 stays as it is, and no cluster changes.')
  await panel.getByRole('button', { name: 'Leave it out' }).click()
  await expect(panel.getByRole('checkbox', { name: /^1.32.13/ })).not.toBeChecked()
  await panel.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(edits(page).getByRole('button', { name: /Edit 1: Write as lifecycle/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Effect' })).toContainText('Nothing changes for any cluster')
  await settled(page)
  // The head of the page may lie over half of a box, which then has no room of its own.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
})

test.describe('the whole object', () => {
  let folder: string
  let almanac: Almanac
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-yaml-'))
    await writeFile(join(folder, 'aws.yaml'), PROFILE)
    almanac = await startAlmanac({ garden: folder, env: {} })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  test('is pasted, becomes edits of what differs, and the rest of the file stays byte for byte', async ({ page }) => {
    await page.goto(`${almanac.url}/workbench/aws`)
    await edits(page).getByRole('button', { name: 'Edit as YAML' }).click()
    await edits(page).getByRole('button', { name: 'Whole object' }).click()
    const pasted = PROFILE.replace('classification: supported', 'classification: deprecated')
      .replace('cpu: "2"', 'cpu: "4"')
      // What the API server fills in by itself.
      .replace('      updateStrategy: major\n', '')
      .replace('      usable: true\n', '')
      .replace('name: aws\n', 'name: aws\n  resourceVersion: "7"\n  uid: x\n  managedFields: []\n')
      .replace(/ *#.*/g, '')
    await area(page).fill(`${pasted}status:\n  a: 1\n`)
    const becomes = page.getByRole('table').filter({ hasText: 'What it becomes' })
    await expect(becomes.getByRole('row')).toHaveText([
      /What it becomes/,
      /Deprecate 1.34.1.*form.*no cluster changes/,
      /Edit m5.large.*cpu: 4.*YAML.*no cluster changes/,
    ])
    // How a list is written is no difference, and neither is what the API server fills in.
    const gone = page.getByRole('deletion')
    await expect(gone.filter({ hasText: 'classification: supported' })).toBeVisible()
    await expect(gone.filter({ hasText: 'cpu: "2"' })).toBeVisible()
    await expect(gone.filter({ hasText: /updateStrategy|usable|memory|architectures|1\.33\.5/ })).toHaveCount(0)
    await expect(edits(page)).toContainText('the API server would accept it')
    await apply(page, { typed: false })
    expect(await readFile(join(folder, 'aws.yaml'), 'utf8')).toBe(
      PROFILE.replace('classification: supported', 'classification: deprecated').replace('cpu: "2"', 'cpu: "4"'),
    )
  })

  test('is uploaded with what is the same folded, and its edits are taken out together', async ({ page }) => {
    await page.goto(`${almanac.url}/workbench/aws`)
    await edits(page).getByRole('button', { name: 'Edit as YAML' }).click()
    await edits(page).getByRole('button', { name: 'Whole object' }).click()
    const uploaded = (await area(page).inputValue()).replace('name: eu-central-1', 'name: eu-central-2')
    const file = { name: 'aws.yaml', mimeType: 'text/yaml', buffer: Buffer.from(uploaded) }
    await page.locator('input[type=file]').setInputFiles(file)
    const folded = edits(page).getByRole('button', { name: /^⋯?\s*\d+ lines, unchanged/ })
    await expect(folded).toHaveCount(1)
    // What stands below the fold is named.
    await expect(folded).toHaveText(/unchangedspec\.regions\[eu-central-2\]$/)
    await expect(page.getByRole('deletion')).toHaveText(/name: eu-central-1/)
    await folded.click()
    await expect(folded).toHaveCount(0)
    await expect(area(page)).toBeFocused()
    await edits(page).getByRole('button', { name: 'Remove edit', exact: true }).click()
    await expect(area(page)).toBeHidden()
    await expect(edits(page)).toContainText('No edit yet.')
  })

  test('is written as lifecycle and back again, as it was', async ({ page }) => {
    const written = () => readFile(join(folder, 'aws.yaml'), 'utf8')
    const before = await written()
    for (const form of ['As lifecycle', 'Back to dates']) {
      await page.goto(`${almanac.url}/workbench/aws`)
      await edits(page).getByRole('button', { name: 'Write as lifecycle' }).click()
      const panel = page.getByRole('region', { name: 'Write as lifecycle' })
      await panel.getByRole('button', { name: form }).click()
      await expect(panel.getByRole('status')).toHaveText('Nothing changes for any cluster.')
      await panel.getByRole('button', { name: 'Add to the draft' }).click()
      await apply(page, { typed: false })
      expect(/lifecycle:/.test(await written())).toBe(form === 'As lifecycle')
    }
    // The comment of the line that went has gone with it.
    expect(await written()).toBe(before.replace('   # see ticket 7', ''))
  })

  test('of another profile is none of this draft, also where it is pasted', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${almanac.url}/workbench/aws`)
    await edits(page).getByRole('button', { name: 'Edit as YAML' }).click()
    await edits(page).getByRole('button', { name: 'Whole object' }).click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), PROFILE.replace('name: aws', 'name: gcp'))
    await edits(page).getByRole('button', { name: 'Paste' }).click()
    await expect(area(page)).toHaveValue(/name: gcp/)
    await expect(edits(page)).toContainText('It is CloudProfile gcp, and not the profile of this draft')
  })
})

const PROFILE = `# Ask the platform team first
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: aws
spec:
  type: aws
  kubernetes:
    versions: # newest first
      - version: 1.34.1
        classification: supported   # see ticket 7
      - {version: 1.33.5, classification: deprecated, expirationDate: "2027-03-31T23:59:59Z"}
  machineImages:
    - name: linux
      updateStrategy: major
      versions:
        - version: 1.0.0
          architectures: [amd64]
          cri:
            - name: containerd
  machineTypes:
    # The small one
    - name: m5.large
      cpu: "2" # cores
      gpu: "0"
      memory: 8Gi
      architecture: amd64
      usable: true
  regions:
    - name: eu-central-1
`
