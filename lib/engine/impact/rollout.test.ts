import { describe, expect, it } from 'vitest'
import { worker } from '@/lib/engine/testdata/builders'
import { HOUR, MINUTE } from '@/lib/engine/time'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'
import { maySwitch, nodesOfShare, pendingPools, type RolloutPool, rolloutOf, selectCommand } from './rollout'

const rolling: RolloutPool = { updateStrategy: 'AutoRollingUpdate', zones: ['a'], maximum: 10 }
const inPlace: RolloutPool = { updateStrategy: 'AutoInPlaceUpdate', zones: ['a'], maximum: 10 }

describe('strategies', () => {
  it.each<[WorkerUpdateStrategy, WorkerUpdateStrategy, boolean]>([
    ['AutoRollingUpdate', 'AutoRollingUpdate', true],
    ['AutoRollingUpdate', 'AutoInPlaceUpdate', false],
    ['AutoRollingUpdate', 'ManualInPlaceUpdate', false],
    ['AutoInPlaceUpdate', 'AutoRollingUpdate', false],
    ['AutoInPlaceUpdate', 'ManualInPlaceUpdate', true],
    ['ManualInPlaceUpdate', 'AutoInPlaceUpdate', true],
    ['ManualInPlaceUpdate', 'AutoRollingUpdate', false],
  ])('%s may become %s: %s', (from, to, allowed) => {
    expect(maySwitch(from, to)).toBe(allowed)
  })

  it('are followed node by node where a person selects them', () => {
    expect(selectCommand('node-1')).toBe('kubectl label node node-1 node.machine.sapcloud.io/selected-for-update=true')
  })
})

describe('nodesOfShare', () => {
  it.each([
    ['20%', 7, 'up', 2],
    ['20%', 7, 'down', 1],
    ['10%', 5, 'down', 0],
    ['100%', 5, 'up', 5],
    [2, 7, 'down', 2],
    ['2', 7, 'up', 2],
    ['0%', 7, 'up', 0],
    ['-1', 7, 'up', null],
    ['many', 7, 'up', null],
  ] as const)('%s of %i nodes rounded %s: %s', (share, nodes, rounding, count) => {
    expect(nodesOfShare(share, nodes, rounding)).toBe(count)
  })
})

describe('rolloutOf', () => {
  it.each(['soon', '-1h', ''])('takes a timeout "%s" for absent', (machineDrainTimeout) => {
    expect(rolloutOf({ ...rolling, machineDrainTimeout }, 5)).toEqual(rolloutOf(rolling, 5))
  })

  it('replaces one node after the other by default', () => {
    expect(rolloutOf(rolling, 5).worstCase).toEqual({
      kind: 'bounded',
      milliseconds: 5 * (2 * HOUR + 20 * MINUTE),
      formula: 'ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)',
      figure: '5 × (create 20 min + drain 2 h)',
    })
  })

  it('counts places for more nodes and for fewer alike', () => {
    const pool = { ...rolling, maxSurge: 2, maxUnavailable: 1, machineDrainTimeout: '10m' }
    expect(rolloutOf(pool, 7).worstCase).toMatchObject({
      milliseconds: 3 * 30 * MINUTE,
      figure: '3 × (create 20 min + drain 10 min)',
    })
  })

  it('misses a node in zones for which no surge is left', () => {
    const { zones, worstCase } = rolloutOf({ ...rolling, zones: ['a', 'b', 'c'], maximum: 9 }, 7)
    expect(zones.map(({ nodes, surge, unavailable }) => [nodes, surge, unavailable])).toEqual([
      [3, 1, 0],
      [2, 0, 1],
      [2, 0, 1],
    ])
    expect(worstCase).toMatchObject({ milliseconds: 3 * (2 * HOUR + 20 * MINUTE) })
    expect(worstCase.formula).toMatch(/, each per zone$/)
  })

  it('scales percentages with the size of a zone', () => {
    const { zones } = rolloutOf({ ...rolling, zones: ['a', 'b'], maximum: 5, maxSurge: '40%' }, 5)
    expect(zones.map(({ nodes, surge }) => [nodes, surge])).toEqual([
      [3, 2],
      [2, 1],
    ])
  })

  it('lets one node be missing where percentages round to nothing', () => {
    expect(rolloutOf({ ...rolling, maxSurge: 0, maxUnavailable: '10%' }, 5).zones[0]).toMatchObject({
      surge: 0,
      unavailable: 1,
      rounds: 5,
    })
  })

  it('updates in place one node after the other by default', () => {
    expect(rolloutOf(inPlace, 3).worstCase).toMatchObject({
      formula: 'ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + inPlaceUpdateTimeout)',
      figure: '3 × (drain 2 h + update 20 min)',
    })
  })

  it('replaces as many nodes as it has more, and updates the others in place', () => {
    const pool = { ...inPlace, maxSurge: 1, maxUnavailable: 0, machineDrainTimeout: '10m', inPlaceUpdateTimeout: '30m' }
    expect(rolloutOf(pool, 3).worstCase).toMatchObject({
      figure: '2 × (drain 10 min + update 30 min) + create 20 min + drain 10 min',
    })
  })

  it('has no bound where a person selects the nodes', () => {
    expect(rolloutOf({ ...inPlace, updateStrategy: 'ManualInPlaceUpdate' }, 3).worstCase).toMatchObject({
      kind: 'unbounded',
      figure: 'drain 2 h + update 20 min per node',
    })
  })

  it('takes no time without nodes, nor for an unreadable share more than by default', () => {
    expect(rolloutOf(rolling, 0).worstCase).toMatchObject({ milliseconds: 0 })
    expect(rolloutOf({ ...rolling, maxSurge: 'many' }, 2).zones[0]).toMatchObject({ surge: 1, unavailable: 0 })
  })
})

describe('pending pools', () => {
  const manual = worker('pool-a', { updateStrategy: 'ManualInPlaceUpdate' })

  it('are those updated in place that are not finished', () => {
    const workers = [worker('pool-b'), manual, { ...manual, name: 'pool-c' }]
    expect(pendingPools({ workers, pendingWorkerUpdates: ['pool-a', 'pool-b', 'pool-x'] })).toEqual([manual])
    expect(pendingPools({ workers, pendingWorkerUpdates: [] })).toEqual([])
  })
})
