import { expect, test } from 'vitest'
import { loadPaths } from './load-curve'

test('the curve steps down to the ground again', () => {
  const day = (date: string, before: number, after: number) => {
    const load = (max: number) => ({ forced: 0, fails: 0, auto: 0, nodes: { min: 0, max } })
    return { date, before: load(before), after: load(after) }
  }
  expect(loadPaths([day('2026-11-21', 0, 20), day('2026-11-22', 10, 0)])).toEqual({
    most: 20,
    before: 'M0 100H1V50H2V100',
    after: 'M0 100H0V0H1V100H2V100',
  })
})
