import { type AdmissionProfile, idleEnds } from '@/lib/engine/api-server'
import type { Edit } from '@/lib/engine/edits'
import { sortOut } from '@/lib/engine/edits/shoot'
import type { ForecastEvent } from '@/lib/engine/outlook'
import { type ComparedEvents, compareForecasts } from '@/lib/engine/outlook/difference'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { expiryOf, justAfter, listedVersion, stageAt, versionLists } from '@/lib/engine/rules'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, Instant, ProfileRef, Shoot, Stage } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type ProfileEntry, profileKey, type WholeObject } from '@/lib/garden/garden'
import { InvalidQuery, isCoded } from '@/lib/process/errors'
import { type ClustersWithEvent, clustersWithNextEvent } from './exceptions'
import { overrideOf } from './holders'
import { buildLandscape, type Landscape } from './landscape'
import { findProfile, findProject, findShoot } from './lookup'
import {
  type JudgedMoreTime,
  judgedTarget,
  type MoreTimeRights,
  mostUsedProfile,
  type NamespacedRef,
  namespacedRef,
  newRef,
  rightsOf,
} from './more-time-profile'
import { type ObjectReader, profilesFor, rootOf, whole, withOffers } from './offers'
import { Outlook } from './outlook'
import type { Member } from './roster'
import { arrivals, isOn } from './trajectory'

/** How many clusters may move at once: each is read whole, and written by itself. */
export const MOST_MOVED = 50

/** What is asked for one project. */
export interface MoreTimeQuestion {
  /** The project, by its name or its namespace. */
  readonly project: string
  /** The profile that was asked from: a CloudProfile, or a namespaced one of the project. */
  readonly profile: string
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** The new end; absent: the end of the month after the one in which the version ends now. */
  readonly until?: Instant | undefined
  /** Names of the clusters that move; absent: all that run the version and are not there yet. */
  readonly clusters?: readonly string[] | undefined
}

/** A cluster of the project on the root or a profile that builds on it. */
export interface MoreTimeCandidate {
  readonly before: Outlook
  /** The outlook with the draft; a cluster whose move is refused stays where it is. */
  readonly after: Outlook
  readonly runs: boolean
  /** Whether it is on the profile that gives more time already. */
  readonly isThere: boolean
  /** Whether it is to move, refused or not. */
  readonly moves: boolean
  /** The object as it was read to be moved; null: it does not move, or cannot be read. */
  readonly read: WholeObject | null
  /** Why it cannot be read; null: it was, or does not move. */
  readonly unread: string | null
  /** Why the API server would not let it move. */
  readonly refusals: readonly ShootRefusal[]
  /** When it comes to the version by itself, at the earliest; null: it runs it, or does not come to it. */
  readonly comes: Instant | null
  readonly comparison: ComparedEvents
}

/** What must be known of a draft that is applied: an object that is made or changed, then clusters that move to it. */
export interface MoreTime extends Omit<JudgedMoreTime, 'target'> {
  readonly project: string
  readonly namespace: string
  readonly root: ProfileEntry
  readonly image: string | null
  readonly version: string
  /** The stage of the version in the root; null: the root does not list it. */
  readonly stage: Stage | null
  /** What the project runs of the root, with its end there. */
  readonly versions: readonly RunningVersion[]
  readonly target: {
    readonly ref: NamespacedRef
    /** Null: there is none yet, and it is made. */
    readonly resourceVersion: string | null
    readonly isNew: boolean
    /** The date that it sets already; null: none. */
    readonly own: Instant | null
  }
  /** When the version ends in the root; null: never. */
  readonly parentEnd: Instant | null
  readonly until: Instant
  readonly edit: Edit
  /** The API server would drop the date without a word, as it is over. */
  readonly isDropped: boolean
  /** The date would be there and count for nothing. */
  readonly isIdle: boolean
  readonly candidates: readonly MoreTimeCandidate[]
  /** What happens to those that run the version on it, once its date has come. */
  readonly follows: readonly ClustersWithEvent[]
  /** More are wanted to move than may at once. */
  readonly isTooMany: boolean
  readonly rights: MoreTimeRights
}

interface RunningVersion {
  readonly image: string | null
  readonly version: string
  readonly clusters: number
}

/**
 * One project gets more time for one version: a NamespacedCloudProfile with a later date (or a change of the one there is), and the clusters
 * that move to it. The draft is another landscape, of the clusters of the project alone: what it does is the difference of the two.
 * Throws `NotFound` for a project or profile that is not there, `InvalidQuery` for a namespaced profile of another project, and what keeps
 * an object of it from being read.
 */
