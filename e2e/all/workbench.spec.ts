import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { expectNoAxeViolations } from '../support/axe'
import { addEdit, computed, draftText, edits, effect, items, sourceOf, versions } from '../support/draft'
import { pinned } from '../support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('clusters that the reader may not see are told of in numbers', async ({ page, request }) => {
  const { busy } = await versions(request)
  const none = {
    stuckSooner: 0,
    stuckLater: 0,
    freed: 0,
    earlier: 0,
    later: 0,
    unforced: 0,
    target: 0,
    auto: 0,
  }
  const changes = { ...none, stuck: 3, forced: 12 }
  await page.route('**/api/what-if', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({
      response,
      json: { ...answer, figures: { ...answer.figures, others: { clusters: 345, changes } } },
    })
  })
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'expire', busy)
  await expect(effect(page)).toContainText(
    '345 clusters on the profile that you may not see: 12 clusters more are forced within 12 months; 3 get stuck.',
  )
  // A link that the dock covers in part is none that a finger could meet.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectNoAxeViolations(page)
  // An answer may still be on its way when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a draft that the API server refuses, and that no remedy saves, is said to be so', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', busy)
  await expect(items(page).getByRole('alert')).toContainText(
    'A version that clusters or namespaced profiles use cannot be removed',
  )
  await expect(effect(page).getByRole('status').first()).toContainText('as if the API server accepted these edits')
})

test('without edits no figure stands; with one a sentence says what it does, and figures what changes', async ({
  page,
  request,
}) => {
  const { busy } = await versions(request)
  const figures = effect(page).getByRole('term')
  await page.goto(pinned('/workbench/aws'))
  await settled(page)
  await expect(figures).toHaveCount(0)
  await addEdit(page, 'expire', busy)
  await items(page).getByRole('button', { name: '+30 d' }).click()
  await computed(page)
  await expect(effect(page)).toContainText(/[0-9]+ clusters (more )?are forced/)
  await expect(effect(page).getByRole('definition').filter({ hasText: /^0/ })).toHaveCount(0)
})

test('who uses a removed version is not said to be known while something else is wrong', async ({ page, request }) => {
  const { rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', '1.31.12')
  await computed(page)
  await expect(edits(page)).toContainText('No version that Gardener counts as in use is removed.')
  await addEdit(page, 'promote', rival)
  await expect(items(page).getByRole('alert')).toContainText(
    'Only one version of each minor is classified as supported.',
  )
  await expect(edits(page)).not.toContainText('in use is removed')
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
  expect(draftText(page), 'opening it changes nothing of it').toBe(bare)
  await items(page)
    .first()
    .getByRole('button', { name: /^Edit 1/ })
    .click()
  await items(page).first().getByLabel('Expiry', { exact: true }).selectOption('never')
  await expect.poll(() => draftText(page)).not.toBe(bare)
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
      // What the bar of the page covers in part is no target that is too small.
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      const patch = page.getByRole('region', { name: 'Patch' })
      const more = patch.getByRole('button', { name: 'More', exact: true })
      if (await more.isVisible()) await more.click()
      await patch.getByRole('button', { name: 'Tell the owners' }).click()
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Notice for / })).toHaveValue(/\S/)
      await expectNoAxeViolations(page)
    })
  })
}

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
  expect(copied.match(/: planned changes of Kubernetes and image versions$/gm)).toHaveLength(projects)
  const addressed = /: planned changes of .*\n(Owner: |Mail: |The project names no owner\.)/gm
  expect(copied.match(addressed), 'each names whom to tell').toHaveLength(projects)
  expect(copied).toMatch(/^Owner: .+; mail: \S+@\S+/m)
  const affected = [...copied.matchAll(/affects ([\d,]+) clusters? of your project: ([^.]*)\./g)]
  expect(affected, 'each counts its own clusters').toHaveLength(projects)
  for (const [, all = '', counts = ''] of affected) {
    const parts = [...counts.matchAll(/(?:^|, )([\d,]+) /g)].map(([, count = '']) => Number(count.replace(',', '')))
    expect(
      parts.reduce((sum, count) => sum + count, 0),
      counts,
    ).toBe(Number(all.replace(',', '')))
  }
  const rows = [...copied.matchAll(/^[^ ]+: (.+) \(until now: (.+)\) https?:\S+$/gm)]
  expect(rows.length).toBeGreaterThan(projects)
  for (const [row, after, before] of rows) expect(after, row).not.toBe(before)
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
