import type { RunningStage } from '@/lib/contract'
import { Lookout, nothingAhead, type Outlook } from '@/lib/engine/fleet/outlook'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden/garden'
import { type Roster, rosterOf } from './roster'
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
  readonly stages: Uint8Array
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

/**
 * Computes the index of a snapshot, letting other requests through now and then. A lookout that was used before makes it
 * quick: only what changed is looked at again.
 */
export async function buildIndex(snapshot: Snapshot, at: Instant, lookout = new Lookout()): Promise<FleetIndex> {
  const roster = rosterOf(snapshot)
  const until = startOfDay(at) + (horizonDays + 1) * DAY
  const profiles = new Map<string, RunningVersions>()
  const running = (profile: string) => {
    let versions = profiles.get(profile)
    if (versions === undefined) {
      versions = new RunningVersions(snapshot.profiles.get(profile)?.profile, at)
      profiles.set(profile, versions)
    }
    return versions
  }
  const outlooks: Outlook[] = []
  const stages = new Uint8Array(roster.members.length)
  let since = performance.now()
  for (const [i, member] of roster.members.entries()) {
    const entry = snapshot.profiles.get(member.profile)
    outlooks.push(entry === undefined ? nothingAhead : lookout.between(at, until, member.shoot, entry.profile))
    stages[i] = stagesOfMember(member.shoot, running(member.profile))
    if (i % 64 === 0 && performance.now() - since > stint) {
      await new Promise(setImmediate)
      since = performance.now()
    }
  }
  return { snapshot, at, until, roster, outlooks, stages, running }
}

function stagesOfMember(shoot: Shoot, versions: RunningVersions): number {
  let bits = stageBit(versions.kubernetes(shoot.kubernetesVersion).stage)
  for (const worker of shoot.workers) {
    if (worker.kubernetesVersion !== undefined) bits |= stageBit(versions.kubernetes(worker.kubernetesVersion).stage)
    if (worker.image !== undefined) bits |= stageBit(versions.image(worker.image.name, worker.image.version).stage)
  }
  return bits
}
