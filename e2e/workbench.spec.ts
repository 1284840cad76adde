import { readFile } from 'node:fs/promises'
import { addEdit, computed, draftText, edits, effect, items, versions } from './support/draft'
import { pinned } from './support/pages'
import { expect, test } from './support/test'

/** Compose a draft of edits, and see the effect before anything happens. */

test('from a version of the profile to a draft that survives reload and can be shared', { tag: '@firefox' }, async ({
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
  await expect.poll(() => draftText(page)).not.toBeNull()
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
  await expect(edits(page)).toContainText('1 rule is broken. The API server would refuse this.')
  await expect(effect(page).getByRole('status').first()).toContainText(`as if “Deprecate ${busy}`)
  await expect(effect(page).getByRole('grid').getByRole('row').filter({ hasText: busy })).toContainText('suggested')

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
  await expect(edits(page)).toContainText('2 rules are broken.')
  await expect(effect(page).getByRole('status').first()).toContainText(/as if 2 remedies were accepted: .*Deprecate/)
  await expect(effect(page).getByRole('grid').getByRole('row').filter({ hasText: busy })).toContainText('suggested')

  await edits(page).getByRole('button', { name: 'Accept all 2 remedies' }).click()
  await computed(page)
  await expect(edits(page)).toContainText('The API server would accept this')
  await expect(items(page).getByRole('alert')).toHaveCount(0)
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
  // What the effect says of the first edit moves the second one down, between press and release of a pointer as well.
  await expect(effect(page).getByRole('list', { name: 'Warnings' })).toContainText(/forced earlier.*from edit 1/)

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
  await expect(effect(page)).toContainText(/clusters are forced earlier/)
  const table = effect(page).getByRole('table', { name: 'Affected clusters' })
  const group = table.getByRole('rowheader', { name: /^[\d,]+ forced earlier/ })
  const changed = Number.parseInt((await group.innerText()).replace(',', ''), 10)
  await expect(table.getByRole('row').filter({ hasText: 'edit 1' }).first()).toContainText('→')

  const curve = effect(page).getByRole('slider', { name: 'Day' })
  await curve.focus()
  const before = await curve.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(curve).not.toHaveAttribute('aria-valuetext', before ?? '')

  const download = page.waitForEvent('download')
  await effect(page).getByRole('button', { name: 'CSV' }).click()
  const file = await (await download).path()
  const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
  expect(lines.length - 1).toBeGreaterThanOrEqual(changed)

  await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Tell the owners' }).click()
  const notice = page.getByRole('dialog', { name: 'Tell the owners' })
  await expect(notice.getByRole('link', { name: 'All teams' })).toHaveAttribute(
    'href',
    /^\/projects\?profile=aws&draft=1/,
  )
  await expect(notice.getByRole('textbox', { name: /^Notice for / })).toHaveValue(
    /planned changes of Kubernetes and image versions[\s\S]*Expire /,
  )
  await expect(notice.getByRole('textbox', { name: /^For a chat of / })).toHaveValue(
    /^[^#|*]*Nothing has been applied yet\./,
  )
  await expect(notice.getByRole('link', { name: 'Write a mail' })).toHaveAttribute('href', /^mailto:\S+@\S+\?subject=/)
  await page.keyboard.press('Escape')
  await expect(notice).toHaveCount(0)
})

test('one click copies what every owner is told, and each line says what differs', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  const patch = page.getByRole('region', { name: 'Patch' })
  const tell = patch.getByRole('button', { name: 'Tell the owners' })
  await addEdit(page, 'preview', rival)
  await computed(page)
  await expect(tell).toBeDisabled()
  await expect(patch).toContainText(/No owner to tell: (no cluster changes|only automatic updates change)\./)
  await addEdit(page, 'expire', busy)
  await computed(page)
  await tell.click()
  const notice = page.getByRole('dialog', { name: 'Tell the owners' })
  await expect(notice.getByRole('button', { name: 'Copy this one' })).toBeVisible()
  const projects = await notice.getByLabel('Project').getByRole('option').count()
  expect(projects).toBeGreaterThan(1)
  await notice.getByRole('button', { name: `Copy all ${projects}` }).click()
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.match(/^## /gm)).toHaveLength(projects)
  const addressed = /^## .*\n\n(Owner: |To: |The project names no owner\.)/gm
  expect(copied.match(addressed), 'each names whom to tell').toHaveLength(projects)
  expect(copied).toMatch(/^Owner: .+ {2}\nTo: \S+@\S+/m)
  const affected = [...copied.matchAll(/affects ([\d,]+) clusters? of your project: ([^.]*)\./g)]
  expect(affected, 'each counts its own clusters').toHaveLength(projects)
  for (const [, all = '', counts = ''] of affected) {
    const parts = [...counts.matchAll(/(?:^|, )([\d,]+) /g)].map(([, count = '']) => Number(count.replace(',', '')))
    expect(
      parts.reduce((sum, count) => sum + count, 0),
      counts,
    ).toBe(Number(all.replace(',', '')))
  }
  const rows = copied.split('\n').filter((line) => line.startsWith('| ['))
  expect(rows.length).toBeGreaterThan(projects)
  for (const row of rows) {
    const [, , before, after] = row.split(' | ').length === 4 ? row.split('|') : []
    expect(before?.trim()).toBeTruthy()
    expect(after, row).not.toBe(before)
  }
})

test('warnings and groups count the same, and a group opens as a list of its own', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await items(page).getByRole('button', { name: '+30 d' }).click()
  await computed(page)
  const table = effect(page).getByRole('table', { name: 'Affected clusters' })
  const countOf = async (found: readonly string[]) =>
    found.reduce((sum, text) => sum + Number.parseInt(text.replace(',', ''), 10), 0)
  const groups = table.getByRole('rowheader', { name: /^[\d,]+ (newly forced|forced earlier)/ })
  const warned = effect(page)
    .getByRole('list', { name: 'Warnings' })
    .getByText(/newly forced|forced earlier/)
  const forced = await countOf(await groups.allInnerTexts())
  expect(forced).toBeGreaterThan(0)
  expect(await countOf(await warned.allInnerTexts())).toBe(forced)

  const more = table.getByRole('button', { name: /more forced earlier$/ })
  const left = await countOf([await more.innerText()])
  await more.click()
  await expect(table.getByRole('rowheader').filter({ has: page.getByRole('link') })).toHaveCount(left + 3)
})

test('a figure opens the clusters that it counts', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'clear', busy)
  await computed(page)
  await effect(page).getByRole('term').getByRole('link').first().click()
  await expect(page).toHaveURL(/counted=\w+.*#clusters$/)
  await effect(page).getByRole('button', { name: 'All that change' }).click()
  await expect(page).not.toHaveURL(/counted=/)
})

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
    await expect(effect(page).getByRole('alert')).toContainText('The effect went astray.')
    await expect(effect(page).getByRole('alert')).toContainText('What is shown is the answer to an earlier draft.')
    await expect(effect(page).getByRole('status').first()).toContainText('not for the last change')
    await expect(effect(page).getByRole('table', { name: 'Affected clusters' })).toBeVisible()

    await page.unroute('**/api/what-if')
    await effect(page).getByRole('button', { name: 'Try again' }).click()
    await computed(page)
    await expect(effect(page).getByRole('alert')).toHaveCount(0)
  })
})

test('an address that an earlier edit wrote, put back late, takes nothing away and is put right', async ({
  page,
  request,
}) => {
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await expect.poll(() => draftText(page)).not.toBeNull()
  const earlier = page.url()
  await addEdit(page, 'preview', rival)
  await expect.poll(() => page.url()).not.toBe(earlier)
  const latest = page.url()
  await page.evaluate((address) => window.history.replaceState(null, '', address), earlier)
  await expect.poll(() => page.url()).toBe(latest)
  await expect(items(page)).toHaveCount(2)
})
