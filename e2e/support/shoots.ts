import type { Page } from '@playwright/test'
import { pinned } from './pages'
import { settled } from './settled'
import { expect } from './test'

export const table = (page: Page) => page.getByRole('table', { name: 'Clusters' })
/** The rows of clusters that are drawn; not heads, groups and details. */
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Details of / }) })
    .filter({ has: page.getByRole('rowheader') })
export const filters = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
export const field = (page: Page) => page.getByRole('combobox', { name: 'Add a filter' })
export const search = (page: Page) => new URL(page.url()).searchParams

export async function open(page: Page, address = '/shoots'): Promise<void> {
  await page.goto(pinned(address))
  await expect(rows(page).first()).toBeVisible()
  await settled(page)
}
