import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApplyAnswer } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { type Almanac, startAlmanac } from '../support/almanac'
import { apply, entries, expiring, openDraft, profile, soon } from '../support/apply'
import { expectNoAxeViolations } from '../support/axe'
import { expect, test } from '../support/test'

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
    await page.goto(`${almanac.url}/workbench?view=journal`)
    await expect(page.getByText('almanac.db in DATA_DIR')).toBeVisible()
    await expect(entries(page).last()).toContainText(`Expire ${version}, 30 Sep 2027`)
    await expect(page.getByRole('button', { name: 'Bring the original back' })).toHaveCount(0)
  })

  test.describe('that is changed by others meanwhile', () => {
    // A conflict is an error for the browser, too; so is a file that cannot be written.
    test.use({ expectedErrors: [/status of (409|502|503)/] })

    test('is said to have changed only where it has, and a broken file to be one that cannot be read', async ({
      page,
      playwright,
    }) => {
      const request = await playwright.request.newContext({ baseURL: almanac.url })
      const { version, base } = await expiring(request, almanac.url)
      const edit: EditBody = { kind: 'expire', image: null, version, expirationDate: '2027-08-31T00:00:00Z' }
      await openDraft(page, almanac.url, base, [edit])
      const patch = page.getByRole('region', { name: 'Patch' })
      const dialog = page.getByRole('dialog', { name: 'Apply the draft to aws' })
      for (const { now, text } of [
        { now: `${base}`, text: 'Its file has changed, aws has not. It was read again. Nothing was written.' },
        { now: 'another', text: `aws has changed. Based on ${base}, now another. Nothing was written.` },
      ]) {
        await page.route('**/api/apply', (route) =>
          route.fulfill({ status: 409, json: { outcome: 'conflict', base, resourceVersion: now, difference: [] } }),
        )
        await patch.getByRole('button', { name: 'Apply' }).click()
        await dialog.getByRole('button', { name: 'Apply to aws' }).click()
        await expect(dialog.getByRole('alert')).toContainText(text)
        await page.unroute('**/api/apply')
        await page.keyboard.press('Escape')
      }

      const whole = await readFile(file, 'utf8')
      await writeFile(file, `${whole}\n  - broken: [`)
      await patch.getByRole('button', { name: 'Apply' }).click()
      await dialog.getByRole('button', { name: 'Apply to aws' }).click()
      await expect(dialog.getByRole('alert')).toContainText('It cannot be written. Nothing was written.')
      await expect(dialog).not.toContainText('The garden does not answer')
      await page.keyboard.press('Escape')
      await writeFile(file, whole)

      await rename(join(folder, 'garden'), join(folder, 'away'))
      await expect(patch).toContainText('Apply is off: a file cannot be read.')
      await rename(join(folder, 'away'), join(folder, 'garden'))
      await expect(patch).not.toContainText('Apply is off')
    })
  })
})

test.describe('while the database of what is remembered is away', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    // No server listens there.
    almanac = await startAlmanac({ env: { DATABASE_URL: 'postgres://almanac@127.0.0.1:1/almanac' } })
  })
  test.afterAll(() => almanac?.stop())

  test('an edit is applied, and its outcome says that it is in memory only', async ({ page, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { version, base } = await expiring(request, almanac.url)
    const edits: EditBody[] = [{ kind: 'expire', image: null, version, expirationDate: '2027-09-30T00:00:00Z' }]
    await openDraft(page, almanac.url, base, edits)
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Apply to aws' }).click()
    const outcome = dialog.getByRole('status').filter({ hasText: 'The garden accepted it' })
    await expect(outcome).toContainText('It is not in the journal yet: The database does not answer')
    await expect(outcome).toContainText('should Almanac end before that, only its log tells of it.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.goto(`${almanac.url}/workbench?view=journal`)
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByText('The last edit could not be written down yet')).toBeVisible()
  })
})

test.describe('in a demo garden of its own', () => {
  let almanac: Almanac

  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })

  test.afterAll(() => almanac?.stop())

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
