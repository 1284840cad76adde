import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { remembered } from '@/lib/engine/once'
import { maintain } from '@/lib/engine/rules'
import { days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, Period, Shoot } from '@/lib/engine/types'
import { buildLandscapeAhead } from '@/lib/landscape/landscape'
import { snapshotOf, type Told, toldOf, type Window, windowsOf, withWindow } from '@/lib/landscape/testdata/walk'
import type { TonightAnswer } from '../../contract'
import { nightSeenFrom, tonightView } from '../tonight'

vi.setConfig({ testTimeout: 120_000 })

/** Zones of both halves of the year, with nights of 11, 12 and 13 hours between the first and the last day of the profiles. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']

const formatOf = remembered(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** The day and the hour of a clock in a zone; found by the platform alone. */
function clockOf(zone: string, at: Instant) {
  const parts = formatOf(zone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { day: Date.UTC(of('year'), of('month') - 1, of('day')) / DAY, hour: of('hour') + of('minute') / 60 }
}

/** The day on whose evening the night of an instant begins; null: it is between noon and 18:00, or morning. */
function nightOn(zone: string, at: Instant): number | null {
  const { day, hour } = clockOf(zone, at)
  return hour >= 18 ? day : hour < 6 ? day - 1 : null
}

/** The night that a reader is shown at an instant: until noon the one that is over. */
function shownNight(zone: string, at: Instant): number {
  const { day, hour } = clockOf(zone, at)
  return hour < 12 ? day - 1 : day
}

interface Walked {
  readonly shoot: Shoot
  /** What it had done last by the instant, in which window and when. */
  readonly last: { readonly told: Told | null; readonly window: Window; readonly at: Instant } | null
}

/** A shoot that lived through every window until an instant, each begun at some moment of it. */
function lived(subject: Shoot, profile: CloudProfile, { from, to }: Period, jitter: readonly number[]): Walked {
  let shoot = subject
  let last: Walked['last'] = null
  for (const [i, window] of windowsOf(subject, from, to).entries()) {
    const share = (jitter[i % jitter.length] ?? 0) / 100
    const at = window.begin + Math.floor((share * (window.latestStart - window.begin)) / 1000) * 1000
    if (at < from || at > to) continue
    const done = maintain(shoot, memoized(profile), at)
    if (done.lastMaintenanceWritten) last = { told: toldOf(done), window, at }
    shoot = after(shoot, done)
  }
  return { shoot, last }
}

interface ToldCluster extends Told {
  readonly state: string
  readonly window: Instant
}

/** So far the next window is looked for. */
const LOOKED_AHEAD = 4 * DAY

/** What a reader is to be shown of a cluster at an instant. */
function expected({ shoot, last }: Walked, profile: CloudProfile, asked: Asked) {
  const { now, at, zone } = asked
  const night = shownNight(zone, at)
  const found: ToldCluster[] = []
  let next: Instant | null = null
  const seenFrom = at > now ? Math.max(now, Math.min(at, firstOf(zone, at, 18))) : at
  let isOver = Number.NEGATIVE_INFINITY
  if (last !== null && [last.window.begin, last.at].some((one) => nightOn(zone, one) === night)) {
    isOver = last.window.begin
    if (last.told !== null)
      found.push({ ...last.told, state: last.told.kind === 'fails' ? 'failed' : 'done', window: last.window.begin })
  }
  let current = shoot
  for (const window of windowsOf(shoot, now, at + LOOKED_AHEAD)) {
    if (window.latestStart < now) continue
    const done = maintain(current, memoized(profile), window.latestStart)
    const told = toldOf(done)
    current = after(current, done)
    if (told === null) continue
    if (window.begin > at) next ??= window.begin
    if (window.begin <= isOver) continue
    // One that is open as the night begins, or opened in it before it was over.
    const isOfNight = [window.begin, Math.max(window.begin, seenFrom)].some((one) => nightOn(zone, one) === night)
    if (!isOfNight || window.latestStart < seenFrom) continue
    const isFailing = told.kind === 'fails'
    const state =
      at > now && window.latestStart <= at
        ? isFailing
          ? 'failed'
          : 'done'
        : window.begin <= at && at < window.end
          ? 'open'
          : isFailing
            ? 'willFail'
            : 'toCome'
    found.push({ ...told, state, window: window.begin })
  }
  return { found, next }
}

interface Asked {
  readonly now: Instant
  readonly at: Instant
  readonly zone: string
}

const question = fc.record({
  given: fc.array(withWindow, { minLength: 1, maxLength: 6 }),
  jitter: fc.array(fc.nat(100), { minLength: 3, maxLength: 7 }),
  zone: fc.constantFrom(...ZONES),
  now: fc.integer({ min: 0, max: days * 24 * 12 }).map((steps) => start + steps * 5 * MINUTE),
  /** So many hours clusters have lived through. */
  lived: fc.nat(48),
  ahead: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 3 * 24 * 12 }).map((steps) => steps * 5 * MINUTE),
  ),
})

