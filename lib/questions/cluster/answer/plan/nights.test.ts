import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { maintain } from '@/lib/engine/rules'
import { days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { buildLandscape } from '@/lib/landscape/landscape'
import { snapshotOf, toldOf, windowsOf, withWindow } from '@/lib/landscape/testdata/walk'
import { nightsView } from '../plan'

vi.setConfig({ testTimeout: 120_000 })

const NIGHTS = 60

/** What each window from an instant on does, with a maintenance as late as possible in each. */
function walk(subject: Shoot, profile: CloudProfile, from: Instant) {
  let shoot = subject
  let before = ''
  return windowsOf(subject, from, from + (NIGHTS + 1) * DAY).flatMap(({ begin, latestStart }) => {
    if (latestStart < from) return []
    const done = maintain(shoot, memoized(profile), latestStart)
    const told = toldOf(done)
    shoot = after(shoot, done)
    // As the status has it: of what is refused as a whole it does not say what it was to do.
    const text = JSON.stringify([told?.kind, done.lastMaintenance, done.error, done.specChanged], (key, value) =>
      key === 'triggeredTime' ? undefined : value,
    )
    const isAgain = told?.kind === 'fails' && !done.specChanged && text === before
    before = text
    return [{ begin, told, isAgain }]
  })
}

it('each night tells what the cluster does in it, and which others of its project are busy, as a walk through every window finds them', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(withWindow, { minLength: 1, maxLength: 4 }),
      fc.nat(days * 24 * 12),
      async (given, steps) => {
        const at = start + steps * 5 * MINUTE
        const all = given.map(({ shoot, profile }, i) => ({
          profile,
          shoot: { ...shoot, name: `shoot-${i}`, profile: { kind: 'CloudProfile', name: `profile-${i}` } as const },
        }))
        const landscape = await buildLandscape(snapshotOf(all, at), at)
        const { nights, forced, kind } = nightsView(landscape, 0, [])
        const [own = [], ...others] = all.map(({ shoot, profile }) => walk(shoot, profile, at))
        expect(nights.map(({ window }) => Date.parse(window.begin))).toEqual(
          own.slice(0, nights.length).map(({ begin }) => begin),
        )
        const first = own.slice(0, NIGHTS).find((one) => one.told?.kind === 'forced' || one.told?.kind === 'fails')
        if (first !== undefined) expect([kind, Date.parse(forced ?? '')]).toEqual([first.told?.kind, first.begin])
        for (const [i, night] of nights.entries()) {
          const { begin, told: what = null, isAgain = false } = own[i] ?? { begin: 0 }
          const isNear = (other: Instant) => other >= begin - 12 * HOUR && other < begin + 12 * HOUR
          const busy = others.filter((one) =>
            one.some((other) => isNear(other.begin) && other.told !== null && !other.isAgain),
          )
          const texts = (one: typeof what | typeof night.own) =>
            one && (isAgain ? one.kind : [one.kind, one.what, one.from, one.to])
          expect(texts(night.own)).toEqual(texts(what))
          if (night.own) expect(Date.parse(night.own.window.begin)).toBe(begin)
          expect(night.others.clusters).toBe(busy.length)
          if (what !== null) told++
        }
      },
    ),
    { numRuns: runs(60) },
  )
  // Few tries may find little.
  if (runs(60) >= 60) expect(told).toBeGreaterThan(60)
})
