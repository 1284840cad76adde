import type { ProfileRefBody } from '@/lib/contract'
import { BASE_PATH } from '@/lib/contract/base-path'
import { searchText } from './fetch-json'
import { profilePath, type ShootsParams } from './queries'

/** Addresses of our pages. Links add the pinned clock themselves. */

export const OVERVIEW = '/'
export const PROFILES = '/cloudprofiles'
export const SHOOTS = '/shoots'
export const WALL = '/wall'
export const TONIGHT = '/tonight'
export const FILM = '/film'
export const ACCURACY = '/accuracy'
export const WORKBENCH = '/workbench'
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
export function shootsPage(filters: Omit<ShootsParams, 'at' | 'offset' | 'limit'> = {}): string {
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

/** Signs in, and leads back to an address of ours, both as a browser has them. */
export function signInPage({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${BASE_PATH}${SIGN_IN}?to=${encodeURIComponent(pathname.slice(BASE_PATH.length) + search + hash)}`
}
