import type { ProfileRefusal } from '@/lib/engine/refusal'
import { isActive } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { checkCapabilities, withSyncedArchitectures } from './capabilities'
import { type Clashes, checkNotUnavailableAgain } from './expirable'
import { missing, removalsInUse } from './in-use'
import { checkKubernetes } from './kubernetes-versions'
import { capabilityValues, checkImages } from './machine-images'
import { checkMachineTypes } from './machine-types'
import { required } from './refusal'
import { type SubmittedProfile, type SubmittedSpec, submittedStage, withDefaults } from './submitted'

export interface CreateVerdict {
  readonly refusals: readonly ProfileRefusal[]
  /** What the API server leaves out silently, as `1.33.5` and `gardenlinux/1592.9.0`. */
  readonly dropped: { readonly kubernetes: readonly string[]; readonly images: readonly string[] }
}

/**
 * Whether a new CloudProfile would be accepted. Versions that are over are dropped first: Kubernetes versions that are
 * expired or unavailable, image versions that are expired (docs/rules.md#profile-validation).
 */
export function checkCreate(submitted: SubmittedProfile, now: Instant): CreateVerdict {
  const spec = withDefaults(submitted.spec)
  const kept: SubmittedSpec = {
    ...spec,
    kubernetes: spec.kubernetes.filter((version) => isActive(submittedStage(version, now))),
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.filter((version) => submittedStage(version, now) !== 'expired'),
    })),
  }
  return {
    refusals: checkSpec(kept, now),
    dropped: {
      kubernetes: [...missing(spec.kubernetes, kept.kubernetes)],
      images: spec.machineImages.flatMap((image, i) =>
        [...missing(image.versions, kept.machineImages[i]?.versions ?? [])].map(
          (version) => `${image.name}/${version}`,
        ),
      ),
    },
  }
}

/** What may hold on to versions of a profile. */
export interface ProfileUsers {
  /** Clusters on the profile, directly or through one of the namespaced profiles. */
  readonly shoots: readonly Shoot[]
  /** Namespaced profiles that build on it. */
  readonly namespaced: readonly SubmittedProfile[]
}

/**
 * Whether a change of a CloudProfile would be accepted. An update drops nothing and accepts dates in the past. Removals are
 * only looked at when everything else holds.
 */
export function checkUpdate(
  before: SubmittedProfile,
  after: SubmittedProfile,
  now: Instant,
  users: ProfileUsers,
  clashes?: Clashes,
): ProfileRefusal[] {
  const old = withDefaults(before.spec)
  const spec = withSyncedArchitectures(withDefaults(after.spec), old)
  const oldImages = new Map(old.machineImages.map((image) => [image.name, image]))
  const refusals = [
    ...checkSpec(spec, now, clashes),
    ...checkNotUnavailableAgain(old.kubernetes, spec.kubernetes, now, 'spec.kubernetes.versions'),
    ...spec.machineImages.flatMap((image, i) =>
      checkNotUnavailableAgain(
        oldImages.get(image.name)?.versions ?? [],
        image.versions,
        now,
        `spec.machineImages[${i}].versions`,
      ),
    ),
  ]
  if (refusals.length > 0) return refusals
  return removalsInUse(before, after, users.shoots, users.namespaced)
}

export function checkSpec(spec: SubmittedSpec, now: Instant, clashes?: Clashes): ProfileRefusal[] {
  return [
    ...(spec.type === '' ? [required('provider-type-missing', 'spec.type', 'must provide a provider type')] : []),
    ...checkCapabilities(spec, 'spec.machineCapabilities'),
    ...checkKubernetes(spec.kubernetes, now, 'spec.kubernetes', clashes),
    ...checkImages(spec, now, 'spec.machineImages', clashes),
    ...checkMachineTypes(spec, capabilityValues(spec), 'spec.machineTypes'),
    ...(spec.regions === 0 ? [required('no-region', 'spec.regions', 'must provide at least one region')] : []),
  ]
}
