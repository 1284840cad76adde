import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeRepository, VERSIONS } from '../../cli/testdata/repository'
import { freePort } from '../../tools/address.mjs'
import { root } from '../../tools/root.mjs'
import { type Almanac, startAlmanac } from '../support/almanac'
import { confirmAll } from '../support/apply'
import { pinned } from '../support/pages'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** An owner: from the overview to when it is forced, to what, what happens to the nodes and what to do, by keys alone. */
test('an owner has the full answer after at most twelve keys', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  const keys = ['/', ...'cards-stg', 'Enter']
  expect(keys.length).toBeLessThanOrEqual(12)
  for (const key of keys) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments / cards-stg')
  await settled(page)
  const main = page.getByRole('main')
  await expect(main.getByText(/^Forced to Kubernetes 1\.\d+\.\d+ in /)).toBeInViewport()
  await expect(main.getByText(/in the window \w{3} \d+ \w{3}/).first()).toBeInViewport()
  await expect(main.getByText(/nodes? (?:of \S+ )?.*(?:rolls?|replaced)/).first()).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeInViewport()
})

/** Support: who opens the link of a ticket sees why with one click, also tomorrow. */
test('support comes from the link of a ticket to the cause with one click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pinned('/shoots/garden-ads/bidder-legacy'))
  await settled(page)
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  const link = /https?:\S+/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[0]
  if (link === undefined) throw new Error('The ticket has no link.')
  const supporter = await context.newPage()
  await supporter.goto(link)
  await settled(supporter)
  await supporter
    .getByRole('button', { name: /^Why does it fail\?/ })
    .first()
    .click()
  await expect(
    supporter
      .getByText(/kubelet/)
      .filter({ visible: true })
      .first(),
  ).toBeInViewport()
})

/** Counts what an operator does: each thing that is pressed, chosen or typed. */
class Actions {
  count = 0
  constructor(private readonly page: Page) {}
  async press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('banner').or(this.page.getByRole('main'))
    await place
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
    this.count += 1
    await settled(this.page)
  }
}

test.describe('an operator', () => {
  let almanac: Almanac
  test.beforeAll(async () => {
    almanac = await startAlmanac()
  })
  test.afterAll(() => almanac?.stop())

  test('comes from a new patch to an applied profile with at most twenty actions', async ({ page }) => {
    await page.goto(almanac.url)
    await settled(page)
    const actions = new Actions(page)
    await actions.press('link', 'Changes')
    await actions.press('link', 'A new patch version has been released')
    await actions.press('link', /^Fill a draft with/)
    await actions.press('button', 'Apply')
    await actions.press('button', /^Apply to /)
    await expect(page.getByRole('dialog')).toContainText('The garden accepted it')
    expect(actions.count).toBeLessThanOrEqual(20)
  })
})

/**
 * An operator: from a pull request that expires a minor, over its comment and a project that gets a month more, to the profile that is
 * applied, and a version that is promoted with the evidence of another landscape.
 */
test.describe('an operator of two landscapes', () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const [end, later] = [dayIn(45), dayIn(76)]
  const before = `    - version: 1.36.2
      classification: preview
    - version: 1.35.4
      classification: supported
${VERSIONS}`
  const after = before.replace(
    '- version: 1.34.3\n      classification: supported',
    `- version: 1.34.3\n      classification: deprecated\n      expirationDate: "${end}T23:59:59Z"`,
  )
  let folder: string
  let live: Almanac
  let canary: Almanac
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-story-'))
    makeRepository(folder, before, after)
    await mkdir(join(folder, 'garden'))
    await rename(join(folder, 'dump.yaml'), join(folder, 'garden', 'dump.yaml'))
    const [port, other] = [await freePort(), await freePort()]
    const LANDSCAPES = `canary=http://127.0.0.1:${other},live=http://127.0.0.1:${port}`
    const env = { LANDSCAPES, DATA_DIR: join(folder, 'data') }
    live = await startAlmanac({ garden: join(folder, 'garden'), port, env })
    canary = await startAlmanac({ garden: 'demo:2026-11-01', port: other, env: { LANDSCAPES } })
  })
  test.afterAll(async () => {
    await live?.stop()
    await canary?.stop()
    await rm(folder, { recursive: true })
  })

  test('reads a comment, gives one project a month more, applies, and promotes with the evidence of canary', async ({
    page,
  }) => {
    const diff = ['diff', 'HEAD^1:profiles', 'HEAD:profiles', '--garden', 'garden/dump.yaml', '--name', 'live']
    const told = (format: string) =>
      execFileSync(
        process.execPath,
        [join(root, 'tools', 'almanac.mjs'), ...diff, '--url', live.url, '--format', format],
        { cwd: folder, encoding: 'utf8' },
      )
    const comment = told('markdown')
    expect(comment).toMatch(/^<!-- almanac diff live -->\n## Almanac: what this does to clusters of live\n/)
    expect(comment).toContain('Kubernetes 1.34.3: supported → deprecated')
    expect(comment).toContain('**3 clusters more** are forced within 12 months')
    expect(told('text')).toContain('3 clusters more are forced within 12 months')
    const link = /\]\((http:\S+)\)/.exec(comment)?.[1]
    if (link === undefined) throw new Error('The comment leads nowhere.')

    await page.goto(link)
    const effect = page.getByRole('region', { name: 'Effect' })
    await expect(effect).toContainText('3 clusters more are forced within 12 months')
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
    const dialog = page.getByRole('dialog')
    await confirmAll(page)
    await dialog.getByRole('button', { name: 'Apply to aws' }).click()
    await expect(dialog).toContainText('The garden accepted it')
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.goto(`${live.url}/versions/aws/kubernetes/1.34.3`)
    await settled(page)
    await page.getByText(/^By project, /).click()
    await page.getByRole('link', { name: 'Give ads more time' }).click()
    const asked = page.getByRole('region', { name: 'What is asked' })
    await expect(asked).toContainText('The garden would accept it')
    await page.goto(`${page.url()}&until=${later}`)
    await settled(page)
    await expect(effect).toContainText('2 clusters of ads get 31 days more')
    await page.getByRole('region', { name: 'Apply' }).getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('button', { name: /^Apply to ads-more-time/ }).click()
    await expect(dialog).toContainText('Applied. ads-more-time is now at resourceVersion')
    await expect(dialog.getByRole('list', { name: 'Clusters' }).getByText(/moved/)).toHaveCount(2)
    await dialog.getByRole('link', { name: 'All exceptions' }).click()
    // What was asked at first, with another end, is kept as a draft and listed, too.
    const exceptions = page.getByRole('row').filter({ hasText: 'ads-more-time' })
    await expect(exceptions.filter({ hasNotText: 'your draft' })).toContainText('+31 d')

    await page.goto(`${live.url}/versions/aws/kubernetes/1.36.2?evidence=all`)
    const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
    await expect(evidence).toContainText(/\d+ days, 1 cluster, 1 failed on canary/)
    await evidence.getByRole('link', { name: 'Promote it' }).click()
    await page.getByRole('link', { name: /^Fill a draft with/ }).click()
    await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('button', { name: 'Apply to aws' }).click()
    await expect(dialog).toContainText('The garden accepted it')
  })
})
