import type { ShownMoment } from '@/lib/browser/at'
import type { ShootRow } from '@/lib/contract/clusters'
import type { EffectKind } from '@/lib/contract/common'
import { dateRange } from '@/lib/contract/dates'
import type { ListFilter, ShootsQuery } from '@/lib/contract/selection'
import type { Zone } from '@/lib/contract/zone'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'
import type { ShootsParams, TonightParams } from '@/lib/questions/queries'
import { codedCauseText } from '@/lib/words/causes'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { dateText, dayText, monthText } from '@/lib/words/time-text'
import { EVENT_WORDS, STAGE_WORDS } from '@/lib/words/wording'

/**
 * The filters of the clusters table: what is set as chips, what could be set as options of the "Add a filter" control,
 * and how choosing one changes what is set. Several values of one filter mean any of them; `not.` leaves all of them out.
 */
export type ClusterFilters = {
  readonly [K in AnyListName]: NonNullable<ShootsParams[K]> extends readonly (infer V)[] ? readonly V[] : never
} & {
  readonly q: string | null
  readonly within: WithinDays | null
  /** A day (`2026-12-15`), a month (`2026-12`) or days (`2026-12-12..2026-12-18`) of the reader's zone. */
  readonly date: string | null
}

export type WithinDays = NonNullable<ShootsQuery['within']>
export type ListName = ListFilter
export type AnyListName = ListName | `not.${ListName}`
export type ClusterFilterName = AnyListName | 'q' | 'within' | 'date'

export interface ChosenFilter {
  readonly name: ClusterFilterName
  /** `Project is`; together with `value` it reads as a phrase. */
  readonly label: string
  readonly value: string
}

export interface FilterOption {
  readonly name: ClusterFilterName
  readonly value: string
  /** What the list shows, e.g. `rolling update`. */
  readonly text: string
  /** Clusters that it would leave, while all other filters stay; null where it is not known before asking. */
  readonly count: number | null
  readonly chosen: boolean
}

export interface OptionGroup {
  readonly title: string
  readonly options: readonly FilterOption[]
}

const WITHIN_WORDS: Readonly<Record<WithinDays, string>> = {
  tonight: 'tonight',
  '1': 'within a day',
  '7': 'within 7 days',
  '30': 'within 30 days',
  '90': 'within 90 days',
  '365': WITHIN_HORIZON,
  none: `no update ${WITHIN_HORIZON}`,
}

const EFFECT_WORDS: Readonly<Record<EffectKind, string>> = {
  rolling: 'roll nodes',
  inPlace: 'update nodes in place',
  kubeletRestart: 'restart kubelets only',
  none: 'touch no node',
}

const FLAG_WORDS: Readonly<Record<keyof ShootRow['flags'], string>> = {
  hibernated: 'hibernated',
  deleting: 'being deleted, its maintenance skipped',
  failed: 'failed in its last operation',
  workerless: 'without workers',
  profileMissing: 'without its profile',
  unready: 'reported unready for maintenance',
}

const AUTO_WORDS: Readonly<Record<string, string>> = { kubernetes: 'Kubernetes', image: 'machine images' }

const STRATEGY_WORDS: Readonly<Record<string, string>> = {
  AutoRollingUpdate: 'by rolling nodes',
  AutoInPlaceUpdate: 'in place',
  ManualInPlaceUpdate: 'in place, nodes selected by hand',
}

interface FilterWords {
  /** The begin of its chip, with and without values; a filter without the latter takes one value, which cannot be left out. */
  readonly is: string
  readonly not?: string
  /** What values are called, as far as they are not called as they are. */
  readonly words?: Readonly<Record<string, string>> | ((value: string) => string)
}

