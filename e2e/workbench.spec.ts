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
  await expect(refusal).toContainText('Only one version of each minor is classified as supported.')
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
  await expect(items(page).getByRole('alert')).toContainText('The highest Kubernetes version has no end')
  await items(page)
    .getByRole('button', { name: `Clear the date of ${latest}` })
    .click()
  await computed(page)
  await expect(edits(page)).toContainText('The API server would accept this')
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
    /^[^#|*]*planned changes of Kubernetes and image versions[^#|*]*Nothing has been applied yet\.\n- Expire /,
  )
  await expect(notice.getByRole('link', { name: 'Write a mail' })).toHaveAttribute('href', /^mailto:\S+@\S+\?subject=/)
  await page.keyboard.press('Escape')
  await expect(notice).toHaveCount(0)
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
