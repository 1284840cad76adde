import { imageOfName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ListedProfile } from '@/lib/questions/profiles/contract'
import type { Sentence } from './phrases'
import { nameOf, plural } from './phrases'
import { countOf, countText, dayText, ms } from './time-text'

/** An expiry that hits clusters, of which `fails` cannot leave the version. */
export type ExpiryBody = ListedProfile['whole']['expiries'][number]

interface ProfileExpiries {
  readonly ref: { readonly kind: string; readonly name: string }
  /** The expiries in order of time. */
  readonly whole: { readonly expiries: readonly ExpiryBody[] }
}

/** `Kubernetes 1.33.7`, `gardenlinux 1592.9.0` */
export function expiringText({ what, version }: Pick<ExpiryBody, 'what' | 'version'>): string {
  return nameOf(imageOfName(what), version)
}

/** `Kubernetes 1.33.7 expires on 30 Jun 2027: 218 clusters must leave it, 3 of them cannot` */
export function profileExpiryText(expiry: ExpiryBody, zone: Zone): string {
  const { at, clusters, fails } = expiry
  const some = fails === 0 ? '' : fails === clusters ? ' and cannot' : `, ${countText(fails)} of them cannot`
  return `${expiringText(expiry)} expires on ${dayText(at, zone)}: ${countOf(clusters, 'cluster')} must leave it${some}`
}

/** Whether most of those on it cannot leave it. */
export function isDeadEnd({ clusters, fails }: ExpiryBody): boolean {
  return fails * 2 > clusters
}

/** What comes first of all profiles, as a sentence; null: no expiry date hits a cluster. */
export function nextExpirySentence(items: readonly ProfileExpiries[], zone: Zone, now: number): Sentence | null {
  const firsts = items
    .filter(({ ref }) => ref.kind === 'CloudProfile')
    .flatMap(({ ref, whole: { expiries } }) => expiries.slice(0, 1).map((expiry) => ({ name: ref.name, expiry })))
  const [first] = firsts.sort((a, b) => ms(a.expiry.at) - ms(b.expiry.at))
  if (first === undefined) return null
  const { name, expiry } = first
  return [
    `The next expiry is ${name} ${expiringText(expiry)} on `,
    { strong: dayText(expiry.at, zone, { now, weekday: true }) },
    ': ',
    { strong: countOf(isDeadEnd(expiry) ? expiry.fails : expiry.clusters, 'cluster') },
    ` ${isDeadEnd(expiry) ? 'cannot leave it' : `${plural(expiry.clusters, 'is', 'are')} forced off it`}.`,
  ]
}

/** The sentence if a part of a name was looked for. */
export function noVersionText(find: string): string {
  return `No version contains ${find}.`
}

/** The title in place of a page about a profile that is not there. */
export function missingProfileText(wanted: string): string {
  return `This garden has no profile ${wanted}`
}
