import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { maintain } from '@/lib/engine/rules'
import { start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type Act, act, changesText, livedThrough, type World } from '../testdata/lived'
import { windowsOf, withWindow } from '../testdata/walk'
import { ForecastComparison } from './comparison'

vi.setConfig({ testTimeout: 120_000 })

/** What a walk through every window, each begun as late as possible, finds for the window around an instant. */
function saidOf({ shoot: subject, profile }: World, made: Instant, at: Instant): string {
  let shoot = subject
  for (const { begin, latestStart } of windowsOf(subject, made, at)) {
    if (latestStart < made) continue
    const done = maintain(shoot, memoized(profile), latestStart)
    if (begin <= at && at <= latestStart) return changesText(done)
    shoot = after(shoot, done)
  }
  return '[]'
}

const REASONS = {
  version: 'owner-acted',
  auto: 'owner-acted',
  window: 'window-moved',
  expiry: 'profile-edited',
  stage: 'profile-edited',
} as const

/** What may have turned a forecast between when it was made and a maintenance. */
function whose(acts: readonly { kind: Act; at: Instant }[], made: Instant, at: Instant): string[] {
  return acts.flatMap((one) => (one.at > made && one.at <= at ? [REASONS[one.kind]] : []))
}

it('forecasts of a cluster whose days were lived through are never wrong, and deviate only as somebody acted', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      withWindow,
      fc.array(act, { maxLength: 3 }),
      fc.array(fc.nat(100), { minLength: 3, maxLength: 7 }),
      async ({ shoot: subject, profile: offered }, acts, jitter) => {
        const { first, history, known, done, ran, end } = livedThrough(subject, offered, acts, jitter)
        const { cases } = await new ForecastComparison(history, { now: () => end }).between(start, end)
        for (const { at, daysBefore, deviation } of cases) {
          const reason = deviation?.reason ?? 'as-forecast'
          seen.add(reason)
          const made = Math.floor(at / DAY - daysBefore) * DAY
          const said = saidOf(known.findLast((one) => one.at <= made)?.world ?? first, made, at)
          const found = ran.find((one) => one.at === at)
          expect(found !== undefined).toBe(deviation === null || deviation.ran !== null)
          expect(deviation === null).toBe(found !== undefined && said === found.changes)
          if (found === undefined) expect(said).not.toBe('[]')
          if (deviation !== null) expect(whose(done, made, at)).toContain(reason)
        }
        const told = ran.filter(({ isTold, at }) => isTold && at > start + DAY)
        expect(cases.filter((one) => one.daysBefore === 1 && one.deviation?.ran !== null).length).toBe(told.length)
      },
    ),
    { numRuns: runs(40) },
  )
  // Few tries may find little.
  if (runs(40) >= 40) expect(seen.size).toBeGreaterThan(1)
})
