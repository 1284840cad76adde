import type { MemoizedProfile } from '@/lib/engine/course'
import { type HeldShoot, type HoldReason, leavesAt, type OverduePart, overdueOf } from '@/lib/engine/explain/obstacles'
import { groupedBy, madeOnce } from '@/lib/engine/grouped'
import type { DigestChange, ForecastEvent } from '@/lib/engine/outlook'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { expiryOf, listedVersion, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, NamedVersion, ProfileRef, Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey, type UnseenObjects } from '@/lib/garden/garden'
import { eachOf } from '@/lib/process/event-loop'
import { positionsOfClasses } from './classes'
import type { Landscape } from './landscape'
import { wholeShoot } from './outlook'
import { type ClassWays, waysOf } from './path'
import type { Member } from './roster'
import { type ComponentOfClass, isOn } from './trajectory'
import { classesAbout } from './version-classes'

/** A cluster that runs a version, and why it still does. */
export interface ClusterHolding extends HeldShoot {
  /** The position in the roster. */
  readonly position: number
  readonly member: Member
  /** The place of its class. */
  readonly place: number
  readonly runs: ClassHolding
}

/** How a cluster is told that runs a version: which of it does, of Kubernetes those of its pools with a version of their own. */
export function holderOf({ member: { project, shoot }, runs: { controlPlane, places } }: ClusterHolding) {
  const { namespace, name, workers } = shoot
  const pools = places.flatMap(({ pool }) => (pool === null ? [] : (workers[pool]?.name ?? [])))
  return { namespace, name, project, controlPlane, pools }
}

/** What a version of a profile means to clusters, found in one walk. */
interface VersionUsers {
  /** The classes of the profile itself that run it or come to it. */
  readonly about: readonly ClassWays[]
  /** Clusters that run it, directly or through a profile that builds on this one; who stays comes first. */
  readonly holders: readonly ClusterHolding[]
}

/**
 * The clusters for which a version matters. It looks at the classes of `landscape` first, and then only at the clusters of those that run
 * it.
 */
export async function holdersOf(landscape: Landscape, profile: string, subject: NamedVersion): Promise<VersionUsers> {
  const family = familyOf(landscape, profile)
  const asked = lifeIn(landscape.snapshot.profiles.get(profile)?.profile, landscape.at, subject)
  const about: ClassWays[] = []
  /** What is found for each class, by its place: the clusters of a class run the same, and leave it in the same way. */
  const runBy = new Map<number, ClassHolding>()
  const selection = { what: subject.image ?? 'Kubernetes', version: subject.version }
  for (const [key, { profile: source }] of family) {
    const life = lifeIn(source, landscape.at, subject)
    const isLonger = life.until !== null && life.until > (asked.until ?? Infinity)
    const longer = key !== profile && (asked.isOver || isLonger) && !life.isOver ? life.until : null
    const memoized = landscape.forecaster.profiles.of(source)
    await eachOf(classesAbout(landscape, key, selection), (placed) => {
      const ways = waysOf(placed, selection)
      if (key === profile) about.push(ways)
      const places = ways.parts.filter((part) => part.isOn)
      if (places.length === 0) return
      const [place, { forecast }] = placed
      runBy.set(place, {
        profile: memoized,
        places,
        controlPlane: places.some(({ kind }) => kind === 'controlPlane'),
        counts: places.some(({ kind }) => kind !== 'poolKubernetes'),
        longer,
        isOver: life.isOver,
        usual: null,
        ...wayOut(forecast.events, places),
      })
    })
  }
  const { places } = landscape.classes
  const found: ClusterHolding[] = []
  await eachOf(positionsOfClasses(landscape, runBy.keys()), (position) => {
    const member = landscape.roster.members.at(position)
    const place = places[position] ?? 0
    const runs = runBy.get(place)
    if (member === undefined || runs === undefined) return
    // With what its last maintenance has written, also where that is only foreseen.
    const held = heldLike(wholeShoot(landscape, member), runs, landscape.at)
    found.push({ position, member, place, runs, counts: runs.counts, held })
  })
  const inGroups = [...groupedBy(found, ({ held }) => orderOf(held))].sort(([a], [b]) => a - b)
  return { about, holders: inGroups.flatMap(([, holders]) => holders) }
}

/** A CloudProfile and the namespaced ones that build on it, by key. */
export function familyOf({ snapshot }: Pick<Landscape, 'snapshot'>, profile: string): Map<string, ProfileEntry> {
  return new Map([...snapshot.profiles].filter(([key, { parent }]) => key === profile || parent === profile))
}

