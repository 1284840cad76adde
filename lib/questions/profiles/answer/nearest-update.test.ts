import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { findShoot } from '@/lib/landscape/lookup'
import { demoIndex } from '@/lib/landscape/testdata/demo'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { nearestUpdateAnswer } from '../contract'
import { nearestUpdateView } from './nearest-update'

const at = Date.parse('2026-11-21T18:00:00Z')
let index: FleetIndex

beforeAll(async () => {
  index = await demoIndex()
})

describe('the update that lies nearest', () => {
  it('steps through all windows with a forced update, and back the same way', () => {
    const begins = new Set(
      [...index.forecasts].flatMap(({ events }) =>
        events.flatMap(({ kind, from }) => (from > at && (kind === 'forced' || kind === 'fails') ? [from] : [])),
      ),
    )
    const wanted = [...begins].sort((a, b) => a - b).map(onWire)
    const ahead = steps('next', at)
    expect(ahead.map((step) => step.at)).toEqual(wanted)
    expect(ahead.every(({ kind }) => kind === 'forced' || kind === 'fails')).toBe(true)
    const end = Date.parse(wanted.at(-1) ?? '') + 1000
    expect(steps('previous', end).map((step) => step.at)).toEqual(wanted.reverse())
  })

  it('of one cluster: those of its own page', () => {
    const position = findShoot(index, 'garden-payments', 'checkout-prod')
    const first = shootView(index, position).steps.find(({ kind }) => kind === 'forced')
    const answer = nearestUpdateView(index, { from: at, direction: 'next', only: 'forced', position })
    expect(answer.update).toEqual({ at: first?.window.begin, kind: 'forced', clusters: 1 })
  })

  it('there is none before now, and none beyond the horizon', () => {
    expect(nearestUpdateView(index, { from: at, direction: 'previous' }).update).toBeNull()
    expect(nearestUpdateView(index, { from: index.until, direction: 'next' }).update).toBeNull()
  })
})

function steps(direction: 'next' | 'previous', start: number) {
  const found: { at: string; kind: string }[] = []
  for (let from = start; ; ) {
    const { update } = nearestUpdateAnswer.parse(nearestUpdateView(index, { from, direction, only: 'forced' }))
    if (update === null) return found
    found.push(update)
    from = Date.parse(update.at)
  }
}
