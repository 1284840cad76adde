import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { encodeDraft } from '@/lib/client/draft'
import type { ApplyAnswer, EditBody, ProfileAnswer } from '@/lib/contract'
import { type Almanac, startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

/** Apply edits, find them in the journal, and undo them. */

const entries = (page: Page) => page.getByRole('list', { name: 'Applied edits' }).locator('> li')

async function profile(request: APIRequestContext, url: string): Promise<ProfileAnswer> {
  return (await request.get(`${url}/api/cloudprofiles/aws`)).json()
}

async function openDraft(page: Page, url: string, base: string | null, edits: readonly EditBody[]): Promise<void> {
  const draft = await encodeDraft({ profile: 'aws', base, edits })
  await page.goto(`${url}/workbench/aws?draft=${encodeURIComponent(draft)}`)
  await expect(page.getByRole('region', { name: 'Edits' })).toBeVisible()
}

/** Applies the draft that is open; `typed`: the name is asked for. */
async function apply(page: Page, { typed }: { readonly typed: boolean }): Promise<void> {
  await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply the draft to aws' })
  const button = dialog.getByRole('button', { name: 'Apply to aws' })
  if (typed) {
    await expect(button).toBeDisabled()
    await dialog.getByRole('textbox').fill('aws')
  }
  const sentence = dialog.getByText(/^(Forces|Strands|Puts off|Frees|Sends|Changes|No cluster) .*\.$/)
  const [what = ''] = (await sentence.innerText()).split(' ')
  await button.click()
  await expect(dialog).toContainText('Applied.')
  await expect(sentence, 'what was confirmed is still said').toContainText(what)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

async function expiring(request: APIRequestContext, url: string) {
  const { kubernetes, profile: summary } = await profile(request, url)
  const [busiest] = kubernetes.filter(({ stage }) => stage === 'deprecated').sort((a, b) => b.clusters - a.clusters)
  if (busiest === undefined) throw new Error('aws has a deprecated version')
  return { version: busiest.version, base: summary.resourceVersion }
}

const soon = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')

test.describe('in a demo garden of its own', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac.stop())

  test('what forces many is confirmed by the name, is in the journal, and is undone by a draft from there', async ({
    page,
    playwright,
  }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { version, base } = await expiring(request, almanac.url)
    await openDraft(page, almanac.url, base, [{ kind: 'expire', image: null, version, expirationDate: soon }])
    await apply(page, { typed: true })
    expect((await profile(request, almanac.url)).profile.resourceVersion).not.toBe(base)

    await page.goto(`${almanac.url}/workbench`)
    await page.getByRole('link', { name: 'journal' }).click()
    await expect(page.getByText('for as long as this process lives')).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText(`Let ${version} expire on`)
    await expect(entries(page)).toContainText(/Forces \d+ clusters?/)
    await expectNoAxeViolations(page)
    await page.setViewportSize(PHONE.viewport)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await entries(page).getByRole('link', { name: 'Revert as a new draft' }).click()
    await apply(page, { typed: false })
    expect((await profile(request, almanac.url)).profile.resourceVersion).toBe(base)
    await page.goto(`${almanac.url}/workbench/journal`)
    await expect(entries(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Bring the original back' }).click()
    await expect(page.getByRole('button', { name: 'Bring the original back' })).toHaveCount(0)
    await expect(entries(page)).toHaveCount(2)
  })
})

test.describe('in another demo garden of its own', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac.stop())

  test("one's own edits are no conflict: they are said to be applied, also when one goes back to the draft", async ({
    page,
    playwright,
  }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { version, base } = await expiring(request, almanac.url)
    await openDraft(page, almanac.url, base, [{ kind: 'expire', image: null, version, expirationDate: soon }])
    const address = page.url()
    await apply(page, { typed: true })
    const applied = page.getByRole('region', { name: 'Applied' })
    const conflict = page.getByRole('region', { name: 'The profile has changed' })
    await expect(applied).toContainText(/Applied by you, /)
    await expect(conflict).toHaveCount(0)

    await page.goto(address)
    await expect(applied).toContainText('aws is as the draft made it')
    await expect(page.getByRole('region', { name: 'Patch' })).toContainText(
      'Apply is off: the draft was applied already.',
    )
    await expect(conflict).toHaveCount(0)
    await expectNoAxeViolations(page)
    await applied.getByRole('button', { name: 'Draft the edits that undo it' }).click()
    await apply(page, { typed: false })
    await expect(applied).toContainText(/Applied by you, /)
    await expect(conflict).toHaveCount(0)
  })
})

