import { describe, expect, test } from 'vitest'
import { DAY } from '@/lib/words/time-text'
import { type LaneSegment, namedOnce } from './lane'
import { type ChartBox, type CountMark, placedCounts, placedRuns } from './layout'

const from = Date.parse('2026-11-01T00:00:00Z')
const at = (days: number) => from + days * DAY
/** 10 px per day, every character is 6 px wide. */
const box: ChartBox = { range: { from, to: at(100) }, width: 1000, now: at(-1), measure: (text) => text.length * 6 }

describe('names of segments', () => {
  const segment = (label: string, begin: number, end: number | null, over: Partial<LaneSegment> = {}): LaneSegment => ({
    look: 'supported',
    label,
    name: label,
    from: at(begin),
    to: end === null ? null : at(end),
    ...over,
  })
  const said = (...segments: LaneSegment[]) =>
    namedOnce(segments, box, []).map(({ span, textAt, words }) => (textAt === null ? `(${words})` : span.label))

  test('neighbours of one name carry it once, in the first with room', () => {
    expect(said(segment('1.33.7', 0, 1), segment('1.33.7', 1, 20), segment('1.33.7', 20, 40))).toEqual([
      '()',
      '1.33.7',
      '()',
    ])
  })

  test('on the line of what is expired stand its words, and its name where nothing has said it', () => {
    const expired = { look: 'expired', words: 'no version to move to' } as const
    expect(said(segment('1.33.7', 0, 20), segment('1.33.7', 20, null, expired))).toEqual([
      '1.33.7',
      '(no version to move to)',
    ])
    expect(said(segment('1.33.7', 20, null, expired))).toEqual(['(1.33.7, no version to move to)'])
  })

  test('without words it is a short tail with nothing on it', () => {
    const [, tail] = namedOnce(
      [segment('supported', 0, 20), segment('expired', 20, null, { look: 'expired' })],
      box,
      [],
    )
    expect([tail?.width, tail?.words]).toEqual([20, ''])
  })
})

describe('counts', () => {
  const mark = (days: number, count: number, text = '1.33.7', isBad = false): CountMark => ({
    at: at(days),
    count,
    text,
    name: `${text} ${count}`,
    isBad,
  })
  const told = (marks: CountMark[], most = 100) =>
    placedCounts(marks, most, box).map(({ text, strong, textAt }) =>
      textAt === null ? null : `${text} ${strong}`.trim(),
    )

  test('the area is the count, the smallest is still to be seen', () => {
    const sizes = placedCounts([mark(10, 1), mark(30, 25), mark(50, 100)], 100, box).map(({ size }) => size)
    expect(sizes).toEqual([7, 11, 22])
  })

  test('the text stands beside it where there is room, else the count alone', () => {
    expect(told([mark(10, 5), mark(30, 7)])).toEqual(['1.33.7 5', '1.33.7 7'])
    expect(told([mark(10, 5), mark(14, 7)])).toEqual(['5', '1.33.7 7'])
  })

  test('where they compete the larger one is named', () => {
    expect(told([mark(10, 5), mark(12, 70), mark(40, 1)])).toEqual([null, '1.33.7 70', '1.33.7 1'])
  })

  test('those that would overlap are one, with the sum and both names; red ones are never added to others', () => {
    const [one, red] = placedCounts([mark(10, 5), mark(10.2, 7, '1.34.1'), mark(10.3, 2, 'suse', true)], 100, box)
    expect([one?.strong, one?.name, one?.text]).toEqual(['12', '1.33.7 5; 1.34.1 7', ''])
    expect([red?.strong, red?.isBad]).toEqual(['2', true])
  })

  test('what lies outside is not there', () => {
    expect(placedCounts([mark(-1, 5), mark(101, 5)], 100, box)).toEqual([])
  })
})

describe('the labels of runs', () => {
  const run = (days: number, rank: number) => ({
    at: at(days),
    kind: 'forced' as const,
    first: '15 Dec',
    second: 'forced',
    rank,
  })
  const shown = (now: number, ...runs: ReturnType<typeof run>[]) =>
    placedRuns(runs, { ...box, now: at(now) }).map(({ labelAt }) => labelAt)

  test('stand right of their lines, left of them at the end of the chart, and left where they would cross now', () => {
    expect(shown(0, run(10, 0), run(97, 1))).toEqual([106, 928])
    expect(shown(30, run(28, 0), run(50, 1))).toEqual([222, 506])
  })

  test('the lowest rank is kept where they collide, and none stands on the label of now', () => {
    expect(shown(0, run(10, 2), run(12, 1))).toEqual([null, 126])
    expect(shown(99, run(99.1, 0))).toEqual([null])
  })
})