export async function moreTimeOf(
  reader: ObjectReader,
  landscape: Landscape,
  question: MoreTimeQuestion,
): Promise<MoreTime> {
  const { image, version } = question
  const entry = findProfile(landscape, question.profile.split('/'))
  const { name: project, namespace, positions } = findProject(landscape, question.project)
  if (entry.ref.kind === 'NamespacedCloudProfile' && entry.ref.namespace !== namespace)
    throw new InvalidQuery([{ field: 'profile', reason: `is not one of the project ${project}` }])
  const rootName = rootOf(entry)
  const root = findProfile(landscape, [rootName])
  const family = profilesFor(landscape, { shoot: { namespace } as Shoot, profile: rootName })
  const keys = new Set(family.map(({ ref }) => profileKey(ref)))
  const own = positions
    .map((position) => new Outlook(landscape, position))
    .filter(({ member }) => keys.has(member.profile))
  const existing = entry.ref.kind === 'NamespacedCloudProfile' ? entry : mostUsedProfile(family, own)
  const ref = existing === undefined ? newRef(landscape, namespace, project, rootName) : namespacedRef(existing)
  const listed = listedVersion(root.profile, image, version)
  const parentEnd = (listed && expiryOf(listed)) ?? null
  const ownDate = (existing && overrideOf(existing, { image, version })?.expirationDate) ?? null
  const until = question.until ?? endOfNextMonth(Math.max(ownDate ?? parentEnd ?? landscape.at, landscape.at))
  const edit = { kind: 'expire', image, version, expirationDate: until } as Edit
  const isRunning = ({ member }: Outlook) => isOn(member.shoot, image ?? 'Kubernetes', version)
  const isThere = ({ member }: Outlook) => member.profile === profileKey(ref)
  const wanted = question.clusters && new Set(question.clusters)
  const moving = own.filter((one) => !isThere(one) && (wanted?.has(one.member.shoot.name) ?? isRunning(one)))
  const moved = new Set(moving.slice(0, MOST_MOVED))
  const isNew = existing === undefined
  const rights = await rightsOf(reader, ref, { isNew, image, shoots: moved.size > 0 })
  const { written, target, ...judged } = await judgedTarget(reader, landscape, { existing, ref, root, edit, rights })
  const offered = { ...(await withOffers(reader, landscape, existing ?? root)), ...target.profile }
  const left = await Promise.all(
    [...new Set([...moved].map(({ member }) => member.profile))].flatMap((key) => {
      const from = landscape.snapshot.profiles.get(key)
      return from === undefined
        ? []
        : [withOffers(reader, landscape, from).then((profile) => [key, { from, profile }] as const)]
    }),
  )
  const leaves = new Map(left)
  const reads = new Map(
    await Promise.all(
      [...moved].map(async (one) => {
        const from = leaves.get(one.member.profile)
        return [one, await readToMove(reader, landscape, one.member, from, { ...target, offered })] as const
      }),
    ),
  )
  // Whose move is refused stays where it is.
  const isLeft = (one: Outlook) => {
    const read = reads.get(one)
    return read !== undefined && read.unread === null && read.refusals.length === 0
  }
  const draft = await draftLandscape(landscape, target, { own, moved: new Set([...moved].filter(isLeft)) })
  const arrival = arrivals(image ?? 'Kubernetes', version)
  const candidates = own.map((before): MoreTimeCandidate => {
    const { shoot } = before.member
    const after = new Outlook(draft, findShoot(draft, shoot.namespace, shoot.name))
    const read = reads.get(before)
    return {
      before,
      after,
      runs: isRunning(before),
      isThere: isThere(before),
      moves: moved.has(before),
      read: read?.whole ?? null,
      unread: read?.unread ?? null,
      refusals: read?.refusals ?? [],
      comes: isRunning(before) ? null : (arrival(before.forecast, Infinity)?.from ?? null),
      comparison: compareForecasts(before.forecast.events, after.forecast.events, landscape.until),
    }
  })
  const users = candidates
    .filter(({ before, isThere, runs }) => runs && (isLeft(before) || isThere))
    .map(({ after }) => after)
  const date = overrideOf(target, { image, version })?.expirationDate
  return {
    project,
    namespace,
    root,
    image,
    version,
    stage: listed === undefined ? null : stageAt(listed, landscape.at),
    versions: runningVersions(own, root.profile),
    target: { ref, resourceVersion: existing?.resourceVersion ?? null, isNew, own: ownDate },
    parentEnd,
    until,
    edit,
    written,
    ...judged,
    isDropped: judged.problem === null && date === undefined,
    isIdle: idleEnds(target.overrides, root.profile).some((one) => one.image === image && one.version === version),
    candidates,
    follows: clustersWithNextEvent(draft, users, { image, version, until }),
    isTooMany: moving.length > MOST_MOVED,
    rights,
  }
}

