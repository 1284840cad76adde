import { describe, expect, it } from 'vitest'
import { nightOf } from '@/lib/landscape/zone'
import { maintenanceView } from '@/lib/questions/cluster/answer/maintenance'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { Outlook } from '../outlook'
import { shootRowOf } from '../shoot-row'
import { caseIndex } from '../testdata/case'

describe('a cluster that wakes up while a rotation of the etcd key is due', () => {
  it('has its whole maintenance refused every night, on its page, in lists and in what runs tonight', async () => {
    const landscape = await caseIndex('waking-up-rotation-due')
    const { steps, stuck, shoot } = shootView(landscape, 0)
    expect(steps.map(({ kind, denied }) => ({ kind, denied }))).toEqual([{ kind: 'fails', denied: true }])
    expect(steps[0]?.versions.kubernetes).toBe('1.35.5')
    expect(steps[0]?.repeats).toBeGreaterThan(300)
    expect(stuck?.deadEnds.map(({ text }) => text)).toEqual([
      'From 26 Nov 2026 on the API server refuses the whole maintenance: an operation that is due or asked for is not permitted while it is hibernated or waking up; it is over once the cluster is awake, or without the operation.',
    ])
    for (const next of [
      shoot.next,
      shootRowOf(new Outlook(landscape, 0)).next,
      shootRowOf(new Outlook(landscape, 0)).nextForced,
    ]) {
      expect(next).toMatchObject({
        kind: 'fails',
        cause: 'operation-hibernated',
        nodes: { min: 0, max: 0 },
      })
    }
    const at = Date.parse('2026-11-26T18:00:00Z')
    const evening = await caseIndex('waking-up-rotation-due', at)
    const tonight = await tonightView(evening, { night: nightOf('UTC', at), at, zone: 'UTC' })
    expect(tonight.rows.map(({ kind, state }) => [kind, state])).toEqual([['fails', 'willFail']])
  })
})

describe('a cluster that is hibernated and forced', () => {
  it('moves to the new version, and no node rolls: there is none', async () => {
    const landscape = await caseIndex('hibernated-and-forced')
    const { steps, shoot, constraints } = shootView(landscape, 0)
    expect(steps[0]).toMatchObject({
      kind: 'forced',
      versions: { kubernetes: '1.35.6' },
      controlPlane: 'none',
      effects: [{ pool: 'w', effect: 'none', nodes: { min: 0, max: 0 } }],
      asleep: { wakes: '2026-11-27T07:00:00Z' },
    })
    expect(shoot.next).toMatchObject({ kind: 'forced', effect: 'none', nodes: { min: 0, max: 0 } })
    expect(maintenanceView(landscape, 0, { kind: 'read', events: [] }).worstCase).toBeNull()
    expect(constraints.map(({ text }) => text)).toContain(
      'It is hibernated in the maintenance of 26 Nov 2026: versions change as forecast, and no node rolls, as there is none. It wakes up on 27 Nov 2026 07:00 +00:00, with the new versions.',
    )
  })
})

describe('a cluster that sleeps by its schedule in its window', () => {
  it('is forced, rolls no node and skips the rotation of the etcd key; when it wakes is said', async () => {
    const landscape = await caseIndex('sleeps-by-schedule')
    const { steps, shoot, constraints } = shootView(landscape, 0)
    expect(steps[0]).toMatchObject({ kind: 'forced', asleep: { wakes: '2026-11-27T06:00:00Z' } })
    expect(steps.flatMap(({ operations }) => operations)).toEqual([])
    expect(shoot.next).toMatchObject({ kind: 'forced', effect: 'none', nodes: { min: 0, max: 0 } })
    expect(constraints.map(({ text }) => text)).toContain(
      'It sleeps by its schedule in the maintenance of 26 Nov 2026: versions change as forecast, and no node rolls, as there is none. It wakes up on 27 Nov 2026 06:00 +00:00, with the new versions. The rotation of the etcd encryption key is due and skipped while it sleeps.',
    )
  })
})

describe('a cluster whose stored schedule is not valid, with nothing due', () => {
  it('fails every night, as every write of it is refused, on its page, in lists and in what runs tonight', async () => {
    const landscape = await caseIndex('hibernation-schedule-invalid')
    const { steps, stuck } = shootView(landscape, 0)
    expect(steps.map(({ kind, denied, changes, state }) => [kind, denied, changes, state])).toEqual([
      ['fails', true, [], null],
    ])
    expect(stuck?.deadEnds.map(({ text }) => text)).toEqual([
      'From 26 Nov 2026 on the API server refuses the whole maintenance: a hibernation schedule is not valid; mend spec.hibernation.schedules, or every write is refused.',
    ])
    const { next } = shootRowOf(new Outlook(landscape, 0))
    expect(next).toMatchObject({ kind: 'fails', what: null, cause: 'hibernation-schedule' })
    const at = Date.parse('2026-11-26T18:00:00Z')
    const evening = await caseIndex('hibernation-schedule-invalid', at)
    const tonight = await tonightView(evening, { night: nightOf('UTC', at), at, zone: 'UTC' })
    expect(tonight.rows.map(({ kind, state, what }) => [kind, state, what])).toEqual([['fails', 'willFail', null]])
    expect(maintenanceView(landscape, 0, { kind: 'read', events: [] }).outcome).toBe('refused')
  })
})