function membersOf({ rows }: TonightAnswer) {
  return rows.flatMap(({ state, kind, what, from, to, members }) =>
    members.map(({ name, window }) => ({ name, state, kind, what, from, to, window: Date.parse(window.begin) })),
  )
}

const inOrder = <T extends { readonly name: string; readonly window: number }>(all: readonly T[]) =>
  all.toSorted((a, b) => a.window - b.window || (a.name < b.name ? -1 : 1))

/** Of what the API server refused its status does not say what it was to do. */
function withoutUntold<T extends ToldCluster>(one: T) {
  return one.state === 'failed' ? { ...one, what: null, from: '', to: null } : one
}

it('a night tells each cluster that the windows of it hit, as a walk through every window finds them', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(question, async ({ given, jitter, zone, now, lived: hours, ahead }) => {
      const all = given.map(({ shoot, profile }, i) => {
        const ref = { kind: 'CloudProfile', name: `profile-${i}` } as const
        const named = { ...shoot, name: `shoot-${i}`, profile: ref }
        return {
          profile,
          ...lived(named, profile, { from: now - hours * HOUR, to: now }, [...jitter.slice(i % 3), ...jitter]),
        }
      })
      const at = now + ahead
      const each = all.map(({ profile, ...one }) => ({ one, ...expected(one, profile, { now, at, zone }) }))
      const wanted = each.flatMap(({ one, found }) => found.map((told) => ({ name: one.shoot.name, ...told })))
      const opens = each.flatMap(({ next }) => next ?? [])
      const next = opens.length === 0 ? null : Math.min(...opens)
      const night = { begin: firstOf(zone, at, 18), end: firstOf(zone, at, 30) }
      const landscape = await buildLandscapeAhead(snapshotOf(all, now), now, nightSeenFrom(night, at, now))
      const answer = await tonightView(landscape, { night, at, zone })
      for (const { state } of wanted) seen.add(state)
      expect(inOrder(membersOf(answer)).map(withoutUntold)).toEqual(inOrder(wanted).map(withoutUntold))
      expect(answer.figures.clusters).toBe(wanted.length)
      for (const state of ['open', 'done', 'failed'] as const)
        expect(answer.figures[state].clusters).toBe(wanted.filter((one) => one.state === state).length)
      const found = answer.next && Date.parse(answer.next.at)
      expect(found !== null && found <= at + LOOKED_AHEAD ? found : null).toBe(next)
      if (next !== null) expect(answer.next?.clusters).toBe(opens.filter((one) => one === next).length)
    }),
    { numRuns: runs(60) },
  )
  // Few tries may find little.
  if (runs(60) >= 60) expect(seen.size).toBeGreaterThan(2)
})

/** When the clock of a zone first shows an hour of the night that is shown at an instant, counted from its midnight. */
function firstOf(zone: string, at: Instant, hours: number): Instant {
  const day = shownNight(zone, at) + Math.floor(hours / 24)
  let instant = day * DAY + (hours % 24) * HOUR - 15 * HOUR
  for (;;) {
    const { day: on, hour } = clockOf(zone, instant)
    if (on > day || (on === day && hour >= hours % 24)) return instant
    instant += 15 * MINUTE
  }
}
