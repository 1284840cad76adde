import { expect, it } from 'vitest'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { caseIndex } from '../testdata/case'

it('an automatic update into a dead end is warned of, and turning it off is the first advice', async () => {
  const { constraints, advice, steps } = shootView(await caseIndex('auto-from-supported-to-deprecated'), 0)
  expect(steps.map(({ kind, window }) => [kind, window.begin])).toEqual([
    ['auto', '2026-11-26T22:00:00Z'],
    ['fails', '2026-12-10T22:00:00Z'],
  ])
  expect(constraints).toContainEqual({
    severity: 'warning',
    reported: false,
    text: 'On 26 Nov 2026 pool w goes by itself from os 1.3.0 to 2.1.0, which ends: from 10 Dec 2026 on there is no version to move to. os 1.3.0 could stay.',
  })
  expect(advice[0]).toEqual({
    kind: 'helps',
    title: 'Turn off image auto-update',
    text: 'It takes pool w from os 1.3.0 to 2.1.0 by itself on 26 Nov 2026. Turn it off before 26 Nov 2026 22:00 +00:00. No night fails then, otherwise 352 nights within 12 months.',
    patch: '{"spec":{"maintenance":{"autoUpdate":{"machineImageVersion":false}}}}',
    patchType: 'merge',
    edits: [{ field: 'spec.maintenance.autoUpdate.machineImageVersion', value: false }],
    before: '2026-11-26T22:00:00Z',
    asksForTime: false,
  })
})
