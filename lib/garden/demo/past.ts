import { MemoizedProfiles } from '@/lib/engine/course'
import { DAY } from '@/lib/engine/time'
import type { Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import type { ForecastInput, PastSnapshot, Snapshot } from '../garden'
import { withShoot } from '../snapshot'
import { birthOf, calendar } from './calendar'
import { type DeletedCluster, departed } from './past-beginnings'
import { type DemoTime, pastProfiles, type ReadProfile } from './past-profiles'
import { type DemoPeriod, seenOf, seenOfDeparted } from './past-shoots'

/** How many days back the demo remembers. */
const days = 60

/**
 * So many clusters have a past, the first that the demo makes: all of a demo of ordinary size. In a larger one the others have
 * always been as they are, so that their number costs neither time nor memory.
 */
export const clustersWithPast = 120

/** Whether a cluster is one of those, or of those that are gone by today. That is asked of each cluster for each day of the past. */
export function isWithPast(there: readonly Shoot[]): ForecastInput['has'] {
  const gone = departed.flatMap((one) => {
    const like = likeOf(there, one)
    return like === undefined ? [] : { namespace: like.namespace, name: one.name }
  })
  const names = new Map<string, Set<string>>()
  for (const { namespace, name } of [...there, ...gone])
    names.set(namespace, (names.get(namespace) ?? new Set()).add(name))
  return ({ namespace, name }) => names.get(namespace)?.has(name) === true
}

export interface DemoToday extends DemoTime {
  readonly snapshot: Snapshot
  readonly profiles: readonly ReadProfile[]
  /** The shoots that have a past, in the order in which the demo makes them. */
  readonly shoots: readonly Shoot[]
}

/**
 * The sixty days before the demo's birthday, oldest first: profiles were edited (`past-edits.ts`), clusters were maintained by
 * the engine's own rules, night by night with the profile of that night, and owners wrote into them (`past-beginnings.ts`).
 * It ends in today's snapshot; what is the same in two of them is the same object. It is made in steps.
 */
export function* demoPast(demo: DemoToday): Generator<undefined, readonly PastSnapshot[]> {
  const { snapshot: today, born, now } = demo
  const birth = birthOf(born)
  const from = birth - days * DAY
  const profiles = pastProfiles(demo, demo.profiles, today)
  const memoized = new MemoizedProfiles()
  const moments: PastObservation[] = [
    ...profiles.map(({ since, profiles }) => ({ at: Math.max(since, from), profiles })),
    ...(yield* observations(demo.shoots, { calendar: calendar(born), from, to: birth, profiles, memoized })),
  ]
  moments.sort((a, b) => a.at - b.at)
  let current: Pick<Snapshot, 'profiles' | 'shoots'> = today
  const past: PastSnapshot[] = []
  for (const [i, moment] of moments.entries()) {
    yield
    current = after(current, moment)
    const { at: seen } = moment
    if (moments[i + 1]?.at === seen) continue
    past.push({
      seen,
      snapshot: { ...today, ...current, revision: `${today.revision}-past-${i}`, observedAt: seen },
    })
  }
  return [...past, { seen: now, snapshot: today }]
}

/** Something is seen: other profiles, or a shoot that is new, another than before, or gone. */
type PastObservation =
  | { readonly at: Instant; readonly profiles: Snapshot['profiles'] }
  | { readonly at: Instant; readonly place: NamespacedName; readonly shoot: Shoot | null }

function after(current: Pick<Snapshot, 'profiles' | 'shoots'>, moment: PastObservation): typeof current {
  if ('profiles' in moment) return { ...current, profiles: moment.profiles }
  return { ...current, shoots: withShoot(current.shoots, moment.place, moment.shoot) }
}

/** Everything that is seen of shoots. Those that are created later are taken out of the list at first. */
function* observations(shoots: readonly Shoot[], period: DemoPeriod): Generator<undefined, readonly PastObservation[]> {
  const { from } = period
  const ofToday: PastObservation[] = []
  for (const shoot of shoots) {
    yield
    const seen = seenOf(shoot, period).map((one) => ({ ...one, place: shoot }))
    if ((seen[0]?.at ?? from) > from) ofToday.push({ at: from, place: shoot, shoot: null })
    ofToday.push(...seen)
  }
  const ofOthers = departed.flatMap((gone): PastObservation[] => {
    const like = likeOf(shoots, gone)
    const place = like && { namespace: like.namespace, name: gone.name }
    return place ? seenOfDeparted(gone, like, period).map((one) => ({ ...one, place })) : []
  })
  return [...ofToday, ...ofOthers]
}

/** The one of today that a cluster that is gone was like. */
function likeOf(shoots: readonly Shoot[], gone: DeletedCluster): Shoot | undefined {
  return shoots.find(({ namespace, name }) => `${namespace}/${name}` === `garden-${gone.like}`)
}
