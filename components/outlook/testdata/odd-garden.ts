/**
 * A small landscape of clusters that are easily told a wrong sentence about, as of 21 November 2026: versions that expired days
 * ago without a maintenance on record, chains through expired versions, next minors that are previews or not there yet, gaps,
 * pools with versions of their own, confined roll-outs, windows at other clocks.
 */
const PROFILES = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: chain }
spec:
  type: local
  regions: [{ name: here }]
  machineTypes: [{ name: small, cpu: "1", gpu: "0", memory: 2Gi, architecture: amd64 }]
  kubernetes:
    versions:
    - { version: 1.35.2, classification: supported }
    - { version: 1.34.3, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z" }
    - { version: 1.33.1, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z" }
    - { version: 1.32.1, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z" }
    - { version: 1.30.1, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z" }
  machineImages: &images
  - name: linux
    updateStrategy: minor
    versions:
    - { version: 2.1.0, classification: supported, architectures: [amd64], cri: [{ name: containerd }] }
    - { version: 1.5.0, classification: deprecated, expirationDate: "2027-02-20T00:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
    - { version: 1.4.0, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
  - name: old
    updateStrategy: major
    versions:
    - { version: 2.0.0, classification: deprecated, expirationDate: "2027-03-10T00:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
    - { version: 1.0.0, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
  - name: ended
    updateStrategy: major
    versions:
    - { version: 1.0.0, classification: deprecated, expirationDate: "2026-11-10T00:00:00Z", architectures: [amd64], cri: [{ name: containerd }] }
---
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: lifecycle }
spec:
  type: local
  regions: [{ name: here }]
  machineTypes: [{ name: small, cpu: "1", gpu: "0", memory: 2Gi, architecture: amd64 }]
  kubernetes:
    versions:
    - version: 1.36.0
      lifecycle:
      - { classification: preview, startTime: "2026-12-01T00:00:00Z" }
      - { classification: supported, startTime: "2027-01-15T00:00:00Z" }
    - version: 1.35.1
      lifecycle:
      - { classification: preview }
      - { classification: supported, startTime: "2026-12-05T00:00:00Z" }
      - { classification: expired, startTime: "2027-08-01T00:00:00Z" }
    - version: 1.34.2
      lifecycle:
      - { classification: supported }
      - { classification: deprecated, startTime: "2026-12-05T00:00:00Z" }
      - { classification: expired, startTime: "2027-02-01T00:00:00Z" }
    - version: 1.34.1
      lifecycle:
      - { classification: deprecated }
      - { classification: expired, startTime: "2026-11-22T05:00:00Z" }
    - version: 1.33.1
      lifecycle:
      - { classification: deprecated }
      - { classification: expired, startTime: "2026-12-10T00:00:00Z" }
  machineImages: *images
`

const SHOOTS: readonly (readonly [name: string, profile: string, kubernetes: string, pool: string, more?: string])[] = [
  ['chain-32', 'chain', '1.32.1', 'linux 2.1.0'],
  ['chain-auto', 'chain', '1.32.1', 'linux 1.4.0', 'auto'],
  ['gap', 'chain', '1.30.1', 'linux 2.1.0'],
  ['gap-failed', 'chain', '1.30.1', 'linux 2.1.0', 'failed'],
  ['gap-and-image', 'chain', '1.30.1', 'linux 1.5.0', 'failed'],
  ['ended', 'chain', '1.35.2', 'ended 1.0.0', 'failed'],
  ['ends', 'chain', '1.35.2', 'old 1.0.0'],
  ['confined', 'chain', '1.34.3', 'linux 1.5.0', 'confined'],
  ['quiet', 'chain', '1.34.3', 'linux 1.4.0', 'succeeded'],
  ['west', 'lifecycle', '1.34.1', 'linux 1.5.0', 'west'],
  ['no-window', 'lifecycle', '1.33.1', 'linux 1.4.0', 'no-window'],
  ['lc-preview', 'lifecycle', '1.35.1', 'linux 2.1.0', 'auto'],
  ['lc-sup', 'lifecycle', '1.34.2', 'linux 2.1.0'],
  ['pool-own', 'lifecycle', '1.34.2', 'linux 1.5.0 1.33.1'],
  ['pool-behind', 'chain', '1.34.3', 'linux 1.5.0 1.32.1'],
]

export const ODD_GARDEN = [PROFILES, ...SHOOTS.map(manifest)].join('---\n')

function manifest([name, profile, kubernetes, pool, more = '']: (typeof SHOOTS)[number]): string {
  const [image, version, own] = pool.split(' ')
  const on = more === 'auto'
  const last = {
    failed: `{ state: Failed, description: Maintenance failed, triggeredTime: "2026-11-20T21:05:00Z" }`,
    succeeded: `{ state: Succeeded, description: All maintenance operations successful., triggeredTime: "2026-10-21T21:05:00Z" }`,
  }[more]
  const offset = more === 'west' ? '-0500' : '+0100'
  const window = more === 'no-window' ? '' : `timeWindow: { begin: 220000${offset}, end: 230000${offset} }, `
  return `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: ${name}, namespace: garden-dev, creationTimestamp: "2026-06-01T00:00:00Z" }
spec:
  cloudProfile: { kind: CloudProfile, name: ${profile} }
  kubernetes: { version: ${kubernetes} }
  maintenance: { ${window}autoUpdate: { kubernetesVersion: ${on}, machineImageVersion: ${on} }, confineSpecUpdateRollout: ${more === 'confined'} }
  provider:
    type: local
    workers:
    - name: pool
      minimum: 1
      maximum: 2
      cri: { name: containerd }
      machine: { type: small, architecture: amd64, image: { name: ${image}, version: ${version} } }
${own === undefined ? '' : `      kubernetes: { version: ${own} }\n`}status: { lastOperation: { type: Reconcile, state: Succeeded }${last === undefined ? '' : `, lastMaintenance: ${last}`} }
`
}
