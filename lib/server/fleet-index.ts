import type { RunningStage } from '@/lib/contract'
import { profileByProfile } from '@/lib/engine/fleet/by-profile'
import { Lookout } from '@/lib/engine/fleet/lookout'
import { nothingAhead, type Outlook } from '@/lib/engine/fleet/outlook'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden/garden'
import { type ShootChange, shootChanges } from './delta'
import { type Member, memberOf, placeOf, type Roster, rosterOf } from './roster'
import { RunningVersions } from './running'

/** How far ahead answers look: so many days, and to the end of the last of them (in UTC). */
export const horizonDays = 365

/** What views need of every shoot of a snapshot, computed for one instant. */
export interface FleetIndex {
  readonly snapshot: Snapshot
  readonly at: Instant
  /** The horizon. */
  readonly until: Instant
  readonly roster: Roster
  /** Of `roster.members`, by position. Shoots of a kind with the same window share one. */
  readonly outlooks: readonly Outlook[]
  /** Of `roster.members`: the stages of everything that a shoot runs, as bits of `stageBit`. */
  readonly stages: readonly number[]
  /** What a profile says about versions at `at`. */
  readonly running: (profile: string) => RunningVersions
}

const stageNames: readonly RunningStage[] = [
  'unavailable',
  'preview',
  'supported',
  'deprecated',
  'expired',
  'notInProfile',
]

export function stageBit(stage: RunningStage): number {
  return 1 << stageNames.indexOf(stage)
}

/** Computing stops for others at least this often, in milliseconds. */
const stint = 20

export interface BuildOptions {
  /** One that was used before makes it quick: only what changed is looked at again. */
  readonly lookout?: Lookout
  /** An earlier index: what shoots say of themselves is taken from it where they are the same. */
  readonly before?: FleetIndex
}

/** Computes the index of a snapshot, letting other requests through now and then. */
export async function buildIndex(
  snapshot: Snapshot,
  at: Instant,
  { lookout = new Lookout(), before }: BuildOptions = {},
): Promise<FleetIndex> {
  const roster = rosterOf(snapshot, before?.roster)
  const until = startOfDay(at) + (horizonDays + 1) * DAY
  const running = runningIn(snapshot, at)
  const { members } = roster
  const outlooks = Array<Outlook>(members.length).fill(nothingAhead)
  const stages = Array<number>(members.length).fill(0)
  const kept = before?.at === at ? before : undefined
  const sameProfile = keptProfiles(snapshot, kept?.snapshot)
  const stagesOf = stagesByKind(running)
  let since = performance.now()
  for (const [done, i] of profileByProfile(members, ({ profile }) => profile).entries()) {
    const member = members[i]
    if (member === undefined) continue
    const outlook = kept?.outlooks[i]
    const stage = kept?.stages[i]
    if (outlook !== undefined && stage !== undefined && kept?.roster.members[i] === member && sameProfile(member)) {
      outlooks[i] = outlook
      stages[i] = stage
      continue
    }
    const ahead = outlookIn(snapshot, member, lookout, at, until)
    outlooks[i] = ahead
    stages[i] = stagesOf(member, ahead)
    if (done % 64 === 0 && performance.now() - since > stint) {
      await new Promise(setImmediate)
      since = performance.now()
    }
  }
  return { snapshot, at, until, roster, outlooks, stages, running }
}

/** Beyond so many changes it is better to build anew. */
const mostChanges = 1000

/** Lists that belong to one line of indexes, each made from the one before: a change is made in place. */
const own = new WeakSet<readonly Outlook[]>()

/**
 * The index of the next snapshot for the same instant, at the cost of the shoots that changed: nothing else is looked at.
 * `before` is used up by it. Null where more than some shoots changed: profiles, projects, or many shoots.
 */
export function advanceIndex(before: FleetIndex, snapshot: Snapshot, lookout: Lookout): FleetIndex | null {
  if (snapshot.projects !== before.snapshot.projects || !sameProfiles(snapshot, before.snapshot)) return null
  const changes = shootChanges(before.snapshot.shoots, snapshot.shoots, mostChanges)
  return changes && withChanges(before, snapshot, changes, lookout)
}

