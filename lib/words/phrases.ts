/** What sentences are made of. */

/** The text as it begins a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
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
export function shortList(names: readonly string[], many = 'pools'): string {
  return names.length > 3 ? `${names.length} ${many}` : listed(names)
}

/** `pool web-a`, `pools web-a and ledger`, `5 pools`. */
export function shortPoolsText(names: readonly string[]): string {
  return names.length > 3 ? `${names.length} pools` : poolsText(names)
}

/** `Kubernetes 1.33.6`, or `gardenlinux 1592.9.0`. */
export function nameOf(image: string | null, version: string): string {
  return `${image ?? 'Kubernetes'} ${version}`
}

/** How far ahead a forecast looks, to the end of the day. */
export const HORIZON = '12 months'

/** `no update within 12 months`: what a forecast knows of, said the same wherever it is said. */
export const WITHIN_HORIZON = `within ${HORIZON}`
