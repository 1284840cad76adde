import { addEdit, changedLines, computed, edits, effect, items, sourceOf, versions } from '../support/draft'
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

test('the number of a new version is chosen before it is added', async ({ page, request }) => {
  const { latest } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  await form.getByLabel('What', { exact: true }).selectOption('add')
  const number = form.getByLabel('Number of the new version')
  const add = form.getByRole('button', { name: 'Add to the draft' })
  await form.getByRole('button', { name: /, next minor$/ }).click()
  const [major = 0, minor = 0] = latest.split('.').map(Number)
  await expect(number).toHaveValue(`${major}.${minor + 1}.0`)
  await number.fill(latest)
  await expect(form.getByRole('alert')).toHaveText(`${latest} is listed already.`)
  await expect(add).toBeDisabled()
  await number.fill('1.99.3')
  await add.click()
  await expect(items(page).first()).toContainText('Add 1.99.3')
})

test('a date is written as everywhere, is understood as it is typed, and moves by a day with the arrows', async ({
  page,
  request,
}) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  const item = items(page).first()
  const day = item.getByLabel('Expires: day', { exact: true })
  await expect(day).toHaveValue(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
  // For the reader in Berlin that day of UTC has ended by then.
  await day.fill('31 Jan 2027')
  await expect(item).toContainText(`Expire ${busy} 31 Jan 2027 UTC`)
  await day.press('ArrowUp')
  await expect(day).toHaveValue('1 Feb 2027')
  await expect(item).toContainText(`Expire ${busy} 1 Feb 2027 UTC`)
  await day.fill('soon')
  await expect(item.getByRole('alert').filter({ hasText: 'Write a day such as 3 Jan 2027.' })).toBeVisible()
  await day.fill('2027-02-03')
  await day.blur()
  await expect(day).toHaveValue('3 Feb 2027')
})

test('an image version is added as the one before is described', async ({ page, request }) => {
  const { lists } = await sourceOf(request, 'aws')
  const image = lists.images[0]?.name ?? ''
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'add', undefined, image)
  const item = items(page).first()
  await expect(item).toContainText(`Add ${image}`)
  await item.getByLabel('Kubelet versions it runs').fill('>= 1.30')
  await item.getByLabel('arm64').uncheck()
  await computed(page)
  await expect(await changedLines(page)).toContainText('kubeletVersionConstraint: ">= 1.30"')
})

test('the expiry flag is dragged, as one step that can be undone', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  const flag = effect(page).getByRole('slider', { name: `Expiry of ${busy}` })
  const was = Number(await flag.getAttribute('aria-valuenow'))
  const box = await flag.boundingBox()
  if (box === null) throw new Error('the flag is in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 60, y, { steps: 6 })
  await page.mouse.up()
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText(`Expire ${busy}`)
  await expect.poll(async () => Number(await flag.getAttribute('aria-valuenow'))).toBeLessThan(was)
  await edits(page).getByRole('button', { name: 'Undo' }).click()
  await expect(items(page)).toHaveCount(0)
  await expect(flag).toHaveAttribute('aria-valuenow', String(was))
})
