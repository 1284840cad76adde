import type { Page } from '@playwright/test'
import { effect } from './draft'

/** `41 clusters as before`, `41 → 43 clusters`: what is said beside a figure. */
export const noteOf = (page: Page, label: string) =>
  effect(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole('definition')
