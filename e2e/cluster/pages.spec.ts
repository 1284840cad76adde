import { PAGES, pinned } from '../support/pages'
import { settled } from '../support/settled'
import { paths } from './support/api'
import { untilState } from './support/shown'
import { expect, test } from './support/test'

type PageName = (typeof PAGES)[number]['name']

/** What every page for owners and supporters must know of the landscape; it has the demo's clusters. */
const FACTS = {
  version: /1\.32\.13/,
  'image version': /1312\.7\.0/,
  'new cluster': /1\.3\d\.\d+/,
  cluster: /origin-apac/,
  'plan of a cluster': /Choose what to change\./,
  'why of a failure': /thumbs-prod/,
  project: /checkout-prod/,
  teams: /payments/,
  'teams as a table': /payments/,
  'maintenance of a cluster': /db is pending\./,
  tonight: /22:00/,
} as const satisfies Partial<Record<PageName, RegExp>>

const GROUPED = ['project', 'profile', 'version', 'window'] as const

test('pages for owners and supporters show facts of the real landscape, and the events that Gardener wrote', async ({
  plane,
  follow,
  page,
}) => {
  const namespace = 'garden-payments'
  const about = { apiVersion: 'core.gardener.cloud/v1beta1', kind: 'Shoot', namespace, name: 'checkout-prod' }
  const message = 'Control Plane: Updated Kubernetes version from "1.32.12" to "1.32.13".'
  await plane.admin.object('POST', paths.events(namespace), {
    metadata: { name: 'checkout-prod.1', namespace },
    involvedObject: about,
    type: 'Normal',
    reason: 'KubernetesVersionMaintenance',
    message,
    source: { component: 'gardener-controller-manager' },
    count: 1,
    lastTimestamp: '2026-11-20T21:12:00Z',
  })
  const { almanac } = await follow()
  await untilState(almanac.url, 'live')
  const main = page.getByRole('main')
  const look = async (path: string, fact: RegExp | string) => {
    const response = await page.goto(`${almanac.url}${pinned(path)}`)
    expect(response?.status(), path).toBe(200)
    await expect(main, path).toContainText(fact)
    await settled(page)
    await expect(main.getByRole('alert'), path).toHaveCount(0)
    await expect(main, path).not.toContainText(/cannot be read|could not be|went wrong/)
  }
  for (const { name, path } of PAGES) {
    const fact = Object.hasOwn(FACTS, name) ? FACTS[name as keyof typeof FACTS] : undefined
    if (fact !== undefined) await test.step(name, () => look(path, fact))
  }
  for (const group of GROUPED)
    await test.step(`by ${group}`, () =>
      look(`/shoots?group=${group}&q=checkout-prod`, /payments.*checkout-prod|\d clusters?checkout-prod/))
  await look(`/shoots/${namespace}/checkout-prod/maintenance`, message)
  await expect(page.getByRole('row', { name: /KubernetesVersionMaintenance/ })).toContainText('Fri 20 Nov 22:12')
})
