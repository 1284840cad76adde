import { describe, expect, it } from 'vitest'
import type { ProfileChangeBody, RecordedVersionBody } from '@/lib/questions/profiles/contract/history'
import { whoOf } from '@/lib/words/phrases'
import type { ChartBox } from '../../timeline/layout'
import {
  changeBoxes,
  distanceText,
  historyLanes,
  historyRange,
  lastMoveOf,
  movedTimesText,
  placedGhosts,
} from './lanes'

const t = (day: string) => Date.parse(day.includes('T') ? day : `${day}T00:00:00Z`)
const utc = () => 0
const now = t('2026-11-22')
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('the range', () => {
  it.each([
    ['3m', '2026-10-01', '2027-01-01'],
    ['7m', '2026-08-01', '2027-03-01'],
    ['1y', '2026-04-01', '2027-04-01'],
    ['all', '2026-05-01', '2027-10-01'],
  ] as const)('%s is mostly what has been', (span, from, to) => {
    const range = historyRange(span, now, [t('2026-05-03'), t('2027-09-08')], utc)
    expect([day(range.from), day(range.to)]).toEqual([from, to])
  })

  it('is not made unreadable by one wrong year', () => {
    expect(day(historyRange('all', now, [t('2126-01-01')], utc).to)).toBe('2031-12-01')
  })
})

const version = (name: string, more: Partial<RecordedVersionBody> = {}): RecordedVersionBody => ({
  what: 'Kubernetes',
  version: name,
  minor: name.slice(0, 4),
  stage: 'deprecated',
  expires: null,
  spans: [{ stage: 'deprecated', from: '2026-08-12T00:00:00Z', to: null }],
  dates: [],
  moved: null,
  removed: null,
  clusters: 0,
  projects: 0,
  ...more,
})
const at = (expires: string | null) => ({
  expires: expires === null ? null : `${expires}T00:00:00Z`,
  since: null,
  change: null,
})
const range = { from: t('2026-08-01'), to: t('2027-03-01') }
const box: ChartBox = { range, width: 742, now, measure: (text) => text.length * 6 }

describe('lanes', () => {
  it('leave out what was removed before the range, and say each minor once', () => {
    const gone: Partial<RecordedVersionBody> = {
      stage: null,
      spans: [{ stage: 'expired', from: '2026-01-01T00:00:00Z', to: '2026-07-01T00:00:00Z' }],
    }
    const list = [
      version('1.34.7'),
      version('1.34.6'),
      version('1.33.9'),
      version('1.31.1', gone),
      version('1.0.0', { what: 'linux' }),
    ]
    const lanes = historyLanes(list, { what: 'Kubernetes', find: '' }, range)
    expect(lanes.map((lane) => [lane.body.version, lane.isFirstOfMinor])).toEqual([
      ['1.34.7', true],
      ['1.34.6', false],
      ['1.33.9', true],
    ])
    expect(historyLanes(list, { what: 'Kubernetes', find: ' 33' }, range)).toHaveLength(1)
  })

  const moved = version('1.34.6', {
    expires: '2027-01-21T00:00:00Z',
    dates: [at('2026-11-11'), at('2026-12-08'), at('2027-01-21')],
  })

  it('have a ghost for each date that was left, with where it went', () => {
    const [lane] = historyLanes([moved], { what: 'Kubernetes', find: '' }, range)
    expect(lane?.ghosts.map(({ at, to }) => [day(at), to === null ? null : day(to)])).toEqual([
      ['2026-11-11', '2026-12-08'],
      ['2026-12-08', '2027-01-21'],
    ])
    const set = version('1.34.6', { dates: [at(null), at('2026-12-08'), at(null)] })
    expect(historyLanes([set], { what: 'Kubernetes', find: '' }, range)[0]?.ghosts).toEqual([
      { at: t('2026-12-08'), to: null },
    ])
  })

  it('print where a flag stood only where it touches no other, nor the line of now', () => {
    const [lane] = historyLanes([moved], { what: 'Kubernetes', find: '' }, range)
    if (lane === undefined) throw new Error('no lane')
    const ghosts = placedGhosts(lane, box, (at) => `was ${day(at).slice(5)}`)
    // Now is 38 pixels right of the first one: its text stands left of it.
    expect(ghosts.map(({ textAt }) => textAt !== null && textAt < 0)).toEqual([true, false])
    expect(ghosts[1]?.textAt).toBe(12)
    const narrow = placedGhosts(lane, { ...box, width: 80 }, (at) => `was ${day(at)}`)
    expect(narrow.map(({ textAt }) => textAt)).toEqual([null, null])
  })
})

const change = (number: number, seen: string, more: Partial<ProfileChangeBody> = {}): ProfileChangeBody => ({
  number,
  change: seen,
  seen: `${seen}:00Z`,
  after: null,
  who: null,
  isOutside: true,
  reason: null,
  manager: null,
  differences: [],
  before: seen,
  revert: [],
  ...more,
})

describe('boxes of changes', () => {
  it('are one where they would touch, at the first of them', () => {
    const changes = [
      change(4, '2026-11-20T16:05'),
      change(3, '2026-10-08T10:00'),
      change(2, '2026-10-03T10:00'),
      change(1, '2026-08-12T10:00'),
    ]
    const boxes = changeBoxes(changes, box)
    expect(boxes.map(({ text, changes }) => [text, changes.length])).toEqual([
      ['1', 1],
      ['2–3', 2],
      ['4', 1],
    ])
    // The wider box takes in what a narrow one would have left beside it.
    const third = changeBoxes([...changes, change(5, '2026-11-25T10:00'), change(6, '2026-11-27T10:00')], box)
    expect(third.at(-1)?.text).toBe('4–6')
  })
})

describe('the last move of a date', () => {
  const moved = (name: string, change: number, times = 1) => version(name, { moved: { times, days: 9, change } })
  it.each([
    [[version('1.35.4')], { moves: 0, change: 0, names: [] }],
    [[moved('1.34.6', 24, 2), version('1.34.4'), moved('1.33.9', 17, 3)], { moves: 5, change: 24, names: ['1.34.6'] }],
    [[moved('1.34.6', 4), moved('1.33.9', 4)], { moves: 2, change: 4, names: ['1.34.6', '1.33.9'] }],
  ])('%#', (versions, last) => {
    expect(lastMoveOf(versions)).toEqual(last)
  })
})

describe('words', () => {
  it.each([
    [{ times: 1, days: -45 }, 'once, 45 days earlier'],
    [{ times: 2, days: 71 }, 'twice, 71 days later'],
    [{ times: 3, days: 1 }, '3 times, 1 day later'],
    [{ times: 2, days: 0 }, 'twice, back where it was'],
  ])('%j', (moved, text) => {
    expect(movedTimesText(moved)).toBe(text)
  })

  it('of the one who did it: a person, else a program, else nobody', () => {
    const seen = '2026-11-20T16:05'
    expect(whoOf(change(1, seen, { who: 'operator', manager: 'almanac' }))).toBe('operator')
    expect(whoOf(change(1, seen, { manager: 'pipeline' }))).toBe('pipeline')
    expect(whoOf(change(1, seen))).toBe('not recorded')
    // Who wrote last does not tell who changed this while Almanac did not look.
    expect(whoOf(change(1, seen, { manager: 'pipeline', after: '2026-11-19T00:00:00Z' }))).toBe('not recorded')
    expect(distanceText(-1)).toBe('1 day earlier')
  })
})
