import type { SubmittedImage, SubmittedImageVersion, SubmittedSpec, SubmittedVersion } from './submitted'

/**
 * What a NamespacedCloudProfile and its parent give together, in the form in which the API server checks it. The rule is that
 * of `mergeNamespacedProfile`; here words are not yet checked.
 */
export function mergeSubmitted(parent: SubmittedSpec, own: SubmittedSpec): SubmittedSpec {
  return {
    ...parent,
    kubernetes: parent.kubernetes.map((version) => {
      const override = own.kubernetes.findLast((candidate) => candidate.version === version.version)
      return override === undefined ? version : dated(version, override)
    }),
    machineImages: combine(parent.machineImages, own.machineImages, ({ name }) => name, mergeImage),
    machineTypes: combine(
      parent.machineTypes,
      own.machineTypes,
      ({ name }) => name,
      (_, override) => override,
    ),
  }
}

function mergeImage(image: SubmittedImage, override: SubmittedImage): SubmittedImage {
  return {
    ...image,
    ...(override.updateStrategy ? { updateStrategy: override.updateStrategy } : {}),
    versions: combine(image.versions, override.versions, ({ version }) => version, mergeVersion),
  }
}

/** A version that describes itself was here before its parent had it and stands for itself. */
function mergeVersion(version: SubmittedImageVersion, override: SubmittedImageVersion): SubmittedImageVersion {
  return describesItself(override) ? override : dated(version, override)
}

function describesItself(version: SubmittedImageVersion): boolean {
  return (
    version.architectures.length > 0 ||
    version.capabilityFlavors.length > 0 ||
    version.cri.length > 0 ||
    (version.kubeletVersionConstraint ?? '') !== '' ||
    (version.classification ?? '') !== ''
  )
}

function dated<T extends SubmittedVersion>(version: T, override: SubmittedVersion): T {
  const { expirationDate: _, ...rest } = version
  return (override.expirationDate === undefined ? rest : { ...rest, expirationDate: override.expirationDate }) as T
}

function combine<T>(base: readonly T[], own: readonly T[], keyOf: (item: T) => string, merge: (a: T, b: T) => T): T[] {
  const merged = new Map(base.map((item) => [keyOf(item), item]))
  for (const item of own) {
    const existing = merged.get(keyOf(item))
    merged.set(keyOf(item), existing === undefined ? item : merge(existing, item))
  }
  return [...merged.values()]
}
