/**
 * A small landscape whose clusters are held on expired versions, each for another reason, as of 21 November 2026:
 *
 * - 1.33.0 has expired at noon: one cluster is being deleted, one has an image that allows no newer kubelet, one only waits for its
 *   window, one is on a namespaced profile that gives the version until Christmas.
 * - 1.31.5 has expired, and no 1.32 is listed: there is no next version.
 * - The image linux 1.0.0 has expired at noon, and a pool still runs it.
 */
export const STUCK_GARDEN = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: mini }
spec:
  type: local
  regions: [{ name: here }]
  machineTypes: [{ name: small, cpu: "1", gpu: "0", memory: 2Gi, architecture: amd64 }]
  kubernetes:
    versions:
    - { version: 1.34.1, classification: supported }
    - { version: 1.33.4, classification: supported }
    - { version: 1.33.0, classification: deprecated, expirationDate: "2026-11-21T12:00:00Z" }
    - { version: 1.31.5, classification: deprecated, expirationDate: "2026-11-01T12:00:00Z" }
  machineImages:
  - name: linux
    updateStrategy: major
    versions:
    - { version: 2.0.0, classification: supported, architectures: [amd64], cri: [{ name: containerd }] }
    - { version: 1.1.0, classification: deprecated, kubeletVersionConstraint: "< 1.33.2", architectures: [amd64], cri: [{ name: containerd }] }
    - { version: 1.0.0, classification: deprecated, expirationDate: "2026-11-21T12:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
---
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: { name: longer, namespace: garden-dev }
spec:
  parent: { kind: CloudProfile, name: mini }
  kubernetes:
    versions:
    - { version: 1.33.0, expirationDate: "2026-12-24T12:00:00Z" }
${shoot('leaving', '1.33.0', '2.0.0', { deleted: true })}${shoot('refused', '1.33.0', '1.1.0')}${shoot('waiting', '1.33.0', '2.0.0')}${shoot(
  'extended',
  '1.33.0',
  '2.0.0',
  { profile: '{ kind: NamespacedCloudProfile, name: longer }' },
)}${shoot('stranded', '1.31.5', '2.0.0')}${shoot('old-image', '1.34.1', '1.0.0')}`

interface More {
  readonly deleted?: boolean
  readonly profile?: string
}

/** One more cluster of that landscape, to be put behind it. */
export function shoot(name: string, kubernetes: string, image: string, more: More = {}): string {
  const deleted = more.deleted ? ', deletionTimestamp: "2026-11-20T08:00:00Z"' : ''
  return `---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: ${name}, namespace: garden-dev${deleted} }
spec:
  cloudProfile: ${more.profile ?? '{ kind: CloudProfile, name: mini }'}
  kubernetes: { version: ${kubernetes} }
  maintenance:
    timeWindow: { begin: 220000+0100, end: 230000+0100 }
    autoUpdate: { kubernetesVersion: false, machineImageVersion: false }
  provider:
    type: local
    workers:
    - name: pool
      minimum: 1
      maximum: 2
      cri: { name: containerd }
      machine: { type: small, architecture: amd64, image: { name: linux, version: ${image} } }
`
}
