import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { shootsQuery } from '@/lib/contract/selection'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { statusBody } from '@/lib/http/status-body'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import * as problemWords from '@/lib/words/faults'
import { advanceLandscape, buildLandscape, type Landscape } from './landscape'
import { projectSizes } from './roster'

const at = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let snapshot: Snapshot

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(Math.max(120, runs(300))) })
  await garden.ready()
  snapshot = garden.snapshot()
})

const told = async (landscape: Landscape) => ({
  garden: await gardenView(landscape, statusBody(garden, problemWords), 'UTC'),
  shoots: await shootsView(landscape, shootsQuery.parse({ limit: 500 })),
})

describe('a landscape made with what was seen before equals one made anew', () => {
  it('as time goes on, and back', { tags: 'long' }, async () => {
    const forecaster = new Forecaster()
    for (const later of [0, MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, DAY, 30 * DAY, 200 * DAY, HOUR, 0]) {
      const again = await buildLandscape(snapshot, at + later, { forecaster })
      expect(await told(again)).toEqual(await told(await buildLandscape(snapshot, at + later)))
    }
  })

  it('when shoots come, go and change', async () => {
    const forecaster = new Forecaster()
    await buildLandscape(snapshot, at, { forecaster })
    const [first, second, ...rest] = snapshot.shoots
    if (first === undefined || second === undefined) throw new Error('no shoots')
    const { window: _, ...anytime } = second
    const changed = {
      ...snapshot,
      revision: 'x',
      shoots: ChunkedList.of([anytime, { ...first, name: 'new' }, ...rest.slice(1)]),
    }
    expect(await told(await buildLandscape(changed, at, { forecaster }))).toEqual(
      await told(await buildLandscape(changed, at)),
    )
  })

  it('when a profile changes', async () => {
    const before = await buildLandscape(snapshot, at)
    const { garden } = await told(before)
    const profiles = new Map(
      [...snapshot.profiles].map(([key, entry]) => {
        const kubernetes = entry.profile.kubernetes.map((v, i) => (i === 5 ? { ...v, expirationDate: at + DAY } : v))
        return [key, { ...entry, profile: { ...entry.profile, kubernetes } }]
      }),
    )
    const changed = { ...snapshot, revision: 'y', profiles }
    const after = await told(await buildLandscape(changed, at, { before }))
    expect(after).toEqual(await told(await buildLandscape(changed, at)))
    expect(after.garden.figures).not.toEqual(garden.figures)
  })
})

