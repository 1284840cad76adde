import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe'
import { pinned } from './support/pages'
import { expectNoSidewaysScroll, PHONE } from './support/screens'
import { scrollAtRest, settled } from './support/settled'
import { field, filters, open, rows, search, table } from './support/shoots'
import { expect, test } from './support/test'

const clusterOf = (row: Locator) => row.getByRole('rowheader').getByRole('link').innerText()

test('somebody on call finds the cluster that is forced next, and reads when', { tag: '@firefox' }, async ({
  page,
}) => {
  await open(page)
  const forced = rows(page)
    .filter({ has: page.getByRole('img', { name: 'forced', exact: true }) })
    .first()
  const name = await clusterOf(forced)
  const target = /→ (\S+)/.exec(await forced.innerText())?.[1] ?? 'no target'
  await forced.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^Forced to Kubernetes /)).toContainText(target)
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
})

test('first comes what fails, then what is forced, by time, then what happens by itself, then nothing', async ({
  page,
}) => {
  await open(page)
  const kinds = async () => {
    const found: string[] = []
    for (const row of await rows(page).all()) {
      const sign = row.getByRole('img', { name: /^(fails|forced|auto-update)$/ })
      found.push((await sign.count()) === 0 ? 'nothing' : ((await sign.first().getAttribute('aria-label')) ?? ''))
    }
    return found
  }
  const rank = ['fails', 'forced', 'auto-update', 'nothing']
  const top = await kinds()
  expect(top[0]).toBe('fails')
  await page.keyboard.press('End')
  await expect(rows(page).last()).toContainText('no update within 12 months')
  for (const all of [top, await kinds()]) {
    const ranks = all.map((kind) => rank.indexOf(kind))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  }
})

test('other orders are in the address', async ({ page }) => {
  await open(page)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption('name')
  await expect(page).toHaveURL(/sort=name/)
  const names = async () => (await rows(page).getByRole('rowheader').allInnerTexts()).map(lastPart)
  await expect.poll(async () => isSorted(await names())).toBe(true)

  await page.reload()
  await expect(order).toHaveValue('name')
  await order.selectOption('attention')
  await expect(page).not.toHaveURL(/sort=/)
})

test('clusters are read team by team, or hour by hour, with how many of each there are', async ({ page }) => {
  await open(page)
  const group = page.getByRole('combobox', { name: 'Group by' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name')
  await group.selectOption('project')
  const project = table(page)
    .getByRole('rowheader', { name: /^[a-z]+ \d+ clusters$/ })
    .first()
  await expect(project).toBeVisible()
  await page.reload()
  await expect(project).toBeVisible()
  await expect(group).toHaveValue('project')
  // The head says of which project they are.
  await expect(rows(page).first().getByRole('rowheader')).not.toContainText(' / ')
  await settled(page)
  await expectNoAxeViolations(page)

  // A project is folded away with the keyboard; that is in the address, and the head keeps the focus.
  const name = (await project.getByRole('link').innerText()).trim()
  const fold = table(page).getByRole('button', { name: `Clusters of: ${name}` })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  const own = rows(page).filter({ has: page.getByRole('button', { name: new RegExp(`^Details of ${name} /`) }) })
  await expect(own).not.toHaveCount(0)
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(own).toHaveCount(0)
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toBeFocused()
  await expect(project).toBeVisible()
  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(own).toHaveCount(0)
  await settled(page)
  await expectNoAxeViolations(page)
  await fold.click()
  await expect(own).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/fold=/)

  await page.goto(pinned('/shoots?group=window&event=forced'))
  const hours = table(page).getByRole('rowheader', { name: /^Window begins \d\d:00–\d\d:59 (\d+ of )?\d+ clusters?$/ })
  await expect(hours.first()).toBeVisible()
  expect(isSorted(await hours.allInnerTexts())).toBe(true)
  await group.selectOption('none')
  await expect(page).not.toHaveURL(/group=/)
})

test.describe('filters', () => {
  test('several of one filter mean any of them, of two filters both', async ({ page }) => {
    await open(page, '/shoots?project=payments&project=media&stage=deprecated')
    await expect(filters(page)).toHaveText(['Project is payments, media', 'Stage is deprecated'])
    const names = await rows(page).getByRole('rowheader').allInnerTexts()
    expect(new Set(names.map((name) => name.split(' / ')[0]))).toEqual(new Set(['payments', 'media']))
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page).not.toHaveURL(/project|stage/)
  })

  test('a filter is turned round, and back', { tag: '@firefox' }, async ({ page }) => {
    await open(page, '/shoots?project=payments')
    const count = Number(await table(page).getAttribute('aria-rowcount')) - 1
    await page.getByRole('button', { name: 'Project is', exact: true }).click()
    await expect(filters(page)).toHaveText(['Project is not payments'])
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(120 - count + 1))
    expect(search(page).getAll('not.project')).toEqual(['payments'])
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Project is not', exact: true }).click()
    await expect(filters(page)).toHaveText(['Project is payments'])
  })

  test('back leads to the filters before', async ({ page }) => {
    await open(page)
    await field(page).fill('checkout')
    await page.keyboard.press('Enter')
    await expect(filters(page)).toHaveText(['Name or version has checkout'])
    await page.goBack()
    await expect(filters(page)).toHaveCount(0)
    await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  })
})

