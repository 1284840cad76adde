import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { maintain, windowOf } from '@/lib/engine/rules/maintain'
import { rotated } from '@/lib/engine/rules/operations'
import { carriedBy } from '@/lib/engine/rules/run'
import { firstDay, momentOn, scheduleOf } from '@/lib/engine/rules/window'
import { accepted, anyInstant, anyProfile, anyShoot, days, start } from '@/lib/engine/testdata/arbitraries'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after, essence, writesOperations } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, Period, Shoot } from '@/lib/engine/types'
import { forecast } from './forecast'
import { movedOn } from './moved-on'

vi.setConfig({ testTimeout: 120_000 })

const move = fc.tuple(fc.nat(40 * DAY), fc.nat(days * DAY)).map(([first, length]): Period => {
  const from = start + first
  return { from, to: from + length }
})

/** Also such that are asked for something, and whose credentials rotate. */
const askedShoot: fc.Arbitrary<Shoot> = fc
  .record({
    shoot: anyShoot,
    asked: fc.constantFrom(undefined, undefined, 'reconcile', 'rotate-ca-start;rotate-ssh-keypair'),
    period: fc.constantFrom(undefined, 1, 7, 30),
    completed: fc.option(anyInstant, { nil: undefined }),
    phase: fc.constantFrom(undefined, 'Completed', 'Preparing'),
  })
  .map(({ shoot: subject, asked, period, completed, phase }) => ({
    ...subject,
    creationTimestamp: start - 10 * DAY,
    ...(asked !== undefined && { annotations: { 'maintenance.gardener.cloud/operation': asked } }),
    ...(period !== undefined && {
      autoRotation: {
        sshKeypair: { rotationPeriod: period * DAY },
        observability: {
          rotationPeriod: 2 * period * DAY,
          ...(completed !== undefined && { lastCompletionTime: completed }),
        },
        etcdEncryptionKey: { rotationPeriod: 9 * DAY, ...(phase !== undefined && { phase }) },
      },
    }),
  }))

/** The plain way: a maintenance in every window whose latest start lies between, each followed by a reconciliation. */
function maintained(subject: Shoot, offered: CloudProfile, { from, to }: Period): Shoot {
  const schedule = scheduleOf(windowOf(subject), 'latestStart')
  let current = subject
  for (let day = firstDay(schedule, from); momentOn(schedule, day) < to; day++) {
    const at = momentOn(schedule, day)
    const done = maintain(current, memoized(offered), at)
    const next = after(current, done)
    const isRotated = !done.denied && done.error === null && writesOperations(current)
    current = isRotated ? rotated(next, at) : next
  }
  return current
}

/** All of a shoot; what the API server is about to drop stands among the settings. */
function whole(subject: Shoot) {
  const { versionBound: _, droppedOnWrite: __, ...rest } = subject
  const { settings = {}, dropped = null } = carriedBy(subject)
  return { ...rest, settings, dropped }
}

const whatIsAhead = (subject: Shoot, offered: CloudProfile, at: Instant) =>
  forecast(subject, memoized(offered), { from: at, to: at + days * DAY }).steps.map(essence)

