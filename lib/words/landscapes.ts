import type { LandscapeReply, NamedLandscape, PageObject } from '@/lib/contract/landscapes'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { StandingAnswer } from '@/lib/questions/landscapes/contract'
import { countOf, dayText, nearText } from './time-text'

/** What a page is about, to read: `aws 1.34.4`, `garden-payments/checkout-prod`. */
export function pageObjectName(object: PageObject): string {
  switch (object.kind) {
    case 'version':
      return `${object.profile} ${shortName(object.image, object.version)}`
    case 'cluster':
      return `${object.namespace}/${object.name}`
    default:
      return object.name
  }
}

/** What stands in a landscape of an object. */
interface ObjectStanding {
  readonly found: Omit<NonNullable<NonNullable<StandingAnswer['object']>['found']>, 'stage'> | null
  readonly newest: string | null
}

/** `since 22 Oct, 41 clusters`, after the stage; `has no 1.34.4; its newest is 1.33.7`. */
export function standingText(object: PageObject, { found, newest }: ObjectStanding, zone: Zone, now: number): string {
  const { kind } = object
  if (found === null) {
    if (kind !== 'version') return `has no ${kind} ${pageObjectName(object)}`
    const { profile, image, version } = object
    if (newest === null) return `has no profile ${profile}`
    return `has no ${shortName(image, version)}; its newest is ${newest}`
  }
  if (kind === 'cluster') return found.version === null ? '' : `Kubernetes ${found.version}`
  const clusters = countOf(found.clusters ?? 0, 'cluster')
  if (kind === 'profile') return newest === null ? clusters : `${clusters}, its newest is ${newest}`
  return found.since === null ? clusters : `since ${dayText(found.since, zone, { now })}, ${clusters}`
}

/** `62 clusters`, of those that the reader may see there. */
export function standingClustersText({ clusters, isCut }: Pick<StandingAnswer, 'clusters' | 'isCut'>): string {
  return isCut ? `${countOf(clusters, 'cluster')} that you may see` : countOf(clusters, 'cluster')
}

export interface StateWords {
  readonly text: string
  readonly note: string
}

/** Why another landscape says nothing of what was asked, and what helps. */
export function silenceWords(
  heard: Exclude<LandscapeReply<unknown>, { readonly kind: 'told' }>,
  { name }: Pick<NamedLandscape, 'name'>,
  zone: Zone,
  now: number,
): StateWords {
  switch (heard.kind) {
    case 'signedOut': {
      const { endedAt, message } = heard
      const note = endedAt === null ? message : `Your session there ended ${nearText(endedAt, zone, now)}.`
      return { text: `Sign in to ${name} to see it`, note }
    }
    case 'unnamed':
      return {
        text: 'lets this landscape read nothing',
        note: 'Its LANDSCAPES does not name this landscape, or names it at another address.',
      }
    case 'away':
      return heard.lastAt === null
        ? {
            text: 'does not answer',
            note: 'It is away, or below another domain and lets this landscape read nothing: browsers do not tell which.',
          }
        : { text: 'does not answer', note: `It last did ${nearText(heard.lastAt, zone, now)}.` }
    case 'earlier':
      return { text: 'does not tell it', note: 'Its Almanac is of an earlier release.' }
    case 'unreadable':
      return { text: 'cannot be read', note: 'Its Almanac is of another release than this one.' }
    case 'refused':
      return { text: 'does not tell it now', note: heard.message }
  }
}
