import { expect, test } from 'vitest'
import { joinedCourses } from './landscapes-chart'

test('counts of all landscapes stand at each instant at which one of them changes', () => {
  const day = (date: string, clusters: number) => ({ at: `${date}T00:00:00Z`, clusters })
  const { steps, lines } = joinedCourses([
    { name: 'live', course: [day('2026-11-09', 1), day('2026-11-11', 2)] },
    { name: 'canary', course: [day('2026-11-01', 3), day('2026-11-09', 41)] },
    { name: 'dev', course: [] },
  ])
  expect(steps.map((at) => new Date(at).getUTCDate())).toEqual([1, 9, 11])
  expect(lines).toEqual([
    { name: 'live', counts: [0, 1, 2] },
    { name: 'canary', counts: [3, 41, 41] },
  ])
})
