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
  await expectNoAxeViolations(page)
})

test('a draft that the API server refuses, and that no remedy saves, is said to be so', async ({ page, request }) => {
  const { busy } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', busy)
  await expect(items(page).getByRole('alert')).toContainText('A version in use cannot be removed')
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
  const { busy, rival } = await versions(request)
  await page.goto(pinned('/workbench/aws'))
  await addEdit(page, 'remove', '1.31.12')
  await computed(page)
  await expect(edits(page)).toContainText('No version that Gardener counts as in use is removed.')
  await addEdit(page, 'promote', rival)
  await expect(items(page).getByRole('alert')).toContainText(`${busy} is supported too`)
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
