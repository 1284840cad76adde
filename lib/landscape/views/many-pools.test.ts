import { afterEach, expect, test, vi } from 'vitest'
import { POOLS_ADVISED, POOLS_MOST } from '@/lib/engine/bounds'
import { readObject } from '@/lib/garden/read-object'
import { makeSnapshot } from '@/lib/garden/snapshot'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { buildLandscape } from '../landscape'

afterEach(() => {
  vi.restoreAllMocks()
})

const apiVersion = 'core.gardener.cloud/v1beta1'

/** A cluster of so many pools, whose image expires. */
async function clusterOf(pools: number) {
  const versions = ['1.0.0', '2.0.0'].map((version) => ({
    version,
    cri: [{ name: 'containerd' }],
    ...(version === '1.0.0' && { expirationDate: '2027-01-01T00:00:00Z' }),
  }))
  const kubernetes = { versions: [{ version: '1.34.1' }] }
  const machine = { type: 'm', image: { name: 'linux', version: '1.0.0' } }
  const raws = [
    {
      kind: 'CloudProfile',
      metadata: { name: 'p' },
      spec: {
        kubernetes,
        machineImages: [{ name: 'linux', updateStrategy: 'major', versions }],
        machineTypes: [{ name: 'm' }],
      },
    },
    {
      kind: 'Shoot',
      metadata: { name: 'a', namespace: 'garden-a' },
      spec: {
        cloudProfile: { name: 'p' },
        kubernetes: { version: '1.34.1' },
        provider: {
          workers: Array.from({ length: pools }, (_, i) => ({ name: `w${i}`, machine, minimum: 1, maximum: 2 })),
        },
        maintenance: { autoUpdate: { kubernetesVersion: false, machineImageVersion: false } },
      },
    },
  ]
  const read = raws.flatMap((raw) => {
    const object = readObject({ apiVersion, ...raw })
    return object.kind === 'other' || object.kind === 'unreadable' ? [] : [{ object, source: 'a.yaml' }]
  })
  const snapshot = makeSnapshot({ revision: '1', observedAt: 0, objects: read, problems: [] })
  return { read, landscape: await buildLandscape(snapshot, Date.parse('2026-11-21T18:00:00Z')) }
}

/** What its page says. */
async function viewOf(pools: number) {
  const { read, landscape } = await clusterOf(pools)
  const { shoot, steps, advice, constraints } = shootView(landscape, 0)
  return {
    pools: shoot.pools.length,
    forced: steps.length > 0,
    isAdvised: advice.length > 0,
    told: constraints.map(({ text }) => text).filter((text) => text.startsWith('What would help is not tried')),
    problems: read.flatMap(({ object }) => object.problems),
  }
}

test('what would help a cluster is tried up to a bound, and beyond it is said that it is not', async () => {
  expect(await viewOf(POOLS_ADVISED)).toMatchObject({ forced: true, isAdvised: true, told: [] })
  expect(await viewOf(POOLS_ADVISED + 1)).toMatchObject({
    forced: true,
    isAdvised: false,
    told: [
      `What would help is not tried here: the cluster has ${POOLS_ADVISED + 1} pools, and that is done for up to 100.`,
    ],
  })
})

test('of a cluster with thousands of pools only so many are read, as a problem of it', async () => {
  expect(await viewOf(3000)).toMatchObject({
    pools: POOLS_MOST,
    problems: [{ path: 'spec.provider.workers', fault: { code: 'too-many-entries', count: 3000, most: 500 } }],
  })
})

test('whether the user may edit a cluster changes nothing else that its page tells', async () => {
  const { landscape } = await clusterOf(3)
  const page = shootView(landscape, 0)
  expect(page.mayEdit).toBe(false)
  expect(shootView(landscape, 0, true)).toEqual({ ...page, mayEdit: true })
})