/** Every filter, in the order of the chips. */
const FILTERS: Readonly<Record<ListName | 'q' | 'within' | 'date', FilterWords>> = {
  q: { is: 'Name or version has' },
  project: { is: 'Project is', not: 'Project is not' },
  profile: { is: 'Profile is', not: 'Profile is not' },
  version: { is: 'Runs', not: 'Does not run' },
  stage: { is: 'Stage is', not: 'No stage is', words: STAGE_WORDS },
  window: { is: 'Window begins', not: 'Window does not begin', words: hourWords },
  flag: { is: 'Cluster is', not: 'Cluster is not', words: FLAG_WORDS },
  autoUpdate: { is: 'Auto-updated:', not: 'Not auto-updated:', words: AUTO_WORDS },
  strategy: { is: 'A pool is updated', not: 'No pool is updated', words: STRATEGY_WORDS },
  machine: { is: 'A pool has', not: 'No pool has' },
  region: { is: 'Region is', not: 'Region is not' },
  purpose: { is: 'Purpose is', not: 'Purpose is not' },
  within: { is: 'Something happens', words: WITHIN_WORDS },
  event: { is: 'An event ahead is', not: 'No event ahead is', words: EVENT_WORDS },
  effect: { is: 'An event ahead will', not: 'No event ahead will', words: EFFECT_WORDS },
  to: { is: 'An event ahead leads to', not: 'No event ahead leads to' },
  cause: { is: 'An event ahead fails:', not: 'No event ahead fails:', words: codedCauseText },
  date: { is: 'It happens', words: dateWords },
}

const PLAIN_NAMES = Object.keys(FILTERS) as readonly (keyof typeof FILTERS)[]
/** The filters that take several values, and can be turned into "is not". */
export const ANY_LIST_NAMES: readonly AnyListName[] = PLAIN_NAMES.flatMap((name) =>
  name === 'q' || name === 'within' || name === 'date' ? [] : [name, `not.${name}` as const],
)
const ORDER: readonly ClusterFilterName[] = PLAIN_NAMES.flatMap((name) => {
  const opposite = oppositeOf(name)
  return opposite === null ? [name] : [name, opposite]
})

/** What is filtered by, whether its values are wanted or left out. */
const wordsOf = (name: ClusterFilterName) => FILTERS[name.replace('not.', '') as keyof typeof FILTERS]

function labelOf(name: ClusterFilterName): string {
  const { is, not = is } = wordsOf(name)
  return name.startsWith('not.') ? not : is
}

export const NO_FILTERS: ClusterFilters = {
  q: null,
  within: null,
  date: null,
  ...filterLists(() => []),
}

/** Every list of values, as `valuesOf` has them. */
export function filterLists(valuesOf: (name: AnyListName) => readonly string[]): Pick<ClusterFilters, AnyListName> {
  return Object.fromEntries(ANY_LIST_NAMES.map((name) => [name, valuesOf(name)])) as Pick<ClusterFilters, AnyListName>
}

/** `project` of `not.project` and the other way round; null: there is no such filter. */
export function oppositeOf(name: ClusterFilterName): AnyListName | null {
  return ANY_LIST_NAMES.find((one) => one === `not.${name}` || `not.${one}` === name) ?? null
}

/** `22:00–22:59`: a window that begins at any minute of the hour. */
export function hourWords(hour: string): string {
  return hour === 'any' ? 'at any time' : `${hour}:00–${hour}:59`
}

function wordOf(name: ClusterFilterName, value: string): string {
  const { words = {} } = wordsOf(name)
  return typeof words === 'function' ? words(value) : Object.hasOwn(words, value) ? (words[value] ?? value) : value
}

/** `on Sat 12 Dec 2026`, `in Dec 2026`, `from 12 Dec to 18 Dec 2026`. */
function dateWords(date: string): string {
  const dates = dateRange(date)
  if (dates === null) return date
  const { from, to } = dates
  if (from !== to) return `from ${dateText(from, to)} to ${dateText(to)}`
  return isMonth(date) ? `in ${monthWords(date)}` : `on ${dayText(date, 'UTC', { weekday: true })}`
}

const isMonth = (date: string): boolean => date.length === 'YYYY-MM'.length

/** `Dec 2026`, of `2026-12`. */
export function monthWords(month: string): string {
  return monthText(`${month}-01`, true)
}

