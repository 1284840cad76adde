import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { AT, pinned } from './support/pages'
import { expect, test } from './support/test'

/** See what a new cluster gets, today and on any day of the next 12 months. */

test('from a profile to what a new cluster gets, on another day, by the keyboard', async ({ page, request }) => {
  const answer: NewClusterAnswer = await (await request.get(`/api/new-cluster/aws?at=${AT}`)).json()
  await page.goto(pinned('/cloudprofiles/aws'))
  const tabs = page.getByRole('navigation', { name: 'Pages of the profile' })
  await tabs.getByRole('link', { name: 'New cluster' }).click()
  await page.waitForURL(/\/cloudprofiles\/aws\?.*view=new-cluster/)
  await expect(tabs.getByRole('link', { name: 'New cluster' })).toHaveAttribute('aria-current', 'page')
  await expect(
    page.getByText(
      /^If you write no version, a new cluster gets Kubernetes 1\.35\.4 and gardenlinux 1877\.9\.0 today\./,
    ),
  ).toBeVisible()
  const row = (name: string) =>
    page.getByRole('region', { name: 'Kubernetes version' }).getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('1\\.36 partial')).toContainText("couldn't find a suitable version for 1.36.")
  await expect(row('1\\.32\\.11 full')).toContainText('deprecated')

  // Arrows go to the days on which an answer changes.
  await page.getByRole('slider', { name: 'Day' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const second = answer.changes[1]?.slice(0, 10) ?? ''
  await expect(page).toHaveURL(new RegExp(`date=${second.slice(0, 8)}`))
  await expect(row('1\\.32\\.11 full')).toContainText('Unsupported value: "1.32.11"')
  expect(new URL(page.url()).searchParams.get('at')).toBe(AT)
})

test('what is filled in and then refused is said so, in whole words and numbered', async ({ page }) => {
  await page.goto(pinned('/cloudprofiles/aws?view=new-cluster&machine=m7g.large&kubernetes=1.34'))
  const images = page.getByRole('region', { name: 'Machine image', exact: true })
  await expect(images.getByRole('row', { name: /^gardenlinux 1592 partial/ })).toContainText(
    'defaulting does not look at the kubelet',
  )
  const refusals = page.getByRole('region', { name: /^Refusals/ })
  await expect(refusals.getByRole('listitem').first()).toContainText('shoots.core.gardener.cloud "new" is forbidden')
  // It is told in the row alone.
  await expect(refusals).not.toContainText('defaulting does not look at the kubelet')
  await images.getByRole('button', { name: 'suse-chost' }).click()
  await expect(page).toHaveURL(/image=suse-chost/)
  await expect(images.getByRole('row', { name: /^suse-chost 15 partial/ })).toBeVisible()
})
