import type { Heard, NamedLandscape, OBJECT_KINDS } from '@/lib/contract/landscapes'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { clockText, countOf, dayText, isoDay, ms } from './time-text'

/** What a page is about that stands in other landscapes as well. */
interface PageObject {
  readonly kind: (typeof OBJECT_KINDS)[number]
  /** To read: `aws 1.34.4`, `garden-payments/checkout-prod`. */
  readonly name: string
}

/** What the path of a page is about; null: the whole landscape, or what no other one has. */
export function pageObject(path: string): PageObject | null {
  const [section, ...parts] = partsOf(path)
  if (section === 'versions' && (parts.length === 3 || parts.length === 4)) {
    const [component = '', version = ''] = parts.slice(-2)
    const what = component === 'kubernetes' ? '' : `${component} `
    return { kind: 'version', name: `${parts.slice(0, -2).join('/')} ${what}${version}` }
  }
  if (section === 'cloudprofiles' && parts.length > 0) return { kind: 'profile', name: parts.join('/') }
  if (section === 'projects' && parts[0] !== undefined) return { kind: 'project', name: parts[0] }
  if (section === 'shoots' && parts.length > 1) return { kind: 'cluster', name: parts.slice(0, 2).join('/') }
  return null
}

function partsOf(path: string): readonly string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}

/** What stands in a landscape of an object. */
interface Standing {
  readonly found: {
    readonly since: string | null
    readonly clusters: number | null
    readonly version: string | null
  } | null
  readonly newest: string | null
}

/** `since 22 Oct, 41 clusters`, after the stage; `has no 1.34.4; its newest is 1.33.7`. */
export function standingText({ kind, name }: PageObject, { found, newest }: Standing, zone: Zone, now: number): string {
  if (found === null) {
    const [profile = '', ...rest] = name.split(' ')
    if (kind !== 'version') return `has no ${kind} ${name}`
    return newest === null ? `has no profile ${profile}` : `has no ${rest.join(' ')}; its newest is ${newest}`
  }
  if (kind === 'cluster') return found.version === null ? '' : `Kubernetes ${found.version}`
  const clusters = countOf(found.clusters ?? 0, 'cluster')
  if (kind === 'profile') return newest === null ? clusters : `${clusters}, its newest is ${newest}`
  return found.since === null ? clusters : `since ${dayText(found.since, zone, { now })}, ${clusters}`
}

/** `62 clusters`, of those that the reader may see there. */
export function clustersText({ clusters, isCut }: { readonly clusters: number; readonly isCut: boolean }): string {
  return isCut ? `${countOf(clusters, 'cluster')} that you may see` : countOf(clusters, 'cluster')
}

export interface StateWords {
  readonly text: string
  readonly note: string
}

/** Why another landscape says nothing of what was asked, and what helps. */
export function silenceWords(
  heard: Exclude<Heard<unknown>, { readonly kind: 'told' }>,
  { name }: Pick<NamedLandscape, 'name'>,
  zone: Zone,
  now: number,
): StateWords {
  switch (heard.kind) {
    case 'signedOut': {
      const { endedAt, message } = heard
      const note = endedAt === null ? message : `Your session there ended at ${momentText(endedAt, zone, now)}.`
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
        : { text: 'does not answer', note: `It last did at ${momentText(heard.lastAt, zone, now)}.` }
    case 'earlier':
      return { text: 'does not tell it', note: 'Its Almanac is of an earlier release.' }
    case 'unreadable':
      return { text: 'cannot be read', note: 'Its Almanac is of another release than this one.' }
    case 'refused':
      return { text: 'does not tell it now', note: heard.message }
  }
}

/** `18:41 +01:00`, on another day with it. */
function momentText(at: string, zone: Zone, now: number): string {
  const clock = `${clockText(at, zone)} ${offsetText(zone, ms(at))}`
  return isoDay(at, zone) === isoDay(now, zone) ? clock : `${dayText(at, zone, { now })}, ${clock}`
}
