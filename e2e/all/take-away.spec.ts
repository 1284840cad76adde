import { PAGES } from '../support/pages'
import { settled } from '../support/settled'
import { saved } from '../support/take-away'
import { expect, test } from '../support/test'

/** Pages that are not answered for an instant, or have nothing that could be sent to another user. */
const WITHOUT_LINK: readonly string[] = [
  'changes',
  'drafts',
  'draft',
  'draft of a namespaced profile',
  'guides',
  'journal',
]

/** What a user may do is told to them alone. */
const PERSONAL = 'account'

for (const { name, path } of PAGES.filter(({ name }) => name !== PERSONAL)) {
  test(`what ${name} shows can be taken elsewhere, and a link to it pins the clock`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(path)
    await settled(page)
    if (!WITHOUT_LINK.includes(name)) {
      await test.step('the link', async () => {
        await page.getByRole('button', { name: 'Copy link' }).first().click()
        await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
        const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
        expect(link.pathname).toBe(new URL(path, link.origin).pathname)
        expect(link.searchParams.get('at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      })
    }
    const { charts, tables, unmarked } = await page.evaluate(whatIsShown)
    expect(unmarked, 'charts without a mark').toEqual([])
    if (charts.length + tables.whole + tables.inPart === 0) return
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await expect(dialog.getByText(/^Table: /)).toHaveCount(tables.whole)
    if (tables.inPart > 0) await expect(dialog.getByRole('link', { name: / as CSV$/ })).toBeVisible()
    const heading = (await page.getByRole('heading', { level: 1, includeHidden: true }).innerText()).replaceAll(
      /\s+/g,
      ' ',
    )
    for (const chart of charts) {
      await expect(dialog.getByRole('button', { name: `${chart.name} as PNG`, exact: true })).toBeVisible()
      const svg = (await saved(page, 'button', `${chart.name} as SVG`)).content.toString()
      const texts = await page.evaluate(textsOf, svg)
      expect(texts[0]).toBe(`${heading}${heading.endsWith('.') ? '' : ':'} ${chart.name}`)
      const below = texts.slice(chart.isTimed ? -2 : -1)
      if (chart.isTimed) expect(below[0]).toMatch(/^\d+ \w+ 20\d\d to \d+ \w+ 20\d\d$/)
      expect(below.at(-1)).toMatch(/^As of \w+ \d+ \w+ 20\d\d, .+, from data read .+\. Times in \S+\.$/)
      expect(svg).not.toMatch(/foreignObject|<style|https?:\/\/(?!www\.w3\.org)/)
    }
  })
}

/** Runs in the page: the charts that can be taken, tables, and what looks like a chart and cannot. */
function whatIsShown() {
  const laidOut = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.offsetParent !== null)
  const seen = (selector: string) => laidOut(selector).filter((one) => one.checkVisibility())
  const isLarge = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 60 && height > 8
  }
  return {
    charts: seen('main [data-chart]').map((one) => ({
      name: one.dataset.chart ?? '',
      isTimed: one.matches('[data-range]') || one.querySelector('[data-range]') !== null,
    })),
    // Also those that are folded away. Of a long table only the rows in sight are there: the server gives it.
    tables: {
      whole: laidOut('main table:not([aria-rowcount])').length,
      inPart: laidOut('main table[aria-rowcount]').length,
    },
    unmarked: seen('main :is(figure, [role="img"])')
      .filter((one) => isLarge(one) && one.closest('[data-chart]') === null)
      .map((one) => one.getAttribute('aria-label') ?? one.outerHTML.slice(0, 80)),
  }
}

/** Runs in the page: the texts of a picture, title first; null: it is none. */
function textsOf(svg: string) {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
  if (picture.querySelector('parsererror') !== null) return ['it cannot be read']
  return [...picture.querySelectorAll('title, text')].map(({ textContent }) =>
    (textContent ?? '').replaceAll(/\s+/g, ' '),
  )
}
