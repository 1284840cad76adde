import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { InMemoryHistory } from '@/lib/history'
import { type ComparisonResult, DAYS_BEFORE, ForecastComparison } from './comparison'

const now = Date.parse('2026-11-21T18:00:00Z')
const past: { readonly seen: Instant; readonly snapshot: Snapshot }[] = []
let today: Snapshot
/** Of all that was seen. */
let whole: ComparisonResult

beforeAll(async () => {
  const garden = await demoGarden()
  for await (const one of garden.past?.() ?? []) past.push(one)
  today = garden.snapshot()
  await garden.close()
  whole = await comparedWith(recorded())
})

/** Of what was seen of the demo that the test is about; what is left out was not followed. */
function recorded(isSeen: (seen: Instant) => boolean = () => true): InMemoryHistory {
  const history = new InMemoryHistory()
  let wasSeen = true
  for (const { seen, snapshot } of past) {
    if (isSeen(seen)) history.record(snapshot, seen, wasSeen)
    wasSeen = isSeen(seen)
  }
  history.record(today, now, true)
  return history
}

function comparedWith(history: InMemoryHistory): Promise<ComparisonResult> {
  return new ForecastComparison(history, { now: () => now }).between(now - 90 * DAY, now)
}

function countsOf({ cases }: ComparisonResult, daysBefore: number) {
  const counts = new Map<string, number>()
  for (const one of cases.filter((each) => each.daysBefore === daysBefore)) {
    const key = one.deviation?.reason ?? 'as-forecast'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort())
}

describe('the demo', () => {
  it.each(DAYS_BEFORE)('Almanac was never wrong %d days before', (daysBefore) => {
    const { 'almanac-wrong': wrong = 0, ...counts } = countsOf(whole, daysBefore)
    expect(wrong).toBe(0)
    expect(counts['as-forecast']).toBeGreaterThan(30)
    expect(counts['owner-acted']).toBeGreaterThan(2)
    expect(counts['profile-edited']).toBeGreaterThan(2)
    expect(counts['window-moved']).toBeGreaterThan(0)
  })

  it('tells each maintenance once, of each forecast with a verdict or as not recorded', () => {
    const { cases, unrecorded } = whole
    const keys = [...cases, ...unrecorded].map(({ namespace, name, at, daysBefore }) =>
      [namespace, name, at, daysBefore].join(' '),
    )
    expect(new Set(keys).size).toBe(keys.length)
    const ran = (daysBefore: number) =>
      [
        ...cases.filter(({ deviation }) => deviation === null || deviation.ran !== null),
        ...unrecorded.filter((one) => one.daysBefore !== null),
      ].filter((one) => one.daysBefore === daysBefore).length
    expect(ran(7)).toBe(ran(1))
    expect(ran(30)).toBe(ran(1))
  })

  it('an edit of a profile inside of an open window is found, though it took effect in the next one', () => {
    const { cases } = whole
    const found = cases.filter(
      ({ name, at }) => name === 'ranking-infra' && new Date(at).toISOString() === '2026-10-24T09:03:00.000Z',
    )
    expect(found.map(({ deviation }) => deviation?.reason)).toEqual(DAYS_BEFORE.map(() => 'profile-edited'))
    expect(new Date(found[0]?.deviation?.at ?? 0).toISOString()).toMatch(/^2026-10-23T09:25/)
  })
})

it('what ran while nothing was recorded is told as such, and is no deviation', async () => {
  const gap = { from: Date.parse('2026-11-10T12:00:00Z'), until: Date.parse('2026-11-12T12:00:00Z') }
  const compared = await comparedWith(recorded((seen) => seen <= gap.from || seen >= gap.until))
  const isIn = ({ at }: { readonly at: Instant }) => at > gap.from && at < gap.until
  const unseen = compared.unrecorded.filter(({ daysBefore }) => daysBefore === null)
  expect(unseen.length).toBeGreaterThan(3)
  expect(unseen.every(isIn)).toBe(true)
  expect(compared.cases.filter(isIn)).toEqual([])
  expect(compared.cases.filter(({ deviation }) => deviation?.reason === 'almanac-wrong')).toEqual([])
})

it('of a cluster that was not seen before, nobody saw what ran', async () => {
  const history = new InMemoryHistory()
  const hidden = [...today.shoots].filter(({ lastMaintenance }) => lastMaintenance?.triggeredTime !== undefined)
  const others = ChunkedList.of([...today.shoots].filter((shoot) => !hidden.includes(shoot)))
  history.record({ ...today, shoots: others }, now - 2 * DAY)
  history.record(today, now, true)
  const { cases, unrecorded } = await comparedWith(history)
  expect(cases.filter(({ deviation }) => deviation?.ran !== null)).toEqual([])
  const names = new Set(hidden.map(({ name }) => name))
  expect(unrecorded.length).toBeGreaterThan(3)
  for (const { name, daysBefore } of unrecorded) expect([names.has(name), daysBefore]).toEqual([true, null])
})

it('leaves out clusters that nobody maintains', async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '1500' })
  await garden.ready()
  const history = new InMemoryHistory()
  for await (const { seen, snapshot } of garden.past?.() ?? []) history.record(snapshot, seen, true)
  const large = new ForecastComparison(history, { now: () => now, maintained: () => garden.maintained?.() ?? null })
  const compared = await large.between(now - 90 * DAY, now + DAY)
  await garden.close()
  for (const daysBefore of DAYS_BEFORE) expect(countsOf(compared, daysBefore)).toEqual(countsOf(whole, daysBefore))
})

it('without a record of so many days before there is no verdict', async () => {
  const since = Date.parse('2026-11-01T00:00:00Z')
  const { cases, unrecorded } = await comparedWith(recorded((seen) => seen >= since))
  expect(cases.filter(({ daysBefore }) => daysBefore === 30)).toEqual([])
  expect(Math.min(...cases.filter(({ daysBefore }) => daysBefore === 7).map(({ at }) => at))).toBeGreaterThan(
    since + 7 * DAY,
  )
  expect(unrecorded.filter(({ daysBefore }) => daysBefore === 30).length).toBeGreaterThan(10)
})

it('does not wait for what has just happened, and looks again', async () => {
  let clock = now
  const history = recorded()
  const comparison = new ForecastComparison(history, { now: () => clock })
  const before = await comparison.between(now - DAY, now + DAY)
  expect(await comparison.between(now - DAY, now + DAY)).toEqual(before)
  clock = now + 30 * HOUR
  // No cluster of this garden is maintained any more: what was to come did not happen.
  for (let at = now; at <= clock; at += MINUTE / 2) history.record(today, at)
  const after = await comparison.between(now - DAY, now + DAY)
  expect(after.cases.length).toBeGreaterThan(before.cases.length)
  expect(new Set(after.cases.filter(({ at }) => at > now).map(({ deviation }) => deviation?.reason))).toEqual(
    new Set(['almanac-wrong']),
  )
})

it('lets others through while it compares', async () => {
  const comparison = comparedWith(recorded())
  // What other processes do meanwhile is none of its time.
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = used()
  let isDone = false
  void comparison.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise(setImmediate)
    longest = Math.max(longest, used() - last)
    last = used()
  }
  expect(longest).toBeLessThan(100)
})
