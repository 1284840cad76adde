import { beforeAll, describe, expect, it } from 'vitest'
import { shootsQuery } from '@/lib/contract'
import { Lookout } from '@/lib/engine/fleet/outlook'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import { type Garden, openGarden, type Snapshot } from '@/lib/garden'
import { buildIndex, type FleetIndex } from './fleet-index'
import { statusBody } from './status-body'
import { gardenView } from './views/garden'
import { shootsView } from './views/shoots'

const at = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let snapshot: Snapshot

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  snapshot = garden.snapshot()
})

const told = (index: FleetIndex) => ({
  garden: gardenView(index, statusBody(garden), 'UTC'),
  shoots: shootsView(index, shootsQuery.parse({ limit: 500 })),
})

describe('an index made with what was seen before equals one made anew', () => {
  it('as time goes on, and back', async () => {
    const lookout = new Lookout()
    for (const later of [0, MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, DAY, 30 * DAY, 200 * DAY, HOUR, 0]) {
      const again = await buildIndex(snapshot, at + later, lookout)
      expect(told(again)).toEqual(told(await buildIndex(snapshot, at + later)))
    }
  })

  it('when shoots come, go and change', async () => {
    const lookout = new Lookout()
    await buildIndex(snapshot, at, lookout)
    const [first, second, ...rest] = snapshot.shoots
    if (first === undefined || second === undefined) throw new Error('no shoots')
    const { window: _, ...anytime } = second
    const changed = { ...snapshot, revision: 'x', shoots: [anytime, { ...first, name: 'new' }, ...rest.slice(1)] }
    expect(told(await buildIndex(changed, at, lookout))).toEqual(told(await buildIndex(changed, at)))
  })

  it('when a profile changes', async () => {
    const lookout = new Lookout()
    await buildIndex(snapshot, at, lookout)
    const profiles = new Map(
      [...snapshot.profiles].map(([key, entry]) => {
        const kubernetes = entry.profile.kubernetes.map((v, i) => (i === 5 ? { ...v, expirationDate: at + DAY } : v))
        return [key, { ...entry, profile: { ...entry.profile, kubernetes } }]
      }),
    )
    const changed = { ...snapshot, revision: 'y', profiles }
    const after = told(await buildIndex(changed, at, lookout))
    expect(after).toEqual(told(await buildIndex(changed, at)))
    expect(after.garden.figures).not.toEqual(told(await buildIndex(snapshot, at)).garden.figures)
  })
})

describe('an index', () => {
  it('looks a year ahead, to the end of the day', async () => {
    const { until } = await buildIndex(snapshot, at)
    expect(new Date(until).toISOString()).toBe('2027-11-22T00:00:00.000Z')
  })

  it('keeps the members of shoots that did not change', async () => {
    const before = await buildIndex(snapshot, at)
    const after = await buildIndex({ ...snapshot, revision: 'z' }, at)
    expect(after.roster.members.every((member, i) => member === before.roster.members[i])).toBe(true)
  })

  it('leaves everything as it was', async () => {
    const before = structuredClone(snapshot.shoots.slice(0, 50))
    await buildIndex(snapshot, at)
    expect(snapshot.shoots.slice(0, 50)).toEqual(before)
  })
})
