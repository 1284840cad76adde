import type { Locator, Page } from '@playwright/test'
import type { SourceAnswer } from '@/lib/contract'
import { type Almanac, startAlmanac } from './support/almanac'
import { addEdit, computed, effect, items, sourceOf, versions } from './support/draft'
import { expect, test } from './support/test'

/** From a draft to a changed profile, and back. What is applied by others, and undone from the journal: apply.spec.ts. */

test.describe('in a garden of its own', () => {
  // They share what they change.
  test.describe.configure({ mode: 'default' })
  // A conflict is an error for the browser, too; so is an effect that went astray.
  test.use({ expectedErrors: [/status of (409|500)/] })
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac({ garden: 'demo' })
  })
  test.afterAll(() => almanac.stop())

  test('Apply is on while the effect of the draft is known, however it is shown', async ({ page, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { busy, rival } = await versions(request)
    await page.goto(`${almanac.url}/workbench/aws`)
    await addEdit(page, 'expire', busy)
    await computed(page)
    const patch = page.getByRole('region', { name: 'Patch' })
    await expect(patch.getByRole('button', { name: 'Apply' })).toBeEnabled()

    let isAsked = false
    await page.route('**/api/what-if', () => {
      isAsked = true
    })
    await effect(page)
      .getByRole('table', { name: 'Affected clusters' })
      .getByRole('columnheader', { name: 'Cluster', exact: true })
      .getByRole('button')
      .click()
    await expect.poll(() => isAsked).toBe(true)
    await expect(patch.getByRole('button', { name: 'Apply' }), 'while it is sorted anew').toBeEnabled()
    await addEdit(page, 'preview', rival)
    await expect(patch).toContainText('Apply is off: the effect is being computed.')
    await expect(patch.getByRole('button', { name: 'Apply' })).toBeDisabled()

    await page.unroute('**/api/what-if')
    const error = { code: 'internal', message: 'The effect went astray.' }
    await page.route('**/api/what-if', (route) => route.fulfill({ status: 500, json: { error } }))
    await page.reload()
    await expect(patch).toContainText('Apply is off: the effect is not known.')
  })

  test('a draft is tried and applied; one that others overtook is rebased; the original comes back', {
    tag: '@firefox',
  }, async ({ page, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { busy, rival } = await versions(request)
    await page.goto(`${almanac.url}/workbench/aws`)
    await addEdit(page, 'preview', rival)
    await computed(page)

    // Somebody else is faster, while one is about to apply.
    const patch = page.getByRole('region', { name: 'Patch' })
    const known = page.waitForResponse('**/api/apply/texts')
    await patch.getByRole('button', { name: 'Apply' }).click()
    await known
    const { resourceVersion: base } = await sourceOf(request, 'aws')
    const expire = { kind: 'expire', image: null, version: busy, expirationDate: '2029-05-01T23:59:59Z' }
    const applied = await request.post('/api/apply', {
      data: { profile: 'aws', base, edits: [expire], confirm: 'aws' },
    })
    expect((await applied.json()).outcome).toBe('applied')
    await confirm(page)
    const conflict = page.getByRole('dialog')
    await expect(conflict.getByRole('alert')).toContainText('aws has changed.')
    await expect(conflict.getByRole('region', { name: 'What others changed' })).toContainText('2029-05-01')
    await conflict.getByRole('button', { name: 'Look at it, and rebase the draft' }).click()
    const changed = page.getByRole('region', { name: 'The profile has changed' })
    // The end of that day in UTC is the next one for the reader in Berlin.
    await expect(changed).toContainText(`${busy} is now supported until 2 May 2029`)
    await expect(patch.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await changed.getByRole('button', { name: 'Rebase draft' }).click()
    await expect(changed).toHaveCount(0)
    await computed(page)

    await patch.getByRole('button', { name: 'Copy as' }).click()
    const texts = page.getByRole('dialog')
    await expect(texts.getByRole('textbox')).toHaveValue(/^[-+].*classification: preview$/m)
    await texts.getByRole('button', { name: 'kubectl' }).click()
    await expect(texts.getByRole('textbox')).toHaveValue(/^kubectl patch cloudprofile aws /)
    await page.keyboard.press('Escape')

    await patch.getByRole('button', { name: 'Dry-run' }).click()
    await expect(page.getByRole('dialog')).toContainText('The garden would accept it. Nothing was written.')
    await page.keyboard.press('Escape')
    await apply(patch, page)
    await expect(items(page)).toHaveCount(0)
    await expect.poll(async () => stageOf(await sourceOf(request, 'aws'), rival)).toBe('preview')

    await page.getByRole('button', { name: 'Bring the original back' }).click()
    await expect.poll(async () => stageOf(await sourceOf(request, 'aws'), rival)).toBe('deprecated')
  })
})

function stageOf({ lists }: SourceAnswer, version: string): string | undefined {
  return lists.kubernetes.find((one) => one.version === version)?.classification
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Apply the draft to aws' })
  const name = dialog.getByRole('textbox')
  if (await name.isVisible()) await name.fill('aws')
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
}

async function apply(patch: Locator, page: Page): Promise<void> {
  await patch.getByRole('button', { name: 'Apply' }).click()
  await confirm(page)
  const dialog = page.getByRole('dialog', { name: 'Apply the draft to aws' })
  await expect(dialog).toContainText('Applied.')
  await dialog.getByRole('button', { name: 'Done' }).click()
}
