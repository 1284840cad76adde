import { type AdmissionProfile, admissionsOf, asStored } from '@/lib/engine/api-server'
import { objectAt, type ShootManifest, stored, withKey } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import type { Instant } from '@/lib/engine/types'
import { type ControlPlaneEffect, controlPlaneEffect, type PoolImpact, poolImpacts } from './effects'
import { differingFields, hasField } from './fields'

export interface ImpactInput {
  /** The shoot as it is, accepted by the API server earlier. */
  readonly before: ShootManifest
  /**
   * The shoot as it shall be. Its `status.credentials.rotation` may differ from before: read as the status after the
   * reconciliation has begun; the API server ignores it in a user's write.
   */
  readonly after: ShootManifest
  readonly profile: AdmissionProfile
  readonly now: Instant
  /** The fields that were edited; by default all that differ. Causes are sought among them, in this order. */
  readonly changed?: readonly string[]
}

export type ShootImpact =
  | {
      readonly allowed: true
      /** The effects in the order of the pools afterwards; pools that are gone come last. */
      readonly pools: readonly PoolImpact[]
      readonly controlPlane: ControlPlaneEffect
    }
  | { readonly allowed: false; readonly errors: readonly ShootRefusal[] }

/**
 * What a change of a shoot does to its nodes and its control plane, or why the API server refuses it
 * (docs/rules.md#impact-of-a-change). The effect is what this change adds: updates that are under way already are not
 * counted.
 */
export function impact({ after, changed, ...shared }: ImpactInput): ShootImpact {
  return impactsOf(shared)(after, changed)
}

/** As `impact`, for many changes of one shoot, as it is before each of them: what they share is read once. */
export function impactsOf({ before, profile, now }: Pick<ImpactInput, 'before' | 'profile' | 'now'>) {
  const [admit, was] = [admissionsOf({ before, profile, now }), asStored(before, profile)]
  return (after: ShootManifest, changed?: readonly string[]): ShootImpact => {
    const admission = admit(after)
    if (!admission.allowed) return admission
    const is = withRotations(admission.shoot, after)
    const fields = changed ?? editsIn(was, is, before, after)
    return {
      allowed: true,
      pools: poolImpacts({ before: was, after: is, changed: fields, machineTypes: profile.machineTypes, now }),
      controlPlane: controlPlaneEffect(was, is, fields, now),
    }
  }
}

/**
 * The fields that an edit changes, as paths: `spec.kubernetes.version`, `spec.provider.workers[pool-a].machine.type`,
 * `spec.provider.workers[x]` for a pool that comes or goes (see `impact/fields.ts`). Other spellings of the same value and
 * defaults that the API server fills in are no changes.
 */
export function changedFields(before: ShootManifest, after: ShootManifest): readonly string[] {
  return editsIn(stored(before), stored(after), before, after)
}

function editsIn(
  was: ShootManifest,
  is: ShootManifest,
  before: ShootManifest,
  after: ShootManifest,
): readonly string[] {
  return differingFields(was, is).filter((path) => hasField(before, path) || hasField(after, path))
}

/** The shoot with the state of its rotations as it is once the reconciliation has begun. */
function withRotations(shoot: ShootManifest, from: ShootManifest): ShootManifest {
  const credentials = objectAt(shoot, 'status', 'credentials') ?? {}
  const rotation = objectAt(from, 'status', 'credentials', 'rotation')
  if (rotation === undefined && credentials.rotation === undefined) return shoot
  const status = objectAt(shoot, 'status') ?? {}
  return { ...shoot, status: { ...status, credentials: withKey(credentials, 'rotation', rotation) } }
}
