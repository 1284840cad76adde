import {
  type AdmissionProfile,
  checkNamespaced,
  idleEnds,
  mergeNamespacedProfile,
  type ProfileOverrides,
  submittedOverrides,
  submittedProfile,
} from '@/lib/engine/api-server'
import { applyNamespacedEdit, type Edit, type EditProblem } from '@/lib/engine/edits'
import { sortOut } from '@/lib/engine/edits/shoot'
import type { Event } from '@/lib/engine/outlook'
import { type Compared, compareForecasts } from '@/lib/engine/outlook/difference'
import type { ProfileRefusal, ShootRefusal } from '@/lib/engine/refusal'
import { compareVersions, expiryOf, justAfter, parseVersion, stageAt } from '@/lib/engine/rules'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, ProfileRef, Shoot, Stage } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type Action, type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { InvalidQuery } from '@/lib/process/errors'
import { buildIndex, type FleetIndex } from './fleet-index'
import { profilesFor, rootOf } from './hierarchy'
import { unseenUsers, withoutUnseen } from './holders'
import { findMembers, findProfile } from './lookup'
import { type Reader, type Whole, whole, withOffers } from './offers'
import { Outlook } from './outlook'
import type { Member } from './roster'
import { componentsOf, isOn } from './trajectory'

/** So many clusters move at once: each is read whole, and written by itself. */
export const MOST_MOVED = 50

/** What is asked for one project. */
export interface MoreTimeQuestion {
  /** By its name or its namespace. */
  readonly project: string
  /** The profile that was asked from: a CloudProfile, or a namespaced one of the project. */
  readonly profile: string
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** Until when; absent: to the end of the month after the one in which it ends now. */
  readonly until?: Instant | undefined
  /** Names of the clusters that move; absent: all that run the version and are not there yet. */
  readonly clusters?: readonly string[] | undefined
}

/** A cluster of the project on the root or a profile that builds on it. */
export interface Candidate {
  readonly before: Outlook
  /** As it is with the draft. */
  readonly after: Outlook
  readonly runs: boolean
  /** It is on the profile that gives more time already. */
  readonly isThere: boolean
  readonly moves: boolean
  /** As it was read to be moved; null: it does not move. */
  readonly read: Whole | null
  /** Why the API server would not let it move. */
  readonly refusals: readonly ShootRefusal[]
  /** When it comes to the version by itself, at the earliest; null: it runs it, or does not come to it. */
  readonly comes: Instant | null
  readonly comparison: Compared
}

