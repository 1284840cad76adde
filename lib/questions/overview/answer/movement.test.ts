import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { InMemoryHistory } from '@/lib/history'
import { ForecastComparison } from '@/lib/landscape/record/comparison'
import { movementAnswer } from '../contract'
import { movementView, RecordedMovement } from './movement'

const now = Date.parse('2026-11-21T18:00:00Z')
let history: InMemoryHistory
let today: Snapshot
let comparison: ForecastComparison
let recorded: RecordedMovement

beforeAll(async () => {
  const garden = await demoGarden()
  history = new InMemoryHistory()
  for await (const { seen, snapshot } of garden.past?.() ?? []) history.record(snapshot, seen, true)
  today = garden.snapshot()
  history.record(today, now, true)
  const maintained = garden.maintained?.() ?? null
  await garden.close()
  comparison = new ForecastComparison(history, { now: () => now, maintained: () => maintained })
  await comparison.between(now - 60 * DAY, now)
  recorded = new RecordedMovement(history)
})

const viewed = (snapshot = today, at = now, query: { zone?: string; project?: string[] } = {}) =>
  movementView(recorded, comparison, history, {
    query: { zone: 'UTC', ...query },
    snapshot,
    isWhole: snapshot.shoots === today.shoots || snapshot.seen !== undefined,
    at,
  })
const asked = async (...of: Parameters<typeof viewed>) => movementAnswer.parse(await viewed(...of))

const sum = (of: readonly Readonly<Record<'forced' | 'fails' | 'auto', number>>[]) =>
  of.reduce((all, { forced, fails, auto }) => all + forced + fails + auto, 0)