function valuesOf(filters: ClusterFilters, name: ClusterFilterName): readonly string[] {
  const value = filters[name]
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

export function hasFilters(filters: ClusterFilters): boolean {
  return ORDER.some((name) => valuesOf(filters, name).length > 0)
}

/** The chips in a fixed order, so that none jumps when another one is added. */
export function chipsOf(filters: ClusterFilters): readonly ChosenFilter[] {
  return ORDER.flatMap((name) => {
    const values = valuesOf(filters, name)
    if (values.length === 0) return []
    if (filters.within === 'none' && name === 'within') {
      return [{ name, label: 'Nothing happens', value: WITHIN_WORDS['365'] }]
    }
    return [{ name, label: labelOf(name), value: values.map((value) => wordOf(name, value)).join(', ') }]
  })
}

export function without(filters: ClusterFilters, name: ClusterFilterName): ClusterFilters {
  return { ...filters, [name]: NO_FILTERS[name] }
}

/** `Project is` becomes `Project is not`, and the other way round; the same for filters that have no opposite. */
export function turned(filters: ClusterFilters, name: ClusterFilterName): ClusterFilters {
  const opposite = oppositeOf(name)
  if (opposite === null) return filters
  const values = new Set([...valuesOf(filters, opposite), ...valuesOf(filters, name)])
  return { ...without(filters, name), [opposite]: [...values] }
}

/** Chosen becomes not chosen and the other way round; a filter with one value takes the new one. */
export function toggled(filters: ClusterFilters, option: Pick<FilterOption, 'name' | 'value'>): ClusterFilters {
  const { name, value } = option
  if (name === 'q') return { ...filters, q: narrowed(filters.q, value) }
  if (name === 'within' || name === 'date') {
    return { ...filters, [name]: filters[name] === value ? null : value }
  }
  const values = valuesOf(filters, name)
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return { ...filters, [name]: next } satisfies ClusterFilters
}

/** A second search narrows the first one down: a name is to have the words of both. */
function narrowed(before: string | null, value: string): string {
  const words = new Set(`${before ?? ''} ${value}`.split(/\s+/).filter(Boolean))
  return [...words].join(' ')
}

const MOST_PER_GROUP = 7
const MOST_WHEN_TYPED = 12

/**
 * What can be chosen for what is typed. Nothing typed: the most frequent values of each filter, and all of the short ones.
 * Something typed: first a search in names and versions, then every value that has it. `not aws` and `!aws` offer to leave out.
 */
export function optionsFor(
  typed: string,
  filters: ClusterFilters,
  facets: FilterValues | null,
): readonly OptionGroup[] {
  const isNot = NOT.test(typed)
  const text = typed.trim().replace(NOT, '').toLowerCase()
  const most = text === '' ? MOST_PER_GROUP : MOST_WHEN_TYPED
  const group = (title: string, plain: ListName | 'within', values: readonly CountedValue[]): OptionGroup => {
    const opposite = isNot ? oppositeOf(plain) : null
    if (isNot && opposite === null) return { title, options: [] }
    const name = opposite ?? plain
    return {
      title: isNot ? labelOf(name) : title,
      options: values
        .map(({ value, count }) => ({
          name,
          value,
          text: wordOf(name, value),
          // How many it would leave is told of what is, not of what is not.
          count: isNot ? null : count,
          chosen: valuesOf(filters, name).includes(value),
        }))
        .filter((option) => matches(`${title} ${option.text}`, option.text, text))
        .slice(0, most),
    }
  }
  const search: OptionGroup = {
    title: 'Name or version',
    options:
      text === '' || isNot ? [] : [{ name: 'q', value: typed.trim(), text: typed.trim(), count: null, chosen: false }],
  }
  const date: OptionGroup = {
    title: 'Date',
    options:
      dateRange(text) !== null && !isNot
        ? [{ name: 'date', value: text, text: dateWords(text), count: null, chosen: filters.date === text }]
        : [],
  }
  // Minors are offered with the versions.
  const counted: Readonly<Record<Exclude<keyof FilterValues, 'minor'>, OptionGroup>> = {
    within: group('Something happens', 'within', facets?.within ?? fixed(WITHIN_WORDS)),
    event: group('An event ahead is', 'event', facets?.event ?? fixed(EVENT_WORDS)),
    effect: group('An event ahead will', 'effect', facets?.effect ?? fixed(EFFECT_WORDS)),
    stage: group('Stage', 'stage', facets?.stage ?? fixed(STAGE_WORDS)),
    project: group('Project', 'project', facets?.project ?? []),
    profile: group('Profile', 'profile', facets?.profile ?? []),
    version: group('Kubernetes', 'version', withMinors(facets)),
    image: group('Image', 'version', facets?.image ?? []),
    to: group('An event ahead leads to', 'to', facets?.to ?? []),
    cause: group('An event ahead fails', 'cause', facets?.cause ?? []),
    window: group('Window begins', 'window', someOf(facets?.window, filters.window)),
    flag: group('Cluster is', 'flag', someOf(facets?.flag, filters.flag)),
    autoUpdate: group('Auto-updated', 'autoUpdate', someOf(facets?.autoUpdate, filters.autoUpdate)),
    strategy: group('A pool is updated', 'strategy', someOf(facets?.strategy, filters.strategy)),
    region: group('Region', 'region', facets?.region ?? []),
    purpose: group('Purpose', 'purpose', facets?.purpose ?? []),
    machine: group('Machines', 'machine', facets?.machine ?? []),
  }
  const listed = [search, date, ...Object.values(counted)]
  return listed.filter(({ options }) => options.length > 0)
}

/** What is typed begins so where something is to be left out. */
const NOT = /^\s*(?:(?:is )?not\s+|!)(?=\S)/i

/** Most frequent first; what no cluster has is not offered, unless it is set. */
function someOf(values: readonly CountedValue[] = [], chosen: readonly string[]): readonly CountedValue[] {
  return values
    .filter(({ value, count }) => count !== 0 || chosen.includes(value))
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
}

interface CountedValue {
  readonly value: string
  readonly count: number | null
}

/** What can be chosen, by filter. */
export type FilterValues = { readonly [K in keyof ShootsAnswer['facets']]: readonly CountedValue[] }

function fixed(words: Readonly<Record<string, string>>): readonly CountedValue[] {
  return Object.keys(words).map((value) => ({ value, count: null }))
}

/**
 * The option that a text names in full, which Enter then takes: `payments` is the project, `forced` the event. Undefined: the text
 * is a part of a name to search for.
 */
export function optionNamed(typed: string, groups: readonly OptionGroup[]): FilterOption | undefined {
  const text = typed.trim().replace(NOT, '').toLowerCase()
  const all = groups.flatMap((group) => group.options)
  return all.find(
    (option) => option.name !== 'q' && [option.text, option.value].some((one) => one.toLowerCase() === text),
  )
}

/** A minor can be chosen as well as its patch versions. */
function withMinors(facets: FilterValues | null): readonly CountedValue[] {
  return facets === null ? [] : [...facets.minor.slice(0, 3), ...facets.version]
}

/** Every typed word occurs in the option or its group's title, and at least one in the option. */
function matches(all: string, own: string, typed: string): boolean {
  if (typed === '') return true
  const words = typed.split(/\s+/)
  const whole = all.toLowerCase()
  return words.every((word) => whole.includes(word)) && words.some((word) => own.toLowerCase().includes(word))
}

/** What the address says of the table's rows beside the filters. */
export interface RowArrangement {
  readonly sort: ShootsQuery['sort']
  readonly group: ShootsQuery['group'] | null
  /** Groups whose clusters are not shown. */
  readonly folded: readonly string[]
}

/** The filters as the request takes them: what is not set is left out, so that equal lists have equal keys. */
export function filtersQuery(
  filters: ClusterFilters,
  { sort, group, folded }: RowArrangement,
  moment: ShownMoment,
  zone: Zone,
): ShootsParams {
  return {
    ...moment,
    ...clustersOf(filters),
    within: filters.within ?? undefined,
    date: filters.date ?? undefined,
    zone: filters.date === null && filters.within !== 'tonight' ? undefined : zone,
    sort: sort === 'attention' ? undefined : sort,
    group: group ?? undefined,
    fold: group === null || folded.length === 0 ? undefined : folded,
  }
}

/** The query of a night, which is a time of its own. */
export function nightQueryOf(filters: ClusterFilters, moment: ShownMoment, zone: Zone): TonightParams {
  return { ...moment, ...clustersOf(filters), zone }
}

function clustersOf(filters: ClusterFilters): Pick<ShootsParams, AnyListName | 'q'> {
  const lists = Object.fromEntries(
    ANY_LIST_NAMES.flatMap((name) => (filters[name].length === 0 ? [] : [[name, [...filters[name]]]])),
  ) as Pick<ShootsParams, AnyListName>
  return { q: filters.q?.trim() || undefined, ...lists }
}

/** Rows of one request. */
export const PAGE_ROWS = 100

/** One page of the list. The server prefetches the first one under the same key. */
export function pageParams(params: ShootsParams, offset = 0): ShootsParams {
  return { ...params, offset, limit: PAGE_ROWS }
}
