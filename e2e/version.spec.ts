import type { VersionAnswer } from '@/lib/questions/version/contract'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'
import { VERSION } from './support/version'

test('from a profile to everything about a version', async ({ page, request }) => {
  const answer: VersionAnswer = await (await request.get(`/api${VERSION}?at=${AT}`)).json()
  await page.goto(pinned('/cloudprofiles/aws?select=kubernetes/1.32.13'))
  await page.getByRole('link', { name: 'Everything about it' }).click()
  await page.waitForURL(/\/versions\/aws\/kubernetes\/1\.32\.13\?/)
  expect(new URL(page.url()).searchParams.get('at')).toBe(AT)
  await expect(page.getByRole('heading', { level: 1, name: '1.32.13' })).toBeVisible()

  await expect(page.getByText(/clusters that run it now or later leave by .*, forced to 1\.33\.11\./)).toBeVisible()
  await page.getByText('Its stages and clusters over time').click()
  await expect(page.getByRole('img', { name: `Clusters on it: ${answer.clusters} now` })).toBeVisible()
  const path = page
    .getByRole('region', { name: /^Path of the/ })
    .getByRole('img', { name: /^1\.32\.11: forced to 1\.32\.13/ })
  await expect(path).toHaveAttribute(
    'aria-label',
    /1\.32\.13: fails every night from Sat 12 Dec until .* then forced to 1\.33\.11/,
  )

  const holds = page.getByRole('region', { name: 'What still holds it' })
  await holds.getByText('If you remove it now, Gardener answers').click()
  await expect(holds).toContainText(answer.holds.refusals?.[0] ?? 'a refusal')
  await expect(holds.getByRole('link', { name: `${answer.clusters} clusters of aws` })).toBeVisible()
  await expect(holds.getByRole('link', { name: '2 more of garden-payments/aws-extended' })).toBeVisible()
  await expect(holds.getByRole('link', { name: 'garden-payments/aws-extended', exact: true })).toBeVisible()
  const rows = page.getByRole('region', { name: 'Clusters', exact: true }).getByRole('row')
  await expect(rows.nth(1)).toContainText('fails every night from 12 Dec')
  await expect(rows).toHaveCount(8 + 1)
})

test('the chart as a table, and why that version for another cluster, are in the address', async ({ page }) => {
  await page.goto(pinned(`${VERSION}?view=table`))
  await expect(
    page.getByRole('region', { name: 'Stages and clusters as a table' }).getByRole('row').nth(1),
  ).toContainText('now')
  await expect(page.getByRole('region', { name: 'Who moves where, as a table' })).toBeVisible()
  const why = page.getByRole('region', { name: 'Why, rule by rule' })
  await page.getByText('Why, rule by rule').click()
  await why.getByRole('combobox').selectOption({ label: 'media / thumbs-prod, 21 Mar 2027' })
  await expect(page).toHaveURL(/for=garden-media\/thumbs-prod/)
  await expect(why).toContainText('Kubernetes version expired - force update required')
  await expect(why.getByRole('row', { name: /^1\.33\.11/ })).toContainText('chosen')
})

test('an image version says where in-place updates lead and which kubelets it supports', async ({ page }) => {
  await page.goto(pinned('/versions/aws/gardenlinux/1312.7.0'))
  await page.getByText('The image, and pools on it').click()
  await expect(page.getByRole('region', { name: 'Machine image', exact: true })).toContainText('Kubelet')
  await expect(page.getByRole('region', { name: 'In-place updates', exact: true })).toBeVisible()
  await page.goto(pinned('/versions/garden-payments/aws-extended/kubernetes/1.32.13'))
  await expect(page.getByRole('link', { name: '1.32.13 in aws' })).toBeVisible()
})
