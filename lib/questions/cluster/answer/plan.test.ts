import { beforeAll, describe, expect, it } from 'vitest'
import { nightsAnswer } from '@/lib/contract/plan'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { nightsView } from './plan'

let landscape: Landscape

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo', DEMO_BORN: '2026-11-21' })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

const nights = (name: string, days: readonly { readonly from: string; readonly to: string }[] = []) =>
  nightsView(landscape, findShoot(landscape, ...(name.split('/') as [string, string])), days)

describe('the coming nights', () => {
  it('go until the one in which something is forced', () => {
    const answer = nights('payments/checkout-prod')
    expect(nightsAnswer.safeParse(answer).error).toBeUndefined()
    expect([answer.forced, answer.kind]).toEqual(['2026-12-12T21:00:00Z', 'forced'])
    expect(answer.nights.at(0)?.window.begin).toBe('2026-11-21T21:00:00Z')
    expect(answer.nights.at(-1)?.window.begin).toBe('2026-12-12T21:00:00Z')
    expect(answer.nights.at(-1)?.own?.kind).toBe('forced')
  })

  it('know weekends, freezes and what else is busy in the project', () => {
    const { nights: all } = nights('payments/checkout-prod', [{ from: '2026-11-25', to: '2026-11-26' }])
    const [first] = all
    expect(first).toMatchObject({ isWeekend: true, own: { kind: 'auto' }, isQuiet: false })
    expect(first?.others.clusters).toBeGreaterThan(0)
    expect(first?.others.names.length).toBeLessThanOrEqual(5)
    expect(all.filter(({ isFrozen }) => isFrozen).map(({ window }) => window.begin.slice(0, 10))).toEqual([
      '2026-11-25',
      '2026-11-26',
    ])
    for (const night of all)
      expect(night.isQuiet).toBe(night.own === null && night.others.clusters === 0 && !night.isFrozen)
  })
})
