import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test.describe('somebody on call wants to know which cluster is forced next', () => {
  test('the overview names it, and its link leads to the cluster', async ({ page }) => {
    await page.goto(pinned('/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^\d+ clusters? (is|are) forced within 90 days(, \d+ of them tonight)?\./,
    )

    const table = page.getByRole('region', { name: 'Forced next' }).getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveText([
      'Cluster',
      'Profile',
      'What → to what',
      'When',
      'Window begins, +01:00',
      'Nodes',
    ])
    const forced = table.getByRole('row').filter({ has: page.getByRole('img', { name: 'forced' }) })
    // Clusters that are stuck have a block of their own.
    await expect(forced).toHaveCount(10)
    const link = forced.first().getByRole('link')
    const [project, name] = (await link.innerText()).split(' / ')
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/shoots/garden-${project}/${name}\\?at=`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(name))
  })

  test('a figure leads to the clusters that it counts', { tag: '@firefox' }, async ({ page }) => {
    await page.goto(pinned('/'))
    const figure = page.getByRole('link', { name: /^\d+ clusters forced within 30 days; / })
    const count = Number.parseInt(await figure.innerText(), 10)
    await figure.click()
    await expect(page).toHaveURL(/\/shoots\?event=forced&within=30&at=/)
    await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
  })
})

test('clusters that are stuck are listed apart, by cause, each with since when, and what helps', async ({ page }) => {
  await page.goto(pinned('/'))
  const stuck = page.getByRole('region', { name: 'Stuck' })
  await expect(stuck).toContainText(/^Stuck\s*\d+ clusters from \d+ causes/)
  const group = stuck.getByRole('listitem').filter({ hasText: 'search / index-2024' })
  await expect(group).toContainText('No version to move to gcp, Kubernetes 1.31.14')
  await expect(group).toContainText('search / index-2024, billing / invoices-eu since Mon 9 Nov, 12 nights')
  await expect(group).toContainText('You cannot fix this. Ask the operators of gcp to add a Kubernetes 1.32 version.')
  const next = page.getByRole('region', { name: 'Forced next' })
  await expect(next.getByRole('img', { name: 'fails' })).toHaveCount(0)
  // The count of a cause is the length of the list that it opens.
  const figure = group.getByRole('link', { name: /^\d+ clusters: no version to move to$/ })
  const count = await figure.innerText()
  await figure.click()
  await expect(page).toHaveURL(/event=fails&within=90&profile=gcp&cause=no-version/)
  await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
  await page.goBack()
  await stuck.getByRole('link', { name: /^All \d+ in Clusters$/ }).click()
  await expect(page).toHaveURL(/event=fails&within=90&group=cause/)
  await expect(page.getByRole('table', { name: 'Clusters' })).toContainText(
    'Ask the operators of gcp to add a Kubernetes 1.32 version.',
  )
})

test.describe('the strip of 90 days', () => {
  test('is one stop for the keyboard, and arrows tell day by day what happens', async ({ page }) => {
    await page.goto(pinned('/'))
    const strip = page.getByRole('region', { name: 'Next 90 days' })
    const day = strip.getByRole('slider', { name: 'Day' })
    const readout = strip.locator('[aria-live]')
    // Behind today are thirty days, and what of today is over.
    await expect(day).toHaveAttribute('min', '-31')
    await day.fill('0')
    await expect(day).toHaveAttribute('aria-valuetext', 'Sat 21 Nov')
    await expect(readout).toHaveText(/^Sat 21 Nov, today: /)
    await page.keyboard.press('ArrowRight')
    await expect(readout).toHaveText(/^Sun 22 Nov, tomorrow: /)
    await page.keyboard.press('End')
    await expect(readout).toHaveText(/^Fri 19 Feb 2027, in 90 days: /)
  })

  test('a click chooses a day, whose clusters open beside it', {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.goto(pinned('/'))
    const strip = page.getByRole('region', { name: 'Next 90 days' })
    const box = await strip.getByRole('slider', { name: 'Day' }).boundingBox()
    await page.mouse.click((box?.x ?? 0) + ((box?.width ?? 0) * 31.5) / 122, (box?.y ?? 0) + 50)
    await strip.getByRole('link', { name: 'Show its clusters' }).click()
    await expect(page).toHaveURL(/date=2026-11-21/)
  })
})

test.describe('the clock', () => {
  test('can be pinned, is kept by links, and goes back to now', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /, .* Pin the clock$/ }).click()
    await page.getByLabel(/^Date and time in Europe\/Berlin/).fill('2098-12-15T22:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Pin the clock' }).click()
    await expect(page).toHaveURL(/\?at=2098-12-15T21:00:00Z$/)
    await expect(page.getByText('The landscape as the forecast has it then.')).toBeVisible()
    await expect(page.getByText('Every cluster is moved on from now as if nobody acted; data read ')).toBeVisible()
    await page.getByRole('slider', { name: 'Day' }).fill('0')
    await expect(page.getByRole('region', { name: 'Next 90 days' })).toContainText('Mon 15 Dec, today: ')

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clusters' }).click()
    await expect(page).toHaveURL(/\/shoots\?at=2098-12-15T21:00:00Z/)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(page).not.toHaveURL(/at=/)
    await expect(page.getByRole('button', { name: 'Back to now' })).toHaveCount(0)
  })
})

test.describe('keys', () => {
  test('lead to the pages, open the find box and the list of keys', async ({ page }) => {
    await page.goto('/')
    await settled(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(page).toHaveURL(/\/shoots$/)
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/\/$/)
  })
})

test('any part of a name finds the cluster', async ({ page }) => {
  await page.goto(pinned('/'))
  const row = page.getByRole('region', { name: 'Forced next' }).getByRole('row').nth(1)
  const [project, name] = (await row.getByRole('link').innerText()).split(' / ')
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(`${name?.slice(0, 5)} ${project?.slice(0, 4)}`)
  const option = page.getByRole('option', { name: `${project} / ${name}` })
  await expect(option).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/shoots/garden-${project}/${name}\\?at=`))
})

test('the theme follows the system until one is chosen, and stays chosen', async ({ page }) => {
  await page.goto(pinned('/'))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Theme: follow system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  expect(await background()).not.toBe(light)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  expect(await background()).not.toBe(light)
})

test('a viewer in another zone sees her own days', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  await page.goto(pinned('/'))
  await expect(page.getByText('Times in Asia/Tokyo')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Window begins, +09:00' })).toBeVisible()
  await context.close()
})

for (const [timezoneId, offset] of [
  ['Asia/Tokyo', '+09:00'],
  ['UTC', '+00:00'],
] as const) {
  test(`on her first visit a viewer in ${timezoneId} sees the page at once, and its clock never in another zone`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), timezoneId })
    const page = await context.newPage()
    // Runs in every page before its own scripts: what its clock says in each frame in which it is painted, and whether the title ever is not.
    await page.addInitScript(() => {
      const seen = new Set<string>()
      const blank: string[] = []
      const all = { opacityProperty: true, visibilityProperty: true }
      Object.assign(globalThis, { seen, blank })
      const look = () => {
        const clock = document.querySelector('header time')
        const title = document.querySelector('h1')
        if (title?.checkVisibility(all) === false) blank.push(title.textContent)
        if (clock?.checkVisibility(all)) seen.add(clock.textContent ?? '')
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/')
    await expect(page.getByText(`Times in ${timezoneId}`)).toBeVisible()
    // On a busy machine the first frame comes after the text is there.
    const read = () => page.evaluate(() => [...(Reflect.get(globalThis, 'seen') as Set<string>)])
    await expect.poll(read).not.toEqual([])
    const seen = await read()
    for (const text of seen) expect(text).toContain(offset)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'blank'))).toEqual([])
    expect((await context.cookies()).find(({ name }) => name === 'zone')?.value).toBe(encodeURIComponent(timezoneId))
    await context.close()
  })
}

test.describe('on a phone', () => {
  test.use(PHONE)
  test('the menu leads to the pages, and nothing scrolls sideways but the charts', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectNoAxeViolations(page)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Needs attention' })).toHaveAttribute('aria-current', 'page')
    await menu.getByRole('region', { name: 'Clusters' }).getByRole('link', { name: 'All' }).click()
    await expect(page).toHaveURL(/\/shoots$/)
    // What belongs to a profile asks for it first.
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'New cluster' }).click()
    await page.getByRole('link', { name: 'gcp', exact: true }).click()
    await expect(page.getByText(/^If you write no version, a new cluster gets/)).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu.getByRole('link', { name: 'All profiles' })).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await settled(page)
    await expectNoSidewaysScroll(page)
  })
})
