import { expect, it } from 'vitest'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { buildLandscape } from '@/lib/landscape/landscape'
import { inPlaceAnswer, maintenanceAnswer } from '../contract/maintenance'
import { inPlaceView, maintenanceView } from './maintenance'

const at = instant('2026-11-21T18:00:00Z')
const offered = profile(['1.35.0', '1.34.7', '1.34.6'], image('linux', 'minor', ['1.1.0', '1.0.0']))

function indexOf(one: Shoot, isKnown = true) {
  const ref = { kind: 'CloudProfile', name: 'profile' } as const
  return buildLandscape(
    {
      revision: '1',
      observedAt: at,
      profiles: new Map(isKnown ? [['profile', { ref, profile: offered }]] : []),
      projects: [],
      shoots: ChunkedList.of([one]),
      problems: [],
    },
    at,
  )
}

async function view(one: Shoot, isKnown = true) {
  const landscape = await indexOf(one, isKnown)
  const event = { type: 'Normal', reason: 'R', message: 'm', count: 1 }
  return maintenanceAnswer.parse(maintenanceView(landscape, 0, { kind: 'read', events: [{ ...event, at }, event] }))
}

it('tells every part with Gardener’s words, what it touches, and events with and without a time', async () => {
  const { tasks, events, window, worstCase } = await view(shoot('1.34.6', [worker('web linux 1.0.0')], auto))
  expect(tasks.slice(0, 2)).toMatchObject([
    {
      what: 'Pool web, image',
      from: 'linux 1.0.0',
      to: '1.1.0',
      reason: 'Automatic update of the machine image version is configured (image update strategy: minor)',
      effects: [{ pool: 'web', effect: 'rolling', nodes: { min: 1, max: 3 } }],
    },
    { what: 'Control plane', from: '1.34.6', to: '1.34.7', restarts: true },
  ])
  expect(window.begin).toBe('2026-11-21T22:00:00Z')
  expect(worstCase?.pools).toHaveLength(1)
  expect(events.kind === 'read' && events.events.map((one) => one.at)).toEqual(['2026-11-21T18:00:00Z', null])
})

it('tells little of a cluster whose profile is not known', async () => {
  const { outcome, tasks, worstCase, failureReason } = await view(shoot('1.34.6'), false)
  expect({ outcome, tasks, worstCase, failureReason }).toEqual({
    outcome: 'unknown',
    tasks: [],
    worstCase: null,
    failureReason: null,
  })
})

it('tells how every pool is updated, also without a profile', async () => {
  const manualInPlaceWorkersUpdated = { status: 'False', reason: 'R', message: 'm' }
  const pools = [worker('web linux 1.0.0'), worker('db linux 1.0.0', { updateStrategy: 'ManualInPlaceUpdate' })]
  const one = shoot('1.34.6', pools, { pendingWorkerUpdates: ['db'], manualInPlaceWorkersUpdated })
  for (const isKnown of [true, false]) {
    const answer = inPlaceAnswer.parse(inPlaceView(await indexOf(one, isKnown), 0))
    expect(
      answer.pools.map(({ name, inPlace, pending, commands }) => [name, inPlace, pending, commands.length]),
    ).toEqual([
      ['web', false, false, 0],
      ['db', true, true, 3],
    ])
    expect(answer.constraint).toEqual(manualInPlaceWorkersUpdated)
  }
})
