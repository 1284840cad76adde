import { beforeAll, describe, expect, it } from 'vitest'
import { planAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { shootView } from '../shoot'
import { planView } from './view'

let garden: Garden
let landscape: Landscape

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo', DEMO_BORN: '2026-11-21' })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

const plan = (name: string, edits: PlannedEdit[], on?: string) =>
  planView(
    { garden, identity: { kind: 'process' } },
    landscape,
    findShoot(landscape, ...(name.split('/') as [string, string])),
    { edits, on },
  )

const forced = (steps: Awaited<ReturnType<typeof plan>>['before']['steps']) =>
  steps.find(({ kind }) => kind === 'forced')?.window.begin

describe('a plan for a cluster', () => {
  it('of nothing changes nothing, and any cluster can be edited unless it is being deleted', async () => {
    for (const [position, { shoot }] of landscape.roster.members.entries()) {
      if (position % 6 !== 0) continue
      const none = await planView({ garden, identity: { kind: 'process' } }, landscape, position, { edits: [] })
      expect(none.after, shoot.name).toEqual(none.before)
      expect(none.parts).toEqual([])
      expect(none.patch).toEqual({ operations: [], later: [], yaml: '' })
      if (shoot.deletionTimestamp !== undefined) continue
      const edits: PlannedEdit[] = [
        { field: 'spec.maintenance.confineSpecUpdateRollout', value: !shoot.confineSpecUpdateRollout },
      ]
      const confined = await planView({ garden, identity: { kind: 'process' } }, landscape, position, { edits })
      expect(confined.outcomes, shoot.name).toEqual([{ edit: edits[0], kind: 'taken', refusals: [], instead: null }])
    }
  })

  it('goes to the next minor earlier than it is forced', async () => {
    const answer = await plan('payments/checkout-prod', [
      { field: 'spec.kubernetes.version', value: '1.33.11' },
      { field: 'spec.maintenance.confineSpecUpdateRollout', value: true },
      { pool: 'web-a', field: 'maxSurge', value: 3 },
      { pool: 'ledger', field: 'machine.image', value: { name: 'suse-chost', version: '15.6.20260801' } },
    ])
    expect(planAnswer.safeParse(JSON.parse(JSON.stringify(answer))).error).toBeUndefined()
    expect(answer.outcomes.map(({ kind }) => kind)).toEqual(['taken', 'taken', 'taken', 'refused'])
    expect(answer.outcomes[3]).toMatchObject({
      refusals: [{ field: 'spec.provider.workers[2].machine.image.name' }, {}],
      instead: { pool: 'ledger', field: 'machine.image', value: { name: 'gardenlinux', version: '1877.9.0' } },
    })
    expect([forced(answer.before.steps), forced(answer.after.steps)]).toEqual([
      '2026-12-12T21:00:00Z',
      '2027-01-10T21:00:00Z',
    ])
    expect(answer.parts.map(({ pool, effect, nodes }) => [pool, effect, nodes.max])).toEqual([
      [null, 'none', 0],
      ['web-a', 'rolling', 12],
      ['batch', 'rolling', 8],
      ['ledger', 'inPlace', 4],
    ])
    expect(answer.parts[1]?.rollout?.figure).toBe('6 × (create 20 min + drain 2 h)')
    expect([answer.begins, answer.parts[1]?.until]).toEqual(['2026-11-21T21:45:00Z', '2026-11-22T11:45:00Z'])
  })

  it('counts the nodes that are replaced and the nights of that, those of the plan itself with what else is in its window', async () => {
    const edits: PlannedEdit[] = [
      { field: 'spec.kubernetes.version', value: '1.33.11' },
      { field: 'spec.maintenance.confineSpecUpdateRollout', value: true },
    ]
    const { before, after, parts, rollOut } = await plan('payments/checkout-prod', edits)
    const own = parts.reduce((sum, { effect, nodes }) => sum + (effect === 'rolling' ? nodes.max : 0), 0)
    expect(own).toBeGreaterThan(0)
    for (const { steps, rolling, forced: first, stuckFrom, lanes } of [before, after]) {
      const isWith = steps === after.steps
      const nights = new Map(isWith ? [[rollOut?.begin, own]] : [])
      for (const { window, effects, denied } of steps)
        for (const { effect, nodes } of effects)
          if (!denied && effect === 'rolling' && nodes.max > 0)
            nights.set(window.begin, (nights.get(window.begin) ?? 0) + nodes.max)
      expect(rolling).toEqual({ nodes: [...nights.values()].reduce((sum, n) => sum + n, 0), nights: nights.size })
      expect(first?.window.begin).toBe(forced(steps))
      expect(first?.changes.every(({ why, to }) => why !== 'auto' && to !== null)).toBe(true)
      expect(stuckFrom).toBe(lanes.flatMap(({ stuckFrom: from }) => from ?? []).toSorted()[0] ?? null)
    }
    // An image of its own rolls in the window in which the plan does: one night, with the nodes of both.
    expect(after.steps[0]?.window.begin).toBe(rollOut?.begin)
  })

  it('takes each thing to do of the checklist of a cluster, and finds it done where the cluster has it', async () => {
    let tried = 0
    for (const [position, { shoot }] of landscape.roster.members.entries()) {
      if (position % 8 !== 0) continue
      for (const { title, edits } of shootView(landscape, position).advice) {
        if (edits.length === 0) continue
        tried++
        const { outcomes } = await planView({ garden, identity: { kind: 'process' } }, landscape, position, { edits })
        expect(new Set(outcomes.map(({ kind }) => kind)), `${shoot.name}: ${title}`).toEqual(new Set(['taken']))
      }
    }
    expect(tried).toBeGreaterThan(15)
    const known = await plan('payments/checkout-prod', [{ field: 'spec.kubernetes.version', value: '1.32.13' }])
    expect(known.outcomes).toMatchObject([{ kind: 'same' }])
  })

  it('touches no node of a cluster that is hibernated', async () => {
    const asleep = [...landscape.roster.members].filter(({ shoot }) => shoot.hibernated)
    expect(asleep.length).toBeGreaterThan(0)
    for (const { shoot } of asleep) {
      const name = `${shoot.namespace.replace(/^garden-/, '')}/${shoot.name}`
      const { kubernetes } = await plan(name, [])
      expect(new Set(kubernetes.map(({ effect }) => effect)), name).toEqual(new Set(['none']))
      const to = kubernetes.findLast(({ refusal, isPresent }) => refusal === null && !isPresent)?.value
      if (typeof to !== 'string') continue
      const { parts } = await plan(name, [{ field: 'spec.kubernetes.version', value: to }])
      expect(parts.map(({ effect, nodes, rollout }) => [effect, nodes.max, rollout])).toEqual(
        parts.map(() => ['none', 0, null]),
      )
      expect(parts.length).toBeGreaterThan(1)
    }
  })

  it('on a later day begins with what the cluster runs then', async () => {
    const on = '2026-12-20T10:00:00Z'
    const answer = await plan('payments/checkout-prod', [{ field: 'spec.kubernetes.version', value: '1.34.7' }], on)
    expect(answer.outcomes).toMatchObject([{ kind: 'taken' }])
    expect(answer.present).toContainEqual({ pool: null, field: 'spec.kubernetes.version', value: '1.33.11' })
    expect(answer.after.steps.slice(0, 2)).toEqual(answer.before.steps.slice(0, 2))
    const lane = answer.after.lanes.find(({ id }) => id === 'control-plane')
    expect(lane?.segments.find(({ from }) => from === on)?.version).toBe('1.34.7')
  })

  it.each(['2026-11-20T00:00:00Z', '2029-01-01T00:00:00Z'])('is not sent on %s', async (on) => {
    await expect(plan('payments/checkout-prod', [], on)).rejects.toThrow('on: must lie between')
  })
})
