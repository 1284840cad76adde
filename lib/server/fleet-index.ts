import type { RunningStage } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import type { Forecast, Instant, Shoot } from '@/lib/engine/types'
import type { ProfileEntry, Snapshot } from '@/lib/garden/garden'
import { oncePer } from './once-per'
import { nothingAhead, type Outlook, outlookOf } from './outlook'
import { type Member, profileOf, type Roster, rosterOf } from './roster'
import { RunningVersions } from './running'

/** How far ahead answers look. */
export const horizonDays = 365

/** What views need of every shoot of a snapshot, computed for one instant. */
export interface FleetIndex {
  readonly snapshot: Snapshot
  readonly at: Instant
  /** `at` plus the horizon. */
  readonly until: Instant
  readonly roster: Roster
  /** Of `roster.members`, by position. Shoots with the same forecast share one. */
  readonly outlooks: readonly Outlook[]
  /** Of `roster.members`: the stages of everything that a shoot runs, as bits of `stageBit`. */
  readonly stages: Uint8Array
  /** What a profile says about versions at `at`. */
  readonly running: (profile: string) => RunningVersions
}

/** Forecasts of shoots from one instant on; equal objects for shoots with equal forecasts. */
export type Forecaster = (shoot: Shoot, entry: ProfileEntry) => Forecast

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

/** Computes the index of a snapshot, letting other requests through now and then. */
export async function buildIndex(snapshot: Snapshot, at: Instant, forecast: Forecaster): Promise<FleetIndex> {
  const roster = rosterOf(snapshot)
  const until = at + horizonDays * DAY
  const profiles = new Map<string, RunningVersions>()
  const running = (profile: string) => {
    let versions = profiles.get(profile)
    if (versions === undefined) {
      versions = new RunningVersions(snapshot.profiles.get(profile)?.profile, at)
      profiles.set(profile, versions)
    }
    return versions
  }
  const condense = oncePer((f: Forecast) => outlookOf(f, at, until))
  const outlooks: Outlook[] = []
  const stages = new Uint8Array(roster.members.length)
  let since = performance.now()
  for (const [i, member] of roster.members.entries()) {
    outlooks.push(lookAhead(snapshot, member, forecast, condense))
    stages[i] = stagesOfMember(member.shoot, running(member.profile))
    if (i % 64 === 0 && performance.now() - since > stint) {
      await new Promise(setImmediate)
      since = performance.now()
    }
  }
  return { snapshot, at, until, roster, outlooks, stages, running }
}

/** Maintenance never runs for a shoot that is being deleted, and nothing is known without its profile. */
function lookAhead(
  snapshot: Snapshot,
  member: Member,
  forecast: Forecaster,
  condense: (forecast: Forecast) => Outlook,
): Outlook {
  const entry = profileOf(snapshot, member)
  if (entry === undefined || member.shoot.deletionTimestamp !== undefined) return nothingAhead
  return condense(forecast(member.shoot, entry))
}

function stagesOfMember(shoot: Shoot, versions: RunningVersions): number {
  let bits = stageBit(versions.kubernetes(shoot.kubernetesVersion).stage)
  for (const worker of shoot.workers) {
    if (worker.kubernetesVersion !== undefined) bits |= stageBit(versions.kubernetes(worker.kubernetesVersion).stage)
    if (worker.image !== undefined) bits |= stageBit(versions.image(worker.image.name, worker.image.version).stage)
  }
  return bits
}
