import type { Page } from '@playwright/test'
import type { ProfilesAnswer } from '@/lib/questions/profiles/contract'
import { expectNoAxeViolations } from '../support/axe'
import { AT, pinned } from '../support/pages'
import { chart, nextToExpire, profile, versionRow } from '../support/profiles'
import { DARK, expectNoSidewaysScroll, PHONE } from '../support/screens'
import { expect, test } from '../support/test'

test('what Gardener uses a version for is marked', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'aws')
  expect(kubernetes.filter((one) => one.defaultForNew)).toHaveLength(1)
  expect(kubernetes.some((one) => one.autoTarget)).toBe(true)
  await page.goto(pinned('/cloudprofiles/aws'))
  for (const one of kubernetes) {
    const row = versionRow(page, one.version)
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
    const row = await versionRow(page, last).boundingBox()
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

const search = (page: Page) => new URL(page.url()).searchParams

test('a profile with lifecycle stages shows each of them where it begins and ends', async ({ page, request }) => {
  const { kubernetes } = await profile(request, 'azure')
  expect(kubernetes.some((one) => one.spans.length === 5)).toBe(true)
  await page.goto(pinned('/cloudprofiles/azure?zoom=all'))
  const grid = page.getByRole('grid', { name: 'Kubernetes versions of azure' })
  for (const one of kubernetes) {
    for (const span of one.spans) {
      const segment = grid.getByRole('img', { name: `${one.version} ${span.stage}` })
      await expect(segment, `${one.version} ${span.stage}`).toBeVisible()
    }
  }
})

test('the next expiry is told in one way in the list and on the page of its profile', async ({ page, request }) => {
  const { items }: ProfilesAnswer = await (await request.get(`/api/cloudprofiles?at=${AT}`)).json()
  const soonest = items.find((one) => one.ref.kind === 'CloudProfile' && one.ref.name === 'aws')?.nextExpiry
  if (!soonest) throw new Error('the demo garden has an expiry in aws')
  // Below 36 hours by hours, beyond by its day: never both.
  const time = (text: string) => /in \d+ h( \d+ min)?|\b\d+ (Nov|Dec)( 20\d\d)?/.exec(text)?.[0]

  await page.goto(pinned('/cloudprofiles'))
  const listed = time(
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'aws', exact: true }) })
      .innerText(),
  )
  expect(listed).toBeDefined()
  await page.goto(pinned('/cloudprofiles/aws'))
  const head = page.getByRole('definition').filter({ hasText: soonest.version })
  expect(time(await head.innerText())).toBe(listed)
})

test('zoom, earlier, later, now: by key, and in the address', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/aws'))
  const zoom = page.getByRole('group', { name: 'Zoom' })
  const months = () => page.getByRole('group', { name: /^Range: / })
  for (const [key, name] of [
    ['1', '3m'],
    ['2', '6m'],
    ['0', 'all'],
    ['3', '1y'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(zoom.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
    expect(search(page).get('zoom')).toBe(name === '1y' ? null : name)
  }
  const before = await months().getAttribute('aria-label')
  await page.keyboard.press(']')
  await expect(months()).not.toHaveAttribute('aria-label', before ?? '')
  expect(search(page).get('range')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
  await page.keyboard.press('[')
  await page.keyboard.press('n')
  await expect(page.getByText('pinned, 21 Nov')).toBeVisible()
})

test('the brush is dragged, or moved with arrows', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/aws'))
  const end = page.getByRole('slider', { name: 'End of the range' })
  const first = await end.getAttribute('aria-valuetext')
  await end.focus()
  await page.keyboard.press('ArrowRight')
  await expect(end).not.toHaveAttribute('aria-valuetext', first ?? '')
  const second = await end.getAttribute('aria-valuetext')
  const box = await end.boundingBox()
  if (!box) throw new Error('the handle has a place')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x - 120, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(end).not.toHaveAttribute('aria-valuetext', second ?? '')
  await page.reload()
  await expect(chart(page)).toBeVisible()
  expect(search(page).get('range')).not.toBeNull()
})

test('a namespaced profile names its parent and which dates are its own', async ({ page, request }) => {
  const { items }: ProfilesAnswer = await (await request.get(`/api/cloudprofiles?at=${AT}`)).json()
  const own = items.find((one) => one.ref.kind === 'NamespacedCloudProfile' && one.parent === 'aws')
  if (own?.ref.kind !== 'NamespacedCloudProfile') throw new Error('the demo garden has a namespaced profile on aws')
  await page.goto(pinned(`/cloudprofiles/${own.ref.namespace}/${own.ref.name}`))
  await expect(page.getByRole('definition').getByRole('link', { name: 'aws', exact: true })).toBeVisible()
  await expect(page.getByText('own date').first()).toBeVisible()
  await expectNoAxeViolations(page)
})
