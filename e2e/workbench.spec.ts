import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { encodeDraft } from '@/lib/client/draft'
import type { ProfileAnswer, SourceAnswer } from '@/lib/contract'
import { type Almanac, startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { AT, pinned } from './support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

/** Compose a draft of edits, and see the effect before anything happens. */

const edits = (page: Page) => page.getByRole('region', { name: 'Edits' })
const effect = (page: Page) => page.getByRole('region', { name: 'Effect' })
const items = (page: Page) =>
  edits(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Edit \d/ }) })
const draftOf = (page: Page) => new URL(page.url()).searchParams.get('draft')

async function addEdit(page: Page, what: string, version?: string, of?: string): Promise<void> {
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  if (of !== undefined) await form.getByLabel('Of', { exact: true }).selectOption(of)
  await form.getByLabel('What', { exact: true }).selectOption(what)
  if (version !== undefined) await form.getByLabel('Version', { exact: true }).selectOption(version)
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(form).toHaveCount(0)
}

/** Until the effect of the draft as it is now is shown. */
async function computed(page: Page): Promise<void> {
  await expect(effect(page).getByRole('status').first()).toHaveText(
    /^next (year|90 days), computed for \d+ clusters?[^;]*$/,
  )
  await expect(edits(page).getByText(/blocks? Apply|would (accept|refuse) this/)).toBeVisible()
}

async function sourceOf(request: APIRequestContext, ref: string): Promise<SourceAnswer> {
  return (await request.get(`/api/workbench/${ref}?at=${AT}`)).json()
}

/** The supported version of aws with most clusters that has an expiry, and the deprecated one below it. */
async function versions(request: APIRequestContext): Promise<{ busy: string; rival: string; latest: string }> {
  const { kubernetes }: ProfileAnswer = await (await request.get(`/api/cloudprofiles/aws?at=${AT}`)).json()
  const [busy] = kubernetes
    .filter((one) => one.stage === 'supported' && one.expires !== null)
    .sort((a, b) => b.clusters - a.clusters)
  const rival = kubernetes.find((one) => one.minor === busy?.minor && one.stage === 'deprecated')
  const latest = kubernetes.find((one) => one.latest)
  if (!busy || !rival || !latest) throw new Error('aws has a minor with a supported and a deprecated version')
  return { busy: busy.version, rival: rival.version, latest: latest.version }
}

test('from a version of the profile to a draft that survives reload and can be shared', async ({
  page,
  request,
  context,
}) => {
  const { busy } = await versions(request)
  await page.goto(pinned(`/cloudprofiles/aws?select=kubernetes/${busy}`))
  await page.getByRole('link', { name: 'Deprecate…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Draft for aws' })).toBeVisible()
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText(`Deprecate ${busy}`)
  await expect.poll(() => draftOf(page)).not.toBeNull()
  await page.reload()
  await expect(items(page)).toContainText(`Deprecate ${busy}`)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(items(other)).toContainText(`Deprecate ${busy}`)
})

test('a refusal stands beside its edit, and one click sets it right', async ({ page, request }) => {
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'promote', rival)
  const refusal = items(page).getByRole('alert')
  await expect(refusal).toContainText(`Only one supported version per minor: ${busy} is supported too – deprecate it?`)
  await expect(refusal).toContainText('"supported" lifecycle stages must not overlap per minor version')
  await expect(edits(page)).toContainText('1 violation blocks Apply')
  await expect(effect(page).getByRole('status').first()).toContainText(`as if “Deprecate ${busy}`)
  await expect(effect(page).getByRole('listitem').filter({ hasText: busy })).toContainText('suggested')

  await refusal.getByRole('button', { name: `Deprecate ${busy}` }).click()
  await computed(page)
  await expect(edits(page)).toContainText('The API server would accept this')
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).nth(1)).toContainText(`Deprecate ${busy}`)
})

test('the latest version may not expire: its date is cleared with one click', async ({ page, request }) => {
  const { latest } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', latest)
  await expect(items(page).getByRole('alert')).toContainText('The latest version has no expiry')
  await items(page)
    .getByRole('button', { name: `Clear the date of ${latest}` })
    .click()
  await computed(page)
  await expect(edits(page)).toContainText('The API server would accept this')
})

test('several broken rules: the effect is that of the draft with a remedy for each, accepted with one click', async ({
  page,
  request,
}) => {
  const { busy, rival, latest } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'promote', rival)
  await addEdit(page, 'expire', latest)
  await expect(edits(page)).toContainText('2 violations block Apply')
  await expect(effect(page).getByRole('status').first()).toContainText(/as if 2 remedies were accepted: .*Deprecate/)
  await expect(effect(page).getByRole('listitem').filter({ hasText: busy })).toContainText('suggested')

  await edits(page).getByRole('button', { name: 'Accept all 2 remedies' }).click()
  await computed(page)
  await expect(edits(page)).toContainText('The API server would accept this')
  await expect(items(page).getByRole('alert')).toHaveCount(0)
})

