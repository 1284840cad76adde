import { describe, expect, it } from 'vitest'
import { caseIndex } from '../case.test.support'
import { shootRow } from '../shoot-row'
import { Steps } from '../steps'
import { nightOf } from '../tonight/night'
import { tonightSteps } from '../tonight/view'
import { shootView } from './shoot'

describe('a cluster that wakes up while a rotation of the etcd key is due', () => {
  it('has its whole maintenance refused every night, on its page, in lists and in what runs tonight', async () => {
    const index = await caseIndex('waking-up-rotation-due')
    const { steps, deadEnds, shoot } = shootView(index, 0)
    expect(steps.map(({ kind, denied }) => ({ kind, denied }))).toEqual([{ kind: 'fails', denied: true }])
    expect(steps[0]?.versions.kubernetes).toBe('1.35.5')
    expect(steps[0]?.repeats).toBeGreaterThan(300)
    expect(deadEnds.map(({ text }) => text)).toEqual([
      'From 26 Nov 2026 on the API server refuses the whole maintenance: an operation that is due or asked for is not permitted while it is hibernated or waking up; it is over once the cluster is awake, or without the operation.',
    ])
    for (const next of [shoot.next, shootRow(index, 0).next, shootRow(index, 0).nextForced]) {
      expect(next).toMatchObject({
        kind: 'fails',
        cause: 'not while hibernated or waking up',
        nodes: { min: 0, max: 0 },
      })
    }
    const at = Date.parse('2026-11-26T18:00:00Z')
    const evening = await caseIndex('waking-up-rotation-due', at)
    const tonight = new Steps(tonightSteps(evening, { night: nightOf('UTC', at), at, zone: 'UTC' })).value
    expect(tonight.rows.map(({ kind, state }) => [kind, state])).toEqual([['fails', 'willFail']])
  })
})
