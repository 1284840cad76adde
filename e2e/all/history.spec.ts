import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { change, chart, HISTORY, log } from '../support/history'
import { pinned } from '../support/pages'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test('what was applied here is a change with its person, and nothing is recorded before the start', async ({
  page,
}) => {
  const almanac = await startAlmanac({ garden: 'demo', env: { DEMO_BORN: '2026-11-21' } })
  try {
    const { profile } = await (await fetch(`${almanac.url}/api/cloudprofiles/aws`)).json()
    const edits = [{ kind: 'expire', image: null, version: '1.33.9', expirationDate: '2030-01-01T00:00:00Z' }]
    const applied = await fetch(`${almanac.url}/api/apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile: 'aws', base: profile.resourceVersion, edits, confirm: 'aws' }),
    })
    const { entry } = await applied.json()
    await page.goto(`${almanac.url}${HISTORY}&of=1.33.9`)
    const newest = log(page).getByRole('row').nth(1)
    await expect(newest).toContainText('1 Jan 2030')
    await expect(newest).toContainText(entry.who)
    await page.getByRole('button', { name: '1y' }).click()
    await expect(chart(page)).toContainText(/recorded since \d+ Sep 2026/)
    // It would ask on, of one that is gone.
    await page.close()
  } finally {
    await almanac.stop()
  }
})

test('all of it is reached by keys', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/aws'))
  await settled(page)
  await page.keyboard.press('h')
  await expect(chart(page)).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByRole('button', { name: '1y' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('j')
  await expect(chart(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Selected version/ })).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByRole('table', { name: 'Kubernetes versions of aws' })).toBeVisible()
})

test('a profile whose log has nothing in the range says so', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/openstack?view=history&by=nobody'))
  await expect(log(page)).toContainText(/No change in this range/)
})

for (const [name, use] of [
  ['light', {}],
  ['dark', DARK],
  ['on a phone', PHONE],
] as const) {
  test.describe(name, () => {
    test.use(use)
    test('has no violation of WCAG 2.2 AA, and fits', async ({ page }) => {
      await page.goto(pinned(`${HISTORY}&select=kubernetes/1.34.6`))
      await expect(change(page, 28)).toContainText('later')
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    })
  })
}
