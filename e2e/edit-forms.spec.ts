import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { addEdit, changedLines, computed, edits, effect, items, sourceOf, versions } from './support/draft'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'

test('the form offers what fits, with stage, date and clusters, and adds no date unasked', async ({
  page,
  request,
}) => {
  const { kubernetes }: ProfileAnswer = await (await request.get(`/api/cloudprofiles/aws?at=${AT}`)).json()
  await page.goto(pinned('/workbench/aws'))
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  const version = form.getByLabel('Version', { exact: true })
  const supported = kubernetes.filter(({ stage }) => stage === 'supported')
  const previews = kubernetes.filter(({ stage }) => stage === 'preview')
  await expect(version.getByRole('option')).toHaveCount(supported.length + previews.length)
  for (const one of supported) {
    const clusters = `${one.clusters} cluster${one.clusters === 1 ? '' : 's'}`
    await expect(
      version.getByRole('option', { name: new RegExp(`^${one.version}, supported.*, ${clusters}$`) }),
    ).toHaveCount(1)
  }
  await form.getByLabel('What', { exact: true }).selectOption('promote')
  const preview = kubernetes.find(({ stage }) => stage === 'preview')
  await expect(version).toHaveValue(preview?.version ?? '')
  await form.getByLabel('What', { exact: true }).selectOption('deprecate')
  await form.getByLabel('Expiry', { exact: true }).selectOption('same')
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await computed(page)
  await expect(items(page).first().getByLabel('Expiry', { exact: true })).toHaveValue('same')
  const lines = await changedLines(page)
  await expect(lines).toContainText('added')
  await expect(lines).not.toContainText(/added\s+expirationDate/)
})

test('an edit asks for its date before it is added, and none is added with one that cannot be read', async ({
  page,
  request,
}) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  await form.getByLabel('What', { exact: true }).selectOption('expire')
  await form.getByLabel('Version', { exact: true }).selectOption(busy)
  const day = form.getByLabel('Expires: day')
  const add = form.getByRole('button', { name: 'Add to the draft' })
  await day.fill('31 Febtober 2027')
  await expect(add).toBeDisabled()
  await day.fill('3 Feb 2027')
  await add.click()
  await expect(items(page).first()).toContainText(`Expire ${busy} 3 Feb 2027`)
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

test('a date that cannot be read turns Apply off until it is mended', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto('/workbench/aws')
  await addEdit(page, 'expire', busy)
  await computed(page)
  const patch = page.getByRole('region', { name: 'Patch' })
  const day = items(page).first().getByLabel('Expires: day')
  const understood = await day.inputValue()
  await day.fill('31 Febtober 2027')
  await expect(patch).toContainText('Apply is off: a date or a time cannot be read.')
  await expect(patch.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await day.fill(understood)
  await expect(patch).not.toContainText('cannot be read')
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

test('stages of a version are scheduled one by one, and the timeline shows them', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'schedule', busy)
  const item = items(page).first()
  await expect(item).toContainText(`Schedule stages of ${busy}`)
  await item.getByLabel('deprecated', { exact: true }).check()
  await item.getByLabel('deprecated begins: day').fill('2027-03-01')
  await computed(page)
  await expect(item).toContainText('deprecated 1 Mar 2027 UTC')
  await expect(await changedLines(page)).toContainText('startTime: "2027-03-01T')
  await expect(
    effect(page).getByRole('img', {
      name: new RegExp(`^${busy.replaceAll('.', '\\.')} deprecated, from 1 Mar 2027 UTC`),
    }),
  ).toBeVisible()
})

test('a namespaced profile only offers what Gardener allows', async ({ page, request }) => {
  const { items: profiles } = await (await request.get(`/api/cloudprofiles?at=${AT}`)).json()
  const own = profiles.find((one: { ref: { kind: string } }) => one.ref.kind === 'NamespacedCloudProfile').ref
  await page.goto(pinned(`/workbench/${own.namespace}/${own.name}`))
  await expect(effect(page).getByRole('status').first()).toContainText('computed for')
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const what = page.getByRole('form', { name: 'Add an edit' }).getByLabel('What', { exact: true })
  await expect(what.getByRole('option')).toHaveText([
    'Set an expiry date',
    'Clear an expiry date',
    'Add a machine image',
  ])
  await page.getByRole('button', { name: 'Add to the draft' }).click()
  await computed(page)
  const lines = await changedLines(page)
  await expect(lines, 'what is written is its own').toContainText(/added\s+expirationDate: /)
  await expect(lines, 'not what it has from its parent').not.toContainText(/added[\s-]+classification/)
})

test('the expiry flag moves with the keyboard, and the draft follows', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  const flag = effect(page).getByRole('slider', { name: `Expiry of ${busy}` })
  const was = await flag.getAttribute('aria-valuenow')
  await flag.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(items(page)).toContainText(`Expire ${busy}`)
  await expect(flag).toHaveAttribute('aria-valuenow', String(Number(was) - 7 * 24 * 60 * 60))
  await expect(flag).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(flag).toHaveAttribute('aria-valuenow', String(Number(was) - 8 * 24 * 60 * 60))
  await expect(items(page), 'moving on is no edit of its own').toHaveCount(1)
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
