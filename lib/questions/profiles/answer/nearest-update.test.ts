import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import type { Landscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { demoLandscape } from '@/lib/landscape/testdata/demo'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { nearestUpdateAnswer } from '../contract'
import { nearestUpdateView } from './nearest-update'

const at = Date.parse('2026-11-21T18:00:00Z')
let landscape: Landscape

beforeAll(async () => {
  landscape = await demoLandscape()
})

describe('the update that lies nearest', () => {
  it('steps through all windows with a forced update, and back the same way', () => {
    const begins = new Set(
      [...landscape.forecasts].flatMap(({ events }) =>
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
    const position = findShoot(landscape, 'garden-payments', 'checkout-prod')
    const first = shootView(landscape, position).steps.find(({ kind }) => kind === 'forced')
    const answer = nearestUpdateView(landscape, { from: at, direction: 'next', only: 'forced', position })
    expect(answer.update).toEqual({ at: first?.window.begin, kind: 'forced', clusters: 1 })
  })

  it('there is none before now, and none beyond the horizon', () => {
    expect(nearestUpdateView(landscape, { from: at, direction: 'previous' }).update).toBeNull()
    expect(nearestUpdateView(landscape, { from: landscape.until, direction: 'next' }).update).toBeNull()
  })
})

function steps(direction: 'next' | 'previous', start: number) {
  const found: { at: string; kind: string }[] = []
  for (let from = start; ; ) {
    const { update } = nearestUpdateAnswer.parse(nearestUpdateView(landscape, { from, direction, only: 'forced' }))
    if (update === null) return found
    found.push(update)
    from = Date.parse(update.at)
  }
}