/** What must be known of a draft that is applied: an object that is made or changed, then clusters that move to it. */
export interface MoreTime {
  readonly project: string
  readonly namespace: string
  readonly root: ProfileEntry
  readonly image: string | null
  readonly version: string
  /** Of the version in the root; null: the root does not list it. */
  readonly stage: Stage | null
  /** What the project runs of the root, with its end there. */
  readonly versions: readonly RunningVersion[]
  readonly target: {
    readonly ref: Extract<ProfileRef, { readonly kind: 'NamespacedCloudProfile' }>
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
  readonly problem: EditProblem | null
  /** What the API server says to the namespaced profile. */
  readonly refusals: readonly ProfileRefusal[]
  /** The API server would drop the date without a word, as it is over. */
  readonly isDropped: boolean
  /** The date would be there and count for nothing. */
  readonly isIdle: boolean
  readonly candidates: readonly Candidate[]
  /** More are wanted to move than may at once. */
  readonly isTooMany: boolean
  readonly rights: Rights
}

interface RunningVersion {
  readonly image: string | null
  readonly version: string
  readonly stage: Stage
  readonly expires: Instant | null
  readonly clusters: number
}

/** Whether whoever asks may do each step, for what is told before: it is asked again when it is done. Null: nobody can tell. */
export interface Rights {
  readonly profile: boolean | null
  /** The custom verb, e.g. `modify-spec-kubernetes`, that Gardener asks for beside. */
  readonly verb: 'modify-spec-kubernetes' | 'modify-spec-machineimages'
  readonly modify: boolean | null
  readonly shoots: boolean | null
}

const NOTHING: ProfileOverrides = { kubernetes: [], machineImages: [], machineTypes: [] }

/**
 * One project gets more time for one version: a NamespacedCloudProfile with a later date (or a change of the one there is), and the clusters
 * that move to it. The draft is another landscape, of the clusters of the project alone: what it does is the difference of the two.
 * Throws `NotFound` for a project or profile that is not there, `InvalidQuery` for a namespaced profile of another project.
 */
export async function moreTimeOf(reader: Reader, index: FleetIndex, question: MoreTimeQuestion): Promise<MoreTime> {
  const { image, version } = question
  const what = image ?? 'Kubernetes'
  const { entry } = findProfile(index, question.profile.split('/'), undefined)
  const positions = findMembers(index, question.project)
  const { project, namespace } = projectOf(index, question.project, positions)
  if (entry.ref.kind === 'NamespacedCloudProfile' && entry.ref.namespace !== namespace)
    throw new InvalidQuery([{ field: 'profile', reason: `is not one of the project ${project}` }])
  const rootName = rootOf(entry)
  const root = findProfile(index, [rootName], undefined).entry
  const family = profilesFor(index, { shoot: { namespace } as Shoot, profile: rootName })
  const keys = new Set(family.map(({ ref }) => profileKey(ref)))
  const outlooks = positions.map((position) => new Outlook(index, position))
  const own = outlooks.filter(({ member }) => keys.has(member.profile))
  const existing = entry.ref.kind === 'NamespacedCloudProfile' ? entry : mostUsed(family, own)
  const ref = existing === undefined ? newName(index, namespace, project, rootName) : namespacedRef(existing)
  const key = profileKey(ref)
  const listed = listedIn(root.profile, image, version)
  const parentEnd = (listed && expiryOf(listed)) ?? null
  const overrides = existing?.overrides ?? NOTHING
  const ownDate = dateIn(overrides, image, version)
  const until = question.until ?? endOfNextMonth(Math.max(ownDate ?? parentEnd ?? index.at, index.at))
  const edit = { kind: 'expire', image, version, expirationDate: until } as Edit
  const edited = applyNamespacedEdit(overrides, root.profile, edit)
  const after = edited.kind === 'ok' ? edited.value : overrides
  const now = justAfter(index.at)
  const object = { namespace, name: ref.name, parent: rootName }
  const stored = existing && {
    profile: submittedOverrides(object, overrides),
    shoots: [
      ...own.flatMap(({ member }) => (member.profile === key ? [member.shoot] : [])),
      ...unseenUsers(index, existing).shoots,
    ],
  }
  const { refusals } = checkNamespaced(
    submittedProfile(rootName, root.profile),
    submittedOverrides(object, after),
    stored ?? null,
    now,
  )
  const merged = mergeNamespacedProfile(root.profile, after)
  const isDropped = until < now && ownDate === null
  const target: ProfileEntry = { ...existing, ref, profile: merged, parent: rootName, overrides: after }
  const wanted = question.clusters && new Set(question.clusters)
  const moving = own.filter(({ member }) => {
    if (member.profile === key) return false
    return wanted === undefined ? isOn(member.shoot, what, version) : wanted.has(member.shoot.name)
  })
  const moved = new Set(moving.slice(0, MOST_MOVED).map(({ member }) => member.shoot))
  const draft = await draftIndex(index, target, { own, moved })
  const offered = await withOffers(reader, index, existing ?? root)
  const candidates: Candidate[] = []
  for (const before of own) {
    const { member } = before
    const position = positionIn(draft, member)
    const ahead = new Outlook(draft, position)
    const moves = moved.has(member.shoot)
    const read = moves
      ? await readToMove(reader, index, member, { ...target, offered: { ...offered, ...merged } })
      : null
    const runs = isOn(member.shoot, what, version)
    candidates.push({
      before,
      after: ahead,
      runs,
      isThere: member.profile === key,
      moves,
      read: read?.whole ?? null,
      refusals: read?.refusals ?? [],
      comes: runs ? null : comesTo(before.forecast.events, what, version),
      comparison: compareForecasts(before.forecast.events, ahead.forecast.events, index.until),
    })
  }
  return {
    project,
    namespace,
    root,
    image,
    version,
    stage: listed === undefined ? null : stageAt(listed, index.at),
    versions: runningVersions(own, root.profile, index.at),
    target: {
      ref,
      resourceVersion: existing?.resourceVersion ?? null,
      isNew: existing === undefined,
      own: ownDate,
    },
    parentEnd,
    until,
    edit,
    problem: edited.kind === 'ok' ? null : edited.problem,
    refusals: withoutUnseen(refusals),
    isDropped,
    isIdle: idleEnds(after, root.profile).some((idle) => idle.image === image && idle.version === version),
    candidates,
    isTooMany: moving.length > MOST_MOVED,
    rights: await rightsOf(reader, ref, { isNew: existing === undefined, image, shoots: moved.size > 0 }),
  }
}

function projectOf({ snapshot, roster }: FleetIndex, asked: string, positions: readonly number[]) {
  const known = snapshot.projects.find(({ name, namespace }) => name === asked || namespace === asked)
  const [first] = positions
  const member = first === undefined ? undefined : roster.members.at(first)
  return {
    project: known?.name ?? member?.project ?? asked,
    namespace: known?.namespace ?? member?.shoot.namespace ?? asked,
  }
}

/** Of the namespaced profiles that there are the one that most clusters of the project are on. */
function mostUsed(family: readonly ProfileEntry[], own: readonly Outlook[]): ProfileEntry | undefined {
  const users = ({ ref }: ProfileEntry) => own.filter(({ member }) => member.profile === profileKey(ref)).length
  return family
    .filter(({ ref, overrides }) => ref.kind === 'NamespacedCloudProfile' && overrides !== undefined)
    .toSorted((a, b) => users(b) - users(a))[0]
}

type NamespacedRef = MoreTime['target']['ref']

function namespacedRef({ ref }: ProfileEntry): NamespacedRef {
  if (ref.kind !== 'NamespacedCloudProfile') throw new RangeError(`${ref.name} is in no namespace`)
  return ref
}

/** `search-more-time`, unless one of another root has that name. */
function newName({ snapshot }: FleetIndex, namespace: string, project: string, root: string): NamespacedRef {
  const names = [`${project}-more-time`, `${project}-${root}-more-time`]
  const name = names.find((one) => !snapshot.profiles.has(`${namespace}/${one}`)) ?? `${root}-more-time`
  return { kind: 'NamespacedCloudProfile', namespace, name }
}

function listedIn(profile: CloudProfile, image: string | null, version: string): ExpirableVersion | undefined {
  const list = image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === image)?.versions
  return list?.find((one) => one.version === version)
}

