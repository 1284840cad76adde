import type { APIRequestContext, Page } from '@playwright/test'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { AT } from './pages'

/** The owner of one cluster reads what will happen to it, when and why. */

export const CHAIN = '/shoots/garden-payments/checkout-prod'
export const STUCK = '/shoots/garden-search/index-2024'
export const REFUSED = '/shoots/garden-media/thumbs-prod'
export const LOSES_FIELDS = '/shoots/garden-billing/erp-bridge'

export const steps = (page: Page) => page.getByRole('region', { name: 'Steps' })
export const why = (page: Page, day: RegExp) =>
  steps(page).getByRole('button', { name: new RegExp(`^(Why this version|Why does it fail)\\? ${day.source}`) })

export async function answerOf(request: APIRequestContext, path: string): Promise<ShootAnswer> {
  return (await request.get(`/api${path}?at=${AT}`)).json()
}
