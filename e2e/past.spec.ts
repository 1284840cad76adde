import { pinned } from './support/pages'
import { expect, test } from './support/test'

const FORCED = '/shoots/garden-payments/checkout-prod/past'

test('why was it updated? The cause comes first, then the rule, what it did, and since when it could be known', async ({
  page,
}) => {
  await page.goto(pinned(FORCED))
  const main = page.getByRole('main')
  await expect(main).toContainText(
    'Because Kubernetes 1.32.9 expired on Tue 17 Nov 2026, 13:00 +01:00, the first window after that forced the control plane to Kubernetes 1.32.13.',
  )
  await expect(page).toHaveTitle(/^Past, payments \/ checkout-prod/)
  const rule = page.getByRole('region', { name: 'The rule as it stood' })
  await expect(rule.getByRole('row').filter({ hasText: 'chosen' })).toContainText('1.32.13')
  // What the profile of today says of that day is another page's; here is what it said then.
  await expect(rule).not.toContainText('Almanac does not know')
  await expect(page.getByRole('region', { name: 'What it did' })).toContainText(
    'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.9" to "1.32.13".',
  )
  await expect(page.getByRole('region', { name: 'Since when it could be known' }).getByRole('listitem')).toContainText([
    'By then Kubernetes 1.32.9 was deprecated, to expire on 17 Nov 2026.',
    'Kubernetes 1.32.9 expired.',
    'This update: forced.',
  ])
})

test('a ticket says why, in plain text, with a link to the same', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pinned(FORCED))
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('payments / checkout-prod, Tue 17 Nov 2026, 22:03 +01:00: forced')
  expect(text).toContain('- Control plane, Kubernetes 1.32.9 → 1.32.13')
  expect(text).toMatch(/\/past\?update=2026-11-17T21:03:00Z&at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z\n$/)
})
