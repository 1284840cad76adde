import { expect, test } from 'vitest'
import { type CarriedState, carriedBy, pickerFor, runMaintenance, subjectOf } from '@/lib/engine/rules'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { isSameMaintenance } from './foresee'

test('nights that write nothing are alike, whatever state an earlier maintenance left; those that write are not', () => {
  const offered = memoized(profile(['1.34.2'], image('linux', 'minor', ['1.0.0 deprecated 2026-05-01'])))
  const runOf = (machineType: string, lastState: CarriedState['lastState']) => {
    const subject = shoot('1.34.2', [worker('a linux 1.0.0', { machineType })])
    const carried = { ...carriedBy(subject), lastState }
    return runMaintenance(subjectOf(subject, offered), carried, instant('2026-06-01'), pickerFor(offered))
  }
  const [silent, others] = [
    runOf('gone', null),
    (['Succeeded', 'Processing'] as const).map((state) => runOf('gone', state)),
  ]
  expect([silent, ...others].map(({ written, reported }) => written || reported)).toEqual([false, false, true])
  expect(others.map((other) => isSameMaintenance(silent, other))).toEqual([true, false])
  expect(isSameMaintenance(runOf('small', null), runOf('small', null))).toBe(true)
  expect(isSameMaintenance(runOf('small', null), silent)).toBe(false)
})