test('a draft that the API server refuses, and that no remedy saves, is said to be so', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', busy)
  await expect(items(page).getByRole('alert')).toContainText('A version in use cannot be removed')
  await expect(effect(page).getByRole('status').first()).toContainText('as if the API server accepted these edits')
})

test('edits are reordered by keys, taken out, undone and redone', async ({ page, request }) => {
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await addEdit(page, 'preview', rival)
  const first = () => items(page).first()
  await expect(first()).toContainText(`Expire ${busy}`)

  await items(page)
    .nth(1)
    .getByRole('button', { name: /^Edit 2/ })
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(first()).toContainText(`Put ${rival} back to preview`)
  await first().getByRole('button', { name: 'Move edit 1 down' }).click()
  await expect(first()).toContainText(`Expire ${busy}`)

  await items(page).nth(1).getByRole('button', { name: 'Remove edit 2' }).click()
  await expect(items(page)).toHaveCount(1)
  await edits(page).getByRole('button', { name: 'Undo' }).click()
  await expect(items(page)).toHaveCount(2)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('r')
  await expect(items(page)).toHaveCount(1)
  await page.keyboard.press('u')
  await expect(items(page)).toHaveCount(2)
})

test('an earlier expiry: figures, ghost, nodes per day, clusters, CSV, a notice for the owners', async ({
  page,
  request,
}) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await items(page).getByRole('button', { name: '+30 d' }).click()
  await computed(page)

  await expect(
    effect(page).getByRole('img', { name: new RegExp(`^${busy} was supported until .* earlier$`) }),
  ).toBeVisible()
  const figure = effect(page).locator('dl > div', { hasText: 'Forced earlier' }).locator('b')
  await expect(figure).not.toHaveText('0')
  const table = effect(page).getByRole('table', { name: 'Affected clusters' })
  await expect(table.getByRole('row').nth(1)).toContainText(/−\d+ days|new/)

  const curve = effect(page).getByRole('slider', { name: 'Day' })
  await curve.focus()
  const before = await curve.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(curve).not.toHaveAttribute('aria-valuetext', before ?? '')

  const download = page.waitForEvent('download')
  await effect(page).getByRole('button', { name: 'CSV' }).click()
  const file = await (await download).path()
  const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
  const changed = Number((await figure.textContent())?.replace(',', ''))
  expect(lines.length - 1).toBeGreaterThanOrEqual(changed)

  await effect(page).getByRole('button', { name: 'Tell the owners' }).click()
  const notice = page.getByRole('dialog', { name: 'Tell the owners' })
  await expect(notice.getByRole('textbox')).toHaveValue(
    /planned changes of Kubernetes and image versions[\s\S]*Expire /,
  )
  await page.keyboard.press('Escape')
  await expect(notice).toHaveCount(0)
})

test('one click copies what every owner is told, and each line says what differs', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await computed(page)
  await effect(page).getByRole('button', { name: 'Tell the owners' }).click()
  const notice = page.getByRole('dialog', { name: 'Tell the owners' })
  await expect(notice.getByRole('button', { name: 'Copy this one' })).toBeVisible()
  const projects = await notice.getByLabel('Project').getByRole('option').count()
  expect(projects).toBeGreaterThan(1)
  await notice.getByRole('button', { name: `Copy all ${projects}` }).click()
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.match(/^## /gm)).toHaveLength(projects)
  const rows = copied.split('\n').filter((line) => line.startsWith('| ['))
  expect(rows.length).toBeGreaterThan(projects)
  for (const row of rows) {
    const [, , before, after] = row.split(' | ').length === 4 ? row.split('|') : []
    expect(before?.trim()).toBeTruthy()
    expect(after, row).not.toBe(before)
  }
})

