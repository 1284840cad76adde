import type { CloudProfile, MachineImageVersion } from '@/lib/engine/types'
import type { ImageVersionOverride, ProfileOverrides } from './overrides'
import type { SubmittedImageVersion, SubmittedProfile, SubmittedSpec } from './submitted'

/** A CloudProfile as the API server would get it. What the engine does not keep of it is taken to be in order. */
export function submittedProfile(name: string, profile: CloudProfile): SubmittedProfile {
  const spec: SubmittedSpec = {
    kubernetes: profile.kubernetes,
    machineImages: profile.machineImages.map((image) => ({ ...image, versions: image.versions.map(submittedVersion) })),
    machineTypes: profile.machineTypes.map((type) => ({ ...type, capabilities: type.capabilities ?? {} })),
    machineCapabilities: profile.machineCapabilities ?? [],
    regions: 1,
    type: 'any',
  }
  return { name, namespace: '', parent: '', spec }
}

/** A NamespacedCloudProfile likewise. */
export function submittedOverrides(
  { namespace, name, parent }: { readonly namespace: string; readonly name: string; readonly parent: string },
  overrides: ProfileOverrides,
): SubmittedProfile {
  const spec: SubmittedSpec = {
    kubernetes: overrides.kubernetes,
    machineImages: overrides.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map(submittedOverride),
    })),
    machineTypes: overrides.machineTypes.map((type) => ({ ...type, capabilities: type.capabilities ?? {} })),
    machineCapabilities: [],
    regions: 0,
    type: '',
  }
  return { name, namespace, parent, spec }
}

function submittedVersion(version: MachineImageVersion): SubmittedImageVersion {
  return { ...version, capabilityFlavors: version.capabilityFlavors ?? [] }
}

/** Defaults that reading filled in were not written by the user. */
function submittedOverride({ kind, version }: ImageVersionOverride): SubmittedImageVersion {
  if (kind === 'whole') return submittedVersion(version)
  const { version: text, expirationDate } = version
  return {
    version: text,
    architectures: [],
    cri: [],
    capabilityFlavors: [],
    ...(expirationDate !== undefined && { expirationDate }),
  }
}
