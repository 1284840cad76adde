import { expect, test } from 'vitest'
import { shoot, worker } from '@/lib/engine/testdata/builders'
import type { ComponentChange, ForecastStep } from '@/lib/engine/types'
import { doneEvent, nodesAffectedBy } from './event'

const one = shoot('1.34.1', [
  { ...worker('rolling linux 1.0.0'), minimum: 1, maximum: 8 },
  { ...worker('auto linux 1.0.0'), minimum: 1, maximum: 2, updateStrategy: 'AutoInPlaceUpdate' },
  { ...worker('manual linux 1.0.0'), minimum: 3, maximum: 4, updateStrategy: 'ManualInPlaceUpdate' },
])

test.each([
  ['all of them wait for a person', 'inPlace', [2], { min: 3, max: 4, byHand: 4 }],
  ['some of them do', 'inPlace', [1, 2], { min: 4, max: 6, byHand: 4 }],
  ['none does', 'inPlace', [1], { min: 1, max: 2 }],
  ['what restarts kubelets waits for nobody', 'kubeletRestart', [2], { min: 3, max: 4 }],
  ['nothing happens to any', 'none', [], { min: 0, max: 0 }],
] as const)('of nodes that are updated in place: %s', (_, effect, pools, nodes) => {
  expect(nodesAffectedBy(one, effect, pools)).toEqual(nodes)
})

test('what leads a maintenance that is over is what led it while it was ahead: what is forced, not what comes with it', () => {
  const of = (pool: string | null, why: 'auto' | 'expired', to: string): ComponentChange => ({
    kind: 'update',
    component: pool === null ? 'controlPlane' : 'poolImage',
    pool,
    why,
    reason: '',
    image: pool === null ? null : 'linux',
    from: '1.0.0',
    to,
  })
  const step = {
    ...{
      kind: 'forced',
      kinds: ['forced'],
      denied: false,
      changes: [of(null, 'auto', '1.0.1'), of('a', 'expired', '2.0.0')],
    },
    effects: [],
    window: { begin: 0, latestStart: 1, end: 2 },
  } as unknown as ForecastStep
  expect(doneEvent(step, one)).toMatchObject({ kind: 'forced', what: 'linux', to: '2.0.0', more: 1 })
  const auto = { ...step, kind: 'auto' as const, changes: [of(null, 'auto', '1.0.1')] }
  expect(doneEvent(auto, one)).toMatchObject({ what: 'Kubernetes', to: '1.0.1', more: 0 })
  expect(doneEvent({ ...auto, kind: 'fails', changes: [] }, one)).toMatchObject({ what: null, to: null })
})
