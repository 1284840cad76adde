import type { Edit } from '@/lib/engine/edits'
import type { VersionManagement } from '@/lib/engine/policy'
import { type Proposal, type Proposed, proposeEdits } from '@/lib/engine/policy'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'

/** What Version Management and Version Maintenance mean in this landscape, for one kind of versions. */
export interface Policies {
  readonly management: VersionManagement
  readonly maintenance: VersionManagement
  /** The policy that the landscape has for this kind of versions; null: none. */
  readonly inForce: VersionManagement | null
}

/**
 * The configuration that the proposal shows (docs/rules.md#version-management): four months, three maintained minors, one
 * month for the others.
 */
const USUAL = {
  expirationDuration: 120 * DAY,
  versionMaintenance: { maintainedVersions: 3, expirationDurationUnmaintainedVersion: 30 * DAY },
} as const

/** Without a policy of the landscape the usual values; what a policy does not say has its defaults, and three minors. */
export function policiesOf(inForce: VersionManagement | null): Policies {
  const { expirationDuration, versionMaintenance } = inForce ?? USUAL
  const { maintainedVersions } = USUAL.versionMaintenance
  return {
    management: { expirationDuration },
    maintenance: { expirationDuration, versionMaintenance: versionMaintenance ?? { maintainedVersions } },
    inForce,
  }
}

/** What an automation does once edits are made. */
export interface FollowUp {
  /** Because of them. */
  readonly edits: readonly Edit[]
  /** How many versions it wants otherwise with or without them. */
  readonly others: number
  /** Why it does nothing at all; null: it does. */
  readonly unreadable: string | null
}

interface Change {
  readonly before: CloudProfile
  readonly after: CloudProfile
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly at: Instant
  readonly policy: VersionManagement
}

export function followUpOf({ before, after, image, at, policy }: Change): FollowUp {
  const propose = (profile: CloudProfile) => proposedFor(profile, image, policy, at)
  const [was, is] = [propose(before), propose(after)]
  if (is.kind === 'unreadable')
    return { edits: [], others: 0, unreadable: `${is.version} cannot be read: ${is.reason}` }
  const known = new Set(was.kind === 'ok' ? was.proposals.map(textOf) : [])
  const caused = is.proposals.filter((one) => !known.has(textOf(one)))
  return {
    edits: caused.flatMap((one) => one.edits),
    others: is.proposals.length - caused.length,
    unreadable: null,
  }
}

/** Only the list that is asked about: what cannot be read elsewhere does not matter here. */
function proposedFor(profile: CloudProfile, image: string | null, policy: VersionManagement, at: Instant): Proposed {
  if (image === null)
    return proposeEdits({ ...profile, machineImages: [] }, { kubernetes: policy, machineImages: null }, at)
  const machineImages = profile.machineImages.filter(({ name }) => name === image)
  return proposeEdits({ ...profile, kubernetes: [], machineImages }, { kubernetes: null, machineImages: policy }, at)
}

/** What it wants of a version as that is: of one that the edits changed it wants something else, be it the same edit. */
function textOf({ before, edits }: Proposal): string {
  return JSON.stringify([before, edits])
}
