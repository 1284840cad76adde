import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { anyInstant, days, profile, shoot } from '@/lib/engine/testdata/arbitraries'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { FleetForecaster } from './fleet-forecaster'

/** Before and after everything that changes at a time of the day, and across midnight. */
const windows = [
  '010000+0000 020000+0000',
  '023000+0000 040000+0000',
  '060000+0100 070000+0100',
  '233000+0000 010000+0000',
]

describe('a forecaster that has looked ahead for other windows', () => {
  it('foresees what a forecast foresees', () => {
    fc.assert(
      fc.property(shoot, profile, anyInstant, (subject, offered, from) => {
        const { autoRotation: _, ...plain } = subject
        const to = from + days * DAY
        const forecaster = new FleetForecaster()
        for (const text of [...windows, ...windows]) {
          const [begin = '', end = ''] = text.split(' ')
          const one: Shoot = { ...plain, window: { begin, end } }
          const { events, start } = forecaster.between(from, to, one, offered)
          const { steps } = forecast(one, memoized(offered), { from, to })
          expect(events.map((event) => ofEvent(event, one))).toEqual(steps.map(ofStep))
          expect(start?.subject.profile).toBe(forecaster.profiles.of(offered))
        }
      }),
    )
  })
})
