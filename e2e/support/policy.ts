import type { Locator, Page } from '@playwright/test'
import { pinned } from './pages'

/** Let a policy propose edits, see its year, and take over what it proposes. */

export const PAGE = pinned('/workbench/policy?profile=openstack')
export const proposals = (page: Page): Locator => page.getByRole('region', { name: 'Proposed edits' }).getByRole('row')
export const search = (page: Page) => new URL(page.url()).searchParams
