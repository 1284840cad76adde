import { afterEach, describe, expect, it, vi } from 'vitest'
import { type PlanAnswer, planAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { choosing } from '@/lib/engine/edits/shoot'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import { buildLandscape } from '@/lib/landscape/landscape'
import { planView } from './view'

const at = Date.parse('2026-11-21T18:00:00Z')
const apiVersion = 'core.gardener.cloud/v1beta1'

interface GivenGarden {
  readonly pools: number
  readonly images?: number
  /** The position of the image version that a pool has. */
  readonly imageOf?: (pool: number) => number
}

const imageVersion = (i: number) => `1.${Math.floor(i / 10)}.${i % 10}`

/** A CloudProfile and a cluster with so many pools; every third image version has expired, every other one is of another architecture. */
function manifestsOf({ pools, images = 12, imageOf = () => 0 }: GivenGarden): readonly Record<string, unknown>[] {
  const versions = Array.from({ length: images }, (_, i) => ({
    version: imageVersion(i),
    classification: 'supported',
    architectures: [i % 2 === 0 ? 'amd64' : 'arm64'],
    cri: [{ name: 'containerd' }],
    ...(i % 3 === 0 && { expirationDate: '2026-11-01T00:00:00Z' }),
  }))
  const kubernetes = ['1.33.1', '1.33.2', '1.34.0', '1.35.0'].map((version) => ({ version }))
  return [
    {
      apiVersion,
      kind: 'CloudProfile',
      metadata: { name: 'p' },
      spec: {
        kubernetes: { versions: kubernetes },
        machineImages: [{ name: 'linux', updateStrategy: 'major', versions }],
        machineTypes: [{ name: 'm', architecture: 'amd64' }],
        regions: [{ name: 'r' }],
      },
    },
    {
      apiVersion,
      kind: 'Shoot',
      metadata: { name: 'a', namespace: 'garden-a', resourceVersion: '1' },
      spec: {
        cloudProfile: { kind: 'CloudProfile', name: 'p' },
        region: 'r',
        kubernetes: { version: '1.33.1' },
        provider: {
          workers: Array.from({ length: pools }, (_, i) => ({
            name: `w${i}`,
            machine: { type: 'm', architecture: 'amd64', image: { name: 'linux', version: imageVersion(imageOf(i)) } },
            cri: { name: 'containerd' },
            minimum: 1,
            maximum: 2,
          })),
        },
      },
    },
  ]
}

async function planOf(given: GivenGarden, edits: PlannedEdit[] = []): Promise<PlanAnswer> {
  const garden = gardenOf(manifestsOf(given), at)
  const landscape = await buildLandscape(garden.snapshot(), at)
  return planView({ garden, identity: { kind: 'process' } }, landscape, 0, { edits })
}

/** What is told of the versions of a pool, in words. */
function offeredFor({ poolVersions, poolChoices, pools }: PlanAnswer, name: string): Record<string, string[]> {
  const pool = pools.find((one) => one.name === name)
  const told = poolChoices[pool?.choices ?? -1]
  if (told === undefined) throw new Error(name)
  const words = (stretches: typeof told.images) =>
    stretches.flatMap(({ from, to, isRefused }) =>
      poolVersions.slice(from, to).map(({ value }) => `${JSON.stringify(value)}${isRefused ? ' refused' : ''}`),
    )
  return { kubernetes: words(told.kubernetes), images: words(told.images) }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what may be chosen for pools', () => {
  it('is what the API server says for each of them, beside the edits of the plan', async () => {
    const edits: PlannedEdit[] = [
      { pool: 'w3', field: 'machine.image', value: { name: 'linux', version: imageVersion(8) } },
      { field: 'spec.kubernetes.version', value: '1.34.0' },
    ]
    const few = { pools: 6, imageOf: (pool: number) => pool * 2 }
    const answer = await planOf(few, edits)
    expect(planAnswer.safeParse(JSON.parse(JSON.stringify(answer))).error).toBeUndefined()
    const garden = gardenOf(manifestsOf(few), at)
    const [, manifest] = manifestsOf(few)
    const entry = garden.snapshot().profiles.get('p')
    if (entry === undefined || manifest === undefined) throw new Error('They are there.')
    const taken = edits.filter((_, i) => answer.outcomes[i]?.kind === 'taken')
    const each = choosing({ manifest: manifest as never, profile: entry.profile, taken: taken as never, now: at })
    for (const { name } of answer.pools) {
      const words = (field: 'kubernetes.version' | 'machine.image') =>
        [...each({ pool: name, field })].map(
          ({ edit, refusals }) => `${JSON.stringify(edit.value)}${refusals.length > 0 ? ' refused' : ''}`,
        )
      expect(offeredFor(answer, name), name).toEqual({
        kubernetes: words('kubernetes.version'),
        images: words('machine.image'),
      })
    }
    expect(offeredFor(answer, 'w0').images?.length).toBeGreaterThan(5)
  })

  it('is told once for pools that differ in nothing but their names', async () => {
    const { pools, poolChoices, poolOffers } = await planOf({ pools: 10 })
    expect([pools.length, poolChoices.length, poolOffers.length]).toEqual([10, 1, 1])
  })

  it('tells each version once, however many pools may be given it', async () => {
    const imageOf = (pool: number) => pool * 2
    const size = async (images: number) => JSON.stringify(await planOf({ pools: 10, images, imageOf })).length
    const perVersion = JSON.stringify({
      value: { name: 'linux', version: '1.20.0' },
      stage: 'supported',
      expires: '2026-12-01T00:00:00Z',
    }).length
    // Beside each version a pool may say from where to where in the list it is not offered, or refused.
    expect((await size(120)) - (await size(20))).toBeLessThan(100 * perVersion + 10 * 100 * 60)
  })

  it('names what is there instead only for what is refused', async () => {
    const refused: PlannedEdit = {
      pool: 'w0',
      field: 'machine.image',
      value: { name: 'linux', version: imageVersion(1) },
    }
    const { outcomes } = await planOf({ pools: 3 }, [refused])
    expect(outcomes).toMatchObject([
      { kind: 'refused', instead: { ...refused, value: { name: 'linux', version: imageVersion(10) } } },
    ])
  })
})
