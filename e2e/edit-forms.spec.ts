import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { addEdit, changedLines, computed, edits, effect, items, versions } from './support/draft'
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
  await version.selectOption(preview?.version ?? '')
  await form.getByLabel('Expiry', { exact: true }).selectOption('same')
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await computed(page)
  await expect(items(page).first()).toContainText(`Deprecate ${preview?.version}`)
  await expect(items(page).first().getByLabel('Expiry', { exact: true })).toHaveValue('same')
  const lines = await changedLines(page)
  await expect(lines).toContainText(/preview.*deprecated/s)
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
  await expect(effect(page).getByRole('status').first()).toHaveText('shown as soon as there is an edit')
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