describe('a shoot that is moved on', () => {
  test('is the shoot that was maintained in every window until then, whatever it was', () => {
    fc.assert(
      fc.property(askedShoot, anyProfile, move, (subject, offered, span) => {
        const moved = movedOn(subject, memoized(offered), span)
        const replayed = maintained(subject, offered, span)
        expect(whole(moved)).toEqual(whole(replayed))
        expect(whatIsAhead(moved, offered, span.to)).toEqual(whatIsAhead(replayed, offered, span.to))
      }),
      { numRuns: runs(300) },
    )
  })

  test('also where the API server accepted it', () => {
    fc.assert(
      fc.property(accepted, move, ({ shoot: subject, profile: offered }, span) => {
        expect(whole(movedOn(subject, memoized(offered), span))).toEqual(whole(maintained(subject, offered, span)))
      }),
      { numRuns: runs(200) },
    )
  })

  test('has ahead what its forecast had ahead from then on: nothing happens twice, or never', () => {
    fc.assert(
      fc.property(anyShoot, anyProfile, move, (subject, offered, { from, to }) => {
        const until = to + days * DAY
        const nights = ({ at, lastAt, repeats: _, ...step }: ReturnType<typeof essence>) =>
          Array.from({ length: (lastAt - at) / DAY + 1 }, (_, i) => ({ ...step, at: at + i * DAY }))
        const before = forecast(subject, memoized(offered), { from, to: until }).steps.map(essence).flatMap(nights)
        const moved = movedOn(subject, memoized(offered), { from, to })
        const ahead = forecast(moved, memoized(offered), { from: to, to: until }).steps.map(essence).flatMap(nights)
        expect(ahead).toEqual(before.filter(({ at }) => at >= to))
      }),
      { numRuns: runs(200) },
    )
  })

  test('comes to the same in one move as in two', () => {
    fc.assert(
      fc.property(askedShoot, anyProfile, move, fc.nat(100), (subject, offered, { from, to }, percent) => {
        const between = from + Math.floor(((to - from) * percent) / 100)
        const twice = movedOn(movedOn(subject, memoized(offered), { from, to: between }), memoized(offered), {
          from: between,
          to,
        })
        expect(whole(twice)).toEqual(whole(movedOn(subject, memoized(offered), { from, to })))
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('which windows act', () => {
  const offered = profile(['1.33.5', '1.33.6'])
  // From 22:00 to 23:00: it may begin until 22:45.
  const subject = shoot('1.33.5', [], auto)
  const begin = instant('2026-11-21T22:00:00Z')
  const latestStart = begin + 45 * MINUTE
  const noon = begin - 10 * 60 * MINUTE

  test.each([
    ['none before the window', noon, begin, '1.33.5'],
    ['not one that is open then', noon, latestStart, '1.33.5'],
    ['one whose latest start has passed', noon, latestStart + 1000, '1.33.6'],
    ['one that is open at the beginning', begin + MINUTE, latestStart + 1000, '1.33.6'],
    ['one whose latest start is the beginning', latestStart, latestStart + 1000, '1.33.6'],
    ['none whose latest start has passed at the beginning', latestStart + 1000, latestStart + DAY, '1.33.5'],
  ])('%s', (_, from, to, version) => {
    expect(movedOn(subject, memoized(offered), { from, to }).kubernetesVersion).toBe(version)
  })

  test('none of a shoot that is being deleted', () => {
    const deleting = { ...subject, deletionTimestamp: noon }
    expect(movedOn(deleting, memoized(offered), { from: noon, to: noon + 9 * DAY })).toBe(deleting)
  })

  test('what Gardener will have written is there, with its time', () => {
    const { lastMaintenance } = movedOn(subject, memoized(offered), { from: noon, to: noon + 9 * DAY })
    expect(lastMaintenance).toEqual({
      state: 'Succeeded',
      description:
        'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.5" to "1.33.6". ' +
        'Reason: Automatic update of Kubernetes version configured',
      triggeredTime: latestStart,
    })
  })

  test('which pools wait for a rollout is only said until an operation may have taken them along', () => {
    const rotationTimes = { certificateAuthorities: { pendingWorkersRollouts: [{ name: 'a' }] } }
    const rotationPhases = { certificateAuthorities: 'WaitingForWorkersRollout' }
    const waiting = { ...shoot('1.33.5', [worker('a linux 1.0.0')], auto), rotationTimes, rotationPhases }
    const asked = { ...waiting, annotations: { 'maintenance.gardener.cloud/operation': 'rotate-rollout-workers=a' } }
    const offered = profile(['1.33.5', '1.33.6'], image('linux', 'minor', ['1.0.0']))
    const move = { from: noon, to: noon + DAY }
    expect(movedOn(waiting, memoized(offered), move).rotationTimes).toBe(rotationTimes)
    expect(movedOn(asked, memoized(offered), move)).not.toHaveProperty('rotationTimes')
  })
})
