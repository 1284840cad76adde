import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { startAlmanac } from '../support/almanac'
import { expectNoAxeViolations } from '../support/axe'
import { change, chart, HISTORY, log } from '../support/history'
import { AT, pinned } from '../support/pages'
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

test('an old state that git checks out on a running server is changed outside of Almanac, by nobody here', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-git-'))
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.com', ...args], {
      cwd: folder,
    })
  await cp('lib/garden/testdata/profiles.yaml', join(folder, 'profiles.yaml'))
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'before'],
  ])
    await git(...args)
  const almanac = await startAlmanac({ garden: folder })
  try {
    const of = async () => (await (await fetch(`${almanac.url}/api/cloudprofiles/aws`)).json()).profile.resourceVersion
    const before = await of()
    const edits = [{ kind: 'expire', image: null, version: '1.33.11', expirationDate: '2030-01-01T00:00:00Z' }]
    const applied = await fetch(`${almanac.url}/api/apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile: 'aws', base: before, edits, confirm: 'aws' }),
    })
    const { entry } = await applied.json()
    await expect.poll(of).not.toBe(before)
    const after = await of()
    await git('commit', '-qam', 'after')

    const newest = log(page).getByRole('row').nth(1)
    await page.goto(`${almanac.url}/cloudprofiles/aws?view=history&of=1.33.11`)
    await expect(newest).toContainText(entry.who)
    // Back, and forth again: to the very text that Almanac had written.
    for (const [state, version] of [
      ['HEAD~1', before],
      ['HEAD', after],
    ] as const) {
      await git('checkout', state, '--', '.')
      await expect.poll(of, { timeout: 20_000 }).toBe(version)
      await page.reload()
      await expect(newest).toContainText('changed outside of Almanac')
      await expect(newest).not.toContainText(entry.who)
    }
    await expect(log(page).getByRole('row').filter({ hasText: entry.who })).toHaveCount(1)
    await page.close()
  } finally {
    await almanac.stop()
    await rm(folder, { recursive: true })
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
  await page.keyboard.press('h')
  await expect(page.getByRole('button', { name: 'Timeline' })).toBeVisible()
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
      await expect(change(page, 24)).toContainText('later')
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    })
  })
}

test('a revert is a draft against the profile of today', async ({ page }) => {
  await page.goto(pinned(`${HISTORY}&select=kubernetes/1.34.6&of=1.34.6`))
  const last = log(page).getByRole('row').nth(1)
  await last.getByRole('button', { name: /^Revert as draft/ }).click()
  await page.waitForURL(/\/workbench\/aws\?.*draft=/)
  await expect(page.getByRole('main')).toContainText('Expire 1.34.6')
  await expect(page.getByText('The draft in this address')).toHaveCount(0)
})

test('both states of a change are linked: the date as it stood before, and after', async ({ page, request }) => {
  const { changes }: ProfileHistoryAnswer = await (await request.get(`/api/history/cloudprofiles/aws?at=${AT}`)).json()
  const expires = changes.find(({ number }) => number === 24)?.differences[0]?.expires
  expect(expires?.before).not.toBe(expires?.after)
  for (const [side, date] of [
    ['before', expires?.before],
    ['after', expires?.after],
  ] as const) {
    await page.goto(`${pinned(HISTORY)}#change-24`)
    await change(page, 24)
      .getByRole('link', { name: `${side} change 24` })
      .click()
    await expect(page.getByText('You are looking at the past')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('aws')
    const seen = new URL(page.url()).searchParams.get('seen')
    const then: ProfileAnswer = await (await request.get(`/api/cloudprofiles/aws?seen=${seen}`)).json()
    expect(then.kubernetes.find(({ version }) => version === '1.34.6')?.expires).toBe(date)
  }
})