/** The same where the changes are known. */
export function withChanges(
  before: FleetIndex,
  snapshot: Snapshot,
  changes: readonly ShootChange[],
  lookout: Lookout,
): FleetIndex {
  const { at, until, running } = before
  const isOwn = own.has(before.outlooks)
  const members = (isOwn ? before.roster.members : before.roster.members.slice()) as Member[]
  const outlooks = (isOwn ? before.outlooks : before.outlooks.slice()) as Outlook[]
  const stages = (isOwn ? before.stages : before.stages.slice()) as number[]
  const sizes = (isOwn ? before.roster.sizes : new Map(before.roster.sizes)) as Map<string, number>
  own.add(outlooks)
  const { projectNames } = before.roster
  const resize = (project: string, by: 1 | -1) => {
    const size = (sizes.get(project) ?? 0) + by
    if (size === 0) sizes.delete(project)
    else sizes.set(project, size)
  }
  for (const change of changes) {
    const shoot = change.after ?? change.before
    if (shoot === null) continue
    const member = memberOf(shoot, projectNames.get(shoot.namespace) ?? shoot.namespace)
    const { place, found } = placeOf(members, member)
    if (change.after === null) {
      if (!found) continue
      members.splice(place, 1)
      outlooks.splice(place, 1)
      stages.splice(place, 1)
      resize(member.project, -1)
      continue
    }
    const replaced = found ? 1 : 0
    members.splice(place, replaced, member)
    outlooks.splice(place, replaced, outlookIn(snapshot, member, lookout, at, until))
    stages.splice(place, replaced, stagesOfMember(shoot, running(member.profile)))
    if (!found) resize(member.project, 1)
  }
  const roster: Roster = { snapshot, members, projects: sizes.size, projectNames, sizes }
  return { snapshot, at, until, roster, outlooks, stages, running }
}

function outlookIn(snapshot: Snapshot, member: Member, lookout: Lookout, at: Instant, until: Instant): Outlook {
  const entry = snapshot.profiles.get(member.profile)
  return entry === undefined ? nothingAhead : lookout.between(at, until, member.shoot, entry.profile)
}

function runningIn(snapshot: Snapshot, at: Instant): FleetIndex['running'] {
  const profiles = new Map<string, RunningVersions>()
  return (profile) => {
    let versions = profiles.get(profile)
    if (versions === undefined) {
      versions = new RunningVersions(snapshot.profiles.get(profile)?.profile, at)
      profiles.set(profile, versions)
    }
    return versions
  }
}

/** Whether a member's profile is the one that it was. */
function keptProfiles({ profiles }: Snapshot, before: Snapshot | undefined): (member: Member) => boolean {
  const kept = new Set(
    [...profiles].flatMap(([key, { profile }]) => (before?.profiles.get(key)?.profile === profile ? [key] : [])),
  )
  return ({ profile }) => kept.has(profile)
}

function sameProfiles({ profiles }: Snapshot, { profiles: before }: Snapshot): boolean {
  if (profiles === before) return true
  if (profiles.size !== before.size) return false
  return [...profiles].every(([key, { profile }]) => before.get(key)?.profile === profile)
}

/** Shoots of a kind run the same: looked up once for all of them. */
function stagesByKind(running: FleetIndex['running']): (member: Member, outlook: Outlook) => number {
  const known = new Map<Outlook['kind'], number>()
  return ({ shoot, profile }, { kind }) => {
    if (kind === null) return stagesOfMember(shoot, running(profile))
    let stages = known.get(kind)
    if (stages === undefined) {
      stages = stagesOfMember(shoot, running(profile))
      known.set(kind, stages)
    }
    return stages
  }
}

function stagesOfMember(shoot: Shoot, versions: RunningVersions): number {
  let bits = stageBit(versions.kubernetes(shoot.kubernetesVersion).stage)
  for (const worker of shoot.workers) {
    if (worker.kubernetesVersion !== undefined) bits |= stageBit(versions.kubernetes(worker.kubernetesVersion).stage)
    if (worker.image !== undefined) bits |= stageBit(versions.image(worker.image.name, worker.image.version).stage)
  }
  return bits
}
