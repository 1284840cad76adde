import { onWire } from '@/lib/contract/dates'
import { isNews, isToCount } from '@/lib/engine/accuracy'
import { type PastUpdate, pastUpdates } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { minorText } from '@/lib/engine/rules'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { Instant, LastMaintenance, NamespacedName } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import type { History, ShootStates } from '@/lib/history'
import { ClusterMoveCounts, type LeadingChange, leadOf } from '@/lib/landscape/event'
import { evidenceOf } from '@/lib/landscape/landscape'
import type { ForecastComparison, NamedStep } from '@/lib/landscape/record/comparison'
import { compareTexts } from '@/lib/landscape/version-text'
import { dayIndex, type ReaderDays, readerDays } from '@/lib/landscape/zone'
import { forEverybody } from '@/lib/process/on-behalf'
import type { MovementAnswer, MovementQuery } from '../contract'

/** How many days are told one by one, and how many days before it was expected what they are compared with. */
const dayCount = 30
/** What was not followed for so long is a gap, in milliseconds. */
const tolerance = MINUTE

interface MovementQuestion {
  readonly query: Pick<MovementQuery, 'zone' | 'project'>
  /** The garden as the user sees it. */
  readonly snapshot: Snapshot
  /** They see all that there is, and what is gone as well. */
  readonly isWhole: boolean
  readonly at: Instant
}

type MovementDay = MovementAnswer['days'][number]
type IsShown = (place: NamespacedName) => boolean

interface ShownMovement<T> {
  readonly of: T
  readonly clusters: number
}

/** How the landscape moved in the last sixty days, as far as it is about clusters that the user sees today. */
export async function movementView(
  recorded: RecordedMovement,
  comparison: Pick<ForecastComparison, 'known' | 'namedFor' | 'until'>,
  history: Pick<History, 'since' | 'gaps' | 'state'>,
  { query: { zone, project }, snapshot, isWhole, at }: MovementQuestion,
): Promise<MovementAnswer> {
  const since = await history.since()
  const known = Math.min(snapshot.seen ?? at, history.state().recorded ?? at)
  const from = at - MOVEMENT_DAYS * DAY
  const found = readerDays(zone, at - dayCount * DAY, dayCount + 2)
  const days: ReaderDays = { dates: found.dates.filter((_, i) => (found.starts[i] ?? at) <= at), starts: found.starts }
  const common = { ...evidenceOf({ snapshot, at }), zone, since: onWire(since) }
  const today = days.starts[days.dates.length - 1] ?? at
  const first = days.starts[0] ?? at
  if (since === null || since >= today || known <= first) {
    return { ...common, gaps: [], left: 0, days: [], minors: { at: [], series: [] } }
  }

  const isShown = shownTo({ snapshot, isWhole, project })
  const begin = Math.max(from, since)
  const { left } = comparison.known(Math.max(first, since), Math.min(known, comparison.until()))
  const read = await recorded.upTo(known, snapshot.seen !== undefined)
  const until = Math.min(known, read.until)
  const { profiles } = snapshot
  const shown = isShown && Uint8Array.from(read.clusters, (one) => Number(isShown(one)))
  const updates = shownOf(read.updates, shown)
  const happened = happenedOn({ updates, days, from: Math.max(first, since), known: until, profiles })
  const expected = { isShown, days, until: Math.min(known, comparison.until()), profiles }
  return {
    ...common,
    gaps: onWire((await gapsUntil(known, at, history)).filter((gap) => gap.from < at && (gap.until ?? at) > begin)),
    left,
    days: withExpected(happened, comparison, expected),
    minors: minorsOver(shownOf(read.minors, shown), {
      zone,
      from: Math.max(Math.floor(from / MINUTE) * MINUTE, since),
      known: until,
    }),
  }
}

/** Which clusters a user is told of: of deleted ones only users who see everything are told. Null: the user sees all clusters. */
function shownTo({
  snapshot,
  isWhole,
  project,
}: Pick<MovementQuestion, 'snapshot' | 'isWhole'> & Pick<MovementQuery, 'project'>) {
  if (isWhole && project === undefined) return null
  const places = isWhole ? null : new Set(snapshot.shoots.map(placeOf))
  const named = project && new Set(project)
  const namespaces =
    named && new Set([...named, ...snapshot.projects.flatMap((one) => (named.has(one.name) ? one.namespace : []))])
  return (place: NamespacedName): boolean =>
    (places === null || places.has(placeOf(place))) && (namespaces === undefined || namespaces.has(place.namespace))
}

/**
 * What is alike of clusters that are told of, and of how many it is.
 * @param shown by position: 1 where a cluster is told of; null: all are
 */
function shownOf<T>(all: readonly AlikeMovement<T>[], shown: Uint8Array | null): readonly ShownMovement<T>[] {
  return all.flatMap(({ of, positions }) => {
    const clusters = shown === null ? positions.length : positions.reduce((sum, i) => sum + (shown[i] ?? 0), 0)
    return clusters === 0 ? [] : { of, clusters }
  })
}

function placeOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`
}

/** The gaps of the history, together with what is not recorded yet, and what was not known at a moment of the past. */
async function gapsUntil(known: Instant, at: Instant, history: Pick<History, 'gaps'>) {
  const gaps = (await history.gaps()).filter(({ from }) => from < known)
  const isOpen = gaps.some(({ until }) => until === null)
  return isOpen || at - known <= tolerance ? gaps : [...gaps, { from: known, until: null }]
}

interface MovementContext {
  readonly updates: readonly ShownMovement<RecordedUpdate>[]
  readonly days: ReaderDays
  readonly from: Instant
  readonly known: Instant
  readonly profiles: Snapshot['profiles']
}

function happenedOn({ updates, days, from, known, profiles }: MovementContext): Omit<MovementDay, 'expected'>[] {
  const all = days.dates.map((date) => ({
    date,
    forced: 0,
    rolling: 0,
    fails: 0,
    auto: 0,
    byHand: 0,
    moves: new ClusterMoveCounts(),
  }))
  for (const { of, clusters } of updates) {
    const { at, window, kind, isRolling, profile, led } = of
    if (at < from || at > known || !profiles.has(profile)) continue
    const day = all[dayIndex(days, window)]
    if (day === undefined) continue
    day[kind] += clusters
    if (kind === 'forced' && isRolling) day.rolling += clusters
    if (led !== null) day.moves.add(profile, led, clusters)
  }
  return all.map(({ moves, ...day }) => ({ ...day, top: moves.topOfDay() }))
}

interface ExpectationContext {
  readonly isShown: IsShown | null
  readonly days: ReaderDays
  /** The instant until which it can be known whether it happened. */
  readonly until: Instant
  readonly profiles: Snapshot['profiles']
}

/** Forecasts are named by days of UTC: one that is not known is missing in all days of a reader that it touches. */
function withExpected(
  happened: readonly Omit<MovementDay, 'expected'>[],
  comparison: Pick<ForecastComparison, 'namedFor'>,
  { isShown, days, until, profiles }: ExpectationContext,
): MovementDay[] {
  const all = happened.map((): MovementDay['expected'] => ({ forced: 0, fails: 0, auto: 0 }))
  const dayOf = (instant: Instant) => Math.floor(instant / DAY)
  const isToCome = ({ step }: NamedStep) => step.at > until
  for (let day = dayOf(days.starts[0] ?? until); day <= dayOf(until); day++) {
    const named = comparison.namedFor(day) ?? null
    for (const one of named ?? []) {
      const { kind, window } = one.step
      const of = window.begin < (days.starts[0] ?? 0) ? null : all[dayIndex(days, window.begin)]
      if (!of || kind === 'other' || isToCome(one) || !profiles.has(one.profile)) continue
      if (isShown === null || isShown(one)) of[kind]++
    }
    if (named !== null) continue
    for (let i = 0; i < all.length; i++) {
      const [start = 0, end = start] = [days.starts[i], days.starts[i + 1]]
      if (dayOf(start) <= day && day <= dayOf(end - 1)) all[i] = null
    }
  }
  return happened.map((day, i) => ({ ...day, expected: (days.starts[i] ?? 0) > until ? null : (all[i] ?? null) }))
}

interface RecordedTime {
  readonly zone: string
  readonly from: Instant
  readonly known: Instant
}

function minorsOver(
  all: readonly ShownMovement<readonly RecordedMinor[]>[],
  { zone, from, known }: RecordedTime,
): MovementAnswer['minors'] {
  const days = readerDays(zone, from, MOVEMENT_DAYS + 2)
  const minors = new Map<string, Map<number, number>>()
  const add = (minor: string | null, day: number, by: number) => {
    if (minor === null) return
    const deltas = minors.get(minor) ?? new Map<number, number>()
    minors.set(minor, deltas.set(day, (deltas.get(day) ?? 0) + by))
  }
  for (const { of, clusters } of all) {
    let before: string | null = null
    for (const { at, minor } of of) {
      if (at > known) break
      // What came about on a day is shown from the next one on, as what is ahead is.
      const day = at <= from ? 0 : dayIndex(days, at) + 1
      add(before, day, -clusters)
      add(minor, day, clusters)
      before = minor
    }
  }
  const steps = [...new Set([0, ...[...minors.values()].flatMap((deltas) => [...deltas.keys()])])].sort((a, b) => a - b)
  return {
    at: steps.map((day) => onWire(day === 0 ? from : Math.min(days.starts[day] ?? known, known))),
    series: [...minors.keys()].sort(compareTexts).map((minor) => {
      let sum = 0
      return {
        minor,
        counts: steps.map((day) => {
          sum += minors.get(minor)?.get(day) ?? 0
          return sum
        }),
      }
    }),
  }
}

/** For how many days back it is told on which minors clusters were. */
const MOVEMENT_DAYS = 60
/** What is read once serves all clients for so long. */
const fresh = 10 * MINUTE

/** The instant from which on a control plane was on a minor; null: the cluster was gone, or not there yet. */
interface RecordedMinor {
  readonly at: Instant
  readonly minor: string | null
}

interface RecordedUpdate {
  readonly at: Instant
  /** When the window began that it belongs to. */
  readonly window: Instant
  readonly kind: 'forced' | 'auto' | 'fails' | 'byHand'
  readonly isRolling: boolean
  /** The key of the profile, as `profileKey` makes it. */
  readonly profile: string
  /** Null: by hand. */
  readonly led: LeadingChange | null
}

/** What is alike of some clusters. */
interface AlikeMovement<T> {
  readonly of: T
  /** The clusters by position, each as often as it happened to it. */
  readonly positions: number[]
}

/** What was read at once. */
interface ReadMovement {
  readonly clusters: readonly NamespacedName[]
  /** The minors of control planes over time, oldest first. */
  readonly minors: readonly AlikeMovement<readonly RecordedMinor[]>[]
  readonly updates: readonly AlikeMovement<RecordedUpdate>[]
  /** All that was recorded by then is in it. */
  readonly until: Instant
}

/** What moved in the last sixty days, once for all clusters of which it is alike. It is read once for all who ask: what each of them sees is cut from it. */
export class RecordedMovement {
  /** The last, for now and for an instant that is over. */
  private readonly last: { [of in 'now' | 'past']?: { readonly to: Instant; told: Promise<ReadMovement> } } = {}

  constructor(private readonly history: Pick<History, 'shootsSince'>) {}

  /** Up to `known`, or a few minutes less: while it is read anew, what was read before is told. */
  upTo(known: Instant, isPast: boolean): Promise<ReadMovement> {
    const to = isPast ? known : Math.floor(known / fresh) * fresh + fresh
    const of = isPast ? 'past' : 'now'
    const { [of]: last } = this.last
    if (last?.to === to) return last.told
    const read = forEverybody(async () => ({ ...(await this.read(to)), until: known }))
    const isJustOver = !isPast && last?.to === to - fresh
    const next = { to, told: isJustOver ? last.told : read }
    this.last[of] = next
    read.then(
      () => {
        next.told = read
      },
      () => {
        if (this.last[of] === next) delete this.last[of]
      },
    )
    return next.told
  }

  private async read(to: Instant): Promise<Omit<ReadMovement, 'until'>> {
    const clusters: NamespacedName[] = []
    const minors = new Map<string, AlikeMovement<readonly RecordedMinor[]>>()
    const updates = new Map<string, AlikeMovement<RecordedUpdate>>()
    const leads = new Map<string, LeadingChange | null>()
    const from = to - (MOVEMENT_DAYS + 1) * DAY
    for await (const some of this.history.shootsSince(from, () => true)) {
      for (const { namespace, name, states: all } of some) {
        const states = all.filter(({ seen }) => seen <= to)
        const position = clusters.push({ namespace, name }) - 1
        const own = minorsOf(states)
        const text = own.map(({ at, minor }) => `${at} ${minor}`).join(' ')
        const ofMinors = madeOnce(minors, text, () => ({ of: own, positions: [] }))
        ofMinors.positions.push(position)
        for (const update of updatesOf(states, from)) {
          const { profile, led } = update
          const ofUpdate = madeOnce(updates, JSON.stringify(update), () => ({
            // `ClusterMoveCounts` knows what leads an update as the same by its object.
            of: { ...update, led: madeOnce(leads, JSON.stringify([profile, led]), () => led) },
            positions: [],
          }))
          ofUpdate.positions.push(position)
        }
      }
    }
    return { clusters, minors: [...minors.values()], updates: [...updates.values()] }
  }
}

function minorsOf(states: ShootStates['states']): readonly RecordedMinor[] {
  const minors: RecordedMinor[] = []
  for (const { seen, value } of states) {
    const minor = value && minorText(value.kubernetesVersion)
    if ((minors.at(-1)?.minor ?? null) !== minor) minors.push({ at: seen, minor })
  }
  return minors
}

function updatesOf(states: ShootStates['states'], from: Instant): readonly RecordedUpdate[] {
  // Of most clusters nothing is news, and words of old maintenances take time to read.
  const isQuiet = states.length === 1 && (states[0]?.value?.lastMaintenance?.triggeredTime ?? 0) < from
  return isQuiet ? [] : happenedIn(pastUpdates(states))
}

/** What fails again for the same reason is told once, as it is of what is ahead. */
function happenedIn(updates: readonly PastUpdate[]): RecordedUpdate[] {
  let last: LastMaintenance | undefined
  return updates.flatMap((update): RecordedUpdate[] => {
    const profile = profileKey(update.shoot.profile)
    if (update.kind === 'other') {
      const { at } = update
      return [{ at, window: at, kind: 'byHand', isRolling: false, profile, led: null }]
    }
    const { at, step, shoot } = update
    const before = last
    last = shoot.lastMaintenance
    if (step.kind === 'other' || !isToCount(step) || last === undefined || !isNews(last, before)) return []
    const isRolling = step.effects.some(({ effect }) => effect === 'rolling')
    return [
      {
        at,
        window: step.window.begin,
        kind: step.kind,
        isRolling,
        profile,
        led: { kind: step.kind, lead: leadOf(step) },
      },
    ]
  })
}
