import fc from 'fast-check'
import { maintain } from '@/lib/engine/rules'
import { start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { InMemoryHistory } from '@/lib/history'
import { snapshotOf, windowsOf } from './walk'

/** So many days are lived through. */
const LIVED = 40

export type Act = 'version' | 'auto' | 'window' | 'expiry' | 'stage'

export const act = fc.record({
  kind: fc.constantFrom<Act>('version', 'auto', 'window', 'expiry', 'stage'),
  /** Minutes after the begin. */
  at: fc.integer({ min: 60, max: LIVED * 24 * 60 }),
  pick: fc.nat(100),
})

export interface World {
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

export interface Ran {
  readonly at: Instant
  readonly changes: string
  /** Its status tells of a version that changed, or of a failure that is not that of the night before. */
  readonly isTold: boolean
  readonly outcome: Done
}

type Done = ReturnType<typeof maintain>

export const changesText = (done: Done) =>
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

/**
 * The days of a cluster from `start` on, recorded: each maintenance begins at some moment of its window, and owner and operator act in
 * between.
 */
export function livedThrough(
  subject: Shoot,
  offered: CloudProfile,
  acts: readonly { readonly kind: Act; readonly at: number; readonly pick: number }[],
  jitter: readonly number[],
) {
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
      ran.push({ at, changes: changesText(outcome), isTold: isTold(world.shoot, outcome), outcome })
      world = { ...world, shoot: after(world.shoot, outcome) }
      now = at + 20 * SECOND
      lookedAt = window.end
    }
    record(now)
    known.push({ at: now, world })
  }
  record(end)
  return { first, history, known, done, ran, end }
}
