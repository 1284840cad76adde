import { expect, it } from 'vitest'
import type { FilmAnswer } from '@/lib/contract'
import {
  awayText,
  countsOn,
  dateOf,
  dayOf,
  draftedText,
  firstDayWord,
  headlineOf,
  stopsAround,
  stopsOf,
  stopText,
  stuckCount,
  stuckGroups,
} from './days'
import { drawingOf } from './lanes'

const aws = { kind: 'CloudProfile', name: 'aws' } as const
const film: FilmAnswer = {
  revision: '1',
  observedAt: '2026-11-21T18:00:00Z',
  at: '2026-11-21T18:00:00Z',
  zone: 'Europe/Berlin',
  first: '2026-11-21',
  days: 366,
  clusters: 12,
  steps: [
    {
      day: 10,
      flows: [
        {
          profile: aws,
          version: '1.33.11',
          from: '1.33',
          to: '1.34',
          kind: 'forced',
          clusters: 5,
          nodes: { min: 3, max: 9 },
        },
      ],
    },
  ],
  series: [
    { minor: '1.33', counts: [7, 2] },
    { minor: '1.34', counts: [5, 10] },
    { minor: '1.35', counts: [0, 0] },
  ],
  stuck: [
    { minor: '1.33', profile: aws, from: 4, to: null, clusters: 1, cause: 'no version to move to' },
    { minor: '1.33', profile: aws, from: 10, to: 20, clusters: 1, cause: 'no version to move to' },
  ],
  draft: null,
}

const [step] = film.steps
/** The five go later, and one more fails from before the first day. */
const drafted: FilmAnswer = {
  ...film,
  draft: {
    profile: aws,
    impossible: 0,
    accepted: true,
    steps: [{ day: 40, flows: step?.flows ?? [] }],
    series: film.series,
    stuck: [
      ...film.stuck.slice(0, 1),
      { minor: '1.34', profile: aws, from: 0, to: null, clusters: 1, cause: 'refused' },
    ],
  },
}

it('finds days by their dates, and stays within the year', () => {
  expect(dayOf(film, '2026-12-01')).toBe(10)
  expect(dateOf(film, 10)).toBe('2026-12-01')
  expect([null, 'soon', '2020-01-01', '2030-01-01'].map((date) => dayOf(film, date))).toEqual([0, 0, 0, 365])
})

it('calls the first day today, and then where it shows what was known then', () => {
  const past = { ...film, seen: '2026-11-21T18:00:00Z' }
  expect([film, past].map(firstDayWord)).toEqual(['today', 'then'])
  expect([0, 1, 12].map((day) => awayText(film, day))).toEqual(['today', 'in 1 day', 'in 12 days'])
  expect([0, 1, 12].map((day) => awayText(past, day))).toEqual(['then', '1 day later', '12 days later'])
})

it('leads with the minor that is left next, then with the one that most run', () => {
  expect(headlineOf(film, 9)).toEqual({
    day: 'Mon 30 Nov 2026',
    fact: '7 of 12 clusters still run 1.33',
    drafted: '',
    warning: '1 is stuck.',
  })
  expect(headlineOf(film, 10)).toEqual({
    day: 'Tue 1 Dec 2026',
    fact: '10 of 12 clusters run 1.34',
    drafted: '',
    warning: '2 are stuck.',
  })
  expect(headlineOf(drafted, 10)).toMatchObject({ drafted: ', 5 with the draft' })
  expect(headlineOf(drafted, 21)).toMatchObject({ warning: '1 is stuck, 2 with the draft.' })
})

it('says what happens around a day, and who is stuck on it', () => {
  const stops = stopsOf(film)
  expect(stops.map(({ day }) => day)).toEqual([4, 10])
  expect(stopsAround(stops, 3).map(({ day }) => day)).toEqual([4, 10])
  expect(stopsAround(stops, 11).map(({ day }) => day)).toEqual([10])
  expect(stops.map((stop) => stopText(stop))).toEqual([
    '',
    '5 clusters of aws are forced from 1.33.11 to 1.34, 3–9 nodes roll.',
  ])
  expect(stuckGroups(film.stuck)).toMatchObject([{ clusters: 2, from: 4 }])
  expect(countsOn(film, 21).map(({ minor, count, stuck }) => [minor, count, stuck])).toEqual([
    ['1.34', 10, 0],
    ['1.33', 2, 1],
  ])
})

it('says of each day what a draft makes of it', () => {
  const stops = stopsOf(drafted)
  expect(stops.map((stop) => [stop.day, draftedText(drafted, stop)])).toEqual([
    [4, ''],
    [10, 'With the draft on 31 Dec, 30 days later.'],
    [40, 'With the draft: 5 clusters of aws are forced from 1.33.11 to 1.34, 3–9 nodes roll.'],
  ])
  const both = { ...drafted, steps: [...film.steps, ...drafted.steps, { day: 50, flows: film.steps[0]?.flows ?? [] }] }
  expect(stopsOf(both).map((stop) => draftedText(both, stop))[1]).toBe('With the draft from 31 Dec on.')
  // What failed before the first day begins on none.
  expect(stuckCount(drafted, 0)).toEqual({ now: 0, drafted: 1 })
  expect(countsOn(drafted, 21).map(({ minor, count, drafted: { count: other } }) => [minor, count, other])).toEqual([
    ['1.34', 10, 5],
    ['1.33', 2, 7],
  ])
})

it('draws lanes on one scale, steps at their dates, and one line for those that are stuck', () => {
  const { lanes, links, scale } = drawingOf(film, 732)
  expect(lanes.map(({ minor, tint }) => [minor, tint])).toEqual([
    ['1.34', 5],
    ['1.33', 4],
  ])
  const heights = lanes.map(({ path, base }) =>
    [...path.matchAll(/V([\d.]+)/g)]
      .slice(0, 2)
      .map((found) => (base - Number(found[1])) / (scale.height / scale.clusters)),
  )
  expect(heights.map((steps) => steps.map(Math.round))).toEqual([
    [5, 10],
    [7, 2],
  ])
  expect(lanes.every(({ path }) => path.includes('H20V'))).toBe(true)
  expect(links).toHaveLength(1)
  expect(lanes[1]?.sediment).toEqual([
    { left: 8, width: 12, clusters: 1 },
    { left: 20, width: 22, clusters: 2 },
    { left: 42, width: 690, clusters: 1 },
  ])
  expect(lanes.map(({ ghost }) => ghost)).toEqual(['', ''])
})

it('draws a draft where it differs, and what is stuck with it alone', () => {
  const { lanes } = drawingOf(drafted, 732)
  const [upper, lower] = lanes
  // From the step that does not come to the one that does.
  for (const lane of [upper, lower]) expect(lane?.ghost).toMatch(/^M20 [\d.]+V[\d.]+H80V[\d.]+$/)
  expect(upper?.ghostSediment).toEqual([{ left: 0, width: 732, clusters: 1 }])
  expect(lower?.ghostSediment).toEqual([])
})
