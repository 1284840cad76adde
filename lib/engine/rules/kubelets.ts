import type { CompiledProfile } from './compile'
import { parseVersion } from './gardener-semver'
import { supportsKubelet } from './image-filter'

/**
 * The Kubernetes versions of a profile whose kubelets a version of an image supports (docs/rules.md#image-filter), in the
 * profile's order. Null: the image has no such version.
 */
export function kubeletsOf(profile: CompiledProfile, image: string, version: string): readonly string[] | null {
  const compiled = profile.imageByName.get(image)
  const one = compiled?.versions[compiled.table.indexOf(version)]
  if (one === undefined) return null
  return profile.kubernetes.versions.filter((kubelet) => supportsKubelet(one, kubelet)).map(({ text }) => text)
}

/** What the images of a profile make of one kubelet version. */
export interface ImagesForKubelet {
  readonly image: string
  /** In the profile's order. */
  readonly fit: readonly string[]
  readonly unfit: readonly string[]
}

/** Of every image the versions that support kubelets of a Kubernetes version; none of any if that cannot be read. */
export function imagesForKubelet({ images }: CompiledProfile, kubelet: string): readonly ImagesForKubelet[] {
  const parsed = parseVersion(kubelet)
  if (parsed === null) return []
  return images.map(({ source, versions }) => {
    const of = (fits: boolean) =>
      versions.filter((one) => supportsKubelet(one, parsed) === fits).map((one) => one.source.version)
    return { image: source.name, fit: of(true), unfit: of(false) }
  })
}
