/** `1.32.9`, `gardenlinux 1592.9.0`: Kubernetes, whose `image` is null, goes without saying. */
export function shortName(image: string | null, version: string): string {
  return image === null ? version : `${image} ${version}`
}

/** The image of what versions are of, which is `Kubernetes` or its name; null: Kubernetes, or it is not known of what. */
export function imageOfName(what: string | null): string | null {
  return what === 'Kubernetes' ? null : what
}