/** The last second, in UTC, of the month after the one that an instant lies in. */
function endOfNextMonth(at: Instant): Instant {
  const day = new Date(startOfDay(at))
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 2, 1) - 1000
}

/** The clusters of the project as they are with the draft. */
async function draftLandscape(
  { snapshot, at, forecaster }: Landscape,
  target: ProfileEntry,
  { own, moved }: { readonly own: readonly Outlook[]; readonly moved: ReadonlySet<Outlook> },
): Promise<Landscape> {
  const shoots = own.map((one) => (moved.has(one) ? { ...one.member.shoot, profile: target.ref } : one.member.shoot))
  const profiles = new Map(snapshot.profiles).set(profileKey(target.ref), target)
  const draft = { ...snapshot, profiles, shoots: ChunkedList.of(shoots) }
  return buildLandscape(draft, at, { forecaster })
}

async function readToMove(
  reader: ObjectReader,
  landscape: Landscape,
  { shoot }: Member,
  leaves: { readonly from: ProfileEntry; readonly profile: AdmissionProfile } | undefined,
  target: ProfileEntry & { readonly offered: AdmissionProfile },
): Promise<{
  readonly whole: WholeObject | null
  readonly unread: string | null
  readonly refusals: readonly ShootRefusal[]
}> {
  const { namespace, name } = shoot
  let read: WholeObject
  try {
    read = await whole(reader, landscape.snapshot, { kind: 'Shoot', namespace, name })
  } catch (error) {
    if (isCoded(error)) return { whole: null, unread: error.message, refusals: [] }
    throw error
  }
  if (leaves === undefined) return { whole: read, unread: null, refusals: [] }
  const { from, profile } = leaves
  const { outcomes } = sortOut({
    manifest: read.object,
    edits: [moveTo(target.ref)],
    profile,
    hierarchy: {
      from: { ref: from.ref, root: rootOf(from), profile },
      to: () => ({ ref: target.ref, root: rootOf(target), profile: target.offered }),
    },
    now: justAfter(landscape.at),
  })
  const [outcome] = outcomes
  return { whole: read, unread: null, refusals: outcome?.kind === 'refused' ? outcome.refusals : [] }
}

/** The edit that puts a cluster on a profile. */
export function moveTo({ kind, name }: ProfileRef) {
  return { field: 'spec.cloudProfile', value: { kind, name } } as const
}

/** What the clusters run, Kubernetes first, in the order of the profile. */
function runningVersions(own: readonly Outlook[], root: CloudProfile): RunningVersion[] {
  return versionLists(root).flatMap(({ image, versions }) =>
    versions.flatMap(({ version }): RunningVersion[] => {
      const clusters = own.filter(({ member }) => isOn(member.shoot, image ?? 'Kubernetes', version)).length
      return clusters === 0 ? [] : [{ image, version, clusters }]
    }),
  )
}

/** How long before two minor updates of a cluster are told to be close together. */
const CLOSE = 60 * DAY

/** Two minor updates that come closer together than before, within 60 days; null: none do. */
export function closeMinors({ before, after }: Pick<MoreTimeCandidate, 'before' | 'after'>) {
  const [was, is] = [minorMoves(before.forecast.events), minorMoves(after.forecast.events)]
  const [first, second] = is
  if (first === undefined || second === undefined || second.from - first.from > CLOSE) return null
  const gap = was[0] === undefined || was[1] === undefined ? null : was[1].from - was[0].from
  if (gap !== null && gap <= second.from - first.from) return null
  return { first: first.from, second: second.from, before: gap }
}

function minorMoves(events: readonly ForecastEvent[]): readonly ForecastEvent[] {
  return events.filter(
    ({ digest }) =>
      !digest.denied &&
      digest.changes.some(
        ({ component, toMinor, fromMinor }) =>
          component === 'controlPlane' && toMinor !== null && toMinor !== fromMinor,
      ),
  )
}