/** `41 clusters as before`, `41 → 43 clusters`: what is said beside a figure. */
const noteOf = (page: Page, label: string) =>
  effect(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole('definition')

test('what the figures say of before is the same without edits, and whatever the first edit is', async ({
  page,
  request,
}) => {
  const { busy } = await versions(request)
  const before = async () => {
    const notes = ['Forced updates', 'Clusters forced', 'Stuck: will fail to update', 'Auto-update tonight']
    const texts = await Promise.all(notes.map((label) => noteOf(page, label).locator('span').innerText()))
    return texts.map((text) => text.split(' ')[0])
  }
  await page.goto(pinned('/workbench/aws'))
  await expect(noteOf(page, 'Clusters forced')).toContainText('clusters as before')
  const without = await before()
  await addEdit(page, 'remove', busy)
  await computed(page)
  expect(await before()).toEqual(without)
})

test('an edit that forces clusters says how many, and the figures say the same', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await items(page).getByRole('button', { name: '+30 d' }).click()
  await computed(page)
  const figures = async () => {
    const texts = ['Newly forced', 'Forced earlier'].map((label) => noteOf(page, label).locator('b').innerText())
    return (await Promise.all(texts)).map((text) => Number(text.replace(',', '')))
  }
  const told = async (words: RegExp) => {
    const texts = await items(page).getByText(words).allInnerTexts()
    return texts.reduce((sum, text) => sum + Number.parseInt(text.replace(',', ''), 10), 0)
  }
  const [forced = 0, earlier = 0] = await figures()
  expect(forced + earlier).toBeGreaterThan(0)
  expect([await told(/newly forced/), await told(/forced earlier/)]).toEqual([forced, earlier])
})

test('who uses a removed version is not said to be known while something else is wrong', async ({ page, request }) => {
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', '1.31.12')
  await computed(page)
  await expect(edits(page)).toContainText('No version that Gardener counts as in use is removed.')
  await addEdit(page, 'promote', rival)
  await expect(items(page).getByRole('alert')).toContainText(`${busy} is supported too`)
  await expect(edits(page)).not.toContainText('in use is removed')
})

test('the affected clusters are sorted by the heads of their table', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await computed(page)
  const table = effect(page).getByRole('table', { name: 'Affected clusters' })
  const names = () => table.getByRole('rowheader').allInnerTexts()
  const head = (name: string) => table.getByRole('columnheader', { name, exact: true })
  await expect(head('Cluster')).not.toHaveAttribute('aria-sort')

  await head('Cluster').getByRole('button').click()
  await expect(head('Cluster')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => isSorted(await names(), 1)).toBe(true)
  await head('Cluster').getByRole('button').press('Enter')
  await expect(head('Cluster')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => isSorted(await names(), -1)).toBe(true)
  await page.reload()
  await expect(head('Cluster'), 'the order is in the address').toHaveAttribute('aria-sort', 'descending')

  await head('Nodes').getByRole('button').click()
  await expect(head('Nodes'), 'the most nodes first').toHaveAttribute('aria-sort', 'descending')
  await expect(head('Cluster')).not.toHaveAttribute('aria-sort')
  await head('Nodes').getByRole('button').click()
  await head('Nodes').getByRole('button').click()
  await expect(table.locator('[aria-sort]'), 'a third time brings the first order back').toHaveCount(0)
})

/** Project by project, as the table names clusters: `payments / settlement`. */
function isSorted(names: readonly string[], turn: 1 | -1): boolean {
  const projects = names.map((name) => name.split(' / ')[0] ?? '')
  return projects.every((project, i) => i === 0 || turn * project.localeCompare(projects[i - 1] ?? '', 'en') >= 0)
}

