import { expectNoAxeViolations } from '../support/axe'
import { AT, pinned } from '../support/pages'
import { nextToExpire, profile, rowOf } from '../support/profiles'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { expect, test } from '../support/test'

test('what Gardener uses a version for is marked', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'aws')
  expect(kubernetes.filter((one) => one.defaultForNew)).toHaveLength(1)
  expect(kubernetes.some((one) => one.autoTarget)).toBe(true)
  await page.goto(pinned('/cloudprofiles/aws'))
  for (const one of kubernetes) {
    const row = rowOf(page, one.version)
    await expect(row.getByText('default for new')).toHaveCount(one.defaultForNew ? 1 : 0)
    await expect(row.getByText('auto target')).toHaveCount(one.autoTarget ? 1 : 0)
  }
})

test('links keep the pinned clock', async ({ page, request }) => {
  const next = await nextToExpire(request)
  for (const path of ['/cloudprofiles', `/cloudprofiles/aws?select=kubernetes/${next.version}`]) {
    await page.goto(pinned(path))
    await expect(page.getByRole('link', { name: /^\d+ clusters?\b/ }).first()).toBeVisible()
    const hrefs = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(hrefs.length).toBeGreaterThan(3)
    for (const href of hrefs) expect(new URL(href ?? '', page.url()).searchParams.get('at'), href ?? '').toBe(AT)
  }
})

test('a link shows what its sender saw', async ({ page, request }) => {
  const next = await nextToExpire(request)
  await page.goto(pinned(`/cloudprofiles/aws?zoom=6m&select=kubernetes/${next.version}`))
  await expect(page.getByRole('button', { name: '6m', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: `Selected version ${next.version}` })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the panel does not lie on the version that it is about', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'aws')
  const last = kubernetes.at(-1)?.version ?? 'none'
  await page.setViewportSize({ width: 1440, height: 780 })
  await page.goto(pinned(`/cloudprofiles/aws?select=kubernetes/${last}`))
  const panel = page.getByRole('region', { name: `Selected version ${last}` })
  await expect(panel.getByRole('heading', { name: /^What happens/ })).toBeVisible()
  const below = async () => {
    const row = await rowOf(page, last).boundingBox()
    const box = await panel.boundingBox()
    return row && box ? row.y + row.height - box.y : Number.NaN
  }
  await expect.poll(below).toBeLessThanOrEqual(0)
})

test('a version that is not there: what was asked, and what is near', async ({ page, request }) => {
  const next = await nextToExpire(request)
  await page.goto(pinned(`/cloudprofiles/aws?select=kubernetes/${next.minor}.999`))
  const panel = page.getByRole('region', { name: 'Selected version' })
  await expect(panel.getByRole('heading', { name: `aws has no version ${next.minor}.999` })).toBeVisible()
  await panel.getByRole('link', { name: next.version, exact: true }).click()
  await expect(page.getByRole('region', { name: `Selected version ${next.version}` })).toBeVisible()
})

test.describe('a profile that is not there', () => {
  test.use({ expectedErrors: [/404/] })
  test('answers 404, and says what is near', async ({ page }) => {
    const response = await page.goto(pinned('/cloudprofiles/awz'))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'This garden has no profile awz' })).toBeVisible()
    await page.getByRole('link', { name: 'aws', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible()
  })
})

test.describe('in the dark', () => {
  test.use(DARK)
  test('a selected version is accessible', async ({ page, request }) => {
    const next = await nextToExpire(request)
    await page.goto(pinned(`/cloudprofiles/aws?select=kubernetes/${next.version}`))
    await expect(page.getByRole('region', { name: `Selected version ${next.version}` })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('the chart scrolls in its frame, the page does not', async ({ page, request }) => {
    const next = await nextToExpire(request)
    await page.goto(pinned(`/cloudprofiles/aws?select=kubernetes/${next.version}`))
    await expect(page.getByRole('region', { name: `Selected version ${next.version}` })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})
