import { doneChanges, isDenied, isUnwell, pastUpdates, type SeenShoot, type VersionMove } from '@/lib/engine/course'
import { hasThreeNumbers } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ComponentChange, Instant, LastError, NamedVersion, Period, Shoot } from '@/lib/engine/types'
import { isVersion, runs } from './subjects'

/** What one cluster tells of a version. */
export interface ClusterRecord {
  /** When it ran it, oldest first; not while it slept. What came about unseen counts from when it was seen. */
  readonly stays: readonly Period[]
  /** How it came to it first; null: it never did. */
  readonly arrival: VersionArrival | null
  /** Updates to it, oldest first. */
  readonly updates: readonly UpdateToVersion[]
  /** While it ran it, oldest first. */
  readonly episodes: readonly FailureEpisode[]
  /** Its health in the seven days before it was updated to the version; null: it was not updated, or nothing is known of these days. */
  readonly before: ObservedHealth | null
  /** While it ran it. */
  readonly since: ObservedHealth
  /** The cluster as it was last seen on the version; null: it never was. */
  readonly shoot: Shoot | null
  readonly isOnIt: boolean
}

export type VersionArrival =
  /** The cluster ran the version when recording began. */
  | { readonly kind: 'before'; readonly at: Instant }
  /** The cluster, or a pool of it, was created with the version. */
  | { readonly kind: 'made'; readonly at: Instant }
  | { readonly kind: 'updated'; readonly at: Instant; readonly from: string }

export interface UpdateToVersion {
  readonly at: Instant
  readonly from: string
  /** Gardener's words on why the API server took nothing of it; null: it was made. */
  readonly denied: string | null
  /** Denied, or the last operation failed at it or after it, before it left the version or was updated to it again. */
  readonly failed: boolean
}

/** A time in which its last operation ended otherwise than well, or had errors. */
export interface FailureEpisode {
  readonly from: Instant
  /** Null: it is not over. */
  readonly to: Instant | null
  /** Whether Gardener gave up in it, rather than tried again. */
  readonly failed: boolean
  /** The errors in the order in which they came first. */
  readonly errors: readonly LastError[]
}

/** How long before an update its health is looked at. */
const before = 7 * DAY

/** What the states of a cluster up to `to`, oldest first, tell of a version; null: it never ran it, and no update to it was tried. */
export function recordOf(states: readonly SeenShoot[], subject: NamedVersion, to: Instant): ClusterRecord | null {
  // Of most clusters there is nothing to tell.
  if (!states.some(({ value }) => value?.lastMaintenance?.state === 'Failed' || ranIt(value, subject))) return null
  const isOn = states.map(({ value }) => ranIt(value, subject))
  const first = isOn.indexOf(true)
  const last = isOn.lastIndexOf(true)
  const onIt = periodsOf(states, isOn, to)
  // What went wrong before goes on for its own reasons.
  const episodes = episodesOf(states).filter((one) =>
    onIt.some(({ from, to: end }) => from <= one.from && one.from < end),
  )
  const updates = updatesTo(states, subject, onIt, episodes)
  if (first === -1 && updates.length === 0) return null
  const arrival = first === -1 ? null : arrivalOf(states, first, updates)
  const earlier = arrival?.kind === 'updated' ? healthIn(states, { from: arrival.at - before, to: arrival.at }) : null
  return {
    stays: states.every(({ value }) => value?.hibernated === false)
      ? onIt
      : periodsOf(
          states,
          isOn.map((is, i) => is && states[i]?.value?.hibernated === false),
          to,
        ),
    arrival,
    updates,
    episodes,
    before: earlier !== null && earlier.observed > 0 ? earlier : null,
    since: healthDuring(states, onIt),
    shoot: states[last]?.value ?? null,
    isOnIt: isOn.at(-1) === true,
  }
}

function ranIt(shoot: Shoot | null, subject: NamedVersion): boolean {
  return shoot !== null && runs(shoot, subject)
}

/** How a cluster was doing while it ran a version, within some time. */
export function healthOn(states: readonly SeenShoot[], subject: NamedVersion, { from, to }: Period): ObservedHealth {
  const isOn = states.map(({ value }) => ranIt(value, subject))
  const within = periodsOf(states, isOn, to).map((period) => ({ ...period, from: Math.max(period.from, from) }))
  return healthDuring(states, within)
}

