import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { SourceAnswer } from '@/lib/questions/draft/contract'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { AT } from './pages'
import { expect } from './test'

/** The parts of a draft's page. */
export const edits = (page: Page) => page.getByRole('region', { name: 'Edits' })
export const effect = (page: Page) => page.getByRole('region', { name: 'Effect' })
export const items = (page: Page) =>
  edits(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Edit \d/ }) })
export const patch = (page: Page) => page.getByRole('region', { name: 'Patch' })
export const draftText = (page: Page) => new URL(page.url()).searchParams.get('draft')

export async function addEdit(page: Page, what: string, version?: string, of?: string): Promise<void> {
  await edits(page).getByRole('button', { name: 'Add an edit' }).click()
  const form = page.getByRole('form', { name: 'Add an edit' })
  if (of !== undefined) await form.getByLabel('Of', { exact: true }).selectOption(of)
  await form.getByLabel('What', { exact: true }).selectOption(what)
  if (version !== undefined) await form.getByLabel('Version', { exact: true }).selectOption(version)
  await form.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(form).toHaveCount(0)
}

/** Waits until the effect of the draft as it is now is shown. */
export async function computed(page: Page): Promise<void> {
  await expect(effect(page).getByRole('status').first()).toHaveText(
    /^next (year|90 days), computed for \d+ clusters?[^;]*$/,
  )
  await expect(edits(page).getByText(/would (accept|refuse) this/)).toBeVisible()
}

export async function sourceOf(request: APIRequestContext, ref: string): Promise<SourceAnswer> {
  return (await request.get(`/api/workbench/${ref}?at=${AT}`)).json()
}

/** The supported version of aws with most clusters that has an expiry, and the deprecated one below it. */
export async function versions(request: APIRequestContext): Promise<{ busy: string; rival: string; latest: string }> {
  const { kubernetes }: ProfileAnswer = await (await request.get(`/api/cloudprofiles/aws?at=${AT}`)).json()
  const [busy] = kubernetes
    .filter((one) => one.stage === 'supported' && one.expires !== null)
    .sort((a, b) => b.clusters - a.clusters)
  const rival = kubernetes.find((one) => one.minor === busy?.minor && one.stage === 'deprecated')
  const latest = kubernetes.find((one) => one.latest)
  if (!busy || !rival || !latest) throw new Error('aws has a minor with a supported and a deprecated version')
  return { busy: busy.version, rival: rival.version, latest: latest.version }
}

/** The lines that the draft changes, opened. */
export async function changedLines(page: Page): Promise<Locator> {
  await patch(page).getByText('Lines that change').click()
  return page.getByRole('region', { name: 'Changed lines' })
}