function dateIn(
  { kubernetes, machineImages }: ProfileOverrides,
  image: string | null,
  version: string,
): Instant | null {
  const own =
    image === null
      ? kubernetes.find((one) => one.version === version)
      : machineImages.find(({ name }) => name === image)?.versions.find((one) => one.version.version === version)
          ?.version
  return own?.expirationDate ?? null
}

/** The last second, in UTC, of the month after the one that an instant lies in. */
function endOfNextMonth(at: Instant): Instant {
  const day = new Date(startOfDay(at))
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 2, 1) - 1000
}

/** The clusters of the project as they are with the draft. */
async function draftIndex(
  { snapshot, at, forecaster }: FleetIndex,
  target: ProfileEntry,
  { own, moved }: { readonly own: readonly Outlook[]; readonly moved: ReadonlySet<Shoot> },
): Promise<FleetIndex> {
  const shoots = own.map(({ member: { shoot } }) => (moved.has(shoot) ? { ...shoot, profile: target.ref } : shoot))
  const profiles = new Map(snapshot.profiles).set(profileKey(target.ref), target)
  const draft = { ...snapshot, profiles, shoots: ChunkedList.of(shoots) }
  return buildIndex(draft, at, { forecaster })
}

function positionIn({ roster }: FleetIndex, { shoot }: Member): number {
  for (const [position, member] of roster.members.entries()) {
    if (member.shoot.name === shoot.name && member.shoot.namespace === shoot.namespace) return position
  }
  throw new RangeError(`no ${shoot.name} in the draft`)
}

