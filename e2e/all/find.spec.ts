import { expectNoAxeViolations } from '../support/axe'
import { AT, pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('the clock steps to where the next update is forced, of all clusters or of the one that is shown', async ({
  page,
}) => {
  await page.goto(pinned('/'))
  await settled(page)
  await page.keyboard.press('/')
  await page.keyboard.type('next forced')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/at=2026-11-21T19:00:00Z/)
  await page.goto(pinned('/shoots/garden-payments/checkout-prod'))
  await settled(page)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Pin the clock' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Next forced update' }).click()
  await expect(page).not.toHaveURL(new RegExp(AT))
  const forced = new URL(page.url()).searchParams.get('at') ?? ''
  expect(Date.parse(forced)).toBeGreaterThan(Date.parse(AT))
  await dialog.getByRole('button', { name: 'A day back' }).click()
  await expect
    .poll(() => Date.parse(new URL(page.url()).searchParams.get('at') ?? ''))
    .toBe(Date.parse(forced) - 86_400_000)
  await dialog.getByRole('button', { name: 'Back to now' }).click()
  await expect(page).not.toHaveURL(/at=/)
})
