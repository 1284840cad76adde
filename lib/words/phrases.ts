import type { ProfileRefBody } from '@/lib/contract/common'

/** What sentences are made of. */

export interface TitledText {
  readonly title: string
  /** The text, in whole sentences. */
  readonly text: string
}

/** The text as it begins a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text as it stands within a sentence. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The parts that there are: what is empty or does not hold is left out. */
export function given<T>(...parts: readonly (T | false | null | undefined)[]): T[] {
  return parts.filter((part): part is T => Boolean(part))
}

/** The path of a field without what every one begins with. */
export function shortFieldPath(path: string): string {
  return path.replace(/^spec\./, '')
}

const LISTS = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** `a`, `a and b`, `a, b and c`; empty: there is nothing to list. */
export function listed(parts: readonly string[], and: 'and' | 'or' = 'and'): string {
  return LISTS[and].format(parts)
}

const PLURALS = new Intl.PluralRules('en-GB')

/** The word for so many: `cluster` for 1, `clusters` for 0, 2 and more. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return PLURALS.select(count) === 'one' ? one : many
}

/** `pool a`, `pools a and b`. */
export function poolsText(names: readonly string[]): string {
  return `${plural(names.length, 'pool')} ${listed(names)}`
}

/** As `listed`, for a headline: more than three are counted, `5 pools`. */
export function shortList(names: readonly string[]): string {
  return names.length > 3 ? `${names.length} pools` : listed(names)
}

/** `pool web-a`, `pools web-a and ledger`, `5 pools`. */
export function shortPoolsText(names: readonly string[]): string {
  return names.length > 3 ? `${names.length} pools` : poolsText(names)
}

/** `Kubernetes 1.33.6`, or `gardenlinux 1592.9.0`. */
export function nameOf(image: string | null, version: string): string {
  return `${image ?? 'Kubernetes'} ${version}`
}

/** The project that a namespace belongs to, by the names that Gardener gives namespaces. */
export function usualProject(namespace: string): string {
  return namespace.replace(/^garden-/, '')
}

/** How far ahead a forecast looks, to the end of the day. */
export const HORIZON = '12 months'

/** `no update within 12 months`: what a forecast knows of, said the same wherever it is said. */
export const WITHIN_HORIZON = `within ${HORIZON}`

/** The parts of a profile's path: its name, of a namespaced one after its namespace. */
export function profileParts(ref: ProfileRefBody): string[] {
  return ref.kind === 'CloudProfile' ? [ref.name] : [ref.namespace, ref.name]
}

/** `aws`, or `garden-core/aws-ext` for a namespaced one: in addresses of pages. */
export function profilePath(ref: ProfileRefBody): string {
  return profileParts(ref).map(encodeURIComponent).join('/')
}

/** `aws` or `garden-core/aws-ext`, to read. */
export function profileName(ref: ProfileRefBody): string {
  return profileParts(ref).join('/')
}

/** The profile that has these parts, as `profileParts` makes them; undefined: none can have them. */
export function profileOf([first = '', second, ...more]: readonly string[]): ProfileRefBody | undefined {
  if (first === '' || second === '' || more.length > 0) return undefined
  return second === undefined
    ? { kind: 'CloudProfile', name: first }
    : { kind: 'NamespacedCloudProfile', namespace: first, name: second }
}

/** The profile with this name, as `profileName` makes it. */
export function profileNamed(name: string): ProfileRefBody {
  return profileOf(name.split('/')) ?? { kind: 'CloudProfile', name }
}

/** The parts of a version's path: those of its profile, then `kubernetes` or an image's name, and the version. */
export function versionParts(ref: ProfileRefBody, what: string, version: string): string[] {
  return [...profileParts(ref), what === 'Kubernetes' ? 'kubernetes' : what, version]
}

/** The user who is recorded for a change; a change from elsewhere is told as that, without a name. */
export function recordedWho({ who, isOutside }: { readonly who: string | null; readonly isOutside: boolean }): string {
  return who ?? (isOutside ? 'changed outside of Almanac' : NOT_RECORDED)
}

/** `jane@example.com`, `changed outside of Almanac, with pipeline`, `author not recorded, with almanac`: in one line what is known. */
export function writerText(change: {
  readonly who: string | null
  readonly isOutside: boolean
  readonly manager: string | null
  readonly after: string | null
}): string {
  const { who, isOutside, manager, after } = change
  if (who !== null) return who
  const program = after === null && manager !== null ? `, with ${manager}` : ''
  return `${isOutside ? recordedWho(change) : `author ${NOT_RECORDED}`}${program}`
}

/** The user who made a change, or else the program that wrote it, as far as that is known. */
export function whoOf(change: {
  readonly who: string | null
  readonly manager: string | null
  readonly after: string | null
}): string {
  const { who, manager, after } = change
  if (who !== null) return who
  return after === null && manager !== null ? manager : NOT_RECORDED
}

export const NOT_RECORDED = 'not recorded'

/** Beside an answer that could not be renewed. */
export const READ_BEFORE_IS_SHOWN = 'What was read before is shown.'

/** A sentence with one part set off: what is set in bold, and what must stay on one line. */
export type SentencePart = string | { readonly strong: string } | { readonly keep: string }
export type Sentence = readonly SentencePart[]

/** A sentence as plain text, for a ticket, a title or a screen reader. */
export function plain(sentence: Sentence): string {
  return sentence
    .map((piece) => (typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.keep))
    .join('')
}
