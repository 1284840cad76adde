import type { APIRequestContext, Page } from '@playwright/test'
import type { EditBody } from '@/lib/contract/edits'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { expect } from './test'

/** Apply edits, find them in the journal, and undo them. */

export const entries = (page: Page) => page.getByRole('list', { name: 'Applied edits' }).locator('> li')

export async function profile(request: APIRequestContext, url: string): Promise<ProfileAnswer> {
  return (await request.get(`${url}/api/cloudprofiles/aws`)).json()
}

export async function openDraft(
  page: Page,
  url: string,
  base: string | null,
  edits: readonly EditBody[],
): Promise<void> {
  const draft = await encodeDraft({ profile: 'aws', base, edits })
  await page.goto(`${url}/workbench/aws?draft=${encodeURIComponent(draft)}`)
  await expect(page.getByRole('region', { name: 'Edits' })).toBeVisible()
}

/** Applies the draft that is open; `typed`: the name is asked for. */
export async function apply(page: Page, { typed }: { readonly typed: boolean }): Promise<void> {
  await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Apply to aws' })
  if (typed) await confirmAll(page)
  await button.click()
  await expect(dialog).toContainText('The garden accepted it')
  await expect(dialog, 'what comes of it is said').toContainText(/cluster/)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Confirms each of what is grave, and types the name: only then it can be applied. */
export async function confirmAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Apply to aws' })
  await expect(button).toBeDisabled()
  await expect(dialog).toContainText(/Confirm th(is|ese \d+)/)
  await dialog.getByRole('textbox').fill('aws')
  for (const box of await dialog.getByRole('checkbox').all()) {
    await expect(button, 'each is confirmed').toBeDisabled()
    await box.check()
  }
}

export async function expiring(request: APIRequestContext, url: string) {
  const { kubernetes, profile: summary } = await profile(request, url)
  const [busiest] = kubernetes.filter(({ stage }) => stage === 'deprecated').sort((a, b) => b.clusters - a.clusters)
  if (busiest === undefined) throw new Error('aws has a deprecated version')
  return { version: busiest.version, base: summary.resourceVersion }
}

export const soon = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