test('a reader keeps projects as theirs: overview and clusters begin with them, as a filter that is seen and goes', async ({
  page,
}) => {
  await open(page, '/shoots?project=payments&project=media')
  await page.getByRole('button', { name: 'Keep as mine' }).click()
  await expect(filters(page)).toHaveText(['My projects are payments, media'])
  // What comes from the server is theirs already: others are not seen first.
  const html = await (await page.request.get(pinned('/shoots'))).text()
  expect(html).toContain('Details of payments / ')
  expect(html).not.toMatch(/Details of (?!payments|media)\w+ \/ /)
  await page.goto(pinned('/shoots'))
  await expect(filters(page)).toHaveText(['My projects are payments, media'])
  await expect(page).toHaveURL(/project=payments&project=media/)
  await expect(page.getByRole('status').filter({ hasText: 'of 120 match, in 2 projects' })).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)

  await page.goto(pinned('/'))
  const chip = page.getByRole('button', { name: 'Remove filter My projects are payments, media' })
  await expect(chip).toBeVisible()
  const stuck = page.getByRole('link', { name: /clusters? stuck; / })
  await expect(stuck).toHaveAttribute('href', /project=payments&project=media/)
  const count = Number.parseInt(await stuck.innerText(), 10)
  await stuck.click()
  await expect(page.getByRole('status').filter({ hasText: `${count} of 120` })).toBeVisible()
  await page.goBack()
  await chip.click()
  await expect(stuck).not.toHaveAttribute('href', /project/)

  // Somebody else's question stays as it was asked.
  await page.goto(pinned('/shoots?stage=expired'))
  await expect(filters(page)).toHaveText(['Stage is expired'])
  await page.goto(pinned('/shoots'))
  await page.getByRole('button', { name: /^Remove filter My projects/ }).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  await page.reload()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
  await page.getByRole('button', { name: 'My projects' }).click()
  await page.getByRole('button', { name: 'Forget' }).click()
  await page.goto(pinned('/shoots'))
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
})

test('columns are chosen, and a link to the table keeps them', async ({ page }) => {
  await open(page)
  const heads = table(page).getByRole('columnheader')
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Region').check()
  await dialog.getByLabel('Auto-update').uncheck()
  await page.keyboard.press('Escape')
  const shown = ['Cluster', 'Profile', 'Kubernetes', 'Pools’ images', /^Next event/, 'Nodes', /^Window/, 'Region']
  await expect(heads).toHaveText(shown)
  await page.reload()
  await expect(heads).toHaveText(shown)
  await expectNoSidewaysScroll(page)
  await rows(page).first().getByRole('button').click()
  await expect(table(page)).toContainText(/Auto-update\s*(Kubernetes|image|off)/)
  await page.goto(pinned('/shoots?columns=event,purpose'))
  await expect(heads).toHaveText(['Cluster', /^Next event/, 'Purpose'])
})

