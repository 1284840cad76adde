import type { ShootView } from '@/lib/engine/api-server/manifest'
import type { ShootRule } from '@/lib/engine/refusal'
import type { ProfileRef } from '@/lib/engine/types'
import { imageVersionNamed, machineNamed, searched } from './listed'
import type { AdmissionProfile } from './offers'
import type { StageRefusal } from './shoot-refusals'

/** A profile that a shoot names, with its place in a hierarchy: a CloudProfile and the NamespacedCloudProfiles that build on it. */
export interface ReferencedProfile {
  readonly ref: ProfileRef
  /** Name of the CloudProfile at the root: its own, or that of the parent. */
  readonly root: string
  /** Merged with its parent. */
  readonly profile: AdmissionProfile
}

/** From one profile to another. */
export interface Move {
  readonly from: ReferencedProfile
  readonly to: ReferencedProfile
}

/**
 * Whether a shoot may go from one profile to another: only within one hierarchy, in any direction. Then pool by pool of the shoot as it
 * is written, the first fault alone: image versions that the old profile lists must be in the new one, and machine types and volume
 * types must be there whatever the old one lists. Kubernetes versions, dates, `usable` and architectures are not compared
 * (docs/rules.md#moves-of-a-shoot). Where a profile does not say which volume types it offers, they are not checked.
 */
export function refuseMove(after: ShootView, { from, to }: Move): readonly StageRefusal[] {
  if (from.root !== to.root) {
    const quote = `cloud profile reference change is invalid: cannot change from ${quoted(from)} to ${quoted(to)}. The cloud profile reference must remain within the same hierarchy`
    const text = `The cluster may only move among ${from.root} and the namespaced profiles that build on it.`
    return [refused('other-hierarchy', text, quote)]
  }
  for (const pool of after.pools) {
    const lost = (rule: Lost, what: string, named: string, value: string) => {
      const text = `${what} of pool ${pool.name} is not in ${to.ref.name}.`
      const quote = `newly referenced cloud profile does not contain the ${named} ${JSON.stringify(value)} currently in use by worker ${JSON.stringify(pool.name)}`
      return [refused(rule, text, quote)]
    }
    const { imageName, imageVersion, machineType, volume } = pool
    const lists = ({ profile }: ReferencedProfile) =>
      imageVersionNamed({ profile, listedAs: searched }, imageName, imageVersion) !== undefined
    if (lists(from) && !lists(to)) {
      const value = `${imageName}@${imageVersion}`
      return lost('move-loses-image', `${imageName} ${imageVersion}`, 'machine image version', value)
    }
    if (machineNamed(to.profile, machineType) === undefined) {
      const what = `The machine type ${machineType}`
      return lost('move-loses-machine-type', what, 'machine type', machineType)
    }
    const offered = to.profile.offers?.volumes
    const type = volume?.type
    if (type !== undefined && offered?.some(({ name }) => name === type) === false)
      return lost('move-loses-volume-type', `The volume type ${type}`, 'volume type', type)
  }
  return []
}

type Lost = 'move-loses-image' | 'move-loses-machine-type' | 'move-loses-volume-type'

/** Gardener answers these without a reason of its own: 500, though it refuses. */
function refused(rule: Lost | 'other-hierarchy', text: string, quote: string): StageRefusal {
  return { type: 'Forbidden', field: '', rule, subject: {}, text, quote }
}

/** The root is only named beside a NamespacedCloudProfile. */
function quoted({ ref, root }: ReferencedProfile): string {
  return ref.kind === 'CloudProfile'
    ? JSON.stringify(ref.name)
    : `${JSON.stringify(ref.name)} (root: ${JSON.stringify(root)})`
}

const MOVE_RULES: readonly ShootRule[] = [
  'other-hierarchy',
  'move-loses-image',
  'move-loses-machine-type',
  'move-loses-volume-type',
  'profile-missing',
]

/** Whether it is the move to another profile that is refused. */
export function isOfMove({ rule }: Pick<StageRefusal, 'rule'>): boolean {
  return MOVE_RULES.includes(rule)
}