function healthDuring(states: readonly SeenShoot[], periods: readonly Period[]): ObservedHealth {
  return sumOf(periods.map((period) => healthIn(states, period)))
}

function periodsOf(states: readonly SeenShoot[], is: readonly boolean[], to: Instant): Period[] {
  const periods: Period[] = []
  for (const [i, { seen }] of states.entries()) {
    if (is[i] !== true) continue
    const end = Math.min(states[i + 1]?.seen ?? to, to)
    const last = periods.at(-1)
    if (last !== undefined && is[i - 1] === true) periods[periods.length - 1] = { from: last.from, to: end }
    else if (seen <= to) periods.push({ from: seen, to: end })
  }
  return periods
}

function updatesTo(
  states: readonly SeenShoot[],
  subject: NamedVersion,
  onIt: readonly Period[],
  episodes: readonly FailureEpisode[],
): UpdateToVersion[] {
  const isToIt = (one: ComponentChange | VersionMove) =>
    one.image === subject.image && 'to' in one && isVersion(subject, one.to) && one.from !== one.to
  const [only] = states
  // One state tells no more than its last maintenance: that is read without what else a step tells.
  const updates = states.length === 1 && only?.value ? lastUpdateOf(only.value, subject) : pastUpdates(states)
  const found = updates.flatMap((update) => {
    const changes = update.kind === 'other' ? update.moves : update.step.changes
    const change = changes.find(isToIt)
    if (change === undefined) return []
    const denied = update.kind === 'maintenance' && update.step.denied
    return [{ at: update.at, from: change.from, denied: denied ? (update.step.failureReason ?? '') : null }]
  })
  return found.map((update, i) => {
    const next = found[i + 1]?.at ?? Number.POSITIVE_INFINITY
    const leaves = onIt.find(({ to }) => to > update.at)?.to ?? update.at
    const failed = episodes.some((one) => one.failed && one.from >= update.at && one.from < next && one.from < leaves)
    return { ...update, failed: update.denied !== null || failed }
  })
}

/** The last maintenance of a cluster, unless it says that it cannot be about a version. */
function lastUpdateOf(shoot: Shoot, { image, version }: NamedVersion) {
  const { lastMaintenance } = shoot
  if (lastMaintenance?.triggeredTime === undefined) return []
  // The texts of most are about other versions: Kubernetes may be spelled otherwise where not both have three numbers.
  const isAsSpelled = image !== null || hasThreeNumbers(version)
  if (isAsSpelled && !lastMaintenance.description.includes(version)) return []
  const { triggeredTime: at, failureReason } = lastMaintenance
  return [
    {
      kind: 'maintenance' as const,
      at,
      step: { changes: doneChanges(shoot), denied: isDenied(lastMaintenance), failureReason },
    },
  ]
}

function arrivalOf(states: readonly SeenShoot[], first: number, updates: readonly UpdateToVersion[]): VersionArrival {
  const { seen = 0, after } = states[first] ?? {}
  if (first === 0 && after === null) return { kind: 'before', at: seen }
  const update = updates.find(({ denied }) => denied === null)
  const isUpdated = update !== undefined && (states[first - 1]?.value ?? null) !== null && update.at <= seen
  return isUpdated ? { kind: 'updated', at: update.at, from: update.from } : { kind: 'made', at: seen }
}

function episodesOf(states: readonly SeenShoot[]): FailureEpisode[] {
  const episodes: FailureEpisode[] = []
  let open = null as FailureEpisode | null
  for (const { seen, value } of states) {
    const { lastErrors: errors = [], lastOperation } = value ?? {}
    const failed = lastOperation?.state === 'Failed'
    if (errors.length === 0 && (value === null || !isUnwell(value))) {
      if (open !== null) episodes.push({ ...open, to: seen })
      open = null
    } else if (open === null) open = { from: seen, to: null, failed, errors }
    // Words may come after the state, and are others each time where they tell of requests by number.
    else if (open.errors.length === 0 || codesOf(open.errors) === codesOf(errors) || errors.length === 0)
      open = { ...open, failed: open.failed || failed, errors: open.errors.length === 0 ? errors : open.errors }
    else {
      episodes.push({ ...open, to: seen })
      open = { from: seen, to: null, failed, errors }
    }
  }
  return open === null ? episodes : [...episodes, open]
}