test('any part of a name is searched for', async ({ page }) => {
  await open(page)
  await field(page).fill('thumbs-pr')
  await expect(page.getByRole('option', { name: /has thumbs-pr/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('media / thumbs-prod')
  expect(search(page).get('q')).toBe('thumbs-pr')

  await page.goto(pinned('/shoots'))
  await field(page).fill('checkout 1.32')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Name or version has checkout 1.32'])
  await expect(rows(page).first()).toContainText('checkout')
  for (const row of await rows(page).all()) expect(await row.innerText()).toMatch(/checkout[\s\S]*1\.32\./)
})

test('a name in full means what is called so: Enter takes the project, and another filter beside it', async ({
  page,
}) => {
  await open(page)
  await field(page).fill('payments')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is payments'])
  await field(page).fill('forced')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is payments', 'An event ahead is forced'])
  await field(page).fill('checkout')
  await page.keyboard.press('Enter')
  await field(page).fill('prod')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText([
    'Name or version has checkout prod',
    'Project is payments',
    'An event ahead is forced',
  ])
  await expect(rows(page)).toHaveCount(1)
})

test('the menu counts what each filter would leave beside those that are set', async ({ page }) => {
  await open(page, '/shoots?project=payments')
  await field(page).click()
  const option = page.getByRole('group', { name: 'Stage' }).getByRole('option', { name: /^expired \d+$/ })
  const count = Number(/\d+$/.exec(await option.innerText())?.[0])
  await option.click()
  await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
  await expect(filters(page)).toHaveText(['Project is payments', 'Stage is expired'])
  await field(page).click()
  const others = page.getByRole('group', { name: 'Project' }).getByRole('option')
  const counts = await Promise.all(
    (await others.all()).map(async (one) => Number(/\d+$/.exec(await one.innerText())?.[0])),
  )
  await page.goto(pinned('/shoots?stage=expired'))
  const all = Number.parseInt(await page.getByRole('status').filter({ hasText: 'of 120 match' }).innerText(), 10)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all)
})

test('a day that is typed is a filter', async ({ page }) => {
  await open(page)
  await field(page).fill('2026-12-12')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['It happens on Sat 12 Dec 2026'])
  await expect(page.getByRole('columnheader', { name: 'The event filtered by; bar 0 to 90 days' })).toBeVisible()
})

test('while an answer is slow, rows of the question before are told from those that are asked for', async ({
  page,
}) => {
  await open(page)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/api\/shoots\?/, async (route) => {
    await held
    await route.continue()
  })
  await field(page).fill('payments')
  await page.getByRole('option', { name: /^payments \d+$/ }).click()
  const status = page.getByRole('status').filter({ hasText: /cluster|match|question/ })
  await expect(status).toHaveText('Asking for others; until they are there, those of the question before are shown.')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(status).toContainText(/ of [\d,]+ match/)
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
})