test.describe('when the effect cannot be computed', () => {
  test.use({ expectedErrors: [/status of 500/] })
  test('the answer to the draft before stays in sight, marked as old', async ({ page, request }) => {
    const { busy, rival } = await versions(request)
    await page.goto(pinned('/workbench/aws'))
    await addEdit(page, 'expire', busy)
    await computed(page)
    const error = { code: 'internal', message: 'The effect went astray.' }
    await page.route('**/api/what-if', (route) => route.fulfill({ status: 500, json: { error } }))
    await addEdit(page, 'preview', rival)
    await expect(effect(page).getByRole('alert')).toContainText('The effect went astray.', { timeout: 20_000 })
    await expect(effect(page).getByRole('alert')).toContainText('What is shown is the answer to an earlier draft.')
    await expect(effect(page).getByRole('status').first()).toContainText('not for the last change')
    await expect(effect(page).getByRole('table', { name: 'Affected clusters' })).toBeVisible()

    await page.unroute('**/api/what-if')
    await effect(page).getByRole('button', { name: 'Try again' }).click()
    await computed(page)
    await expect(effect(page).getByRole('alert')).toHaveCount(0)
  })
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

test('an address that an earlier edit wrote, put back late, takes nothing away and is put right', async ({
  page,
  request,
}) => {
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await expect.poll(() => draftOf(page)).not.toBeNull()
  const earlier = page.url()
  await addEdit(page, 'preview', rival)
  await expect.poll(() => page.url()).not.toBe(earlier)
  const latest = page.url()
  await page.evaluate((address) => window.history.replaceState(null, '', address), earlier)
  await expect.poll(() => page.url()).toBe(latest)
  await expect(items(page)).toHaveCount(2)
})

test('a version is picked in the timeline', async ({ page, request }) => {
  const { rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await effect(page).getByRole('button', { name: rival, exact: true }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  await expect(form.getByLabel('Version', { exact: true })).toHaveValue(rival)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

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
  await expect(version.getByRole('option'), 'no preview is offered to deprecate').toHaveCount(supported.length)
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
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await computed(page)
  await expect(items(page).first().getByLabel('Expiry', { exact: true })).toHaveValue('same')
  await expect(page.getByRole('region', { name: 'Patch' })).not.toContainText(/added.*expirationDate/)
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
  await day.fill('31 Jan 2027')
  await expect(item).toContainText(`Expire ${busy} 31 Jan 2027`)
  await day.press('ArrowUp')
  await expect(day).toHaveValue('1 Feb 2027')
  await expect(item).toContainText(`Expire ${busy} 1 Feb 2027`)
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
  await expect(page.getByRole('region', { name: 'Patch' })).toContainText('kubeletVersionConstraint: ">= 1.30"')
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
  await expect(item).toContainText('deprecated 1 Mar 2027')
  await expect(page.getByRole('region', { name: 'Patch' })).toContainText('startTime: "2027-03-01T')
  await expect(
    effect(page).getByRole('img', { name: new RegExp(`^${busy.replaceAll('.', '\\.')} deprecated, from 1 Mar 2027`) }),
  ).toBeVisible()
})

test('the update strategy of an image is set, and its versions are shown', async ({ page, request }) => {
  const { lists } = await sourceOf(request, 'aws')
  const image = lists.images.find(({ updateStrategy }) => updateStrategy !== 'patch')
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'strategy', undefined, image?.name)
  await items(page).first().getByLabel('Update strategy', { exact: true }).selectOption('patch')
  await computed(page)
  await expect(items(page).first()).toContainText(`${image?.updateStrategy} → patch`)
  await expect(page.getByRole('region', { name: 'Patch' })).toContainText('updateStrategy: patch')
  await expect(effect(page).getByLabel('Versions of')).toHaveValue(image?.name ?? '')
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
  const patch = page.getByRole('region', { name: 'Patch' })
  await expect(patch, 'what is written is its own').toContainText(/added.*expirationDate: /s)
  await expect(patch, 'not what it has from its parent').not.toContainText('classification')
})

test('a link that names edits and no state is a draft of the profile as it is', async ({ page, request }) => {
  const { busy } = await versions(request)
  const { resourceVersion } = await sourceOf(request, 'aws')
  const bare = await encodeDraft({
    profile: 'aws',
    base: null,
    edits: [{ kind: 'classify', image: null, version: busy, classification: 'deprecated' }],
  })
  await page.goto(pinned(`/workbench/aws?draft=${bare}`))
  await computed(page)
  await expect(page.getByRole('region', { name: 'Patch' })).toContainText(`Based on resourceVersion ${resourceVersion}`)
  expect(draftOf(page), 'opening it changes nothing of it').toBe(bare)
  await items(page)
    .first()
    .getByRole('button', { name: /^Edit 1/ })
    .click()
  await items(page).first().getByLabel('Expiry', { exact: true }).selectOption('never')
  await expect.poll(() => draftOf(page)).not.toBe(bare)
})

test('a draft that cannot be read is said to be so', async ({ page }) => {
  await page.goto(pinned('/workbench/aws?draft=1broken'))
  await expect(page.getByRole('alert').first()).toContainText('The draft in this address cannot be read.')
  await expect(items(page)).toHaveCount(0)
})

for (const { name, use } of [
  { name: 'on a desk, dark', use: DARK },
  { name: 'on a phone', use: PHONE },
]) {
  test.describe(name, () => {
    test.use(use)
    test('nothing stands in the way of anybody', async ({ page, request }) => {
      const { busy, rival } = await versions(request)
      await page.goto(pinned('/workbench/aws'))
      await expectNoAxeViolations(page)
      await addEdit(page, 'promote', rival)
      await addEdit(page, 'expire', busy)
      await items(page).nth(1).getByRole('button', { name: '+30 d' }).click()
      await computed(page)
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      await effect(page).getByRole('button', { name: 'Tell the owners' }).click()
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/\S/)
      await expectNoAxeViolations(page)
    })
  })
}

test.describe('in a garden of its own', () => {
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
    await expect(patch).toContainText('Apply is off: the effect is not known.', { timeout: 20_000 })
  })

  test('a draft is tried and applied; one that others overtook is rebased; the original comes back', async ({
    page,
    playwright,
  }) => {
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
    await expect(changed).toContainText(`${busy} is now supported until 2 May 2029`, { timeout: 15_000 })
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
