import { beforeAll, describe, expect, it } from 'vitest'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { DAY } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { DemoGarden } from '@/lib/garden/demo/demo-garden'
import type { ForecastInput } from '@/lib/garden/garden'
import { InMemoryHistory } from '@/lib/history'
import { ForecastComparison } from '@/lib/landscape/record/comparison'
import { accuracyView } from './answer'
import { accuracyAnswer, accuracyQuery } from './contract'

/** So late that windows of the demo's birthday have passed, in which no cluster was maintained. */
const now = Date.parse('2026-11-21T23:50:00Z')
let history: InMemoryHistory
let today: Snapshot
let comparison: ForecastComparison
let maintained: ForecastInput | null

beforeAll(async () => {
  const garden = new DemoGarden({ born: '2026-11-21', shoots: 120 }, now)
  await garden.ready()
  history = new InMemoryHistory()
  for await (const { seen, snapshot } of garden.past()) history.record(snapshot, seen, true)
  today = garden.snapshot()
  maintained = garden.maintained()
  history.record(today, now, true)
  await garden.close()
  comparison = new ForecastComparison(history, { now: () => now, maintained: () => maintained })
  await comparison.between(now - 90 * DAY, now)
})

const asked = async (query: object = {}, snapshot = today) =>
  accuracyAnswer.parse(
    await accuracyView(comparison, history, {
      query: accuracyQuery.parse(query),
      snapshot,
      isWhole: snapshot === today,
      at: now,
    }),
  )

describe('what became of forecasts', () => {
  it('adds up', async () => {
    const { ages, weeks, computed } = await asked({ limit: 500 })
    expect(computed).toEqual({ at: '2026-11-21T23:50:00Z', left: 0 })
    for (const { before, counts } of ages) {
      const sum = counts.asForecast + Object.values(counts.reasons).reduce((all, one) => all + one, 0)
      expect(sum).toBe(counts.total)
      const { total, deviations } = await asked({ before, limit: 500 })
      expect(deviations.length).toBe(total)
      expect(total).toBe(counts.total - counts.asForecast)
    }
    const seven = ages.find(({ before }) => before === '7')?.counts
    expect(weeks.reduce((all, { counts }) => all + counts.total, 0)).toBe(seven?.total)
    expect(weeks.every(({ from }) => new Date(from).getUTCDay() === 1)).toBe(true)
  })

  it('in the demo most went as forecast, and there is each reason but that Almanac was wrong', async () => {
    const { ages } = await asked()
    const shares = ages.map(({ counts }) => counts.asForecast / counts.total)
    for (const [i, share] of [0.85, 0.8, 0.55].entries()) expect(shares[i]).toBeGreaterThan(share)
    const reasons = Object.entries(ages[1]?.counts.reasons ?? {}).filter(([, count]) => count > 0)
    expect(reasons.map(([reason]) => reason)).toEqual(DEVIATION_REASONS.filter((reason) => reason !== 'almanac-wrong'))
  })

  it('tells from when forecasts are known where that is later than what is told', async () => {
    const { ages, since } = await asked({ days: '90' })
    expect(since).toBe('2026-09-22T00:00:00Z')
    expect(ages.map(({ knownFrom }) => knownFrom)).toEqual([
      '2026-09-23T00:00:00Z',
      '2026-09-29T00:00:00Z',
      '2026-10-22T00:00:00Z',
    ])
    expect((await asked({ days: '30' })).ages.map(({ knownFrom }) => knownFrom)).toEqual([null, null, null])
  })

  it('is of the last days where nothing is recorded, too', async () => {
    const none = new InMemoryHistory()
    const question = { query: accuracyQuery.parse({}), snapshot: today, isWhole: true, at: now }
    const { from, to, since, clusters } = await accuracyView(
      new ForecastComparison(none, { now: () => now }),
      none,
      question,
    )
    expect({ from, to, since, clusters }).toEqual({
      from: '2026-08-23T23:50:00Z',
      to: '2026-11-21T23:50:00Z',
      since: null,
      clusters: 0,
    })
  })

  it('tells why of each deviation, newest first, in pages', async () => {
    const { deviations, total } = await asked({ limit: 500 })
    expect(deviations.map(({ at }) => at)).toEqual(
      deviations
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    for (const { reason, facts, turned } of deviations) {
      expect(reason).not.toBe('almanac-wrong')
      expect(facts.length).toBeGreaterThan(0)
      expect(turned).not.toBeNull()
    }
    const page = await asked({ offset: 3, limit: 2 })
    expect(page.total).toBe(total)
    expect(page.deviations).toEqual(deviations.slice(3, 5))
    const acted = deviations.filter(({ reason }) => reason === 'owner-acted')
    expect((await asked({ reason: 'owner-acted' })).total).toBe(acted.length)
  })

  it('counts nothing of clusters that whoever asks does not see', async () => {
    const mine = [...today.shoots].filter(({ namespace }) => namespace === 'garden-payments')
    const seen = await asked({ limit: 500 }, { ...today, shoots: ChunkedList.of(mine) })
    const all = await asked({ limit: 500 })
    const own = all.deviations.filter((one) => mine.some(({ name }) => name === one.name && one.project === 'payments'))
    expect(seen.deviations).toEqual(own)
    expect(own.length).toBeGreaterThan(2)
    expect(seen.ages[1]?.counts.total).toBeLessThan(all.ages[1]?.counts.total ?? 0)
    expect(seen.projects).toBe(1)
    const none = await asked({}, { ...today, shoots: ChunkedList.of([]) })
    expect([none.clusters, none.unrecorded, none.profiles, none.total]).toEqual([0, 0, [], 0])
    expect(none.ages.map(({ counts, unknown }) => counts.total + unknown)).toEqual([0, 0, 0])
  })

  it('is of one profile where it is asked for', async () => {
    const { deviations, profiles } = await asked({ profile: 'aws', limit: 500 })
    expect(profiles.length).toBeGreaterThan(2)
    expect(new Set(deviations.map(({ profile }) => profile))).toEqual(new Set(['aws']))
  })
})
