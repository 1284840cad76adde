import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { maintain } from '@/lib/engine/rules'
import { start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { InMemoryHistory } from '@/lib/history'
import { snapshotOf, windowsOf, withWindow } from '../testdata/walk'
import { ForecastComparison } from './comparison'

vi.setConfig({ testTimeout: 120_000 })

/** So many days are lived through. */
const LIVED = 40

type Act = 'version' | 'auto' | 'window' | 'expiry' | 'stage'

const act = fc.record({
  kind: fc.constantFrom<Act>('version', 'auto', 'window', 'expiry', 'stage'),
  /** Minutes after the begin. */
  at: fc.integer({ min: 60, max: LIVED * 24 * 60 }),
  pick: fc.nat(100),
})

interface World {
  readonly shoot: Shoot
  readonly profile: CloudProfile
}

/** What an owner or an operator writes. */
function acted({ shoot, profile }: World, { kind, pick }: { kind: Act; pick: number }, at: Instant): World {
  const listed = profile.kubernetes[pick % Math.max(1, profile.kubernetes.length)]
  switch (kind) {
    case 'version':
      return { profile, shoot: listed === undefined ? shoot : { ...shoot, kubernetesVersion: listed.version } }
    case 'auto': {
      const { kubernetesVersion, machineImageVersion } = shoot.autoUpdate
      return {
        profile,
        shoot: { ...shoot, autoUpdate: { kubernetesVersion: !kubernetesVersion, machineImageVersion } },
      }
    }
    case 'window': {
      const hour = (hours: number) => `${String((18 + (pick % 4) + hours) % 24).padStart(2, '0')}3000+0000`
      return { profile, shoot: { ...shoot, window: { begin: hour(0), end: hour(1) } } }
    }
    case 'expiry':
    case 'stage': {
      const kubernetes = profile.kubernetes.map((one) =>
        one !== listed
          ? one
          : kind === 'expiry'
            ? { version: one.version, classification: 'deprecated' as const, expirationDate: at + (pick % 20) * DAY }
            : { version: one.version, classification: 'supported' as const },
      )
      return { shoot, profile: { ...profile, kubernetes } }
    }
  }
}

interface Ran {
  readonly at: Instant
  readonly changes: string
  /** Its status tells of a version that changed, or of a failure that is not that of the night before. */
  readonly isTold: boolean
}

type Done = ReturnType<typeof maintain>

const changesText = (done: Done) =>
  done.denied
    ? 'denied'
    : JSON.stringify(
        done.changes
          .map((one) => [one.component, one.pool, one.from, one.kind === 'update' ? one.to : null].join(' '))
          .sort(),
      )

function isTold(
  { lastMaintenance: before }: Shoot,
  { changes, denied, lastMaintenance, lastMaintenanceWritten }: Done,
) {
  if (!lastMaintenanceWritten || (changes.length === 0 && !denied)) return false
  const isSame =
    before?.description === lastMaintenance?.description && before?.failureReason === lastMaintenance?.failureReason
  return lastMaintenance?.state !== 'Failed' || before?.state !== 'Failed' || !isSame
}

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
        const first = {
          shoot: {
            ...subject,
            profile: { kind: 'CloudProfile', name: 'p' } as const,
            window: { begin: '203000+0000', end: '230000+0000' },
          },
          profile: offered,
        }
        let world: World = first
        const history = new InMemoryHistory()
        const record = (at: Instant) => history.record(snapshotOf([world], at), at, true)
        record(start)
        const known: { readonly at: Instant; readonly world: World }[] = [{ at: start, world }]
        const left = acts.map((one) => ({ ...one, at: start + one.at * MINUTE })).toSorted((a, b) => a.at - b.at)
        const done: { kind: Act; at: Instant }[] = []
        const ran: Ran[] = []
        const end = start + LIVED * DAY
        let lookedAt = start
        for (let now = start; now < end; ) {
          const window = windowsOf(world.shoot, lookedAt + 1, end).find(({ begin }) => begin > lookedAt)
          if (window === undefined) break
          const share = (jitter[ran.length % jitter.length] ?? 0) / 100
          const at = window.begin + Math.floor((share * (window.latestStart - window.begin)) / 1000) * 1000
          const next = left[0]
          if (next !== undefined && next.at < at) {
            left.shift()
            now = Math.max(next.at, now + SECOND)
            world = acted(world, next, now)
            done.push({ kind: next.kind, at: now })
            lookedAt = Math.max(lookedAt, now > window.begin ? window.begin - 1 : now)
          } else {
            const outcome = maintain(world.shoot, memoized(world.profile), at)
            ran.push({ at, changes: changesText(outcome), isTold: isTold(world.shoot, outcome) })
            world = { ...world, shoot: after(world.shoot, outcome) }
            now = at + 20 * SECOND
            lookedAt = window.end
          }
          record(now)
          known.push({ at: now, world })
        }
        record(end)
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
  expect(seen.size).toBeGreaterThan(1)
})