/** What a namespaced profile says itself of a version; undefined: nothing. */
export function overrideOf(
  { overrides }: ProfileEntry,
  { image, version }: NamedVersion,
): ExpirableVersion | undefined {
  if (image === null) return overrides?.kubernetes.find((one) => one.version === version)
  const versions = overrides?.machineImages.find(({ name }) => name === image)?.versions
  return versions?.find((one) => one.version === version)
}

/** Namespaced profiles of a CloudProfile that say something of a version, and until when they give it; null: without an end. */
export function overridesOfVersion(
  landscape: Pick<Landscape, 'snapshot'>,
  { ref }: ProfileEntry,
  subject: NamedVersion,
): { readonly profile: ProfileRef; readonly until: Instant | null }[] {
  return [...familyOf(landscape, profileKey(ref)).values()].flatMap((entry) => {
    const override = overrideOf(entry, subject)
    return override === undefined ? [] : [{ profile: entry.ref, until: override.expirationDate ?? null }]
  })
}

/** What a profile makes of a version: whether it is over there (expired, or not listed), and else until when it is not. */
interface VersionEnd {
  readonly isOver: boolean
  /** Null: it is over, or no end is set. */
  readonly until: Instant | null
}

function lifeIn(profile: CloudProfile | undefined, at: Instant, { image, version }: NamedVersion): VersionEnd {
  const listed = profile && listedVersion(profile, image, version)
  const isOver = listed === undefined || stageAt(listed, at) === 'expired'
  return { isOver, until: isOver ? null : expiryOf(listed) }
}

function orderOf(held: HoldReason): number {
  return leavesAt(held) ?? Number.NEGATIVE_INFINITY
}

/** When the clusters of a class have left a version. */
interface ClassDeparture {
  /** The maintenance that takes the last of it away; undefined: none does. */
  readonly last: ForecastEvent | undefined
  /** The first before it that fails for some of it; undefined: none does. */
  readonly fails: ForecastEvent | undefined
}

/** What holds for all clusters of a class that run a version. */
interface ClassHolding extends ClassDeparture {
  readonly profile: MemoizedProfile
  readonly places: readonly ComponentOfClass[]
  readonly controlPlane: boolean
  /** Whether the version counts: of Kubernetes only the version of the control plane is looked at. */
  readonly counts: boolean
  /** The instant until which a namespaced profile offers the version, if that is longer than asked; null: it is not. */
  readonly longer: Instant | null
  /** Whether it is over in that profile. */
  readonly isOver: boolean
  /** Why those still run it of which nothing else is known than of their class; null: it was not asked for yet. */
  usual: HoldReason | null
}

function wayOut(events: readonly ForecastEvent[], places: ClassWays['parts']): ClassDeparture {
  const left = places.map(({ hops: [first] }) => (first === undefined || first.to === null ? undefined : first.event))
  const last = left.includes(undefined) ? undefined : left.reduce((a, b) => (a && b && b.from > a.from ? b : a))
  const fails = events.find(
    (event) =>
      event.kind === 'fails' &&
      (last === undefined || event.from < last.from) &&
      event.digest.changes.some((change) => places.some((place) => isOf(change, place))),
  )
  return { last, fails }
}

/** Mostly for the same reason as all of its class: what is over has been waited for since, by each in its own windows. */
function heldLike(shoot: Shoot, runs: ClassHolding, at: Instant): HoldReason {
  if (runs.isOver || shoot.deletionTimestamp !== undefined || failureOf(shoot) !== undefined)
    return heldBy(shoot, runs, at)
  runs.usual ??= heldBy(shoot, runs, at)
  return runs.usual
}

function heldBy(shoot: Shoot, { profile, places, longer, isOver, last, fails }: ClassHolding, at: Instant): HoldReason {
  if (shoot.deletionTimestamp !== undefined) return { kind: 'deleting' }
  const leaves = last?.window.latestStart ?? null
  if (longer !== null) return { kind: 'extended', until: longer, leaves }
  if (fails !== undefined) {
    const failure = failureOf(shoot)
    const reason = failure === undefined ? { cause: fails.digest.cause ?? 'refused' } : { said: failure }
    const hasNone = fails.digest.changes.some(
      (change) => change.to === null && places.some((place) => isOf(change, place)),
    )
    return hasNone ? { kind: 'noNextVersion', reason } : { kind: 'failed', reason, leaves }
  }
  if (last === undefined || leaves === null) return { kind: 'nothing' }
  const leaving = { begins: last.window.begin, leaves }
  const because = isOver ? overdueBecause(shoot, profile, at, places) : null
  return because === null ? { kind: 'window', ...leaving } : { kind: 'overdue', ...leaving, because }
}

