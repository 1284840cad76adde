import type { APIRequestContext, Page } from '@playwright/test'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { pinned } from './pages'
import { expect } from './test'

/** The common scenarios of operators, from the guide to the draft. */

export const steps = (page: Page) => page.getByRole('region', { name: 'Steps' })
export const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true })
export const cases = (page: Page) => page.getByRole('list', { name: 'Cases' })

export async function guide(request: APIRequestContext, query: string): Promise<ScenarioAnswer> {
  return (await request.get(pinned(`/api/scenarios?${query}`))).json()
}

export async function open(page: Page, title: string): Promise<void> {
  await page.goto(pinned('/workbench'))
  const views = page.getByRole('navigation', { name: 'Views of the changes' })
  await views.getByRole('link', { name: 'Guides' }).click()
  await expect(views.getByRole('link', { name: 'Guides' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('region', { name: 'Guides' }).getByRole('link', { name: title }).click()
  await expect(steps(page)).toBeVisible()
}

/** Fills the draft of a guide, and sees its edits in the workbench. */
export async function fill(page: Page, ...edits: readonly (string | RegExp)[]): Promise<void> {
  await draft(page)
    .getByRole('link', { name: /^Fill a draft with th(is|ese)/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Draft for / })).toBeVisible()
  const list = page.getByRole('region', { name: 'Edits' })
  for (const edit of edits) await expect(list.getByText(edit).first()).toBeVisible()
}
