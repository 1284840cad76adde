import type { ProfileRefBody } from '@/lib/contract'
import { profileParts, profilePath } from './queries'

/** Addresses of the pages about versions, apart from those that every page links to. */

export const VERSIONS = '/versions'

/** Everything about one version. `what` is `Kubernetes` or an image's name. */
export function versionPage(ref: ProfileRefBody, what: string, version: string): string {
  return `${VERSIONS}/${versionParts(ref, what, version).map(encodeURIComponent).join('/')}`
}

/** What a new cluster of a profile gets. */
export function newClusterPage(ref: ProfileRefBody): string {
  return `/new-cluster/${profilePath(ref)}`
}

/** The parts of a version's path: those of its profile, then `kubernetes` or an image's name, and the version. */
export function versionParts(ref: ProfileRefBody, what: string, version: string): string[] {
  return [...profileParts(ref), what === 'Kubernetes' ? 'kubernetes' : what, version]
}