async function readToMove(
  reader: Reader,
  index: FleetIndex,
  { shoot, profile }: Member,
  target: ProfileEntry & { readonly offered: AdmissionProfile },
): Promise<{ readonly whole: Whole; readonly refusals: readonly ShootRefusal[] }> {
  const { namespace, name } = shoot
  const read = await whole(reader, index.snapshot, { kind: 'Shoot', namespace, name })
  const from = index.snapshot.profiles.get(profile)
  if (from === undefined) return { whole: read, refusals: [] }
  const leaves = await withOffers(reader, index, from)
  const { outcomes } = sortOut({
    manifest: read.object,
    edits: [moveTo(target.ref)],
    profile: leaves,
    hierarchy: {
      from: { ref: from.ref, root: rootOf(from), profile: leaves },
      to: () => ({ ref: target.ref, root: rootOf(target), profile: target.offered }),
    },
    now: justAfter(index.at),
  })
  const [outcome] = outcomes
  return { whole: read, refusals: outcome?.kind === 'refused' ? outcome.refusals : [] }
}

/** The edit that puts a cluster on a profile. */
export function moveTo({ kind, name }: ProfileRef) {
  return { field: 'spec.cloudProfile', value: { kind, name } } as const
}

function comesTo(events: readonly Event[], what: string, version: string): Instant | null {
  const event = events.find(
    ({ digest }) => !digest.denied && digest.changes.some((change) => change.what === what && change.to === version),
  )
  return event?.from ?? null
}

/** What the clusters run, Kubernetes first, the lowest versions first. */
function runningVersions(own: readonly Outlook[], root: CloudProfile, at: Instant): RunningVersion[] {
  const counts = new Map<string, { image: string | null; version: string; clusters: number }>()
  const images = root.machineImages.map(({ name }) => name)
  for (const { member } of own) {
    const seen = new Set<string>()
    for (const what of ['Kubernetes', ...images]) {
      for (const { version } of componentsOf(member.shoot, what)) {
        const key = `${what} ${version}`
        if (seen.has(key)) continue
        seen.add(key)
        const known = counts.get(key)
        if (known === undefined) counts.set(key, { image: what === 'Kubernetes' ? null : what, version, clusters: 1 })
        else known.clusters++
      }
    }
  }
  return [...counts.values()]
    .flatMap((one): RunningVersion[] => {
      const listed = listedIn(root, one.image, one.version)
      return listed === undefined ? [] : [{ ...one, stage: stageAt(listed, at), expires: expiryOf(listed) }]
    })
    .sort((a, b) => compareNullable(a.image, b.image) || byVersion(a.version, b.version))
}

function compareNullable(a: string | null, b: string | null): number {
  return a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1
}

function byVersion(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left === null || right === null ? (a < b ? -1 : 1) : compareVersions(left, right)
}

async function rightsOf(
  { garden, identity }: Reader,
  { kind, namespace, name }: NamespacedRef,
  { isNew, image, shoots }: { readonly isNew: boolean; readonly image: string | null; readonly shoots: boolean },
): Promise<Rights> {
  const verb = image === null ? 'modify-spec-kubernetes' : 'modify-spec-machineimages'
  if (garden.may === undefined) return { profile: true, verb, modify: true, shoots: true }
  const actions: Action[] = [
    isNew ? { verb: 'create', kind, namespace } : { verb: 'patch', kind, namespace, name },
    { verb, kind, namespace, name },
    { verb: 'patch', kind: 'Shoot', namespace },
  ]
  try {
    const [profile = null, modify = null, mayMove = null] = await garden.may(identity, actions)
    return { profile, verb, modify, shoots: shoots ? mayMove : true }
  } catch {
    return { profile: null, verb, modify: null, shoots: null }
  }
}

/** How long before two minor updates of a cluster are told to be close together. */
const CLOSE = 60 * DAY

/** Two minor updates that come closer together than before, within 60 days; null: none do. */
export function closeMinors({ before, after }: Pick<Candidate, 'before' | 'after'>) {
  const [was, is] = [minorMoves(before.forecast.events), minorMoves(after.forecast.events)]
  const [first, second] = is
  if (first === undefined || second === undefined || second.from - first.from > CLOSE) return null
  const gap = was[0] === undefined || was[1] === undefined ? null : was[1].from - was[0].from
  if (gap !== null && gap <= second.from - first.from) return null
  return { first: first.from, second: second.from, before: gap }
}

function minorMoves(events: readonly Event[]): readonly Event[] {
  return events.filter(
    ({ digest }) =>
      !digest.denied &&
      digest.changes.some(
        ({ component, toMinor, fromMinor }) =>
          component === 'controlPlane' && toMinor !== null && toMinor !== fromMinor,
      ),
  )
}