function codesOf(errors: readonly LastError[]): string {
  return errors
    .flatMap(({ codes }) => codes)
    .sort()
    .join()
}

/** For how long the health of a cluster was known, and for how long of that a condition was not `True`; in milliseconds. */
export interface ObservedHealth {
  readonly observed: number
  readonly unhealthy: number
}

/** How a cluster was doing in some time. One that sleeps, or of which nothing is reported, says nothing. */
export function healthIn(states: readonly SeenShoot[], { from, to }: Period): ObservedHealth {
  let [observed, unhealthy] = [0, 0]
  for (const [i, { seen, value }] of states.entries()) {
    if (value === null || value.hibernated || value.lastOperation === undefined) continue
    const length = Math.min(states[i + 1]?.seen ?? to, to) - Math.max(seen, from)
    if (length <= 0) continue
    observed += length
    if (value.conditions !== undefined) unhealthy += length
  }
  return { observed, unhealthy }
}

export function sumOf(all: readonly ObservedHealth[]): ObservedHealth {
  return {
    observed: all.reduce((sum, one) => sum + one.observed, 0),
    unhealthy: all.reduce((sum, one) => sum + one.unhealthy, 0),
  }
}

/** For how long of a week a condition was not `True`, in milliseconds; null: the health was never known. */
export function perWeek({ observed, unhealthy }: ObservedHealth): number | null {
  return observed === 0 ? null : (unhealthy / observed) * 7 * DAY
}

/** How a cluster was doing before and since. */
export interface HealthPair {
  readonly before: ObservedHealth
  readonly since: ObservedHealth
}

/** The mean of what clusters were like before and since, per week in milliseconds; null: there are none. */
export function meansOf(pairs: readonly HealthPair[]): { readonly before: number; readonly since: number } | null {
  if (pairs.length === 0) return null
  const mean = (of: (pair: HealthPair) => ObservedHealth) =>
    pairs.reduce((sum, pair) => sum + (perWeek(of(pair)) ?? 0), 0) / pairs.length
  return { before: mean(({ before }) => before), since: mean(({ since }) => since) }
}

/**
 * The place of the one of at least three clusters without which the difference of the means is less than half of what it is, or turns
 * round; null: there is none.
 */
export function outlierOf(pairs: readonly HealthPair[]): number | null {
  const differences = pairs.map(({ before, since }) => (perWeek(since) ?? 0) - (perWeek(before) ?? 0))
  const sum = differences.reduce((all, one) => all + one, 0)
  if (pairs.length < 3 || sum === 0) return null
  const shares = differences.map((one) => (sum - one) / (pairs.length - 1) / (sum / pairs.length))
  const least = shares.reduce((a, b) => Math.min(a, b))
  return least < 0.5 ? shares.indexOf(least) : null
}

/** The time that clusters ran something, all of theirs together, up to an instant; in milliseconds. */
export function clusterTime(stays: readonly Period[], until: Instant): number {
  return stays.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - from), 0)
}

export interface CoursePoint {
  readonly at: Instant
  /** How many ran it just then. */
  readonly clusters: number
  /** Up to then, in milliseconds. */
  readonly time: number
}

/** How that came together: at the first moment, at the end of every day (UTC), and at `to`. Empty: nothing ran it. */
export function clusterCountsOverTime(stays: readonly Period[], to: Instant): CoursePoint[] {
  const ends = [
    ...stays.map(({ from }) => ({ at: from, by: 1 })),
    ...stays.flatMap((stay) => (stay.to < to ? [{ at: stay.to, by: -1 }] : [])),
  ].sort((a, b) => a.at - b.at)
  const [first] = ends
  if (first === undefined) return []
  const moments = [first.at]
  for (let day = Math.floor(first.at / DAY + 1) * DAY; day < to; day += DAY) moments.push(day)
  if (to > first.at) moments.push(to)
  let [next, clusters, time, at] = [0, 0, 0, first.at]
  return moments.map((moment) => {
    for (let end = ends[next]; end !== undefined && end.at <= moment; end = ends[++next]) {
      time += clusters * (end.at - at)
      at = end.at
      clusters += end.by
    }
    time += clusters * (moment - at)
    at = moment
    return { at: moment, clusters, time }
  })
}
