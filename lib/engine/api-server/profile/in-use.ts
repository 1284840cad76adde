import type { ProfileRefusal } from '@/lib/engine/refusal'
import type { Shoot } from '@/lib/engine/types'
import { refusedByAdmission } from './admission'
import type { SubmittedProfile } from './submitted'

/**
 * What stands in the way of removing versions from a CloudProfile (docs/rules.md#versions-in-use): clusters that run them
 * and are not being deleted, and namespaced profiles that override them. Own versions of pools are not looked at.
 *
 * `shoots` are those that use the profile, directly or through one of `namespaced`, its namespaced profiles.
 */
export function removalsInUse(
  before: SubmittedProfile,
  after: SubmittedProfile,
  shoots: readonly Shoot[],
  namespaced: readonly SubmittedProfile[],
): ProfileRefusal[] {
  const removed = removedVersions(before, after)
  const profile = JSON.stringify(before.name)
  const errors: ProfileRefusal[] = []
  for (const own of namespaced) {
    const owner = `NamespacedCloudProfile '${own.namespace}/${own.name}'`
    const user = { kind: 'NamespacedCloudProfile', namespace: own.namespace, name: own.name } as const
    for (const { version } of own.spec.kubernetes) {
      if (!removed.kubernetes.has(version)) continue
      const text = `unable to delete Kubernetes version ${JSON.stringify(version)} from CloudProfile ${profile} - version is still in use by ${owner}`
      errors.push(refusedByAdmission('kubernetes-version-in-use', text, { version, user }))
    }
    for (const image of own.spec.machineImages) {
      const name = JSON.stringify(image.name)
      const quoted = JSON.stringify(`${own.namespace}/${own.name}`)
      if (removed.images.has(image.name)) {
        const text = `unable to delete MachineImage ${name} from CloudProfile ${profile} - MachineImage is still in use by NamespacedCloudProfile ${quoted}`
        errors.push(refusedByAdmission('image-in-use', text, { image: image.name, user }))
      }
      if (removed.added.has(image.name)) {
        const text = `unable to add MachineImage ${name} to CloudProfile ${profile} - MachineImage is already defined by NamespacedCloudProfile ${quoted}`
        errors.push(refusedByAdmission('image-already-added', text, { image: image.name, user }))
      }
      for (const { version } of image.versions) {
        if (!removed.imageVersions.has(`${image.name}/${version}`)) continue
        const text = `unable to delete MachineImage version '${image.name}/${version}' from CloudProfile ${profile} - version is still in use by ${owner}`
        errors.push(refusedByAdmission('image-version-in-use', text, { image: image.name, version, user }))
      }
    }
  }
  for (const shoot of shoots) {
    if (shoot.deletionTimestamp !== undefined) continue
    const owner = `shoot '${shoot.namespace}/${shoot.name}'`
    const user = { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name } as const
    if (removed.kubernetes.has(shoot.kubernetesVersion)) {
      const text = `unable to delete Kubernetes version ${JSON.stringify(shoot.kubernetesVersion)} from CloudProfile ${profile} - version is still in use by ${owner}`
      errors.push(refusedByAdmission('kubernetes-version-in-use', text, { version: shoot.kubernetesVersion, user }))
    }
    for (const [pool, { name, image }] of shoot.workers.entries()) {
      if (image === undefined || !removed.imageVersions.has(`${image.name}/${image.version}`)) continue
      const text = `unable to delete Machine image version '${image.name}/${image.version}' from CloudProfile ${profile} - version is still in use by ${owner} by worker ${JSON.stringify(name)}`
      errors.push(
        refusedByAdmission('image-version-in-use', text, { image: image.name, version: image.version, pool, user }),
      )
    }
  }
  return errors
}

function removedVersions(before: SubmittedProfile, after: SubmittedProfile) {
  const images = new Map(after.spec.machineImages.map((image) => [image.name, image]))
  const old = new Set(before.spec.machineImages.map(({ name }) => name))
  return {
    kubernetes: missing(before.spec.kubernetes, after.spec.kubernetes),
    images: new Set([...old].filter((name) => !images.has(name))),
    added: new Set([...images.keys()].filter((name) => !old.has(name))),
    imageVersions: new Set(
      before.spec.machineImages.flatMap(({ name, versions }) =>
        [...missing(versions, images.get(name)?.versions ?? [])].map((version) => `${name}/${version}`),
      ),
    ),
  }
}

export function missing(
  before: readonly { readonly version: string }[],
  after: readonly { readonly version: string }[],
): Set<string> {
  const kept = new Set(after.map(({ version }) => version))
  return new Set(before.map(({ version }) => version).filter((version) => !kept.has(version)))
}
