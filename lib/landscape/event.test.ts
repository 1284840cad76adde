import { expect, test } from 'vitest'
import { shoot, worker } from '@/lib/engine/testdata/builders'
import { affectedNodes } from './event'

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
  expect(affectedNodes(one, effect, pools)).toEqual(nodes)
})