/** What is known of the windows in which it should have left; null: there was none. */
function overdueBecause(
  shoot: Shoot,
  profile: MemoizedProfile,
  at: Instant,
  places: readonly ComponentOfClass[],
): (HoldReason & { kind: 'overdue' })['because'] | null {
  const lastFailure = failureOf(shoot)
  if (lastFailure !== undefined) return { lastFailure }
  const isHere = (place: ComponentOfClass) => (one: OverduePart) =>
    one.component === place.kind && one.pool === (place.pool === null ? null : shoot.workers[place.pool]?.name)
  const overdue = overdueOf(shoot, profile, at)
  return places.flatMap((place) => overdue.find(isHere(place)) ?? [])[0] ?? null
}

function isOf({ component, pool }: DigestChange, place: ComponentOfClass): boolean {
  return component === place.kind && pool === place.pool
}

function failureOf({ lastMaintenance }: Shoot): string | undefined {
  if (lastMaintenance?.state !== 'Failed') return undefined
  return lastMaintenance.failureReason ?? lastMaintenance.description
}

/** No namespace has this name. */
const NOWHERE = ''

const nothing: UnseenObjects = { shoots: [], profiles: [] }

/** What uses a profile, directly or through one that builds on it, and is not seen by who asks: numbered in place of its name. */
export function unseenUsers({ snapshot }: Pick<Landscape, 'snapshot'>, { ref }: ProfileEntry): UnseenObjects {
  const unseen = snapshot.unseen?.() ?? nothing
  const key = profileKey(ref)
  const profiles = unseen.profiles.filter(({ parent }) => parent === key)
  const family = new Set([key, ...profiles.map((child) => profileKey(child.ref))])
  for (const [name, { parent }] of snapshot.profiles) if (parent === key) family.add(name)
  return {
    shoots: unseen.shoots
      .filter(({ profile }) => family.has(profileKey(profile)))
      .map((shoot, i): Shoot => ({ ...shoot, namespace: NOWHERE, name: String(i) })),
    profiles: profiles.map((entry, i) => ({
      ...entry,
      ref: { kind: 'NamespacedCloudProfile', namespace: NOWHERE, name: String(i) },
    })),
  }
}

/** How many clusters that are not seen run a version of a profile. */
export function unseenHolders(
  landscape: Pick<Landscape, 'snapshot'>,
  entry: ProfileEntry,
  subject: NamedVersion,
): number {
  return holdersAmong(unseenUsers(landscape, entry), subject)
}

export function holdersAmong({ shoots }: UnseenObjects, { image, version }: NamedVersion): number {
  return shoots.filter((shoot) => isOn(shoot, image ?? 'Kubernetes', version)).length
}

/** The refusals, with those by objects that the user does not see replaced by one that says how many there are. */
export function withoutUnseen(refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  const seen: ProfileRefusal[] = []
  const others = new Map<string, { readonly first: ProfileRefusal; readonly names: Set<string> }>()
  for (const refusal of refusals) {
    const { user } = refusal.subject
    if (user?.namespace !== NOWHERE) {
      seen.push(refusal)
      continue
    }
    const { image = '', version = '' } = refusal.subject
    const key = [refusal.rule, image, version, user.kind].join(' ')
    madeOnce(others, key, () => ({ first: refusal, names: new Set<string>() })).names.add(user.name)
  }
  return [...seen, ...[...others.values()].map(({ first, names }) => countedAs(first, names.size))]
}

/** Gardener's own words would name them. */
function countedAs(refusal: ProfileRefusal, count: number): ProfileRefusal {
  const { user, pool: _, ...subject } = refusal.subject
  const { image, version } = subject
  const what = image === undefined ? `Kubernetes ${version}` : version === undefined ? image : `${image} ${version}`
  const whom = user?.kind === 'Shoot' ? 'clusters' : 'NamespacedCloudProfiles'
  const verb = refusal.rule === 'image-already-added' ? 'defined' : 'in use'
  const text = `${what} is ${verb} by ${count} of the ${whom} that you may not see`
  return { ...refusal, subject, text }
}