describe('a landscape that goes on from the one before', () => {
  const shootsOf = (shoots: Snapshot['shoots'], revision: string): Snapshot => ({ ...snapshot, revision, shoots })

  it('equals one made anew, change after change', async () => {
    const forecaster = new Forecaster()
    let landscape = await buildLandscape(snapshot, at, { forecaster })
    const list = [...snapshot.shoots]
    const steps: [string, (shoots: typeof list) => void][] = [
      ['a version', (shoots) => shoots.splice(7, 1, { ...pick(shoots, 7), kubernetesVersion: '1.33.9' })],
      ['another', (shoots) => shoots.splice(100, 1, { ...pick(shoots, 100), kubernetesVersion: '1.32.13' })],
      ['the last one goes', (shoots) => shoots.pop()],
      ['one comes', (shoots) => shoots.splice(31, 0, { ...pick(shoots, 30), name: `${pick(shoots, 30).name}-b` })],
      ['the first one goes', (shoots) => shoots.shift()],
      [
        'a project loses what it has',
        (shoots) => {
          const { namespace } = pick(shoots, 0)
          while (shoots[0]?.namespace === namespace) shoots.shift()
        },
      ],
      ['one is deleted', (shoots) => shoots.splice(50, 1, { ...pick(shoots, 50), deletionTimestamp: at })],
    ]
    for (const [what, step] of steps) {
      step(list)
      const next = await advanceLandscape(landscape, shootsOf(ChunkedList.of(list), what))
      if (next === null) throw new Error(`not gone on: ${what}`)
      expect({ what, ...(await told(next)) }).toEqual({
        what,
        ...(await told(await buildLandscape(next.snapshot, at))),
      })
      landscape = next
    }
  })

  it('leaves every landscape that is held as it is', async () => {
    const anyChange = fc.record({ how: fc.constantFrom('change', 'delete', 'remove', 'add'), place: fc.nat() })
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
        const forecaster = new Forecaster()
        const held = [await buildLandscape(snapshot, at, { forecaster })]
        let list = snapshot.shoots
        for (const [i, { how, place }] of changes.entries()) {
          const there = place % list.length
          const shoot = pick([...list], there)
          if (how === 'change') list = list.toSpliced(there, 1, { ...shoot, kubernetesVersion: '1.33.9' })
          else if (how === 'delete') list = list.toSpliced(there, 1, { ...shoot, deletionTimestamp: at })
          else if (how === 'remove') list = list.toSpliced(there, 1)
          else list = ChunkedList.of([...list, { ...shoot, name: `${shoot.name}-new-${i}` }].sort(inOrder))
          const next = await advanceLandscape(held.at(-1) ?? missing(), shootsOf(list, `${i}`))
          held.push(next ?? missing())
        }
        for (const landscape of held)
          expect(listed(landscape)).toEqual(listed(await buildLandscape(landscape.snapshot, at)))
      }),
      { numRuns: runs(10) },
    )
  })

  function inOrder(a: Shoot, b: Shoot): number {
    const [left, right] = [a, b].map(({ namespace, name }) => `${namespace} ${name}`)
    return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1
  }

  /** Everything that a landscape holds. */
  function listed(landscape: Landscape) {
    const { roster, forecasts } = landscape
    const { members } = roster
    const stages = Array.from(landscape.classes.places, (place) => landscape.classes.all[place]?.stages)
    const events = forecasts.map((one) => one.events.map(({ kind, from, digest }) => [kind, from, digest]))
    return { shoots: members.map(({ shoot }) => shoot), sizes: projectSizes(roster), events, stages }
  }

  it('looks at no other cluster', async () => {
    const forecaster = new Forecaster()
    const before = await buildLandscape(snapshot, at, { forecaster })
    const changed = { ...pick([...snapshot.shoots], 3), kubernetesVersion: '1.33.9' }
    const after = await advanceLandscape(before, shootsOf(snapshot.shoots.toSpliced(3, 1, changed), 'x'))
    const differing = after && [...after.forecasts].filter((forecast, i) => forecast !== before.forecasts.at(i))
    expect(differing).toHaveLength(1)
  })

  it.each<[string, () => Snapshot]>([
    ['profiles', () => ({ ...snapshot, profiles: new Map([...snapshot.profiles].slice(1)) })],
    ['projects', () => ({ ...snapshot, projects: snapshot.projects.slice(1) })],
  ])('is none where %s change', async (_, changed) => {
    const forecaster = new Forecaster()
    expect(await advanceLandscape(await buildLandscape(snapshot, at, { forecaster }), changed())).toBeNull()
  })

  function missing(): never {
    throw new Error('not gone on')
  }

  function pick(shoots: readonly Shoot[], i: number) {
    const shoot = shoots[i]
    if (shoot === undefined) throw new Error(`no shoot ${i}`)
    return shoot
  }
})

describe('a landscape', () => {
  it('looks a year ahead, to the end of the day', async () => {
    const { until } = await buildLandscape(snapshot, at)
    expect(new Date(until).toISOString()).toBe('2027-11-22T00:00:00.000Z')
  })

  it('keeps the members of shoots that did not change', async () => {
    const before = await buildLandscape(snapshot, at)
    const after = await buildLandscape({ ...snapshot, revision: 'z' }, at, { before })
    expect([...after.roster.members].every((member, i) => member === before.roster.members.at(i))).toBe(true)
  })

  it('leaves everything as it was', async () => {
    const before = structuredClone([...snapshot.shoots].slice(0, 50))
    await buildLandscape(snapshot, at)
    expect([...snapshot.shoots].slice(0, 50)).toEqual(before)
  })
})
