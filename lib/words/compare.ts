import type { Zone } from '@/lib/contract/zone'
import type { VERSION_DIFFERENCES } from '@/lib/engine/kinds'
import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import { given, plural, profileName, type Sentence, type SentencePart } from './phrases'
import { countOf, countText, isoDay, spanText } from './time-text'

/** A version that at least one of two profiles lists, as each of them offers it; null: it does not list it. */
export type ComparedVersionBody = ComparedList['versions'][number]

export type OfferDifference = (typeof VERSION_DIFFERENCES)[number]

/** `Kubernetes` or an image, with the versions that one of them has. */
export type ComparedList = CompareAnswer['lists'][number]

/** Two profiles beside each other; `child`: which of them builds on the other. */
type ProfileComparison = Pick<CompareAnswer, 'at' | 'a' | 'b' | 'child' | 'lists'>

/** What the comparison of two profiles says in whole sentences. */

/** What the two are called. */
export interface ProfileNames {
  readonly a: string
  readonly b: string
}

/** The names without their namespaces, unless only these tell them apart. */
export function comparedNames({ a, b }: Pick<ProfileComparison, 'a' | 'b'>): ProfileNames {
  if (a.ref.name !== b.ref.name) return { a: a.ref.name, b: b.ref.name }
  return { a: profileName(a.ref), b: profileName(b.ref) }
}

/** Whether a row is told where only differences are: also an override that says what the parent says. */
export function isTold({ differences, own }: ComparedVersionBody): boolean {
  return differences.length > 0 || own === 'overrides'
}

/** In how many versions two profiles differ, and how; for a namespaced one and its parent what it says itself. */
export function compareHeadline(answer: ProfileComparison, zone: Zone): Sentence {
  return headlinePieces(answer, zone).flatMap((piece, i) => (i === 0 ? [piece] : [' ', piece]))
}

function headlinePieces(answer: ProfileComparison, zone: Zone): readonly SentencePart[] {
  const names = comparedNames(answer)
  const [kubernetes, ...images] = answer.lists
  const ofKubernetes = kubernetes?.versions ?? []
  const ofImages = images.flatMap(({ versions }) => versions)
  if (profileName(answer.a.ref) === profileName(answer.b.ref))
    return [`${names.a} is compared with itself, so nothing differs.`, 'Choose another profile.']
  if (answer.child !== null) return childPieces(answer, names, [...ofKubernetes, ...ofImages], zone)
  if (![...ofKubernetes, ...ofImages].some(isTold))
    return [
      { strong: 'Nothing differs:' },
      `${names.a} and ${names.b} say the same of ${countText(ofKubernetes.length)} Kubernetes and ${countOf(ofImages.length, 'image version')}.`,
    ]
  return [
    ...listPieces('Kubernetes version', ofKubernetes, names, zone),
    ...listPieces('image version', ofImages, names, zone),
  ]
}

function listPieces(
  what: string,
  versions: readonly ComparedVersionBody[],
  names: ProfileNames,
  zone: Zone,
): readonly SentencePart[] {
  const differ = versions.filter(({ differences }) => differences.length > 0)
  if (versions.length === 0) return []
  if (differ.length === 0) return [`${allOf(versions.length, what)} the same in both.`]
  const kinds = KINDS.flatMap(({ of, text }) => {
    const these = differ.filter(({ differences: [first] }) => first !== undefined && of.includes(first))
    return these.length === 0 ? [] : [text(these, names, zone)]
  })
  return [
    `Of ${countOf(versions.length, what)}`,
    { strong: `${countOf(differ.length, 'differs', 'differ')}:` },
    `${kinds.join(', ')}.`,
  ]
}

function allOf(count: number, what: string): string {
  return count === 1 ? `The one ${what} is` : `All ${countOf(count, what)} are`
}

interface DifferenceKind {
  /** The differences that it counts. Each version counts once, by what matters most. */
  readonly of: readonly OfferDifference[]
  readonly text: (these: readonly ComparedVersionBody[], names: ProfileNames, zone: Zone) => string
}

const KINDS: readonly DifferenceKind[] = [
  { of: ['only-a'], text: (these, { a }) => `${countText(these.length)} only in ${a}` },
  { of: ['only-b'], text: (these, { b }) => `${countText(these.length)} only in ${b}` },
  { of: ['expiry'], text: (these, _, zone) => `${countOf(these.length, 'ends', 'end')} ${otherDays(these, zone)}` },
  { of: ['stage'], text: ({ length }) => `${countOf(length, 'is', 'are')} in another stage` },
  { of: ['course'], text: ({ length }) => `${countOf(length, 'changes its', 'change their')} stage on other days` },
  { of: ['default'], text: ({ length }) => `${countOf(length, 'is', 'are')} the default of one only` },
  {
    of: ['architectures', 'capabilities', 'cri', 'kubelet', 'in-place'],
    text: ({ length }) => `${countOf(length, 'runs', 'run')} on other machines or kubelets`,
  },
]

