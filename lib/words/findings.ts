import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { NamedVersion } from '@/lib/engine/types'
import { type SaidBy, said } from './by-code'
import { countOf, dayText, type Time } from './time-text'

/** What would set right what the API server refuses of a draft, what holds, and what speaks against it all the same. */

/** What sets a refusal right. */
export type RemedyKind =
  /** They only take out what is refused. */
  | { readonly kind: 'keep'; readonly name: string }
  | { readonly kind: 'takeOut' }
  /** `until`: null for the latest version, which may have no date. */
  | { readonly kind: 'deprecate'; readonly names: readonly string[]; readonly until: Time | null }
  | { readonly kind: 'clear'; readonly version: string }
  | { readonly kind: 'expire'; readonly on: Time }
  | { readonly kind: 'order' }
  | { readonly kind: 'write'; readonly version: string }
  | { readonly kind: 'describe'; readonly as: 'amd64' | 'containerd' }
  | { readonly kind: 'removeImage'; readonly image: string }

/** `Deprecate 1.34.3 until 22 Mar 2027` */
export function remedyLabel(remedy: RemedyKind, zone: Zone): string {
  return said(REMEDIES, 'kind', remedy, zone)
}

const REMEDIES: SaidBy<'kind', RemedyKind, [Zone]> = {
  keep: ({ name }) => `Keep ${name}`,
  takeOut: 'Take the edit out',
  deprecate: (remedy, zone) => {
    const until = remedy.until === null ? '' : ` until ${dayText(remedy.until, zone)}`
    return `Deprecate ${remedy.names.join(', ')}${until}`
  },
  clear: ({ version }) => `Clear the date of ${version}`,
  expire: ({ on }, zone) => `Let it expire on ${dayText(on, zone)}`,
  order: 'Put the stages in order',
  write: ({ version }) => `Write ${version}`,
  describe: ({ as }) => `Add ${as}`,
  removeImage: ({ image }) => `Remove the image ${image} too`,
}

/** How a draft is foreseen that the API server refuses. Reads on after what is foreseen. */
export const REFUSED_AS_IF = 'as if the API server accepted these edits, but for values that cannot be read'

/** Reads on after what the effect is computed for: `, as if “…” were accepted`. */
export function asIfText(remedies: readonly RemedyKind[], zone: Zone): string {
  const quoted = remedies.map((remedy) => `“${remedyLabel(remedy, zone)}”`).join(', ')
  return remedies.length === 1
    ? `, as if ${quoted} were accepted`
    : `, as if ${countOf(remedies.length, 'remedy', 'remedies')} were accepted: ${quoted}`
}

/** A rule that holds after the edits, and that they could have broken. */
export type HeldRule =
  | { readonly code: 'latest-without-date'; readonly version: string }
  | { readonly code: 'one-supported' }
  /** `isAsked`: whether Gardener would refuse one, as it does of a namespaced profile. */
  | { readonly code: 'no-date-past'; readonly isAsked: boolean }
  | { readonly code: 'none-in-use-removed' }
  | { readonly code: 'next-minor' }

export function heldRuleText(held: HeldRule): string {
  return said(HELD_RULES, 'code', held)
}

const HELD_RULES: SaidBy<'code', HeldRule> = {
  'latest-without-date': ({ version }) => `The latest version, ${version}, has no expiry date.`,
  'one-supported': 'At most one version per minor is supported.',
  'no-date-past': ({ isAsked }) =>
    `No date lies in the past.${isAsked ? '' : ' Gardener would accept a date in the past too.'}`,
  'none-in-use-removed': 'No version that Gardener counts as in use is removed.',
  'next-minor': 'The edits leave no minor without a next one.',
}

/** A version that ends sooner than the notice would have it. */
export interface ShortNotice extends NamedVersion {
  /** The number of days until it ends. */
  readonly days: number
  /** What the policy leaves, or without one what is usual. */
  readonly least: number
  readonly isOfPolicy: boolean
}

export function shortNoticeText({ image, version, days, least, isOfPolicy }: ShortNotice): string {
  const whose = isOfPolicy ? 'the notice of the policy' : 'the usual notice'
  return `${shortName(image, version)} ends in ${countOf(days, 'day')}: ${whose} is ${countOf(least, 'day')}.`
}
