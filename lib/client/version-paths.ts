import type { ProfileRefBody } from '@/lib/contract'
import { addressText } from './at'
import { profileName, profileParts, profilePath } from './queries'

/** Addresses of the pages about versions, apart from those that every page links to. */

const VERSIONS = '/versions'
export const NEW_CLUSTER = '/new-cluster'
export const COMPARE = '/compare'

/** Everything about one version. `what` is `Kubernetes` or an image's name. */
export function versionPage(ref: ProfileRefBody, what: string, version: string): string {
  return `${VERSIONS}/${versionParts(ref, what, version).map(encodeURIComponent).join('/')}`
}

/** What is recorded of the clusters that run a version. */
export function evidencePage(ref: ProfileRefBody, what: string, version: string): string {
  return `/evidence/${versionParts(ref, what, version).map(encodeURIComponent).join('/')}`
}

/** What a new cluster of a profile gets. */
export function newClusterPage(ref: ProfileRefBody): string {
  return `${NEW_CLUSTER}/${profilePath(ref)}`
}

/** Two profiles beside each other; of the second one is asked where it is left out. */
export function comparePage(a: ProfileRefBody, b?: ProfileRefBody): string {
  const search = new URLSearchParams([['a', profileName(a)], ...(b === undefined ? [] : [['b', profileName(b)]])])
  return addressText(COMPARE, search)
}

/** The parts of a version's path: those of its profile, then `kubernetes` or an image's name, and the version. */
export function versionParts(ref: ProfileRefBody, what: string, version: string): string[] {
  return [...profileParts(ref), what === 'Kubernetes' ? 'kubernetes' : what, version]
}
