import { writeFileSync } from 'node:fs'
import { startAlmanac } from '../support/almanac'
import { pinned } from '../support/pages'
import { expect, test } from '../support/test'

test('a cluster without pools in place has no tab for them', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  const tabs = page.getByRole('navigation', { name: 'Pages of the cluster' })
  await expect(tabs.getByRole('link')).toHaveText(['Forecast', 'Plan 2 to do', 'Maintenance', 'Past'])
})

test('what was refused night after night says since when', async ({ page }) => {
  await page.goto(pinned('/shoots/garden-ads/bidder-legacy/maintenance'))
  await expect(page.getByRole('main')).toContainText('It will be refused, as on the last 21 nights, since Sat 31 Oct.')
})

const ODD = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: local }
spec:
  type: local
  machineTypes: [{ name: small, cpu: "1", gpu: "0", memory: 2Gi, architecture: amd64 }]
  kubernetes: { versions: [{ version: 1.35.2, classification: supported }] }
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: odd
  namespace: garden-dev
  annotations: { maintenance.gardener.cloud/operation: rotate-credentials-start }
spec:
  cloudProfile: { kind: CloudProfile, name: local }
  kubernetes: { version: 1.35.2 }
  maintenance: { confineSpecUpdateRollout: true, autoUpdate: { kubernetesVersion: true } }
  provider: { type: local }
status: { lastOperation: { type: Reconcile, state: Failed } }
`

test('a dump without events, a window, and an operation that succeeded says what all of that means', async ({
  page,
}, info) => {
  const dump = info.outputPath('odd.yaml')
  writeFileSync(dump, ODD)
  const almanac = await startAlmanac({ garden: dump })
  await page.goto(`${almanac.url}${pinned('/shoots/garden-dev/odd/maintenance')}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('The next maintenance may begin at any time of the day')
  await expect(main).toContainText('Nothing is due, and no reconciliation is started.')
  await expect(main).toContainText('Reconcile. Versions move all the same, rotate-credentials-start waits')
  await expect(page.getByRole('row', { name: /Operation annotation/ })).toContainText(
    'It waits until an operation has succeeded',
  )
  await expect(page.getByRole('row', { name: /Confined roll-out/ })).toContainText('the generation is not raised')
  await expect(page.getByRole('region', { name: 'Events', exact: true })).toContainText('Events cannot be read.')
  await page.goto('about:blank')
  await almanac.stop()
})
