import { describe, expect, test } from 'vitest'
import {
  BAR_HEIGHT,
  busiestDay,
  dayColumns,
  dayFilter,
  keptFigures,
  mondayLabels,
  monthBegins,
  monthFilter,
  type OverviewDay,
} from './days'

function day(date: string, change: Partial<OverviewDay> = {}): OverviewDay {
  return { date, forced: 0, rolling: 0, fails: 0, auto: 0, top: [], ...change }
}

const WEEK = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']

describe('columns', () => {
  test('heights are in proportion, and the parts of a bar add up', () => {
    const columns = dayColumns([
      day('2026-11-27', { forced: 40, rolling: 10 }),
      day('2026-11-28', { forced: 20, rolling: 20 }),
      day('2026-11-29', { forced: 30 }),
    ])
    expect(columns.map((one) => one.rolling + one.kubelet)).toEqual([BAR_HEIGHT, BAR_HEIGHT / 2, BAR_HEIGHT * 0.75])
    expect(columns[0]?.rolling).toBe(BAR_HEIGHT / 4)
  })

  test('a day out of proportion is cut and leaves the others readable', () => {
    const columns = dayColumns([
      day('2026-11-27', { forced: 4000, rolling: 2000 }),
      day('2026-11-28', { forced: 12 }),
      day('2026-11-29', { forced: 10 }),
    ])
    expect(columns.map((one) => one.isCut)).toEqual([true, false, false])
    expect(columns[2]?.kubelet).toBeCloseTo(BAR_HEIGHT / 3)
    expect(columns[0]?.figure).toBe('4,000')
  })

  test('two days with something are never out of proportion', () => {
    expect(dayColumns([day('2026-11-27', { forced: 900 }), day('2026-11-28', { forced: 1 })])[0]?.isCut).toBe(false)
  })

  test('one cluster among many is still seen', () => {
    expect(dayColumns([day('2026-11-27', { forced: 900 }), day('2026-11-28', { forced: 1 })])[1]?.kubelet).toBe(2)
  })

  test('a day without anything has no bar and no figure', () => {
    expect(dayColumns([day('2026-11-27', { auto: 7 })])[0]).toMatchObject({
      rolling: 0,
      kubelet: 0,
      fails: 0,
      figure: '',
    })
  })

  test('a day on which only something fails has its figure', () => {
    expect(dayColumns([day('2026-11-27', { fails: 2 })])[0]?.figure).toBe('2')
  })

  test('Saturday and Sunday are the weekend', () => {
    expect(dayColumns(WEEK.map((date) => day(date))).map((one) => one.isWeekend)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('figures', () => {
  const measure = (text: string) => text.length * 6
  const shown = (counts: readonly number[]) => {
    const columns = dayColumns(counts.map((forced, index) => day(`2026-11-${String(10 + index)}`, { forced })))
    const kept = keptFigures(columns, 15, measure)
    return columns.map((column, index) => (kept[index] ? column.figure : ''))
  }
  test.each([
    ['short ones stand side by side', [10, 10, 10], ['10', '10', '10']],
    ['of long ones at one height every second', [300, 300, 300], ['300', '', '300']],
    ['at different heights both', [800, 300], ['800', '300']],
    ['a long one may not run over the higher bar beside it', [8000, 3000], ['8,000', '']],
    ['days without anything have none', [0, 5], ['', '5']],
  ])('%s', (_, counts, figures) => {
    expect(shown(counts)).toEqual(figures)
  })
})

test('the axis names Mondays and the months that begin inside', () => {
  const days = WEEK.map((date) => day(date))
  expect(mondayLabels(days)).toEqual([{ text: '30', at: 3.5 }])
  expect(monthBegins([...days, ...days.slice(-1)])).toEqual([
    { text: 'Nov', position: 0 },
    { text: 'Dec', position: 4 },
  ])
  const first = { date: '2026-12-01' }
  expect(monthBegins([{ date: '2026-11-30' }, first, first]).map(({ position }) => position)).toEqual([0, 1])
})

test('a day leads to the clusters of its bar, one without a bar to its auto-updates', () => {
  const late = { event: ['forced', 'fails'], within: '90' }
  expect(dayFilter(day('2026-12-12', { forced: 3, auto: 9 }))).toEqual({ ...late, date: '2026-12-12' })
  expect(dayFilter(day('2026-12-12', { fails: 1 }))).toEqual({ ...late, date: '2026-12-12' })
  expect(dayFilter(day('2026-12-12', { auto: 9 }))).toEqual({ event: ['auto'], within: '90', date: '2026-12-12' })
  expect(monthFilter({ date: '2026-12', clusters: 0, forced: 0, fails: 0 })).toEqual({ ...late, date: '2026-12' })
})

test('the fullest day is looked at first, the earliest of equals', () => {
  const days = [day('2026-11-27'), day('2026-11-28', { forced: 3 }), day('2026-11-29', { fails: 3 })]
  expect(busiestDay(days)).toBe(1)
  expect(busiestDay([day('2026-11-27')])).toBe(0)
})
