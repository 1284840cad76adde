import type { ProfileRefBody } from '@/lib/contract'
import { searchText } from './fetch-json'
import { selection, WORKBENCH } from './paths'
import { profilePath } from './queries'

/** Addresses of pages for whoever edits profiles. */

export const POLICY = '/workbench/policy'
export const JOURNAL = '/workbench/journal'
export const SCENARIOS = '/workbench/scenarios'

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
