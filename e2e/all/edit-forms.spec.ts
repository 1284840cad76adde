import { addEdit, changedLines, computed, effect, items, sourceOf, versions } from '../support/draft'
import { pinned } from '../support/pages'
import { expect, test } from '../support/test'

/** What an edit is made and changed with: forms for each kind, and the flags of the timeline. */

test('a version is picked in the timeline', async ({ page, request }) => {
  const { rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await effect(page).getByRole('button', { name: rival, exact: true }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  await expect(form.getByLabel('Version', { exact: true })).toHaveValue(rival)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('the update strategy of an image is set, and its versions are shown', async ({ page, request }) => {
  const { lists } = await sourceOf(request, 'aws')
  const image = lists.images.find(({ updateStrategy }) => updateStrategy !== 'patch')
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'strategy', undefined, image?.name)
  await items(page).first().getByLabel('Update strategy', { exact: true }).selectOption('patch')
  await computed(page)
  await expect(items(page).first()).toContainText(`${image?.updateStrategy} → patch`)
  await expect(await changedLines(page)).toContainText('updateStrategy: patch')
  await expect(effect(page).getByLabel('Versions of')).toHaveValue(image?.name ?? '')
})
