import { describe, expect, test } from 'vitest'
import { bandLabels, highestCount, minorBands, stepAt, thinText } from './minors'

const MINORS = {
  at: ['2026-11-21T18:00:00Z', '2027-03-01T00:00:00Z', '2027-07-01T00:00:00Z'],
  series: [
    { minor: '1.29', counts: [0, 0, 0] },
    { minor: '1.32', counts: [300, 100, 0] },
    { minor: '1.33', counts: [600, 800, 0] },
    { minor: '1.34', counts: [90, 90, 990] },
    { minor: '1.35', counts: [10, 10, 10] },
  ],
}
const STEPS = MINORS.at.map((at) => Date.parse(at))
const TIME = {
  steps: STEPS,
  from: Date.parse('2026-11-21T18:00:00Z'),
  to: Date.parse('2027-11-21T18:00:00Z'),
  labelShare: 0.15,
}

describe('bands', () => {
  const bands = minorBands(MINORS)

  test('the newest is below and darkest, and minors nobody has are left out', () => {
    expect(bands.map((band) => [band.minor, band.tint])).toEqual([
      ['1.35', 5],
      ['1.34', 4],
      ['1.33', 3],
      ['1.32', 2],
    ])
    expect(highestCount(bands, 3)).toBe(1000)
  })

  test('old minors share the lightest tint', () => {
    const series = Array.from({ length: 9 }, (_, index) => ({ minor: `1.${20 + index}`, counts: [1] }))
    expect(minorBands({ at: [MINORS.at[0] ?? ''], series }).map((band) => band.tint)).toEqual([
      5, 4, 3, 2, 1, 0, 0, 0, 0,
    ])
  })

  test('labels stand where bands begin, and at the end where something has changed', () => {
    expect(bandLabels(bands, TIME)).toEqual([
      { minor: '1.34', tint: 4, count: 90, side: 'start', inset: 0, middle: 5.5 },
      { minor: '1.34', tint: 4, count: 990, side: 'end', inset: 0, middle: 50.5 },
      { minor: '1.33', tint: 3, count: 600, side: 'start', inset: 0, middle: 40 },
      { minor: '1.32', tint: 2, count: 300, side: 'start', inset: 0, middle: 85 },
    ])
  })

  test('a label never crosses a step: it takes what the band covers all along it', () => {
    const early = [
      Date.parse('2026-11-21T18:00:00Z'),
      Date.parse('2026-11-28T00:00:00Z'),
      Date.parse('2027-07-01T00:00:00Z'),
    ]
    const label = bandLabels(bands, { ...TIME, steps: early }).find((one) => one.minor === '1.32')
    expect(label).toMatchObject({ inset: 0, middle: 95 })
  })

  test('a band that is too low at first is labelled where it has grown', () => {
    const growing = [
      { minor: '1.35', tint: 5, counts: [10, 400, 400] },
      { minor: '1.34', tint: 4, counts: [990, 600, 600] },
    ] as const
    const [label] = bandLabels(growing, TIME)
    expect(label).toMatchObject({ minor: '1.35', count: 400, side: 'start', middle: 20 })
    expect(label?.inset).toBeCloseTo(27.2, 0)
  })

  test('no label at the end when the last step is too narrow', () => {
    const late = TIME.steps.with(2, Date.parse('2027-11-01T00:00:00Z'))
    expect(bandLabels(bands, { ...TIME, steps: late }).some((label) => label.side === 'end')).toBe(false)
  })

  test('bands without a label are named beside the chart', () => {
    expect(thinText(bands, bandLabels(bands, TIME))).toBe('too thin to label: 1.35\u00a010')
    expect(thinText([], [])).toBe('')
  })
})

test.each([
  ['before the first step', '2026-01-01T00:00:00Z', 0],
  ['at the exact instant of a step that step is on', '2027-03-01T00:00:00Z', 1],
  ['just before it the one before', '2027-02-28T23:59:59Z', 0],
  ['after the last', '2028-01-01T00:00:00Z', 2],
])('%s', (_, instant, step) => {
  expect(stepAt(STEPS, Date.parse(instant))).toBe(step)
})
