import type { Page } from '@playwright/test'

/** See who moved a date, how often, and what that did. */

export const HISTORY = '/cloudprofiles/aws?view=history'
export const chart = (page: Page) => page.getByRole('grid', { name: 'History of the Kubernetes versions of aws' })
export const log = (page: Page) => page.getByRole('region', { name: 'Change log' })
export const change = (page: Page, number: number) => log(page).locator(`#change-${number}`)
