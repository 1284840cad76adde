import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { stateOf } from './decide'
import { forecast } from './forecast'
import { versionsOf, windowOf } from './maintain'
import { firstDay, momentOn, scheduleOf } from './schedule'
import { shootAtWindow } from './shoot-at-window'
import { accepted, days, moment, profile, shoot, start } from './testdata/arbitraries'
import { essence, replay } from './testdata/replay'
import { DAY } from './time'
import type { Shoot } from './types'

vi.setConfig({ testTimeout: 120_000 })

/** From and to, in any order and of any length. */
const horizon = fc
  .tuple(fc.nat(40 * DAY), fc.nat(days * DAY))
  .map(([after, length]) => [start + after, start + after + length] as const)

test('a forecast equals maintaining in every window, for any shoot, profile and horizon', () => {
  fc.assert(
    fc.property(shoot, profile, moment, horizon, (subject, offered, when, [from, to]) => {
      const result = forecast(subject, offered, { from, to, moment: when })
      const replayed = replay(subject, offered, from, to, when)
      expect(result.steps.map(essence)).toEqual(replayed.steps)
      expect(result.final).toEqual(replayed.final)
    }),
    { numRuns: runs(300) },
  )
})

test('and for any shoot that the API server accepted', () => {
  fc.assert(
    fc.property(accepted, moment, horizon, ({ shoot: subject, profile: offered }, when, [from, to]) => {
      const result = forecast(subject, offered, { from, to, moment: when })
      const replayed = replay(subject, offered, from, to, when)
      expect(result.steps.map(essence)).toEqual(replayed.steps)
      expect(result.final).toEqual(replayed.final)
    }),
    { numRuns: runs(200) },
  )
})

test('a shoot at a later window is what replaying made of it', () => {
  fc.assert(
    fc.property(shoot, profile, horizon, (subject, offered, [from, wanted]) => {
      const { shoot: later, window, at } = shootAtWindow(subject, offered, from, wanted)
      const schedule = scheduleOf(windowOf(subject), 'latestStart')
      expect(at).toBe(momentOn(schedule, firstDay(schedule, wanted)))
      expect(window.latestStart).toBeGreaterThanOrEqual(wanted - 999)
      expect(versionsOf(later, stateOf(later))).toEqual(replay(subject, offered, from, at - 1, 'latestStart').final)
    }),
    { numRuns: runs(200) },
  )
})

test('forecasts of shoots of one kind do not mix up their names', () => {
  fc.assert(
    fc.property(shoot, profile, (subject, offered) => {
      const options = { from: start, to: start + days * DAY }
      const renamed: Shoot = {
        ...subject,
        name: 'other',
        ...(subject.versionBound && { versionBound: { ...subject.versionBound, secretBindingName: 'another' } }),
        workers: subject.workers.map((one) => ({ ...one, name: `x${one.name}` })),
        pendingWorkerUpdates: subject.pendingWorkerUpdates.map((name) => `x${name}`),
      }
      forecast(subject, offered, options)
      const fresh = forecast(renamed, structuredClone(offered), options)
      expect(forecast(renamed, offered, options)).toEqual(fresh)
    }),
    { numRuns: runs(100) },
  )
})