describe('what moved', () => {
  it('ends with what is there now', async () => {
    const { minors } = await asked()
    const counts = Object.fromEntries(minors.series.map(({ minor, counts: all }) => [minor, all.at(-1)]))
    const there: Record<string, number> = {}
    for (const { kubernetesVersion } of today.shoots) {
      const minor = kubernetesVersion.split('.').slice(0, 2).join('.')
      there[minor] = (there[minor] ?? 0) + 1
    }
    expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))).toEqual(there)
    expect(minors.at[0]).toBe('2026-09-22T18:00:00Z')
    expect(minors.at.length).toBeGreaterThan(5)
    expect(
      minors.series.every(({ counts: all }) => all.length === minors.at.length && all.every((one) => one >= 0)),
    ).toBe(true)
  })

  it('tells each day what happened, as what is ahead is told', async () => {
    const { days, gaps, left } = await asked()
    expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual(['2026-10-22', '2026-11-21', 31])
    expect([gaps, left]).toEqual([[], 0])
    const all = (of: 'forced' | 'rolling' | 'fails' | 'auto' | 'byHand') => days.reduce((to, day) => to + day[of], 0)
    expect(all('forced')).toBeGreaterThan(5)
    expect(all('rolling')).toBeLessThanOrEqual(all('forced'))
    expect(all('byHand')).toBeGreaterThan(2)
    // Not each night in which it fails again.
    expect(all('fails')).toBeGreaterThan(0)
    expect(all('fails')).toBeLessThan(20)
    for (const { forced, fails, auto, top } of days) {
      expect(top.reduce((to, { clusters }) => to + clusters, 0)).toBeLessThanOrEqual(forced + fails || auto)
      if (forced + auto > 0) expect(top).not.toEqual([])
    }
  })

  it('tells what had been expected thirty days before, whatever became of it', async () => {
    const { days } = await asked()
    expect(days.flatMap(({ expected }) => expected ?? [])).toHaveLength(31)
    // The window of a cluster was moved in between.
    expect(days.find(({ date }) => date === '2026-11-11')).toMatchObject({ forced: 4, expected: { forced: 3 } })
    const { cases } = comparison.known(Date.parse('2026-10-22T00:00:00Z'), comparison.until())
    const missed = cases.filter(({ daysBefore, deviation }) => daysBefore === 30 && deviation?.ran === null)
    expect(missed.length).toBeGreaterThan(5)
    for (const { date, expected } of days) {
      const ofDay = missed.filter(({ deviation }) => onWire(deviation?.said?.window.begin ?? 0).startsWith(date))
      expect(sum(expected === null ? [] : [expected])).toBeGreaterThanOrEqual(ofDay.length)
    }
  })

  it('does not tell what was expected where no forecast of thirty days before is known', async () => {
    const { days } = await asked(today, Date.parse('2026-10-30T18:00:00Z'))
    expect(days.filter(({ expected }) => expected === null).at(-1)?.date).toBe('2026-10-21')
    expect(days.find(({ expected }) => expected !== null)?.date).toBe('2026-10-22')
  })

  it('tells the days of a zone', async () => {
    const { days, minors } = await asked(today, now, { zone: 'Pacific/Auckland' })
    expect(days.at(-1)?.date).toBe('2026-11-22')
    expect(sum(days)).toBeGreaterThan(10)
    expect(minors.at.slice(1, -1).every((at) => at.endsWith('T11:00:00Z'))).toBe(true)
  })

  it('is about clusters that whoever asks sees', async () => {
    const shoots = [...today.shoots].filter(({ namespace }) => namespace === 'garden-payments')
    const { minors, days } = await asked({ ...today, shoots: ChunkedList.of(shoots) })
    expect(minors.series.reduce((all, { counts }) => all + (counts.at(-1) ?? 0), 0)).toBe(shoots.length)
    const all = await asked()
    expect(sum(days)).toBeGreaterThan(0)
    expect(sum(days)).toBeLessThan(sum(all.days))
    const expected = (of: typeof all) => sum(of.days.flatMap((day) => day.expected ?? []))
    expect(expected({ ...all, days })).toBeLessThan(expected(all))
    const none = await asked({ ...today, shoots: ChunkedList.of([]) })
    expect(sum(none.days) + expected(none)).toBe(0)
    expect(none.minors.series).toEqual([])
  })

  it('is about some projects alone when that is asked', async () => {
    const shoots = [...today.shoots].filter(({ namespace }) => namespace === 'garden-payments')
    for (const project of ['payments', 'garden-payments']) {
      const { minors } = await asked(today, now, { project: [project] })
      expect(minors.series.reduce((all, { counts }) => all + (counts.at(-1) ?? 0), 0)).toBe(shoots.length)
    }
  })

  it('of all projects adds up to what moved in all, though much of it is alike in several', async () => {
    const all = await asked()
    const each = await Promise.all(today.projects.map(({ name }) => asked(today, now, { project: [name] })))
    for (const of of ['forced', 'rolling', 'fails', 'auto', 'byHand'] as const) {
      const daily = ({ days }: typeof all) => days.map((day) => day[of])
      expect(daily(all)).toEqual(daily(all).map((_, i) => each.reduce((to, one) => to + (daily(one)[i] ?? 0), 0)))
    }
    const there = ({ minors }: typeof all) => minors.series.reduce((to, { counts }) => to + (counts.at(-1) ?? 0), 0)
    expect(each.reduce((to, one) => to + there(one), 0)).toBe(there(all))
  })

  it('of the past ends there', async () => {
    const seen = now - 20 * DAY
    const { days, minors, gaps } = await asked({ ...today, seen }, seen)
    expect(days.at(-1)?.date).toBe('2026-11-01')
    expect(gaps).toEqual([])
    expect(Date.parse(minors.at.at(-1) ?? '')).toBeLessThanOrEqual(seen)
  })

  it('tells of a clock that is ahead what is not recorded yet, and nothing when that is all', async () => {
    const soon = await asked(today, now + 10 * DAY)
    expect(soon.gaps).toEqual([{ from: '2026-11-21T18:00:00Z', until: null }])
    expect(soon.days.at(-1)).toMatchObject({ date: '2026-12-01', forced: 0, expected: null })
    const later = await asked(today, now + 40 * DAY)
    expect([later.since, later.days, later.minors.at]).toEqual([expect.any(String), [], []])
  })

  it('tells nothing where nothing was recorded before today', async () => {
    const fresh = new InMemoryHistory()
    const options = { query: { zone: 'UTC' }, snapshot: today, isWhole: true, at: now }
    const none = await movementView(new RecordedMovement(fresh), comparison, fresh, options)
    expect([none.since, none.days]).toEqual([null, []])
    fresh.record(today, now - HOUR)
    const some = await movementView(new RecordedMovement(fresh), comparison, fresh, options)
    expect([some.since, some.days, some.minors.series]).toEqual(['2026-11-21T17:00:00Z', [], []])
  })

  it('tells what was read before while it is read anew, and waits after a longer pause', async () => {
    const read = new RecordedMovement(history)
    const { until } = await read.upTo(now, false)
    const [soon, later] = [now + 15 * MINUTE, now + HOUR]
    expect((await read.upTo(soon, false)).until).toBe(until)
    await expect.poll(async () => (await read.upTo(soon, false)).until).toBe(soon)
    expect((await read.upTo(later, false)).until).toBe(later)
  })
})
