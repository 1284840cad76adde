import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { pinned } from '../support/pages'
import { expectNoSidewaysScroll, PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** 60 characters, none of them a hyphen at which a line could end. */
const NAME = 'abcdefghijkl'.repeat(5)
const IMAGE = NAME.slice(0, 40)
const NAMESPACE = `garden-${NAME.slice(0, 50)}`

const GARDEN = `
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: ${NAME}, resourceVersion: '1' }
spec:
  type: local
  kubernetes:
    versions:
      - { version: 1.34.3, classification: supported }
      - { version: 1.33.5, classification: deprecated, expirationDate: '2026-11-20T23:59:59Z' }
  machineImages:
    - name: ${IMAGE}
      updateStrategy: major
      versions:
        - { version: 1877.5.0, classification: supported, architectures: [amd64], cri: [{ name: containerd }] }
        - version: 1592.9.0
          classification: deprecated
          expirationDate: '2026-11-20T00:00:00Z'
          architectures: [amd64]
          cri: [{ name: containerd }]
  machineTypes:
    - { name: m1, cpu: '4', gpu: '0', memory: 16Gi, architecture: amd64 }
---
apiVersion: core.gardener.cloud/v1beta1
kind: Project
metadata: { name: ${NAME}, resourceVersion: '1' }
spec:
  namespace: ${NAMESPACE}
  owner: { kind: User, apiGroup: rbac.authorization.k8s.io, name: ${NAME}@${NAME}.example.com }
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: ${NAME}, namespace: ${NAMESPACE}, resourceVersion: '1', creationTimestamp: '2026-06-01T00:00:00Z' }
spec:
  cloudProfile: { kind: CloudProfile, name: ${NAME} }
  kubernetes: { version: 1.33.5 }
  maintenance:
    timeWindow: { begin: 220000+0100, end: 230000+0100 }
    autoUpdate: { kubernetesVersion: false, machineImageVersion: false }
  provider:
    type: local
    workers:
      - name: pool
        machine: { type: m1, architecture: amd64, image: { name: ${IMAGE}, version: 1592.9.0 } }
        minimum: 1
        maximum: 5
        cri: { name: containerd }
  purpose: production
  region: local
`

const PAGES = [
  '/',
  '/shoots',
  '/shoots?view=tonight',
  '/projects',
  `/projects/${NAME}`,
  '/cloudprofiles',
  `/cloudprofiles/${NAME}`,
  `/cloudprofiles/${NAME}?view=new-cluster`,
  `/versions/${NAME}/kubernetes/1.33.5`,
  `/shoots/${NAMESPACE}/${NAME}`,
  `/shoots/${NAMESPACE}/${NAME}/plan`,
  `/shoots/${NAMESPACE}/${NAME}/maintenance`,
]

test.describe('names without a hyphen', () => {
  test.use(PHONE)

  test('fit on a phone, and cover no time', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-long-'))
    await writeFile(join(folder, 'garden.yaml'), GARDEN)
    const almanac = await startAlmanac({ garden: folder })
    try {
      for (const path of PAGES) {
        await page.goto(almanac.url + pinned(path))
        await settled(page)
        await test.step(path, () => expectNoSidewaysScroll(page))
      }
      await page.goto(almanac.url + pinned('/'))
      await settled(page)
      const row = page.getByRole('region', { name: 'Forced next' }).getByRole('row').last()
      const name = await row.getByRole('rowheader').getByRole('link').boundingBox()
      const when = await row.getByText(/^in \d/).boundingBox()
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(when?.x ?? 0)
    } finally {
      await page.close()
      await almanac.stop()
      await rm(folder, { recursive: true })
    }
  })
})
