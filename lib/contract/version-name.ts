/** `1.32.9`, `gardenlinux 1592.9.0`: Kubernetes, whose `image` is null, goes without saying. */
export function shortName(image: string | null, version: string): string {
  return image === null ? version : `${image} ${version}`
}

/** The image of what versions are of, which is `Kubernetes` or its name; null: Kubernetes, or it is not known of what. */
export function imageOfName(what: string | null): string | null {
  return what === 'Kubernetes' ? null : what
}

interface OfferedVersions<V> {
  readonly kubernetes: readonly V[]
  readonly images: readonly { readonly name: string; readonly versions: readonly V[] }[]
}

/** All that an answer tells of a profile's versions: those of Kubernetes, then those of each image. */
export function offeredLists<V>({ kubernetes, images }: OfferedVersions<V>) {
  return [
    { what: 'Kubernetes', versions: kubernetes },
    ...images.map(({ name, versions }) => ({ what: name, versions })),
  ]
}

/** What an answer tells of a profile's versions of an image, or (null) of Kubernetes; nothing where it does not have the image. */
export function offeredOf<V>({ kubernetes, images }: OfferedVersions<V>, image: string | null): readonly V[] {
  return image === null ? kubernetes : (images.find(({ name }) => name === image)?.versions ?? [])
}
