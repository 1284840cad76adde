import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atRest } from '@/lib/engine/course/class-keys'
import { forecast } from '@/lib/engine/course/forecast'
import { blockedRotation } from '@/lib/engine/rules/operations-check'
import { anyInstant, anyProfile, anyShoot, days, start } from '@/lib/engine/testdata/arbitraries'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { memoized } from '@/lib/engine/testdata/memoized'
import { essence, replay } from '@/lib/engine/testdata/replay'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { Forecaster } from './forecaster'

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
      fc.property(anyShoot, anyProfile, anyInstant, (subject, offered, from) => {
        const { autoRotation: _, ...plain } = subject
        const to = from + days * DAY
        const forecaster = new Forecaster()
        for (const text of [...windows, ...windows]) {
          const [begin = '', end = ''] = text.split(' ')
          const one: Shoot = { ...plain, window: { begin, end } }
          const { events, node } = forecaster.between(from, to, one, offered)
          const { steps } = forecast(one, memoized(offered), { from, to })
          expect(events.map((event) => ofEvent(event, one))).toEqual(steps.map(ofStep))
          expect(node?.subject.profile).toBe(forecaster.profiles.of(offered))
        }
      }),
    )
  })
})

/** Shoots whose rotation of the etcd encryption key is due on some day, and what may keep it from beginning. */
const rotating = fc
  .record({
    subject: anyShoot,
    hibernated: fc.boolean(),
    asleep: fc.boolean(),
    encryptionChanges: fc.boolean(),
    phase: fc.constantFrom(undefined, 'Completed', 'Preparing'),
    state: fc.constantFrom('Succeeded', 'Processing', 'Failed'),
    type: fc.constantFrom('Create', 'Reconcile', 'Delete'),
    due: fc.nat(days),
  })
  .map(({ subject, hibernated, asleep, encryptionChanges, phase, state, type, due }): Shoot => {
    const plan = { rotationPeriod: 30 * DAY, lastCompletionTime: start + due * DAY - 30 * DAY }
    return {
      ...subject,
      hibernated,
      ...(asleep && { asleep }),
      ...(encryptionChanges && { encryptionChanges }),
      lastOperation: { type, state },
      autoRotation: { etcdEncryptionKey: { ...plan, ...(phase !== undefined && { phase }) } },
    }
  })

describe('a rotation that cannot begin', () => {
  it('stands in lists as it stands in the forecast of the cluster, and as a maintenance each night finds it', () => {
    fc.assert(
      fc.property(rotating, anyProfile, (subject, offered) => {
        const options = { from: start, to: start + days * DAY }
        const { events } = new Forecaster().between(options.from, options.to, subject, offered)
        const { steps } = forecast(subject, memoized(offered), options)
        expect(events.map((event) => ofEvent(event, subject))).toEqual(steps.map(ofStep))
        const whole = forecast(subject, memoized(offered), { ...options, rotations: true }).steps
        // One that can begin comes again and again, and is not told in lists: neither is what else is refused in its night. That of a
        // shoot whose last operation failed is reported as begun in the first night, and cannot begin in those that follow.
        const nights = [subject, atRest(subject)]
        const isBlocked = nights.every((one) => blockedRotation(one) !== undefined)
        if (isBlocked) expect(steps.map(ofStep)).toEqual(whole.map(ofStep))
        expect(whole.map(essence)).toEqual(
          replay(subject, memoized(offered), options.from, options.to, 'latestStart').steps,
        )
      }),
    )
  })
})