/** An end may also be another hour of the same day. */
function otherDays(these: readonly ComparedVersionBody[], zone: Zone): string {
  const isOtherDay = ({ a, b }: ComparedVersionBody) => dayOf(a?.expires, zone) !== dayOf(b?.expires, zone)
  const [one, many]: readonly [string, string] = these.every(isOtherDay)
    ? ['on another day', 'on other days']
    : ['at another time', 'at other times']
  return plural(these.length, one, many)
}

function dayOf(expires: string | null | undefined, zone: Zone): string | null {
  return expires == null ? null : isoDay(expires, zone)
}

function childPieces(
  seen: ProfileComparison,
  names: ProfileNames,
  versions: readonly ComparedVersionBody[],
  zone: Zone,
): readonly SentencePart[] {
  const { child } = seen
  const [own, parent] = child?.side === 'b' ? [names.b, names.a] : [names.a, names.b]
  const of = (part: ComparedVersionBody['own']) => versions.filter((one) => one.own === part)
  const [inherited, overridden, added] = [of('inherits'), of('overrides'), of('adds')]
  const total = inherited.length + overridden.length + added.length
  const says = given(
    overridden.length > 0 && `overrides ${countText(overridden.length)}`,
    added.length > 0 && `adds ${countText(added.length)}`,
  )
  if (says.length === 0) return [own, { strong: `inherits all ${countOf(total, 'version')}` }, `from ${parent}.`]
  const ends = overridden.filter(({ differences }) => differences.includes('expiry'))
  const same = overridden.filter(({ differences }) => differences.length === 0)
  const [first] = ends
  return given<SentencePart>(
    `Of its ${countOf(total, 'version')} ${own}`,
    { strong: says.join(', ') },
    `and inherits ${countText(inherited.length)} from ${parent}.`,
    first &&
      (ends.length === 1
        ? `${first.version} ${endText(first, names, seen)}.`
        : `${countText(ends.length)} end ${otherDays(ends, zone)}.`),
    same.length > 0 && `${countOf(same.length, 'override says', 'overrides say')} what ${parent} says.`,
  )
}

/** When they are compared, and which of them builds on the other. */
type ComparisonTime = Pick<ProfileComparison, 'child' | 'at'>

/** `ends 78 days later in gcp`, `ended 9 days later in gcp`; of a namespaced one `ends 78 days later than in aws`, as seen from its parent. */
function endText({ a, b }: ComparedVersionBody, names: ProfileNames, { child, at }: ComparisonTime): string {
  const [is, was] = child?.side === 'a' ? [a?.expires, b?.expires] : [b?.expires, a?.expires]
  const [own, other] = child?.side === 'a' ? [names.a, names.b] : [names.b, names.a]
  if (is == null) return `has no end in ${own}`
  if (was == null) return `has no end in ${other}`
  const length = Date.parse(is) - Date.parse(was)
  const where = child === null ? `in ${own}` : `than in ${other}`
  return `${Date.parse(is) <= Date.parse(at) ? 'ended' : 'ends'} ${spanText(length, 'prose')} ${length < 0 ? 'earlier' : 'later'} ${where}`
}

/** What differs of one version, in a few words; what matters most first. */
export function comparedVersionText(row: ComparedVersionBody, names: ProfileNames, seen: ComparisonTime): string {
  if (row.differences.length > 0) return row.differences.map((one) => DIFFERENCES[one](row, names, seen)).join(', ')
  return row.own === 'overrides' ? `says what ${seen.child?.side === 'a' ? names.b : names.a} says` : ''
}

/** What differs, of a version of two profiles. */
type DifferenceText = (row: ComparedVersionBody, names: ProfileNames, seen: ComparisonTime) => string

const DIFFERENCES: Readonly<Record<OfferDifference, DifferenceText>> = {
  'only-a': (row, { a, b }) => `only in ${a}${unlistedText(row, b)}`,
  'only-b': (row, { a, b }) => `only in ${b}${unlistedText(row, a)}`,
  expiry: endText,
  stage: () => 'in another stage',
  course: () => 'changes its stage on other days',
  default: (row, { a, b }) => `default for new only in ${row.a?.defaultForNew ? a : b}`,
  architectures: () => 'other architectures',
  capabilities: () => 'other capabilities',
  cri: () => 'other runtimes',
  kubelet: () => 'other kubelets',
  'in-place': () => 'other updates in place',
}

function unlistedText({ unlisted }: ComparedVersionBody, name: string): string {
  if (unlisted === 0) return ''
  return `; ${countOf(unlisted, 'cluster')} of ${name} ${plural(unlisted, 'runs', 'run')} it all the same`
}

/** `6 of 24 versions differ` */
export function differingCountText({ versions }: ComparedList): string {
  const differ = versions.filter(({ differences }) => differences.length > 0).length
  if (differ === 0) return `${allOf(versions.length, 'version')} the same`
  return `${countText(differ)} of ${countOf(versions.length, 'version')} ${plural(differ, 'differs', 'differ')}`
}

/** For an image that only one of them has: which one; null: both have it, or it is Kubernetes. */
export function onlyIn({ what, updateStrategies: { a, b } }: ComparedList): 'a' | 'b' | null {
  if (what === 'Kubernetes' || (a !== null && b !== null)) return null
  return a === null ? 'b' : 'a'
}
