/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY } from '@/lib/engine/time'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import { buildLandscape } from '@/lib/landscape/landscape'
import { planView } from './view'

const AT = Date.parse('2026-11-21T18:00:00Z')
const apiVersion = 'core.gardener.cloud/v1beta1'
const day = (at: number) => new Date(at).toISOString().replace('.000', '')

/** A plan for a cluster with so many pools, of as many versions of an image as are given, each of which expires on a day of its own. */
async function planFor(pools: number, images: number) {
  const versions = Array.from({ length: images }, (_, i) => ({
    version: `${1000 + i}.0.0`,
    classification: 'deprecated',
    expirationDate: day(AT + (i + 1) * DAY),
    architectures: ['amd64'],
    cri: [{ name: 'containerd' }],
  }))
  const machine = (i: number) => ({
    type: 'm',
    architecture: 'amd64',
    image: { name: 'linux', version: `${1000 + (i % images)}.0.0` },
  })
  const workers = Array.from({ length: pools }, (_, i) => ({
    name: `w${i}`,
    machine: machine(i),
    minimum: 1,
    maximum: 2,
  }))
  const machineImages = [
    {
      name: 'linux',
      updateStrategy: 'major',
      versions: [...versions, { version: '9000.0.0', architectures: ['amd64'], cri: [{ name: 'containerd' }] }],
    },
  ]
  const garden = gardenOf(
    [
      {
        apiVersion,
        kind: 'CloudProfile',
        metadata: { name: 'p', resourceVersion: '1' },
        spec: {
          kubernetes: { versions: [{ version: '1.34.1' }] },
          machineImages,
          machineTypes: [{ name: 'm', architecture: 'amd64' }],
        },
      },
      {
        apiVersion,
        kind: 'Shoot',
        metadata: { name: 'a', namespace: 'garden-a', resourceVersion: '1' },
        spec: {
          cloudProfile: { kind: 'CloudProfile', name: 'p' },
          kubernetes: { version: '1.34.1' },
          provider: { workers },
          maintenance: { autoUpdate: { kubernetesVersion: false, machineImageVersion: false } },
        },
      },
    ],
    AT,
  )
  const landscape = await buildLandscape(garden.snapshot(), AT)
  return planView({ garden, identity: { kind: 'process' } }, landscape, 0, {
    edits: [{ pool: 'w1', field: 'maxSurge', value: 3 }],
  })
}

test('of a cluster with as many pools as it may have, steps are told as far as an answer can carry them', async () => {
  const { before, after, stepsUntil, outcomes } = await planFor(500, 60)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['taken'])
  expect(before.steps.length).toBe(40)
  expect(stepsUntil).toMatch(/^2027-01-0/)
  for (const { window } of [...before.steps, ...after.steps])
    expect(Date.parse(window.begin)).toBeLessThan(Date.parse(stepsUntil ?? ''))
  expect(JSON.stringify([before, after]).length).toBeLessThan(10_000_000)
  // Lanes go on.
  expect(
    before.lanes.some(({ segments }) => segments.some(({ from }) => from !== null && from > (stepsUntil ?? ''))),
  ).toBe(true)
})

test('of fewer pools all steps are told', async () => {
  const { before, stepsUntil } = await planFor(60, 60)
  expect([before.steps.length, stepsUntil]).toEqual([60, null])
})
