import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileRule } from '@/lib/engine/refusal'
import { plural } from './phrases'
import { refusalReason } from './refusal-reasons'
import { countOf, dayText, type Time } from './time-text'

/** What the API server refuses of a draft, what would set that right, what holds, and what speaks against it all the same. */

/** A rule that a draft breaks, and what is known of that beyond the API server's words. */
export type BrokenRule =
  | { readonly code: 'kubernetes-version-in-use' | 'image-version-in-use' | 'override-expired'; readonly name: string }
  /** `names`: those that are to give way. */
  | { readonly code: 'supported-twice'; readonly names: readonly string[] }
  | { readonly code: 'latest-version-expires'; readonly version: string }
  /** `isNew`: the draft adds it. */
  | { readonly code: 'image-without-versions'; readonly image: string; readonly isNew: boolean }
  | { readonly code: 'stages-out-of-order' | 'stages-out-of-time' | 'kubernetes-version-spelling' }
  | { readonly code: 'architectures-missing' | 'runtimes-missing' }
  /** Any other, which the API server finds when it reads, validates or admits. */
  | { readonly code: 'decode' | 'validation' | 'admission'; readonly because: ProfileRule }

interface FindingWords {
  /** `Only one supported version per minor` */
  readonly rule: string
  /** The rest of the sentence: `1.34.3 is supported too.` Empty: the rule says it all. */
  readonly text: string
}

export function findingWords(broken: BrokenRule): FindingWords {
  switch (broken.code) {
    case 'kubernetes-version-in-use':
    case 'image-version-in-use':
      return {
        rule: 'A version in use cannot be removed',
        text: `${broken.name} is still run. Let it expire first.`,
      }
    case 'override-expired':
      return {
        rule: 'A namespaced profile takes no date in the past',
        text: `${broken.name} would be over at once.`,
      }
    case 'supported-twice': {
      const { names } = broken
      const [are, them] = [plural(names.length, 'is', 'are'), plural(names.length, 'it', 'them')]
      return {
        rule: 'Only one supported version per minor',
        text: `${names.join(', ')} ${are} supported too – deprecate ${them}?`,
      }
    }
    case 'latest-version-expires':
      return {
        rule: 'The latest version has no expiry',
        text: `${broken.version} is the highest version: clusters on it would have nowhere to go.`,
      }
    case 'image-without-versions':
      return {
        rule: 'A machine image has at least one version',
        text: broken.isNew ? 'Add one.' : `${broken.image} has none left.`,
      }
    case 'stages-out-of-order':
    case 'stages-out-of-time':
      return { rule: 'Stages follow each other: preview, supported, deprecated, expired', text: '' }
    case 'kubernetes-version-spelling':
      return { rule: 'A Kubernetes version has three numbers', text: 'Nothing may follow them.' }
    case 'architectures-missing':
      return { rule: 'An image version names its architectures', text: '' }
    case 'runtimes-missing':
      return { rule: 'An image version names a container runtime', text: '' }
    case 'decode':
      return { rule: 'Gardener cannot read this', text: refusalReason(broken.because) }
    case 'validation':
      return { rule: 'Gardener would not accept this', text: refusalReason(broken.because) }
    case 'admission':
      return { rule: 'Gardener would not admit this', text: refusalReason(broken.because) }
  }
}

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
  switch (remedy.kind) {
    case 'keep':
      return `Keep ${remedy.name}`
    case 'takeOut':
      return 'Take the edit out'
    case 'deprecate': {
      const until = remedy.until === null ? '' : ` until ${dayText(remedy.until, zone)}`
      return `Deprecate ${remedy.names.join(', ')}${until}`
    }
    case 'clear':
      return `Clear the date of ${remedy.version}`
    case 'expire':
      return `Let it expire on ${dayText(remedy.on, zone)}`
    case 'order':
      return 'Put the stages in order'
    case 'write':
      return `Write ${remedy.version}`
    case 'describe':
      return `Add ${remedy.as}`
    case 'removeImage':
      return `Remove the image ${remedy.image} too`
  }
}

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

export function heldText(held: HeldRule): string {
  switch (held.code) {
    case 'latest-without-date':
      return `The latest version, ${held.version}, has no expiry date.`
    case 'one-supported':
      return 'At most one version per minor is supported.'
    case 'no-date-past':
      return `No date lies in the past.${held.isAsked ? '' : ' Gardener would accept one.'}`
    case 'none-in-use-removed':
      return 'No version that Gardener counts as in use is removed.'
    case 'next-minor':
      return 'The edits leave no minor without a next one.'
  }
}

/** A version that ends sooner than the notice would have it. */
export interface ShortNotice {
  readonly image: string | null
  readonly version: string
  /** Until it ends. */
  readonly days: number
  /** What the policy leaves, or without one what is usual. */
  readonly least: number
  readonly isOfPolicy: boolean
}

export function shortNoticeText({ image, version, days, least, isOfPolicy }: ShortNotice): string {
  const whose = isOfPolicy ? 'the notice of the policy' : 'the usual notice'
  return `${shortName(image, version)} ends in ${countOf(days, 'day')}: ${whose} is ${countOf(least, 'day')}.`
}