test.describe('a removal that is refused', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('names the clusters in the way once, as links, and speaks of no missing right', async ({ page, request }) => {
    const { kubernetes, profile: summary }: ProfileAnswer = await (await request.get('/api/cloudprofiles/aws')).json()
    const [busy] = kubernetes.toSorted((a, b) => b.clusters - a.clusters)
    const version = busy?.version ?? ''
    await openDraft(page, '', summary.resourceVersion, [{ kind: 'remove', image: null, version }])
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Dry-run' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      new RegExp(`Refused: ${version.replaceAll('.', '\\.')} is in use by \\d+ clusters`),
    )
    await expect(dialog).not.toContainText('You may not do this')
    const links = dialog.getByRole('list', { name: `In use by: ${version}` }).getByRole('link')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(1)
    expect(new Set(addresses).size, 'each cluster once').toBe(addresses.length)
    await expectNoAxeViolations(page)
    await links.first().click()
    await expect(page).toHaveURL(/\/shoots\/[^/]+\/[^/]+/)
  })
})

test.describe('in a garden of manifests', () => {
  let folder: string
  let file: string
  let almanac: Almanac
  const env = () => ({ DATA_DIR: join(folder, 'data') })
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-apply-'))
    file = join(folder, 'garden', 'profiles.yaml')
    await cp('lib/garden/testdata/profiles.yaml', file)
    await writeFile(file, `# Ask the platform team first\n${await readFile(file, 'utf8')}`)
    almanac = await startAlmanac({ garden: join(folder, 'garden'), env: env() })
  })
  test.afterAll(async () => {
    await almanac.stop()
    await rm(folder, { recursive: true })
  })

  test('an edit changes its line of the file, a changed file is a conflict, the journal survives', async ({
    page,
    playwright,
  }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const before = await readFile(file, 'utf8')
    const { version, base } = await expiring(request, almanac.url)
    const edit: EditBody = { kind: 'expire', image: null, version, expirationDate: '2027-09-30T00:00:00Z' }
    await openDraft(page, almanac.url, base, [edit])
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('dialog')).toContainText('It is written into profiles.yaml.')
    await page.keyboard.press('Escape')
    await apply(page, { typed: false })
    const after = await readFile(file, 'utf8')
    const [old, now] = [before.split('\n'), after.split('\n')]
    const changed = now.filter((line, i) => line !== old[i])
    expect(now.length).toBe(old.length)
    expect(changed).toEqual(['        expirationDate: "2027-09-30T00:00:00Z"'])

    await writeFile(file, after.replace('# Ask', '# Always ask'))
    const { profile: summary } = await profile(request, almanac.url)
    const answer = await request.post('/api/apply', {
      data: {
        profile: 'aws',
        base: summary.resourceVersion,
        edits: [{ ...edit, expirationDate: soon }],
        confirm: 'aws',
      },
    })
    // A look at the files may just have come between: then it is no conflict any more.
    const { outcome }: ApplyAnswer = await answer.json()
    expect(['conflict', 'applied']).toContain(outcome)
    expect(await readFile(file, 'utf8')).toContain('# Always ask')

    await page.goto('about:blank')
    await almanac.stop()
    almanac = await startAlmanac({ garden: join(folder, 'garden'), env: env() })
    await page.goto(`${almanac.url}/workbench/journal`)
    await expect(page.getByText('almanac.db in DATA_DIR')).toBeVisible()
    await expect(entries(page).last()).toContainText(`Let ${version} expire on 30 Sep 2027`)
    await expect(page.getByRole('button', { name: 'Bring the original back' })).toHaveCount(0)
  })
})
