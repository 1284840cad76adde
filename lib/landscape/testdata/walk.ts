import fc from 'fast-check'
import type { maintain } from '@/lib/engine/rules'
import { type Accepted, accepted } from '@/lib/engine/testdata/arbitraries'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { emptySnapshot } from '@/lib/garden/snapshot'

/** What answers are held against: clusters that are walked through every window, each as its text has it. */

export interface Window {
  readonly begin: Instant
  readonly latestStart: Instant
  readonly end: Instant
}

/** Every window of a shoot that begins within some days of an instant, by its text alone. */
export function windowsOf({ window }: Shoot, from: Instant, to: Instant): Window[] {
  if (window === undefined) throw new Error('each has one')
  const [begin, end] = [window.begin, window.end].map((text) => {
    const [, hours, minutes, , sign, aheadHours, aheadMinutes] =
      /^(\d\d)(\d\d)(\d\d)([+-])(\d\d)(\d\d)$/
        .exec(text)
        ?.map((part) => (Number.isNaN(Number(part)) ? part : Number(part))) ?? []
    const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -1 : 1)
    return (Number(hours) * 60 + Number(minutes) - ahead) * MINUTE
  }) as [number, number]
  const length = (((end - begin) % DAY) + DAY) % DAY || DAY
  const windows: Window[] = []
  for (let day = Math.floor(from / DAY) - 3; day * DAY < to + 3 * DAY; day++) {
    const opens = day * DAY + begin
    if (opens + length >= from && opens <= to)
      windows.push({ begin: opens, latestStart: opens + length - 15 * MINUTE, end: opens + length })
  }
  return windows
}

/** What one maintenance comes to, as lists tell it; null: nothing that they tell. */
export function toldOf(done: ReturnType<typeof maintain>) {
  const isFailing = done.denied || done.error !== null || done.changes.some(({ kind }) => kind === 'failure')
  if (!isFailing && done.changes.length === 0) return null
  const isForced = done.changes.some(({ why }) => why !== 'auto')
  const lead =
    (isFailing && done.changes.find(({ kind }) => kind === 'failure')) ||
    done.changes.find(({ why }) => why !== 'auto') ||
    done.changes[0]
  return {
    kind: isFailing ? 'fails' : isForced ? 'forced' : 'auto',
    what: lead === undefined ? null : (lead.image ?? 'Kubernetes'),
    from: lead?.from ?? '',
    to: lead?.kind === 'update' ? lead.to : null,
  }
}

export type Told = NonNullable<ReturnType<typeof toldOf>>

const clock = fc.tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 45), fc.constantFrom('+0000', '+0200', '-0330', '+1345'))

/** Clusters that the API server accepted, with windows of any length that it accepts. */
export const withWindow = fc
  .tuple(accepted, clock, fc.integer({ min: 2, max: 24 }))
  .map(([{ shoot, profile }, [hour, minute, zone], quarters]): Pick<Accepted, 'shoot' | 'profile'> => {
    const text = (minutes: number) =>
      `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}00${zone}`
    const begin = hour * 60 + minute
    return { profile, shoot: { ...shoot, window: { begin: text(begin), end: text(begin + quarters * 15) } } }
  })

/** Such clusters as a garden, each on a profile of its own. */
export function snapshotOf(all: readonly Pick<Accepted, 'shoot' | 'profile'>[], observedAt: Instant): Snapshot {
  const profiles = all.map(({ shoot, profile }) => [shoot.profile.name, { ref: shoot.profile, profile }] as const)
  return {
    ...emptySnapshot,
    observedAt,
    profiles: new Map(profiles),
    shoots: ChunkedList.of(all.map(({ shoot }) => shoot)),
  }
}
