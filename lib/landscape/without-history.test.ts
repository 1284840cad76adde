import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import type { History } from '@/lib/history'
import type { Asker } from './garden'

// Tests share modules and what a process has once; others may have either with a history that is there.
const shared = Object.getOwnPropertySymbols(globalThis)
  .filter(({ description }) => description?.startsWith('almanac.'))
  .map((name) => [name, Reflect.get(globalThis, name)] as const)
for (const [name] of shared) Reflect.deleteProperty(globalThis, name)
vi.resetModules()
afterAll(() => {
  for (const name of Object.getOwnPropertySymbols(globalThis)) {
    if (name.description?.startsWith('almanac.')) Reflect.deleteProperty(globalThis, name)
  }
  for (const [name, value] of shared) Reflect.set(globalThis, name, value)
  vi.resetModules()
})
vi.mock('./history', async () => {
  const { StoreError } = await import('@/lib/store/store')
  const { ForecastComparison } = await import('./record/comparison')
  const away = async () => {
    throw new StoreError('The database does not answer.')
  }
  const state = () => ({ kept: 'database', waiting: 3, recorded: null, problem: 'The database does not answer.' })
  const asked = ['snapshotAt', 'statesOf', 'statesOfShoots', 'maintenancesSeen', 'since', 'gaps']
  const history = { state, ...Object.fromEntries(asked.map((name) => [name, away])) }
  const comparison = new ForecastComparison(history as unknown as History, { maintained: () => null })
  return { theHistory: () => history, theBegunHistory: async () => history, theComparison: () => comparison }
})

const { openTheGarden } = await import('./open-the-garden')
openTheGarden()
const { answerOf } = await import('@/lib/questions/answers')

let garden: Garden
const asker = (): Asker => ({ identity: { kind: 'process' }, user: null, garden, sight: '' })
const cluster = { namespace: 'garden-core', name: '' }

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '30' })
  await garden.ready()
  Object.assign(cluster, garden.snapshot().shoots.at(3))
})
afterAll(() => garden.close())

const profile = { ref: ['aws'] }

describe('where the store of the history is away', () => {
  it('everything is told that is not about the past, and that nothing is recorded', async () => {
    const ask = asker()
    await answerOf('GET /api/garden', ask)
    await answerOf('GET /api/shoots', ask)
    await answerOf('GET /api/shoots/[namespace]/[name]', ask, { path: cluster })
    await answerOf('GET /api/shoots/[namespace]/[name]/maintenance', ask, { path: cluster })
    await answerOf('GET /api/cloudprofiles', ask)
    await answerOf('GET /api/cloudprofiles/[...ref]', ask, { path: profile })
    await answerOf('GET /api/workbench/[...ref]', ask, { path: profile })
    await answerOf('GET /metrics', ask)
    expect(await answerOf('GET /api/status', ask)).toMatchObject({
      recordedSince: null,
      recording: { kept: 'database', until: null, problem: 'The database does not answer.' },
    })
  })

  it('what is about the past says why it cannot be told', async () => {
    const why = { code: 'not-ready', message: 'The database does not answer.' }
    const ask = asker()
    await expect(answerOf('GET /api/shoots/[namespace]/[name]/past', ask, { path: cluster })).rejects.toMatchObject(why)
    await expect(answerOf('GET /api/history/cloudprofiles/[...ref]', ask, { path: profile })).rejects.toMatchObject(why)
    const version = { ref: ['aws', 'kubernetes', garden.snapshot().shoots.at(3)?.kubernetesVersion ?? ''] }
    await expect(answerOf('GET /api/evidence/[...ref]', ask, { path: version })).rejects.toMatchObject(why)
    await expect(answerOf('GET /api/accuracy', ask)).rejects.toMatchObject(why)
    await expect(answerOf('GET /api/garden', ask, { query: { seen: '2026-11-20T18:00:00Z' } })).rejects.toMatchObject(
      why,
    )
  })
})
