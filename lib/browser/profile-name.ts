import type { ProfileRefBody } from '@/lib/contract/common'

/** The parts of a profile's path: its name, of a namespaced one after its namespace. */
export function profileParts(ref: ProfileRefBody): string[] {
  return ref.kind === 'CloudProfile' ? [ref.name] : [ref.namespace, ref.name]
}

/** `aws`, or `garden-core/aws-ext` for a namespaced one: in addresses of pages. */
export function profilePath(ref: ProfileRefBody): string {
  return profileParts(ref).map(encodeURIComponent).join('/')
}

/** `aws` or `garden-core/aws-ext`, to read. */
export function profileName(ref: ProfileRefBody): string {
  return profileParts(ref).join('/')
}

/** The parts of a version's path: those of its profile, then `kubernetes` or an image's name, and the version. */
export function versionParts(ref: ProfileRefBody, what: string, version: string): string[] {
  return [...profileParts(ref), what === 'Kubernetes' ? 'kubernetes' : what, version]
}
