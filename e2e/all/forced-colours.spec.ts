import type { Locator, Page } from '@playwright/test'
import { pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** Where the system chooses the colours, what a drawing says by colour is said by edges and patterns. */

test.use({ contextOptions: { forcedColors: 'active' } })

const SIZE = { width: 60, height: 30 }

/** How a drawn thing is painted, without words: always in the same place, as edges between pixels are painted otherwise. */
async function painted(page: Page, thing: Locator): Promise<string> {
  await thing.first().evaluate((element, { width, height }) => {
    const box = document.createElement('div')
    box.style.cssText = `position: fixed; left: 0; top: 0; width: ${width}px; height: ${height}px; z-index: 99; background: Canvas; overflow: hidden`
    const copy = element.cloneNode(true)
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) (texts.currentNode as Text).data = ''
    if (!(copy instanceof HTMLElement)) throw new Error('only elements are painted')
    // Where it begins and ends is not what it is.
    for (const part of copy.querySelectorAll<HTMLElement>('[data-start]')) {
      part.dataset.start = 'sharp'
      part.dataset.end = 'sharp'
    }
    if (copy.style.left !== '') {
      copy.style.left = '0'
      copy.style.width = '100%'
    }
    box.append(copy)
    document.body.append(box)
  }, SIZE)
  return (await page.screenshot({ clip: { x: 0, y: 0, ...SIZE } })).toString('base64')
}

/** The names of those that look like one before them. */
async function alike(page: Page, things: ReadonlyMap<string, Locator>): Promise<string[]> {
  const seen = new Map<string, string>()
  const found: string[] = []
  for (const [name, thing] of things) {
    const look = await painted(page, thing)
    const same = seen.get(look)
    if (same !== undefined) found.push(`${name} looks like ${same}`)
    else seen.set(look, name)
  }
  return found
}

/** The words of a legend, each with its sign. */
function inLegend(page: Page, words: readonly string[]): ReadonlyMap<string, Locator> {
  return new Map(words.map((word) => [word, page.locator('main').getByText(word, { exact: true })]))
}

for (const [what, path, stages] of [
  ['Kubernetes versions', '/cloudprofiles/aws', ['preview', 'supported', 'deprecated', 'expired']],
  [
    'images with a lifecycle',
    '/cloudprofiles/azure?tab=suse-chost',
    ['unavailable', 'supported', 'deprecated', 'expired'],
  ],
] as const) {
  test(`the stages of ${what} look different from each other`, async ({ page }) => {
    await page.goto(pinned(path))
    await settled(page)
    expect(await alike(page, inLegend(page, stages))).toEqual([])
  })
}

test('the lanes of a cluster keep the stages of what it runs', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-media/thumbs-prod'))
  await settled(page)
  const stages = ['supported', 'deprecated', 'expired']
  const segments = stages.map(
    (stage) => [stage, page.getByRole('img', { name: new RegExp(`^\\S+ ${stage},`) })] as const,
  )
  expect(await alike(page, new Map(segments))).toEqual([])
})

test('the days of the overview tell rolling nodes, a kubelet restart and a failure apart', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const words = ['nodes roll', 'no node rolls', 'begins to fail']
  expect(await alike(page, inLegend(page, words))).toEqual([])
})
