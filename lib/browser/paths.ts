import { BASE_PATH } from '@/lib/contract/base-path'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ShootsSearch } from '@/lib/contract/selection'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { NamespacedName } from '@/lib/engine/types'
import { profileName, profileOf, profilePath, versionParts } from '@/lib/words/phrases'
import { addressText } from './at'
import { searchText } from './fetch-json'

/** Addresses of our pages. Links add the pinned clock themselves. */

export const OVERVIEW = '/'
export const PROFILES = '/cloudprofiles'
export const SHOOTS = '/shoots'
export const TEAMS = '/projects'
/** The clusters whose windows open in the night. */
export const TONIGHT = '/shoots?view=tonight'
export const ACCURACY = '/accuracy'
export const WORKBENCH = '/workbench'
export const POLICY = '/workbench/policy'
/** Views of the changes. */
export const DRAFTS = '/workbench?view=drafts'
export const GUIDES = '/workbench?view=guides'
export const JOURNAL = '/workbench?view=journal'
export const SIGN_IN = '/signin'
export const ACCOUNT = '/account'

/** The forecast of a cluster, or another of its tabs by the last part of its address. */
export function shootPage(shoot: NamespacedName, tab = ''): string {
  return `${SHOOTS}/${encodeURIComponent(shoot.namespace)}/${encodeURIComponent(shoot.name)}${tab && `/${tab}`}`
}

/** What a project has ahead, and whom it names. */
export function projectPage(name: string): string {
  return `${TEAMS}/${encodeURIComponent(name)}`
}

/** The clusters table with filters set. */
export function shootsPage(filters: ShootsSearch): string {
  return SHOOTS + searchText(filters)
}

/** The night, of some projects or of all. */
export function tonightPage(project: readonly string[]): string {
  return SHOOTS + searchText({ view: 'tonight', project })
}

/** A profile, with its versions of Kubernetes, or of the image that `what` names. */
export function profilePage(ref: ProfileRefBody, what = 'Kubernetes'): string {
  return `${PROFILES}/${profilePath(ref)}${searchText({ tab: imageOfName(what) ?? undefined })}`
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
  return `${versionPage(ref, what, version)}?evidence=all#evidence`
}

/** How a profile came to be what it is. */
export function historyPage(ref: ProfileRefBody): string {
  return profilePage(ref) + searchText({ view: 'history' })
}

/** What a new cluster of a profile gets. */
export function newClusterPage(ref: ProfileRefBody): string {
  return profilePage(ref) + searchText({ view: 'new-cluster' })
}

/** A profile beside another one, which is asked for where it is left out. */
export function comparePage(a: ProfileRefBody, b?: ProfileRefBody): string {
  return addressText(
    profilePage(a),
    new URLSearchParams({ view: 'compare', ...(b !== undefined && { with: profileName(b) }) }),
  )
}

/** What belongs to a profile, before it is known to which: the list of profiles asks. */
export function profileFor(tab: 'history' | 'new-cluster' | 'compare'): string {
  return PROFILES + searchText({ for: tab })
}

/** The page on which a profile is edited; `draft` as `encodeDraft` makes it. */
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

/** The dates that namespaced profiles set themselves. */
export const EXCEPTIONS = '/cloudprofiles?view=exceptions'

/** The page on which more time for one project is asked for. */
export const MORE_TIME = '/workbench/more-time'

/** More time for one project; `what` is `Kubernetes` or an image's name. */
export function moreTimePage(
  project: string,
  ref: ProfileRefBody,
  { what, version, until }: { readonly what: string; readonly version: string; readonly until?: string | undefined },
): string {
  const search = { project, profile: profileName(ref), select: selection(what, version), until }
  return MORE_TIME + searchText(search)
}

/** A guide through a scenario; `profile` is the name of a CloudProfile. */
export function scenarioPage(
  scenario: string,
  params: { readonly [K in 'profile' | 'image' | 'version' | 'previous' | 'way' | 'until']?: string | undefined } = {},
): string {
  return `${WORKBENCH}/scenarios/${scenario}${searchText({ ...params })}`
}

/** Signs in, and leads back to an address of ours, both as a browser has them, which takes along what no server is told. */
export function signInPage({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${BASE_PATH}${SIGN_IN}?to=${encodeURIComponent(pathname.slice(BASE_PATH.length) + search)}${hash}`
}

/** A version as its address names it. */
export interface VersionRef {
  readonly profile: ProfileRefBody
  /** `Kubernetes` or an image's name. */
  readonly what: string
  readonly version: string
}

/** `aws/kubernetes/1.33.6`, or `garden-core/aws-ext/gardenlinux/1592.9.0`, in its parts; undefined: it is neither. */
export function readVersionParts(parts: readonly string[]): VersionRef | undefined {
  const [version = '', kind] = parts.slice(-2).toReversed()
  const profile = profileOf(parts.slice(0, -2))
  if (profile === undefined || kind === undefined) return undefined
  return { profile, what: kind === 'kubernetes' ? 'Kubernetes' : kind, version }
}

/** The clusters on a version, as filters of the clusters page. */
export function clustersOn({ profile, what, version }: VersionRef) {
  return { profile: [profileName(profile)], version: [shortName(imageOfName(what), version)] }
}
