import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { change, chart, HISTORY, log } from './support/history'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'

const lane = (page: Page, version: string) =>
  chart(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: version, exact: true }) })
const search = (page: Page) => new URL(page.url()).searchParams

test('a date that was moved twice: where it stood, by whom, and what that did', async ({ page, request }) => {
  const answer: ProfileHistoryAnswer = await (
    await request.get(`/api/history/cloudprofiles/aws?at=${AT}&zone=Europe/Berlin`)
  ).json()
  const moved = answer.versions.find(({ version }) => version === '1.34.6')?.moved
  if (!moved) throw new Error('the demo garden has a date that was moved')

  await page.goto(pinned('/cloudprofiles/aws'))
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(chart(page)).toBeVisible()
  expect(search(page).get('view')).toBe('history')

  const row = lane(page, '1.34.6')
  await expect(row).toContainText(`twice, ${moved.days} days later`)
  await row.getByRole('link', { name: '1.34.6' }).click()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('region', { name: 'Selected version 1.34.6' })
  await expect(panel).toContainText(`The expiry moved twice, ${moved.days} days later in all.`)
  await expect(panel.getByRole('listitem')).toHaveCount(3)

  const last = change(page, moved.change)
  await expect(last).toContainText('1.34.6 expires')
  await expect(last).toContainText(/\d+ clusters? (?:is|are) now forced \d+ days later/)
  await expect(last.getByRole('link', { name: `before change ${moved.change}` })).toHaveAttribute(
    'href',
    /\/cloudprofiles\/aws\?seen=2026-11-19T15:05:17Z$/,
  )
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('the box of a change leads to its row, and filters find what a version and a program did', async ({ page }) => {
  await page.goto(pinned(`${HISTORY}&span=all`))
  // Several that would touch are one: it leads to the newest of them.
  const box = chart(page).getByRole('link', { name: /^Change 1,/ })
  const newest = Number(/\d+$/.exec((await box.textContent()) ?? '')?.[0])
  expect(newest).toBeGreaterThan(1)
  await box.click()
  await expect(change(page, newest)).toBeFocused()

  await log(page).getByRole('combobox', { name: 'Changes of' }).selectOption('1.33.9')
  const rows = log(page).getByRole('row')
  await expect(rows).toHaveCount(4)
  await log(page).getByRole('combobox', { name: 'Changes by' }).selectOption('pipeline')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  const saving = page.waitForEvent('download')
  await log(page).getByRole('button', { name: 'CSV' }).click()
  const saved = await saving
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(saved.suggestedFilename()).toBe('aws-changes.csv')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(
    /pipeline,1\.33\.9 expires 2026-\d\d-\d\d instead of 2027-\d\d-\d\d,\d+ clusters? (?:is|are) now forced/,
  )
})

test('a page of the past shows a profile as it was known, and what came later as later', async ({ page }) => {
  await page.goto(`${pinned(HISTORY)}#change-24`)
  await expect(change(page, 24)).toBeFocused()
  await change(page, 24).getByRole('link', { name: 'before change 24' }).click()
  await expect(page.getByText('You are looking at the past')).toBeVisible()
  await page.keyboard.press('h')
  await expect(lane(page, '1.34.6')).toContainText('once,')
  await expect(change(page, 24)).toContainText('1.34.6 expires')
  await expect(log(page).getByRole('button', { name: /^Revert/ })).toHaveCount(0)
})
