import { readFile } from 'node:fs/promises'
import { DRAFT, pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('clusters are followed from minor to minor, by keys, day by day and step by step', async ({ page }) => {
  await page.goto(pinned('/'))
  await page
    .getByRole('region', { name: /Clusters per minor/ })
    .getByRole('link', { name: 'Film' })
    .click()
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toContainText(/^On Sat 21 Nov 2026, \d+ of \d+ clusters still run 1\.\d+\./)
  await settled(page)
  await page.keyboard.press('ArrowRight')
  await expect(headline).toContainText('On Sun 22 Nov 2026')
  await expect(page).toHaveURL(/day=2026-11-22/)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('region', { name: 'Around this day' })).toContainText('on this day')
  await expect(page.getByRole('region', { name: 'Stuck on this day' })).toContainText(/\d+ on 1\.\d+ of/)

  const slider = page.getByRole('slider', { name: 'Day' })
  await slider.focus()
  await page.keyboard.press('End')
  await expect(headline).toContainText('Nov 2027')
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '0')

  // It plays until it is told to wait, and then the address has its day.
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(slider).not.toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(page).toHaveURL(/day=/)
})

test('a draft runs beside it as a ghost, in figures too, and the picture can be taken elsewhere', async ({ page }) => {
  await page.goto(pinned(`/wall?${DRAFT}`))
  await page.getByRole('link', { name: 'In the film' }).click()
  await settled(page)
  const headline = page.getByRole('heading', { level: 1 })
  const day = page.getByRole('region', { name: 'Sat 21 Nov 2026' })
  await expect(day.getByRole('columnheader')).toContainText(['Kubernetes', 'Today', 'This day', 'With the draft'])
  // To the first day that the draft makes another one.
  for (let i = 0; i < 12 && !(await headline.textContent())?.includes('with the draft'); i++)
    await page.keyboard.press('Shift+ArrowRight')
  await expect(headline).toContainText(/\d+ of \d+ clusters still run 1\.\d+, \d+ with the draft\./)
  await expect(page.getByRole('region', { name: 'Around this day' })).toContainText('With the draft')

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Clusters from minor to minor as SVG' }).click()
  const svg = await readFile(await (await download).path(), 'utf8')
  for (const text of ['stuck, remain', 'with the draft', 'stroke-dasharray']) expect(svg).toContain(text)
  await page.keyboard.press('Escape')

  await page.keyboard.press('t')
  const table = page.getByRole('region', { name: 'Clusters from minor to minor as a table' }).getByRole('table')
  await expect(table.getByRole('cell', { name: /^\d+ draft \d+$/ }).first()).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/dates=as-they-are/)
  await expect(headline).not.toContainText('with the draft')
  await expect(table.getByRole('cell', { name: /draft/ })).toHaveCount(0)
})
