import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edit'
import { expiryOf, stageAt } from '@/lib/engine/lifecycle'
import type { VersionManagement } from '@/lib/engine/policy'
import { proposeEdits } from '@/lib/engine/policy/propose'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, Stage } from '@/lib/engine/types'
import { compareVersions, parseVersion, sameMinor, type Version } from '@/lib/engine/version'

/** By hand, or with the automations of seed 003, which Almanac has as policies. */
export type Way = 'hand' | 'management' | 'maintenance'

/** The values of seed 003: four months, three maintained minors. */
export const POLICIES: Readonly<Record<Exclude<Way, 'hand'>, VersionManagement>> = {
  management: { expirationDuration: 120 * DAY },
  maintenance: { expirationDuration: 120 * DAY, versionMaintenance: { maintainedVersions: 3 } },
}

/** A Kubernetes version that the profile lists. */
export interface Listed {
  readonly entry: ExpirableVersion
  readonly version: string
  readonly parsed: Version
  /** Now. */
  readonly stage: Stage | 'unclassified'
  readonly expires: Instant | null
  /** How many clusters run it, in their control plane or a pool. */
  readonly clusters: number
  /** Namespaced profiles that override its date. */
  readonly overriddenBy: readonly string[]
}

/** What a guide stands on: a profile and its users at an instant. */
export interface Ground {
  readonly profile: CloudProfile
  readonly at: Instant
  readonly way: Way
  /** Highest first; versions that cannot be read are left out. */
  readonly listed: readonly Listed[]
}

export interface Users {
  /** Clusters that run a version, by its text. */
  readonly clusters: (version: string) => number
  /** Namespaced profiles that say something of a version. */
  readonly overriddenBy: (version: string) => readonly string[]
}

export function groundOf(profile: CloudProfile, at: Instant, way: Way, users: Users): Ground {
  const listed = profile.kubernetes.flatMap((entry): Listed[] => {
    const parsed = parseVersion(entry.version)
    if (parsed === null) return []
    const isPlain = entry.classification === undefined && (entry.lifecycle ?? []).length === 0
    const stage = stageAt(entry, at)
    return [
      {
        entry,
        version: entry.version,
        parsed,
        stage: isPlain && stage !== 'expired' ? 'unclassified' : stage,
        expires: expiryOf(entry),
        clusters: users.clusters(entry.version),
        overriddenBy: users.overriddenBy(entry.version),
      },
    ]
  })
  return { profile, at, way, listed: listed.sort((a, b) => compareVersions(b.parsed, a.parsed)) }
}

/** Whether clusters may be sent there: no preview, not expired, begun. */
export function isTarget({ stage }: Listed): boolean {
  return stage !== 'preview' && stage !== 'expired' && stage !== 'unavailable'
}

export function higherTargets({ listed }: Ground, than: Version): readonly Listed[] {
  return listed.filter((one) => isTarget(one) && compareVersions(one.parsed, than) > 0)
}

export function inMinor({ listed }: Ground, of: Version): readonly Listed[] {
  return listed.filter(({ parsed }) => sameMinor(parsed, of))
}

/** The supported version that a new one of the same minor replaces; by hand, and with maintenance, minors are apart. */
export function supportedBeside(ground: Ground, version: Version, scope: 'minor' | 'all'): Listed | undefined {
  const among = scope === 'minor' ? inMinor(ground, version) : ground.listed
  return among.find(({ stage, parsed }) => stage === 'supported' && compareVersions(parsed, version) !== 0)
}

/** Where a version belongs in the list: above the first lower one, if the newest stands first. */
export function placeOf({ profile }: Ground, version: Version): { index?: number } {
  const parsed = profile.kubernetes.map((one) => parseVersion(one.version))
  const isNewestFirst = parsed.every((one, i) => {
    const next = parsed[i + 1]
    return one === null || next === null || next === undefined || compareVersions(one, next) >= 0
  })
  const index = parsed.findIndex((one) => one !== null && compareVersions(one, version) < 0)
  return isNewestFirst && index !== -1 ? { index } : {}
}

/** What the automation makes of the profile once the edits are made; nothing by hand, or when it cannot read a version. */
export function followUp({ profile, at, way }: Ground, edits: readonly Edit[]): readonly Edit[] {
  if (way === 'hand') return []
  const { value } = applyEdits(profile, edits, applyEdit)
  const proposed = proposeEdits(value, { kubernetes: POLICIES[way], machineImages: null }, at)
  return proposed.kind === 'ok' ? proposed.proposals.flatMap((one) => one.edits) : []
}
