import { objectAt, type ShootManifest, type ShootView, textAt } from '@/lib/engine/api-server/manifest'
import type { ProfileRef } from '@/lib/engine/types'
import { type AdmissionProfile, imageVersionNamed, machineNamed } from './offers'
import type { StageRefusal } from './shoot-refusals'

/** A profile that a shoot names, with its place in a hierarchy: a CloudProfile and the NamespacedCloudProfiles that build on it. */
export interface ReferencedProfile {
  readonly ref: ProfileRef
  /** Name of the CloudProfile at the root: its own, or that of the parent. */
  readonly root: string
  /** Merged with its parent. */
  readonly profile: AdmissionProfile
}

export interface ProfileMove {
  readonly from: ReferencedProfile
  readonly to: ReferencedProfile
}

/** What a shoot says of its profile; the kind is as it is written, or `CloudProfile` where none is. */
export interface ProfileReference {
  readonly kind: string
  readonly name: string
}

/** The profile that a shoot of its namespace means; undefined: there is none. */
export type FindProfile = (reference: ProfileReference) => ReferencedProfile | undefined

/** The older field `cloudProfileName` counts only where the reference is absent; undefined: the shoot names none. */
export function referenceOf(shoot: ShootManifest): ProfileReference | undefined {
  const reference = objectAt(shoot, 'spec', 'cloudProfile')
  if (reference !== undefined) {
    return { kind: textAt(reference, 'kind') || 'CloudProfile', name: textAt(reference, 'name') ?? '' }
  }
  const name = textAt(shoot, 'spec', 'cloudProfileName')
  return name === undefined || name === '' ? undefined : { kind: 'CloudProfile', name }
}

/** What the API server says where a shoot names a profile that is not there, before anything else is looked at. */
export function missingProfile(reference: ProfileReference): StageRefusal {
  const { kind, name } = reference
  const why = PROFILE_KIND_NAMES.includes(kind)
    ? notFound(reference)
    : `could not find referenced cloud profile with kind ${JSON.stringify(kind)}`
  const quote = `Internal error occurred: could not find referenced cloud profile: ${why}`
  const text = `There is no ${kind} ${name} for this cluster.`
  return { type: 'InternalError', field: '', rule: 'profile-missing', subject: {}, text, quote }
}

export const PROFILE_KIND_NAMES: readonly string[] = ['CloudProfile', 'NamespacedCloudProfile']

function notFound({ kind, name }: ProfileReference): string {
  return `${kind.toLowerCase()}.core.gardener.cloud ${JSON.stringify(name)} not found`
}

/**
 * Whether a shoot may leave the profile that it names, also if that is gone: of a CloudProfile its name alone is its hierarchy, of a
 * NamespacedCloudProfile it can no longer be told.
 */
export function refuseLeaving(
  after: ShootView,
  left: ProfileReference,
  from: ReferencedProfile | undefined,
  to: ReferencedProfile,
): readonly StageRefusal[] {
  if (from !== undefined) return refuseMove(after, { from, to })
  const text = `The ${left.kind} ${left.name} is gone: the cluster cannot be moved.`
  if (left.kind !== 'CloudProfile') {
    return [{ type: 'NotFound', field: '', rule: 'profile-gone', subject: {}, text, quote: notFound(left) }]
  }
  const ref = { kind: 'CloudProfile', name: left.name } as const
  if (left.name !== to.root) return refuseMove(after, { from: { ...to, ref, root: left.name }, to })
  const quote = `could not find cloudProfileSpec from the shoot cloudProfile reference: ${notFound(left)}`
  return [{ type: 'Forbidden', field: '', rule: 'profile-gone', subject: {}, text, quote }]
}

/**
 * Whether a shoot may go from one profile to another: only within one hierarchy, in any direction. Then pool by pool of the shoot as it
 * is written, the first fault alone: image versions that the old profile lists must be in the new one, and machine types and volume
 * types must be there whatever the old one lists. Kubernetes versions, dates, `usable` and architectures are not compared
 * (docs/rules.md#moves-of-a-shoot). Where a profile does not say which volume types it offers, they are not checked.
 */
export function refuseMove(after: ShootView, { from, to }: ProfileMove): readonly StageRefusal[] {
  if (from.root !== to.root) {
    const quote = `cloud profile reference change is invalid: cannot change from ${quoted(from)} to ${quoted(to)}. The cloud profile reference must remain within the same hierarchy`
    const text = `The cluster may only move among ${from.root} and the namespaced profiles that build on it.`
    return [refused('other-hierarchy', text, quote)]
  }
  for (const pool of after.pools) {
    const lost = (rule: LossRule, what: string, named: string, value: string) => {
      const text = `${what} of pool ${pool.name} is not in ${to.ref.name}.`
      const quote = `newly referenced cloud profile does not contain the ${named} ${JSON.stringify(value)} currently in use by worker ${JSON.stringify(pool.name)}`
      return [refused(rule, text, quote)]
    }
    const { imageName, imageVersion, machineType, volume } = pool
    const lists = ({ profile }: ReferencedProfile) => imageVersionNamed(profile, imageName, imageVersion) !== undefined
    if (lists(from) && !lists(to)) {
      const value = `${imageName}@${imageVersion}`
      return lost('move-loses-image', `${imageName} ${imageVersion}`, 'machine image version', value)
    }
    if (machineNamed(to.profile, machineType) === undefined) {
      const what = `The machine type ${machineType}`
      return lost('move-loses-machine-type', what, 'machine type', machineType)
    }
    const { offers } = to.profile
    const type = volume?.type
    if (type !== undefined && offers !== undefined && !offers.volumeTypes?.some(({ name }) => name === type))
      return lost('move-loses-volume-type', `The volume type ${type}`, 'volume type', type)
  }
  return []
}

type LossRule = 'move-loses-image' | 'move-loses-machine-type' | 'move-loses-volume-type'

/** Gardener answers these without a reason of its own: 500, though it refuses. */
function refused(rule: LossRule | 'other-hierarchy', text: string, quote: string): StageRefusal {
  return { type: 'Forbidden', field: '', rule, subject: {}, text, quote }
}

/** The root is only named beside a NamespacedCloudProfile. */
function quoted({ ref, root }: ReferencedProfile): string {
  return ref.kind === 'CloudProfile'
    ? JSON.stringify(ref.name)
    : `${JSON.stringify(ref.name)} (root: ${JSON.stringify(root)})`
}
