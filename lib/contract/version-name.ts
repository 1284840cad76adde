/** `1.32.9`, `gardenlinux 1592.9.0`: Kubernetes, whose `image` is null, goes without saying. */
export function shortName(image: string | null, version: string): string {
  return image === null ? version : `${image} ${version}`
}
