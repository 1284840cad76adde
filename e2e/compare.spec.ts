import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'

/** See in which versions two profiles differ, and what a namespaced one says on top of its parent. */

/** As links of the table are called. */
function namesOf({ version, a, b }: CompareAnswer['lists'][number]['versions'][number]): string[] {
  return [...(a ? [`${version} in aws`] : []), ...(b ? [`${version} in gcp`] : [])]
}

/** Of each version one for every profile that lists it. */
function rowsOf(versions: CompareAnswer['lists'][number]['versions']): number {
  return versions.flatMap(({ a, b }) => [a, b]).filter((offered) => offered !== null).length
}

test('from a profile to what it has other than another one', async ({ page, request }) => {
  const answer: CompareAnswer = await (await request.get(`/api/compare?a=aws&b=gcp&at=${AT}`)).json()
  const [kubernetes] = answer.lists
  const versions = kubernetes?.versions ?? []
  const differ = versions.filter(({ differences }) => differences.length > 0)
  await page.goto(pinned('/cloudprofiles/aws'))
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.getByRole('combobox', { name: 'aws with' }).selectOption('gcp')
  await expect(page).toHaveTitle(/^Compare aws and gcp/)
  expect(new URL(page.url()).searchParams.get('at')).toBe(AT)
  await expect(
    page.getByText(new RegExp(`^Of ${versions.length} Kubernetes versions ${differ.length} differ:`)),
  ).toBeVisible()

  const table = page.getByRole('grid', { name: 'Kubernetes versions of aws and gcp' })
  await expect(table.getByRole('row')).toHaveCount(rowsOf(differ) + 1)
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/all=1/)
  await expect(table.getByRole('row')).toHaveCount(rowsOf(versions) + 1)

  // One stop for the keyboard; arrows go from profile to profile and from version to version.
  await table.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toHaveAccessibleName(versions.flatMap(namesOf)[1] ?? '')
})

test('a namespaced profile says what it overrides, adds and inherits, also as CSV', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/garden-payments/aws-extended'))
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByText(/aws-extended overrides 1, adds 2 and inherits \d+ from aws\./)).toBeVisible()
  const table = page.getByRole('grid', { name: 'Kubernetes versions of aws-extended and aws' })
  await expect(table.getByRole('row').nth(1)).toContainText(/overrides ends \d+ days later than in aws/)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Kubernetes versions of aws-extended and aws as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})