test('when nothing matches, one button leads back', async ({ page }) => {
  await page.goto(pinned('/shoots?q=nobody-has-this-name'))
  await expect(page.getByText('No cluster matches.')).toBeVisible()
  await expect(table(page)).toHaveCount(0)
  await settled(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121')
})

test('everything can be done with the keyboard', { tag: '@firefox' }, async ({ page }) => {
  await open(page)
  const names = await rows(page).getByRole('rowheader').allInnerTexts()
  const toggle = (index: number) => page.getByRole('button', { name: `Details of ${names[index]}`, exact: true })
  await page.keyboard.press('j')
  await expect(toggle(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(toggle(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(toggle(1)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(toggle(1)).toHaveAttribute('aria-expanded', 'true')
  expect(search(page).get('open')).toMatch(/^garden-[a-z]+\/[a-z0-9-]+$/)
  await expect(page.getByRole('link', { name: 'Open cluster' })).toBeVisible()
  await settled(page)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(toggle(1)).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle(1)).toBeFocused()
  expect(search(page).has('open')).toBe(false)

  await page.keyboard.press('f')
  await expect(field(page)).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.type('media')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^media \d+$/ })).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toHaveText(['Project is media'])
  await page.keyboard.press('Backspace')
  await expect(filters(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeFocused()
})

test('an expanded row tells the cluster’s forecast in one sentence, and a link to it shows it again', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Details of payments / checkout-prod' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Details of payments / checkout-prod' }).click()
  const details = table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Open cluster' }) })
  await expect(details).toContainText(
    'Forced to Kubernetes 1.33.11 in 21 days 3 h, in the window Sat 12 Dec 22:00–23:00 +01:00, and on to 1.35.4 by',
  )
  await expect(details).toContainText('Before that, tonight 22:00–23:00 +01:00:')
  await expect(details.getByRole('img', { name: /^1\.32\.13 deprecated, / })).toBeVisible()

  await page.goto(page.url())
  await expect(details.getByRole('link', { name: 'Open cluster' })).toBeInViewport()
  await details.getByRole('link', { name: 'Open cluster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'payments / checkout-prod' })).toBeVisible()
})

test('the list and a ticket can be copied with a link that pins the clock and the data', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await open(page, '/shoots?project=search&sort=next')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await copied()).toBe(
    `${baseURL}/shoots?project=search&sort=next&at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z`,
  )

  await page
    .getByRole('button', { name: /^Details of search \/ / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  await expect
    .poll(copied)
    .toContain('As of Sat 21 Nov 2026, 19:00 +01:00, from data read Sat 21 Nov 2026, 19:00 +01:00:')
  expect(await copied()).toMatch(
    /\/shoots\/garden-search\/[a-z0-9-]+\?at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z\n$/,
  )
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('a jump ends where it was aimed at, and so does the way back from a cluster', async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.scrollTo(0, 3000))
    const top = await page.evaluate(scrollAtRest)
    // Rows above that turn out to be higher than thought move the page, so that those in sight stay in their place.
    expect(Math.abs(top - 3000)).toBeLessThan(PHONE.viewport.height / 2)
    const inSight = await rows(page).evaluateAll((all) => all.findIndex((row) => row.getBoundingClientRect().top > 200))
    const cluster = rows(page).nth(inSight).getByRole('rowheader').getByRole('link')
    const name = await cluster.innerText()
    await cluster.click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Clusters')
    await page.goBack()
    await expect(page.getByRole('rowheader', { name }).first()).toBeInViewport()
    expect(Math.abs((await page.evaluate(scrollAtRest)) - top)).toBeLessThan(100)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.evaluate(scrollAtRest)
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).last()).toHaveAttribute(
      'aria-rowindex',
      (await table(page).getAttribute('aria-rowcount')) ?? '',
    )
  })

  test('rows have two lines, and are expanded with a thumb', async ({ page }) => {
    await open(page)
    const first = rows(page).first()
    await expect(first).toContainText(/media \/ origin-apac/)
    const button = first.getByRole('button')
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await button.tap()
    await expect(page.getByRole('link', { name: 'Open cluster' })).toBeVisible()
    await settled(page)
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await field(page).tap()
    await page.getByRole('option', { name: 'within 7 days' }).tap()
    await expect(filters(page)).toHaveText(['Something happens within 7 days'])
    await expectNoSidewaysScroll(page)
  })
})

function lastPart(name: string): string {
  return name.split(' / ').at(-1)?.split('\n')[0] ?? ''
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || (texts[i - 1] ?? '') <= text)
}
