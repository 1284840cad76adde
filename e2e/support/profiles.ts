import type { APIRequestContext, Page } from '@playwright/test'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { AT } from './pages'

/** See who is on an expiring version. */

export async function profile(request: APIRequestContext, ref: string): Promise<ProfileAnswer> {
  return (await request.get(`/api/cloudprofiles/${ref}?at=${AT}`)).json()
}

/** The version of aws that expires next and has clusters. */
export async function nextToExpire(request: APIRequestContext): Promise<OfferedVersionBody & { expires: string }> {
  const { kubernetes } = await profile(request, 'aws')
  const [next] = kubernetes
    .filter((one): one is OfferedVersionBody & { expires: string } => one.expires !== null && one.expires > AT)
    .filter((one) => one.clusters > 0)
    .sort((a, b) => (a.expires < b.expires ? -1 : 1))
  if (!next) throw new Error('the demo garden has a version of aws that expires and is run')
  return next
}

export const chart = (page: Page) => page.getByRole('grid', { name: 'Kubernetes versions of aws' })
export const versionRow = (page: Page, version: string) =>
  chart(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: version, exact: true }) })
