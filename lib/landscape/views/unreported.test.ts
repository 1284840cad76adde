import { describe, expect, it } from 'vitest'
import { nothingAhead } from '@/lib/engine/outlook'
import { statusBody } from '@/lib/http/status-body'
import { nightOf } from '@/lib/landscape/zone'
import { maintenanceView } from '@/lib/questions/cluster/answer/maintenance'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { entriesOf } from '@/lib/questions/feeds/answer/entries'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import * as problemWords from '@/lib/words/faults'
import { buildLandscape } from '../landscape'
import { Outlook } from '../outlook'
import { shootRowOf } from '../shoot-row'
import { CASE_AT, caseGarden, caseIndex } from '../testdata/case'

/** Pool a rolls tonight; the image step ends at pool gone, whose machine type left the profile, so gone and z stay. */
const landscape = await caseIndex('machine-type-removed')

const WHY =
  'and Gardener says nothing of it: the images end at pool gone, whose machine type m-retired is not in the profile.'

describe('a maintenance whose image step ends before the last pool', () => {
  it('is a step by what it changes, though nothing of it is reported', () => {
    const { steps } = shootView(landscape, 0)
    expect(steps.map(({ kind, description, repeats }) => [kind, description, repeats > 300])).toEqual([
      ['fails', null, false],
      ['fails', null, true],
    ])
    expect(steps[0]?.changes.map(({ pool, to, unreported }) => [pool, to, unreported])).toEqual([
      ['a', '1877.9.0', `This is stored, ${WHY}`],
      ['gone', null, `This stays, ${WHY}`],
      ['z', null, `This stays, ${WHY}`],
    ])
    expect(steps[0]?.effects.map(({ pool, effect }) => [pool, effect])).toEqual([
      ['a', 'rolling'],
      ['gone', 'none'],
      ['z', 'none'],
    ])
    expect(steps[1]?.changes.map(({ pool }) => pool)).toEqual(['gone', 'z'])
  })

  it('stands in lists with the nodes that roll, and with why the others stay', () => {
    const { next, nextForced } = shootRowOf(new Outlook(landscape, 0))
    expect(next).toMatchObject({
      kind: 'fails',
      effect: 'rolling',
      nodes: { min: 1, max: 3 },
      cause: 'machine-type-unknown',
    })
    expect(nextForced).toEqual(next)
  })

  it('stands in the lanes: pool a moves tonight, the others are stuck since their image has expired', () => {
    const lanes = shootView(landscape, 0).lanes.filter(({ what }) => what === 'gardenlinux')
    expect(lanes.map(({ pool, stuckFrom }) => [pool, stuckFrom])).toEqual([
      ['a', null],
      ['gone', '2026-11-02T22:00:00Z'],
      ['z', '2026-11-02T22:00:00Z'],
    ])
    expect(lanes[0]?.segments.at(-1)).toMatchObject({ version: '1877.9.0', from: '2026-11-26T22:00:00Z' })
  })

  it('has failed since its image expired: the overview and the page of the cluster say the same', async () => {
    const garden = await caseGarden('machine-type-removed')
    try {
      const { stuck } = await gardenView(
        await buildLandscape(garden.snapshot(), CASE_AT),
        statusBody(garden, problemWords),
        'UTC',
      )
      const failing = { since: '2026-11-02T22:00:00Z', nights: 24, last: '2026-11-25T22:00:00Z' }
      expect(stuck.items.map((item) => item.failing)).toEqual([failing])
      expect(shootView(landscape, 0).stuck?.failing).toEqual(failing)
    } finally {
      await garden.close()
    }
  })

  it('says what is in the way', () => {
    const { stuck } = shootView(landscape, 0)
    expect(stuck?.deadEnds.map(({ text }) => text)).toEqual([
      'Since 2 Nov 2026 no image of pool gone and of the pools after it is updated, and nothing is said about it: the machine type m-retired is not in the profile.',
    ])
  })

  it('stands in feeds, in what runs tonight and in the next maintenance', async () => {
    const { entries } = await entriesOf(landscape, [0], () => true)
    expect(entries.map(({ categories }) => categories)).toHaveLength(2)
    const at = Date.parse('2026-11-26T18:00:00Z')
    const evening = await caseIndex('machine-type-removed', at)
    const tonight = await tonightView(evening, { night: nightOf('UTC', at), at, zone: 'UTC' })
    expect(tonight.rows).toMatchObject([{ kind: 'fails', effect: 'rolling', nodes: { max: 3 } }])
    const { tasks } = maintenanceView(landscape, 0, { kind: 'read', events: [] })
    expect(tasks.filter(({ kind }) => kind === 'change').map(({ from, to }) => [from, to])).toEqual([
      ['gardenlinux 1877.8.0', '1877.9.0'],
      ['gardenlinux 1877.8.0', null],
      ['gardenlinux 1877.8.0', null],
    ])
  })

  it('is told by the next maintenance as by the forecast', () => {
    const { tasks, checks } = maintenanceView(landscape, 0, { kind: 'read', events: [] })
    expect(tasks.filter(({ kind }) => kind === 'change').map(({ stays, reason }) => [stays, reason])).toEqual([
      [false, `This is stored, ${WHY}`],
      [true, `This stays, ${WHY}`],
      [true, `This stays, ${WHY}`],
    ])
    expect(checks.filter(({ title }) => title === 'Not updated').map(({ text }) => text)).toEqual([
      `Pool gone, gardenlinux 1877.8.0. This stays, ${WHY}`,
      `Pool z, gardenlinux 1877.8.0. This stays, ${WHY}`,
    ])
    expect(checks.map(({ title }) => title)).not.toContain('No version to move to')
  })

  it('comes to the same a month later: the pools are still stuck', async () => {
    const { forecasts } = await caseIndex('machine-type-removed', CASE_AT + 30 * 86_400_000)
    expect((forecasts.at(0) ?? nothingAhead).events.map(({ kind }) => kind)).toContain('fails')
  })
})
