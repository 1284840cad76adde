import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** What is saved when something of the dialog is pressed. */
export async function saved(page: Page, role: 'button' | 'link', name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole(role, { name, exact: true }).click(),
  ])
  return { file: download.suggestedFilename(), content: await readFile(await download.path()) }
}
