import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { movedOn } from '@/lib/engine/course/moved-on'
import { carriedBy } from '@/lib/engine/rules/run'
import { anyProfile, anyShoot, days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { MemoizedProfiles } from '../course/memoized-profile'
import { ShootMover } from './forecaster'

vi.setConfig({ testTimeout: 120_000 })

/** What decides how it goes on, and what lists show. */
function essence(one: Shoot) {
  const { settings, dropped, lastState } = carriedBy(one)
  const { kubernetesVersion, workers, annotations, lastOperation } = one
  const isFailed = lastOperation?.state === 'Failed'
  return { kubernetesVersion, workers, annotations, isFailed, settings, dropped, failed: lastState === 'Failed' }
}

test('all shoots of a landscape come to what each comes to alone', () => {
  fc.assert(
    fc.property(
      fc.array(anyShoot, { maxLength: 6 }),
      anyProfile,
      fc.nat(40 * DAY),
      fc.nat(days * DAY),
      (all, offered, first, length) => {
        const move = { from: start + first, to: start + first + length }
        const mover = new ShootMover(move, new MemoizedProfiles())
        for (const one of all) {
          for (const begin of ['010000+0000', '093000+0000', '233000+0000']) {
            const end = begin.replace(/^../, (hour) => String((Number(hour) + 1) % 24).padStart(2, '0'))
            const subject = { ...one, window: { begin, end } }
            expect(essence(mover.of(subject, offered))).toEqual(essence(movedOn(subject, memoized(offered), move)))
          }
        }
      },
    ),
    { numRuns: runs(200) },
  )
})

test('a shoot that nothing happens to, and pools that stay, are the same objects', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, fc.nat(days * DAY), (subject, offered, length) => {
      const rested = { ...subject, lastOperation: { type: 'Reconcile', state: 'Succeeded' }, pendingWorkerUpdates: [] }
      const move = { from: start, to: start + length }
      const mover = new ShootMover(move, new MemoizedProfiles())
      const later = mover.of(rested, offered)
      const again = mover.of({ ...rested, name: 'other' }, offered)
      expect(again.workers.every((worker, i) => worker === later.workers[i])).toBe(true)
      if (JSON.stringify(essence(later)) === JSON.stringify(essence(rested)) && subject.lastMaintenance === undefined)
        expect(later).toBe(rested)
    }),
    { numRuns: runs(100) },
  )
})
