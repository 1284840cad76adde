import { BASE_PATH } from '@/lib/contract/base-path'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ShootsSearch } from '@/lib/contract/selection'
import { profileName, profilePath, versionParts } from '@/lib/words/phrases'
import { addressText } from './at'
import { searchText } from './fetch-json'

/** Addresses of our pages. Links add the pinned clock themselves. */

export const OVERVIEW = '/'
export const PROFILES = '/cloudprofiles'
export const SHOOTS = '/shoots'
export const WALL = '/wall'
export const TONIGHT = '/tonight'
export const ACCURACY = '/accuracy'
export const NEW_CLUSTER = '/new-cluster'
export const COMPARE = '/compare'
export const WORKBENCH = '/workbench'
export const POLICY = '/workbench/policy'
export const JOURNAL = '/workbench/journal'
export const SCENARIOS = '/workbench/scenarios'
export const SIGN_IN = '/signin'
export const ACCOUNT = '/account'

/** The forecast of a cluster, or another of its tabs by the last part of its address. */
export function shootPage(shoot: { readonly namespace: string; readonly name: string }, tab = ''): string {
  return `${SHOOTS}/${encodeURIComponent(shoot.namespace)}/${encodeURIComponent(shoot.name)}${tab && `/${tab}`}`
}

/** What a project has ahead, and whom it names. */
export function projectPage(name: string): string {
  return `/projects/${encodeURIComponent(name)}`
}

/** The clusters table with filters set. */
export function shootsPage(filters: ShootsSearch = {}): string {
  return SHOOTS + searchText(filters)
}

export function profilePage(ref: ProfileRefBody): string {
  return `${PROFILES}/${profilePath(ref)}`
}

/** A profile with one version selected. `what` is `Kubernetes` or an image's name. */
export function selectedVersionPage(ref: ProfileRefBody, what: string, version: string): string {
  return profilePage(ref) + searchText({ select: selection(what, version) })
}

/** `kubernetes/1.33.6`, `gardenlinux/1592.9.0`: what `?select=` takes. */
export function selection(what: string, version: string): string {
  return `${what === 'Kubernetes' ? 'kubernetes' : what}/${version}`
}

/** Everything about one version. `what` is `Kubernetes` or an image's name. */
export function versionPage(ref: ProfileRefBody, what: string, version: string): string {
  return `/versions/${versionParts(ref, what, version).map(encodeURIComponent).join('/')}`
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

/** Where a profile is edited; `draft` as `encodeDraft` makes it. */
export function workbenchPage(ref: ProfileRefBody, draft?: string): string {
  return `${WORKBENCH}/${profilePath(ref)}${searchText({ draft })}`
}

/** What a policy makes of a profile. */
export function policyPage(ref: ProfileRefBody): string {
  return POLICY + searchText({ profile: profilePath(ref) })
}

/** The workbench with a draft that deprecates a version. `what` is `Kubernetes` or an image's name. */
export function deprecatePage(ref: ProfileRefBody, what: string, version: string): string {
  return workbenchPage(ref) + searchText({ deprecate: selection(what, version) })
}

/** A guide through a scenario; `profile` is the name of a CloudProfile. */
export function scenarioPage(
  scenario: string,
  params: { readonly [K in 'profile' | 'image' | 'version' | 'previous' | 'way' | 'until']?: string | undefined } = {},
): string {
  return `${SCENARIOS}/${scenario}${searchText({ ...params })}`
}

/** Signs in, and leads back to an address of ours, both as a browser has them. */
export function signInPage({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${BASE_PATH}${SIGN_IN}?to=${encodeURIComponent(pathname.slice(BASE_PATH.length) + search + hash)}`
}
