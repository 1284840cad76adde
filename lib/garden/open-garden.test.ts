import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GardenSettingError } from './errors'
import { type GardenEnvironment, openGarden } from './open-garden'

async function opened(env: GardenEnvironment) {
  const garden = openGarden(env)
  await garden.ready()
  await garden.close()
  return { snapshot: garden.snapshot(), status: garden.status() }
}

describe('openGarden', () => {
  it('opens a demo of today when nothing is set', async () => {
    const before = Date.now()
    const { snapshot, status } = await opened({})
    expect(status.kind).toBe('demo')
    expect(snapshot.shoots).toHaveLength(120)
    expect(snapshot.observedAt).toBeGreaterThanOrEqual(before)
    expect(snapshot.observedAt).toBeLessThanOrEqual(Date.now())
  })

  it.each<[string, GardenEnvironment]>([
    ['the name', { GARDEN: 'demo:2026-11-21' }],
    ['a variable', { GARDEN: 'demo', DEMO_BORN: '2026-11-21' }],
    ['both, if they agree', { GARDEN: 'demo:2026-11-21', DEMO_BORN: '2026-11-21' }],
  ])('takes the birthday from %s', async (_, env) => {
    const { snapshot, status } = await opened({ ...env, DEMO_SHOOTS: '40' })
    expect(status.label).toBe('Demo of 2026-11-21')
    expect(new Date(snapshot.observedAt).toISOString()).toBe('2026-11-21T18:00:00.000Z')
    expect(snapshot.shoots).toHaveLength(40)
  })

  it('gives the same demo the same revision, and another one another', async () => {
    const revision = async (env: GardenEnvironment) => (await opened(env)).snapshot.revision
    const first = await revision({ GARDEN: 'demo:2026-11-21' })
    expect(await revision({ GARDEN: 'demo:2026-11-21' })).toBe(first)
    expect(await revision({ GARDEN: 'demo:2026-11-22' })).not.toBe(first)
    expect(await revision({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '121' })).not.toBe(first)
  })

  it('opens a path as manifests', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-open-'))
    try {
      const project = { apiVersion: 'core.gardener.cloud/v1beta1', kind: 'Project', metadata: { name: 'a' } }
      await writeFile(join(folder, 'a.json'), JSON.stringify({ ...project, spec: { namespace: 'garden-a' } }))
      const { snapshot, status } = await opened({ GARDEN: folder })
      expect([status.kind, status.label, status.state]).toEqual(['manifests', folder, 'live'])
      expect(snapshot.shoots).toHaveLength(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.each<[string, GardenEnvironment, string, string]>([
    ['a day that does not exist', { GARDEN: 'demo:2026-02-30' }, 'GARDEN', '"2026-02-30" is not a day'],
    ['a birthday that is left out', { GARDEN: 'demo:' }, 'GARDEN', 'GARDEN=demo:: "" is not a day'],
    ['a birthday in words', { DEMO_BORN: 'today' }, 'DEMO_BORN', 'Write it as 2026-11-21'],
    ['two birthdays', { GARDEN: 'demo:2026-11-21', DEMO_BORN: '2026-11-22' }, 'DEMO_BORN', 'two birthdays'],
    ['no clusters', { DEMO_SHOOTS: '0' }, 'DEMO_SHOOTS', 'from 1 to 200000'],
    ['too many clusters', { DEMO_SHOOTS: '9999999' }, 'DEMO_SHOOTS', 'from 1 to 200000'],
    ['a word for a number', { DEMO_SHOOTS: 'abc' }, 'DEMO_SHOOTS', 'from 1 to 200000'],
    ['half a cluster', { DEMO_SHOOTS: '1.5' }, 'DEMO_SHOOTS', 'from 1 to 200000'],
    ['a path where nothing is', { GARDEN: '/no/such/path' }, 'GARDEN', 'there is no such file or folder'],
    ['a path that goes on after a file', { GARDEN: 'package.json/x' }, 'GARDEN', 'a part of the path is not a folder'],
    [
      'a kubeconfig that is not there',
      { GARDEN: 'kubernetes', KUBECONFIG: '/no/such' },
      'KUBECONFIG',
      'there is no file /no/such',
    ],
  ])('refuses %s', (_, env, variable, words) => {
    const open = () => openGarden(env)
    expect(open).toThrow(GardenSettingError)
    expect(open).toThrow(words)
    expect(open).toThrow(variable)
  })
})

describe('the demo as a garden', () => {
  it('reads without a problem', async () => {
    expect((await opened({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '2000' })).snapshot.problems).toEqual([])
  })

  it('counts what it has read', async () => {
    const { status } = await opened({ GARDEN: 'demo:2026-11-21' })
    expect(status.state).toBe('live')
    expect(status.resources).toEqual([
      { name: 'CloudProfiles', read: 4, state: 'synced' },
      { name: 'NamespacedCloudProfiles', read: 2, state: 'synced' },
      { name: 'Projects', read: 8, state: 'synced' },
      { name: 'Shoots', read: 120, of: 120, state: 'synced' },
    ])
  })

  it('merges namespaced profiles with their parents', async () => {
    const { profiles } = (await opened({ GARDEN: 'demo:2026-11-21' })).snapshot
    const extended = profiles.get('garden-payments/aws-extended')
    expect(extended?.parent).toBe('aws')
    expect(extended?.profile.machineImages.map(({ name }) => name)).toContain('acme-linux')
    const end = (key: string) => profiles.get(key)?.profile.kubernetes.find((entry) => entry.version === '1.32.13')
    expect(end('garden-payments/aws-extended')?.expirationDate).toBeGreaterThan(end('aws')?.expirationDate ?? Infinity)
  })

  it('has its shoots in order of namespace, then name', async () => {
    const names = (await opened({ DEMO_SHOOTS: '400' })).snapshot.shoots.map((s) => `${s.namespace}/${s.name}`)
    expect(names).toEqual([...names].sort())
  })

  it('tells a listener when there is something to show, and is reading until then', async () => {
    const garden = openGarden({ GARDEN: 'demo:2026-11-21' })
    expect(garden.status().state).toBe('reading')
    expect(garden.snapshot().shoots).toHaveLength(0)
    let calls = 0
    garden.subscribe(() => calls++)
    await garden.ready()
    expect(calls).toBe(1)
    await garden.close()
  })

  it('lets equal parts of clusters be one object', async () => {
    const { shoots } = (await opened({ DEMO_SHOOTS: '400' })).snapshot
    const flags = new Set(shoots.map((shoot) => shoot.autoUpdate))
    expect(flags.size).toBeLessThanOrEqual(6)
  })
})
