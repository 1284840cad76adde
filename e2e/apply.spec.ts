import type { Locator, Page } from '@playwright/test'
import type { SourceAnswer } from '@/lib/questions/draft/contract'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { type Almanac, startAlmanac } from './support/almanac'
import { apply, confirmAll, entries, expiring, openDraft, profile, soon } from './support/apply'
import { expectNoAxeViolations } from './support/axe'
import { addEdit, computed, effect, items, sourceOf, versions } from './support/draft'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

const SHOOT = '/shoots/garden-payments/checkout-prod'

test.describe('in a demo garden of their own', () => {
  // They share what they change: each leaves it as it was.
  test.describe.configure({ mode: 'default' })
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac?.stop())

  test('what forces many is confirmed by the name, is in the journal, and is undone by a draft from there', async ({
    page,
    playwright,
  }) => {
    const request = await playwright.request.newContext({ baseURL: almanac.url })
    const { version, base } = await expiring(request, almanac.url)
    await openDraft(page, almanac.url, base, [{ kind: 'expire', image: null, version, expirationDate: soon }])
    await apply(page, { typed: true })
    expect((await profile(request, almanac.url)).profile.resourceVersion).not.toBe(base)

    await page.goto(`${almanac.url}/workbench`)
    await page.getByRole('link', { name: 'journal' }).click()
    await expect(page.getByText('until this server stops')).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText(`Expire ${version}, `)
    await expect(entries(page)).toContainText(/\d+ clusters? (more )?(is|are) forced/)
    await expectNoAxeViolations(page)
    await page.setViewportSize(PHONE.viewport)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await entries(page).getByRole('link', { name: 'Revert as a new draft' }).click()
    await apply(page, { typed: false })
    expect((await profile(request, almanac.url)).profile.resourceVersion).toBe(base)
    await page.goto(`${almanac.url}/workbench?view=journal`)
    await expect(entries(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Bring the original back' }).click()
    await expect(page.getByRole('button', { name: 'Bring the original back' })).toHaveCount(0)
    await expect(entries(page)).toHaveCount(2)
  })

  test.describe('from a draft to a changed profile, and back', () => {
    // A conflict is an error for the browser, too; so is an effect that went astray.
    test.use({ expectedErrors: [/status of (409|500)/] })

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
      await effect(page).getByLabel('Project').selectOption({ index: 1 })
      await expect.poll(() => isAsked).toBe(true)
      await expect(patch.getByRole('button', { name: 'Apply' }), 'while others of them are asked for').toBeEnabled()
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

      // Another user is faster, while one is about to apply.
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
      await expect(changed).toContainText('The edit stays. Nothing is applied.')
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
      await applyDraft(patch, page)
      await expect(items(page)).toHaveCount(0)
      await expect.poll(async () => stageOf(await sourceOf(request, 'aws'), rival)).toBe('preview')

      await page.getByRole('button', { name: 'Bring the original back' }).click()
      await expect.poll(async () => stageOf(await sourceOf(request, 'aws'), rival)).toBe('deprecated')
    })
  })

  test('an owner applies a plan, is told what there is no way back from, and finds it in the journal', async ({
    page,
  }) => {
    await page.goto(`${almanac.url}${SHOOT}/plan`)
    const form = page.getByRole('region', { name: 'Plan', exact: true })
    const patch = page.getByRole('region', { name: 'Patch', exact: true })
    await form.getByRole('radio', { name: /1\.33\.11/ }).check()
    await patch.getByRole('button', { name: 'Apply…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply to checkout-prod' })
    await expect(dialog).toContainText('Replaces up to 20 nodes (web-a, batch)')
    await expect(dialog).toContainText('There is no way back for spec.kubernetes.version.')
    // What is refused of the way back is not said of what is accepted.
    await expect(dialog).not.toContainText(/refuse|not allowed|downgrade/i)
    await expect(dialog).toContainText('No Gardener acts on it here: only what is written changes.')
    const button = dialog.getByRole('button', { name: 'Apply to checkout-prod' })
    await expect(button).toBeDisabled()
    await expectNoAxeViolations(page)
    await page.setViewportSize(PHONE.viewport)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('textbox').fill('checkout-prod')
    await button.click()
    await expect(dialog).toContainText('Applied.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(patch).toContainText('Nothing would be sent.')

    await page.goto(`${almanac.url}${SHOOT}/maintenance`)
    const confine = page.getByRole('listitem').filter({ hasText: 'Confine roll-outs to the window' })
    await confine.getByText('Confine roll-outs to the window').click()
    await confine.getByRole('button', { name: 'Apply…' }).click()
    await expect(dialog).toContainText('No node is touched by it.')
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')
    await dialog.getByRole('link', { name: 'Journal, with the way back' }).click()

    const ofCluster = entries(page).filter({ hasText: 'checkout-prod' })
    await expect(ofCluster).toHaveCount(2)
    await expect(ofCluster.last()).toContainText('Kubernetes: 1.33.11')
    await expect(ofCluster.last()).toContainText('It cannot be undone.')
    await expectNoAxeViolations(page)
    await ofCluster.first().getByRole('link', { name: 'Revert as a plan' }).click()
    await expect(patch).toContainText('confineSpecUpdateRollout')
    await patch.getByRole('button', { name: 'Apply…' }).click()
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')

    await page.goto(`${almanac.url}/workbench?view=journal`)
    await expect(ofCluster).toHaveCount(3)
    await page.getByRole('button', { name: 'Bring the original back' }).click()
    await page.goto(`${almanac.url}${SHOOT}`)
    await expect(page.getByRole('main')).toContainText('1.32.13')
  })

  test('how a pool is updated in place is applied from where it stands, once it was tried', async ({ page }) => {
    await page.goto(`${almanac.url}${SHOOT}/maintenance`)
    const ledger = page.getByRole('region', { name: 'Pool ledger' })
    await expect(page.getByRole('region', { name: 'Pool web-a' }).getByRole('button', { name: 'Apply…' })).toHaveCount(
      0,
    )
    await ledger.getByText(/^What it may be switched to/).click()
    await ledger.getByRole('listitem').filter({ hasText: 'ManualInPlaceUpdate' }).getByRole('button').last().click()
    const dialog = page.getByRole('dialog', { name: 'Apply to checkout-prod' })
    await expect(dialog).toContainText('The garden would accept it.')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(ledger.locator('.section-head')).toContainText('ManualInPlaceUpdate')

    const force = page.getByRole('group').filter({ hasText: 'Only if nodes are broken: force a change' })
    await force.getByText('Only if nodes are broken').click()
    await force.getByRole('button', { name: 'Apply…' }).click()
    await expect(dialog).toContainText('It asks Gardener for force-in-place-update at once.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  test('advice is applied from where it is given', async ({ page }) => {
    await page.goto(`${almanac.url}${SHOOT}`)
    const advice = page.getByRole('complementary', { name: 'What you can do' })
    await advice.getByRole('button', { name: 'Apply…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Apply to checkout-prod' })
    await expect(dialog).toContainText(/Type checkout-prod to confirm|The garden would accept it/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('a removal that is refused', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('names the clusters in the way once, as links, and speaks of no missing right', async ({ page, request }) => {
    const { kubernetes, profile: summary }: ProfileAnswer = await (await request.get('/api/cloudprofiles/aws')).json()
    const [busy] = kubernetes.toSorted((a, b) => b.clusters - a.clusters)
    const version = busy?.version ?? ''
    await openDraft(page, '', summary.resourceVersion, [{ kind: 'remove', image: null, version }])
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Dry-run' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      new RegExp(`Refused: ${version.replaceAll('.', '\\.')} is in use by \\d+ clusters`),
    )
    await expect(dialog).not.toContainText('You may not do this')
    const links = dialog.getByRole('list', { name: `In use by: ${version}` }).getByRole('link')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(1)
    expect(new Set(addresses).size, 'each cluster once').toBe(addresses.length)
    await expectNoAxeViolations(page)
    await links.first().click()
    await expect(page).toHaveURL(/\/shoots\/[^/]+\/[^/]+/)
  })
})

function stageOf({ lists }: SourceAnswer, version: string): string | undefined {
  return lists.kubernetes.find((one) => one.version === version)?.classification
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Apply the draft to aws' })
  if (await dialog.getByRole('textbox').isVisible()) await confirmAll(page)
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
}

async function applyDraft(patch: Locator, page: Page): Promise<void> {
  await patch.getByRole('button', { name: 'Apply' }).click()
  await confirm(page)
  const dialog = page.getByRole('dialog', { name: 'Applied to aws' })
  await expect(dialog).toContainText('The garden accepted it')
  await dialog.getByRole('button', { name: 'Done' }).click()
}
