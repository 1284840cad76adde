import { type Almanac, startAlmanac } from './support/almanac'
import { expectNoAxeViolations } from './support/axe'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { expect, test } from './support/test'

/** Owners change their clusters from the pages that advise them to. */

const SHOOT = '/shoots/garden-payments/checkout-prod'

test.describe('in a demo garden of its own', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac.stop())

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
    const confine = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Confine/ }) })
    await confine.getByRole('button', { name: 'Apply…' }).click()
    await expect(dialog).toContainText('No node is touched by it.')
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')
    await dialog.getByRole('link', { name: 'Journal, with the way back' }).click()

    const entries = page.getByRole('list', { name: 'Applied edits' }).locator('> li')
    await expect(entries).toHaveCount(2)
    await expect(entries.last()).toContainText('Kubernetes: 1.33.11')
    await expect(entries.last()).toContainText('It cannot be undone.')
    await expectNoAxeViolations(page)
    await entries.first().getByRole('link', { name: 'Revert as a plan' }).click()
    await expect(patch).toContainText('confineSpecUpdateRollout')
    await patch.getByRole('button', { name: 'Apply…' }).click()
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')

    await page.goto(`${almanac.url}/workbench/journal`)
    await expect(entries).toHaveCount(3)
    await page.getByRole('button', { name: 'Bring the original back' }).click()
    await page.goto(`${almanac.url}${SHOOT}`)
    await expect(page.getByRole('main')).toContainText('1.32.13')
  })

  test('how a pool is updated in place is applied from where it stands, once it was tried', async ({ page }) => {
    await page.goto(`${almanac.url}${SHOOT}/in-place`)
    const ledger = page.getByRole('region', { name: 'Pool ledger' })
    await expect(page.getByRole('region', { name: 'Pool web-a' }).getByRole('button', { name: 'Apply…' })).toHaveCount(
      0,
    )
    await ledger.getByRole('listitem').filter({ hasText: 'ManualInPlaceUpdate' }).getByRole('button').last().click()
    const dialog = page.getByRole('dialog', { name: 'Apply to checkout-prod' })
    await expect(dialog).toContainText('The garden would accept it.')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Apply to checkout-prod' }).click()
    await expect(dialog).toContainText('Applied.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(ledger.locator('.section-head')).toContainText('ManualInPlaceUpdate')

    const force = page.getByRole('region', { name: 'Force a change' })
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
