import { clustersListed, clustersShown, statusOf, untilState } from './support/shown'
import { expect, test } from './support/test'

test.describe('somebody whose role lacks something', () => {
  test('is told which resource may not be listed, and sees the rest', { tag: '@smoke' }, async ({
    plane,
    follow,
    page,
  }) => {
    const { almanac } = await follow({ user: 'gap' })
    await untilState(almanac.url, 'live')
    await page.goto(almanac.url)
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Almanac may not list projects')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/clusters are forced within 90 days/)
    expect(await clustersShown(almanac.url)).toEqual(await clustersListed(plane.admin))
    const ready = await fetch(`${almanac.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.text()).toContain('may not list projects')
    await page.goto(`${almanac.url}/shoots/garden-payments/checkout-prod/maintenance`)
    await expect(page.getByRole('region', { name: 'Events', exact: true })).toContainText(
      'Events cannot be read. Almanac may not list events in garden-payments.',
    )
  })

  test('sees the clusters of the project that the context names, as its member', async ({ plane, follow, page }) => {
    const { almanac } = await follow({ user: 'member', namespace: 'garden-payments' })
    await untilState(almanac.url, 'live')
    const own = (await clustersListed(plane.admin)).filter((cluster) => cluster.startsWith('garden-payments/'))
    expect(own.length).toBeGreaterThan(0)
    expect(await clustersShown(almanac.url)).toEqual(own)
    await page.goto(`${almanac.url}/projects/payments`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('payments')
    await expect(page.getByRole('contentinfo')).toContainText('only garden-payments')
    await expect(page.getByRole('region', { name: 'Notices' })).toBeEmpty()
    const ready = await fetch(`${almanac.url}/readyz`)
    expect(await ready.text()).toBe('ok\n')
  })

  test('is shown no error page when nothing may be listed, but what is missing', async ({ follow, page }) => {
    const { almanac } = await follow({ user: 'nobody' })
    await untilState(almanac.url, 'failed')
    await page.goto(almanac.url)
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
      'Almanac may not list cloudprofiles, namespacedcloudprofiles, projects, shoots.',
    )
    const ready = await fetch(`${almanac.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.text()).toContain('may not list shoots')
  })

  test('is shown a list, and that it is not live, when nothing may be watched', async ({ plane, follow, page }) => {
    const { almanac } = await follow({ user: 'lister' })
    await untilState(almanac.url, 'stale')
    await expect
      .poll(async () => (await statusOf(almanac.url)).garden.reason)
      .toBe('Almanac may not watch cloudprofiles, namespacedcloudprofiles, projects, shoots.')
    await page.goto(almanac.url)
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText('may not watch')
    expect(await clustersShown(almanac.url)).toEqual(await clustersListed(plane.admin))
  })

  test('is told that the credentials are not accepted', async ({ follow, page }) => {
    const { almanac } = await follow({ token: 'wrong' })
    await untilState(almanac.url, 'failed')
    await page.goto(almanac.url)
    await expect(page.getByText('The API server does not accept the credentials').first()).toBeVisible()
  })
})
