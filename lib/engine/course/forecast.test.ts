import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { stateOf } from '@/lib/engine/rules/decide'
import { shootVersionsOf, windowOf } from '@/lib/engine/rules/maintain'
import { firstDay, momentOn, scheduleOf } from '@/lib/engine/rules/window'
import { accepted, anyInstant, anyProfile, anyShoot, days, moment, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { essence, replay } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { forecast } from './forecast'
import { shootAtWindow } from './moved-on'

vi.setConfig({ testTimeout: 120_000 })

/** From and to, in any order and of any length. */
const horizon = fc
  .tuple(fc.nat(40 * DAY), fc.nat(days * DAY))
  .map(([after, length]) => [start + after, start + after + length] as const)

test('a forecast equals maintaining in every window, for any shoot, profile and horizon', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, moment, horizon, (subject, offered, when, [from, to]) => {
      const result = forecast(subject, memoized(offered), { from, to, moment: when })
      const replayed = replay(subject, memoized(offered), from, to, when)
      expect(result.steps.map(essence)).toEqual(replayed.steps)
      expect(result.final).toEqual(replayed.final)
    }),
    { numRuns: runs(300) },
  )
})

const rotation = fc.record({ rotationPeriod: fc.integer({ min: 0, max: 30 * DAY }), lastCompletionTime: anyInstant })
const autoRotation = fc.record({ observability: rotation, sshKeypair: rotation, etcdEncryptionKey: rotation })

test('and with its automatic rotations, each of which completes at once', () => {
  fc.assert(
    fc.property(
      anyShoot,
      autoRotation,
      anyProfile,
      moment,
      horizon,
      (subject, rotations, offered, when, [from, to]) => {
        const rotating = { ...subject, autoRotation: rotations }
        const result = forecast(rotating, memoized(offered), { from, to, moment: when, rotations: true })
        const replayed = replay(rotating, memoized(offered), from, to, when)
        expect(result.steps.map(essence)).toEqual(replayed.steps)
      },
    ),
    { numRuns: runs(200) },
  )
})

test('and for any shoot that the API server accepted', () => {
  fc.assert(
    fc.property(accepted, moment, horizon, ({ shoot: subject, profile: offered }, when, [from, to]) => {
      const result = forecast(subject, memoized(offered), { from, to, moment: when })
      const replayed = replay(subject, memoized(offered), from, to, when)
      expect(result.steps.map(essence)).toEqual(replayed.steps)
      expect(result.final).toEqual(replayed.final)
    }),
    { numRuns: runs(200) },
  )
})

test('a shoot at a later window is what replaying made of it', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, horizon, (subject, offered, [from, wanted]) => {
      const { shoot: later, window, at } = shootAtWindow(subject, memoized(offered), from, wanted)
      const schedule = scheduleOf(windowOf(subject), 'latestStart')
      expect(at).toBe(momentOn(schedule, firstDay(schedule, wanted)))
      expect(window.latestStart).toBeGreaterThanOrEqual(wanted - 999)
      expect(shootVersionsOf(later, stateOf(later))).toEqual(
        replay(subject, memoized(offered), from, at - 1, 'latestStart').final,
      )
    }),
    { numRuns: runs(200) },
  )
})

test('forecasts of shoots of one kind do not mix up their names', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, (subject, offered) => {
      const options = { from: start, to: start + days * DAY }
      const renamed: Shoot = {
        ...subject,
        name: 'other',
        ...(subject.versionBound && { versionBound: { ...subject.versionBound, secretBindingName: 'another' } }),
        workers: subject.workers.map((one) => ({ ...one, name: `x${one.name}` })),
        pendingWorkerUpdates: subject.pendingWorkerUpdates.map((name) => `x${name}`),
      }
      forecast(subject, memoized(offered), options)
      const fresh = forecast(renamed, memoized(structuredClone(offered)), options)
      expect(forecast(renamed, memoized(offered), options)).toEqual(fresh)
    }),
    { numRuns: runs(100) },
  )
})
