import { onWire } from '@/lib/contract/dates'
import type { OwnerRemedy } from '@/lib/engine/advice'
import { type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { remembered } from '@/lib/engine/once'
import { type ClusterForecast, Forecaster, nothingAhead } from '@/lib/engine/outlook'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { shootChanges } from '@/lib/garden/changes'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { Snapshot } from '@/lib/garden/garden'
import { eachOf } from '@/lib/process/event-loop'
import { classSums, type FiguresByProfile, ProfileSum } from './class-sums'
import { type ClassedLandscape, ClassSorter, classesAfter, type MemberChange, type UnclassedLandscape } from './classes'
import { type ExpiryMarks, MarkSum } from './expiries'
import { foreseenFrom, shootsMovedOn } from './foreseen-garden'
import { byProjectAndName, type Member, memberOf, placeInRoster, type Roster } from './roster'
import { RunningVersions } from './running'
import { GrowingUsage, type ProfileUseByKey, usageAfter } from './usage'
import { type VersionClasses, VersionSum } from './version-classes'

/** How many days ahead a landscape is forecast, to the end of the last one (in UTC). */
export const horizonDays = 365

/** What a client may see of a garden at an instant, with what is ahead of every cluster, and what is added up over all: answers read it. */
export interface Landscape extends ClassedLandscape, FiguresByProfile {
  readonly usage: ProfileUseByKey
  readonly expiries: ExpiryMarks
  readonly versionClasses: VersionClasses
  /** What helps a cluster that fails, kept because lists, projects and the overview in each zone ask for the same. */
  readonly remedies: Remedies
}

/** Keyed by the shoot objects of the snapshot. */
type Remedies = WeakMap<Shoot, { readonly value: OwnerRemedy | null }>

/** The profile with this key, together with what is remembered of it; undefined: there is none. */
export function memoizedProfile(
  { snapshot, forecaster }: Pick<Landscape, 'snapshot' | 'forecaster'>,
  key: string,
): MemoizedProfile | undefined {
  const entry = snapshot.profiles.get(key)
  return entry && forecaster.profiles.of(entry.profile)
}

export interface BuildOptions {
  /** A forecaster that was used before is faster, as it computes only what changed. Default: the one of `before`, or a new one. */
  readonly forecaster?: Forecaster
  /** An earlier landscape. What follows from shoots that did not change is taken from it. */
  readonly before?: Landscape
}

/** Computes the landscape of a snapshot at an instant. It lets other requests through in between. */
export async function buildLandscape(
  snapshot: Snapshot,
  at: Instant,
  { before, forecaster = before?.forecaster ?? new Forecaster() }: BuildOptions = {},
): Promise<Landscape> {
  const roster = await rosterOf(snapshot, before?.roster)
  const until = startOfDay(at) + (horizonDays + 1) * DAY
  const running = runningIn(snapshot, at)
  const members = roster.members.map((member) => member)
  const forecasts = Array<ClusterForecast>(members.length).fill(nothingAhead)
  const kept = before?.at === at ? before : undefined
  const sameProfile = keptProfiles(snapshot, kept?.snapshot)
  await eachOf(members, (member, i) => {
    const forecast = kept?.forecasts.at(i)
    const isKept = forecast !== undefined && kept?.roster.members.at(i) === member && sameProfile(member)
    forecasts[i] = isKept ? forecast : forecastIn(snapshot, member, forecaster, at, until)
  })
  const remedies = kept !== undefined && hasSameRest(snapshot, kept.snapshot) ? kept.remedies : undefined
  return withSums({ snapshot, at, until, roster, forecasts: ChunkedList.of(forecasts), forecaster, running }, remedies)
}

/** The roster of a snapshot. Members whose shoots did not change are taken from `before`. */
async function rosterOf(snapshot: Snapshot, before?: Roster): Promise<Roster> {
  const isSame = before?.snapshot.shoots === snapshot.shoots && before.snapshot.projects === snapshot.projects
  if (before !== undefined && isSame) return before.snapshot === snapshot ? before : { ...before, snapshot }
  const projectNames = new Map(snapshot.projects.map((project) => [project.namespace, project.name]))
  const known = new Map<Shoot, Member>()
  await eachOf(before?.members ?? [], (member) => known.set(member.shoot, member))
  const members: Member[] = []
  await eachOf(snapshot.shoots, (shoot) => {
    const project = projectNames.get(shoot.namespace) ?? shoot.namespace
    const same = known.get(shoot)
    members.push(same?.project === project ? same : memberOf(shoot, project))
  })
  members.sort(byProjectAndName)
  return { snapshot, members: ChunkedList.of(members), projectNames }
}

/** Groups the shoots by class, and adds the sums over classes. */
export async function withSums(landscape: UnclassedLandscape, remedies: Remedies = new WeakMap()): Promise<Landscape> {
  const [classes, usage] = [new ClassSorter(landscape), new GrowingUsage()]
  const forecasts = landscape.forecasts[Symbol.iterator]()
  await eachOf(landscape.roster.members, (member, i) => {
    classes.add(member, i, forecasts.next().value ?? nothingAhead)
    usage.add(member, 1)
  })
  return withClassSums({ ...landscape, classes: classes.done() }, { usage: usage.now(), remedies })
}

async function withClassSums(
  landscape: ClassedLandscape,
  rest: Pick<Landscape, 'usage' | 'remedies'>,
): Promise<Landscape> {
  return { ...landscape, ...(await sumsIn(landscape)), ...rest }
}

/** The sums over classes that every landscape has. */
const sumsIn = classSums('index', { figures: ProfileSum, expiries: MarkSum, versionClasses: VersionSum })

/**
 * The landscape at an instant that lies ahead, as the forecast has it then, if nothing is done from `from` on.
 * An `at` that does not lie after `from` has the clusters as they were read, with the roster of `before` where that is of the same.
 */
export async function buildLandscapeAhead(
  recorded: Snapshot,
  from: Instant,
  at: Instant,
  profiles = new MemoizedProfiles(),
  before?: Landscape,
): Promise<Landscape> {
  const forecaster = new Forecaster(profiles)
  if (at <= from) return buildLandscape(recorded, at, { forecaster, ...(before && { before }) })
  const then = shootsMovedOn(recorded, { from, to: at }, profiles)
  const shoots: Shoot[] = []
  await eachOf(recorded.shoots, (shoot) => shoots.push(then(shoot)))
  const landscape = await buildLandscape({ ...recorded, shoots: ChunkedList.of(shoots) }, at, { forecaster })
  return { ...landscape, foreseen: foreseenFrom(recorded, from) }
}

/** Beyond so many changes it is faster to build a new landscape. */
const mostChanges = 1000

/**
 * The landscape of the next snapshot at the same instant. Only shoots that changed are looked at; lists share all other chunks with
 * those before. Null if profiles, projects or very many shoots changed.
 */
export async function advanceLandscape(before: Landscape, snapshot: Snapshot): Promise<Landscape | null> {
  if (!hasSameRest(snapshot, before.snapshot)) return null
  const changes = [...shootChanges(before.snapshot.shoots, snapshot.shoots)]
  if (changes.length > mostChanges) return null
  const { at, until, forecaster, running } = before
  const { projectNames } = before.roster
  let { members } = before.roster
  let { forecasts } = before
  const changed: MemberChange[] = []
  for (const { one, after } of changes) {
    const member = memberOf(one, projectNames.get(one.namespace) ?? one.namespace)
    const { place, found } = placeInRoster(members, member)
    const come = after && { member, forecast: forecastIn(snapshot, member, forecaster, at, until) }
    changed.push({ place, gone: found ? (members.at(place) ?? null) : null, come })
    const removed = found ? 1 : 0
    members = members.toSpliced(place, removed, ...(come === null ? [] : [come.member]))
    forecasts = forecasts.toSpliced(place, removed, ...(come === null ? [] : [come.forecast]))
  }
  const roster = { snapshot, members, projectNames }
  const index = { snapshot, at, until, roster, forecasts, forecaster, running }
  return withClassSums(
    { ...index, classes: classesAfter(index, before, changed) },
    { usage: usageAfter(before.usage, changed), remedies: before.remedies },
  )
}

function forecastIn(
  snapshot: Snapshot,
  member: Member,
  forecaster: Forecaster,
  at: Instant,
  until: Instant,
): ClusterForecast {
  const entry = snapshot.profiles.get(member.profile)
  return entry === undefined ? nothingAhead : forecaster.between(at, until, member.shoot, entry.profile)
}

function runningIn(snapshot: Snapshot, at: Instant): Landscape['running'] {
  return remembered((profile) => new RunningVersions(snapshot.profiles.get(profile)?.profile, at))
}

/** Tells whether the profile of a member did not change. */
function keptProfiles({ profiles }: Snapshot, before: Snapshot | undefined): (member: Member) => boolean {
  const kept = new Set(
    [...profiles].flatMap(([key, { profile }]) => (before?.profiles.get(key)?.profile === profile ? [key] : [])),
  )
  return ({ profile }) => kept.has(profile)
}

/** Whether only clusters changed: then the forecasts and remedies of clusters that did not change stay valid. */
function hasSameRest(snapshot: Snapshot, before: Snapshot): boolean {
  return snapshot.projects === before.projects && sameProfiles(snapshot, before)
}

function sameProfiles({ profiles }: Snapshot, { profiles: before }: Snapshot): boolean {
  if (profiles === before) return true
  if (profiles.size !== before.size) return false
  return [...profiles].every(([key, { profile }]) => before.get(key)?.profile === profile)
}

/** The fields of every answer that say which state of the garden it shows, and for which instant. */
export function evidenceOf({ snapshot, at, foreseen }: Pick<Landscape, 'snapshot' | 'at' | 'foreseen'>) {
  return {
    revision: snapshot.revision,
    observedAt: onWire(snapshot.observedAt),
    at: onWire(at),
    ...(snapshot.seen !== undefined && { seen: onWire(snapshot.seen) }),
    ...(foreseen && { foreseenFrom: onWire(foreseen.from) }),
  }
}
