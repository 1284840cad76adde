import { keepText, keptText } from '@/lib/browser/kept'
import {
  ACCOUNT,
  ACCURACY,
  DRAFTS,
  EXCEPTIONS,
  GUIDES,
  JOURNAL,
  OVERVIEW,
  POLICY,
  PROFILES,
  profileFor,
  profilePage,
  projectPage,
  SHOOTS,
  scenarioPage,
  selectedVersionPage,
  shootPage,
  shootsPage,
  TEAMS,
  TONIGHT,
  WORKBENCH,
} from '@/lib/browser/paths'
import type { Theme, TimesZone } from '@/lib/browser/preferences'
import type { EventKind } from '@/lib/contract/common'
import { editDistance, slipsIn } from '@/lib/contract/edit-distance'
import { EXPIRED, FORCED, IN_PLACE, STUCK } from '@/lib/contract/words'
import type { FindAnswer } from '@/lib/questions/find/contract'
import { orOtherNight } from '@/lib/words/event-words'
import { GUIDE_TEXTS } from '@/lib/words/guides'
import { profileName } from '@/lib/words/phrases'
import { countOf, type Time } from '@/lib/words/time-text'
import { untilWindow } from '@/lib/words/when'
import type { TakeAwayKind } from '../take-away/take-away'
import type { ClockStep } from './clock'
import type { Overlay } from './shell-context'

type FoundAnswerItem = FindAnswer['items'][number]

export interface FindItem {
  readonly id: string
  readonly href: string
  /** The words that the search is about. */
  readonly text: string
  /** Said after it, quieter. */
  readonly note: string
  readonly sign: { readonly event: EventKind } | 'version' | 'profile' | 'project' | 'quiet'
}

export interface FindGroup {
  readonly title: string
  readonly items: readonly FindItem[]
}

/**
 * What was found, as groups of lines in the order in which people look for them; first the one with something that is called
 * exactly what was typed: `payments` means the project, not the clusters in it.
 */
export function findGroups(answer: FindAnswer, now: Time, typed: string): readonly FindGroup[] {
  const of = (kind: FoundAnswerItem['kind']) =>
    answer.items.filter((item) => item.kind === kind).map((item) => findItem(item, now))
  const groups = [
    { title: 'Clusters', items: of('shoot') },
    { title: 'Versions', items: of('version') },
    { title: 'Profiles', items: of('profile') },
    { title: 'Projects', items: of('project') },
  ].filter((group) => group.items.length > 0)
  const name = typed.trim().toLowerCase()
  const isMeant = ({ items }: FindGroup) => items.some((item) => item.text.toLowerCase() === name)
  return [...groups.filter(isMeant), ...groups.filter((group) => !isMeant(group))]
}

function findItem(item: FoundAnswerItem, now: Time): FindItem {
  switch (item.kind) {
    case 'shoot': {
      const next = item.next
      const when = next
        ? `, ${NOTE_WORDS[next.kind]} ${untilWindow(next.window, now, 'short')}${orOtherNight(next, now)}`
        : ', nothing ahead'
      return {
        id: `shoot ${item.namespace}/${item.name}`,
        href: shootPage(item),
        text: `${item.project} / ${item.name}`,
        note: item.kubernetes + when,
        sign: next ? { event: next.kind } : 'quiet',
      }
    }
    case 'version':
      return {
        id: `version ${profileName(item.profile)} ${item.what} ${item.version}`,
        href: selectedVersionPage(item.profile, item.what, item.version),
        text: `${item.what} ${item.version} in ${profileName(item.profile)}`,
        note: countOf(item.clusters, 'cluster'),
        sign: 'version',
      }
    case 'profile':
      return {
        id: `profile ${profileName(item.profile)}`,
        href: profilePage(item.profile),
        text: profileName(item.profile),
        note: countOf(item.clusters, 'cluster'),
        sign: 'profile',
      }
    case 'project':
      return {
        id: `project ${item.project}`,
        href: projectPage(item.project),
        text: item.project,
        note: countOf(item.clusters, 'cluster'),
        sign: 'project',
      }
  }
}

const NOTE_WORDS: Readonly<Record<EventKind, string>> = {
  auto: 'auto-update',
  forced: 'forced',
  fails: 'fails',
  other: 'changes',
}

/** A text cut at the words that were looked for. */
export function markedParts(text: string, query: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const parts: { text: string; hit: boolean }[] = []
  const lower = text.toLowerCase()
  let from = 0
  while (from < text.length) {
    let hit = text.length
    let length = 0
    for (const word of words) {
      const found = lower.indexOf(word, from)
      if (found >= 0 && (found < hit || (found === hit && word.length > length))) {
        hit = found
        length = word.length
      }
    }
    if (hit > from) parts.push({ text: text.slice(from, hit), hit: false })
    if (length > 0) parts.push({ text: text.slice(hit, hit + length), hit: true })
    from = hit + length
  }
  return parts
}

/** What a reader opened by Find, and how often: kept in the browser alone, to list first what is opened most. */
export type UsedItems = Readonly<Record<string, UsedItem>>

interface UsedItem extends Pick<FindItem, 'href' | 'text'> {
  readonly times: number
}

const KEY = 'almanac.find'
/** More are not remembered: those that were opened least go first. */
const MOST = 60
const SHOWN = 6

/** What cannot be read counts as nothing: another program may have written it. */
export function readUsed(text: string | null): UsedItems {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, item]) => isUsedItem(item)))
  } catch {
    return {}
  }
}

function isUsedItem(item: unknown): item is UsedItem {
  if (typeof item !== 'object' || item === null) return false
  const { href, text, times } = item as Partial<Record<keyof UsedItem, unknown>>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof text === 'string' && typeof times === 'number'
}

/** The used items with one more. */
export function withUse(used: UsedItems, { id, href, text }: Pick<FindItem, 'id' | 'href' | 'text'>): UsedItems {
  const all = { ...used, [id]: { href, text, times: (used[id]?.times ?? 0) + 1 } }
  const kept = Object.entries(all).sort(
    ([a, { times: m }], [b, { times: n }]) => Number(b === id) - Number(a === id) || n - m,
  )
  return Object.fromEntries(kept.slice(0, MOST))
}

/** The most used first; what was never used stays in its order. */
export function byUse<T extends { readonly id: string }>(items: readonly T[], used: UsedItems): readonly T[] {
  return items.toSorted((a, b) => (used[b.id]?.times ?? 0) - (used[a.id]?.times ?? 0))
}

/** What is listed before anything is typed. */
export function mostUsedItems(used: UsedItems): readonly FindItem[] {
  return Object.entries(used)
    .sort(([, { times: m }], [, { times: n }]) => n - m)
    .slice(0, SHOWN)
    .map(([id, { href, text }]) => ({ id, href, text, note: '', sign: 'quiet' }))
}

export function loadUsed(): UsedItems {
  return readUsed(keptText(KEY))
}

export function keepUse(item: Pick<FindItem, 'id' | 'href' | 'text'>): void {
  keepText(KEY, JSON.stringify(withUse(loadUsed(), item)))
}

/** Something that Find does, instead of opening a page. */
export type FindAction = {
  readonly id: string
  readonly text: string
  readonly icon: 'calendar' | 'clock' | 'key' | 'left' | 'right' | 'save' | 'system'
  /** The key that does the same. */
  readonly key?: string
} & (
  | { readonly overlay: Overlay }
  | { readonly step: ClockStep | 'now' }
  | { readonly times: TimesZone }
  | { readonly theme: Theme }
  /** Opens the calendars or the files of the page, else those of all clusters. */
  | { readonly opens: TakeAwayKind }
)

/** An item with other words for it, for people who search by these. */
type WithOtherWords<T> = T & { readonly also: string }

const ACTIONS: readonly WithOtherWords<FindAction>[] = [
  {
    id: 'do subscribe',
    text: 'Subscribe to a calendar',
    icon: 'calendar',
    opens: 'calendars',
    also: 'ics icalendar feed outlook',
  },
  { id: 'do pin', text: 'Pin the clock to a date', icon: 'clock', key: 'p', overlay: 'pin', also: 'time day' },
  { id: 'do keys', text: 'Keys', icon: 'key', key: '?', overlay: 'keys', also: 'shortcuts help keyboard' },
  {
    id: 'do export',
    text: 'Export this page',
    icon: 'save',
    opens: 'files',
    also: 'download file csv json table print pdf picture image badge markdown ticket',
  },
  {
    id: 'do next',
    text: 'Clock to the next forced update',
    icon: 'right',
    step: 'next forced',
    also: 'step event time',
  },
  {
    id: 'do previous',
    text: 'Clock to the previous forced update',
    icon: 'left',
    step: 'previous forced',
    also: 'step event time back',
  },
  { id: 'do day on', text: 'Clock a day on', icon: 'right', step: 'day on', also: 'step tomorrow time' },
  { id: 'do day back', text: 'Clock a day back', icon: 'left', step: 'day back', also: 'step yesterday time' },
  { id: 'do now', text: 'Clock back to now', icon: 'clock', step: 'now', also: 'release unpin today time' },
  { id: 'do mine', text: 'Times in my zone', icon: 'clock', times: 'mine', also: 'timezone local' },
  { id: 'do utc', text: 'Times in UTC', icon: 'clock', times: 'utc', also: 'timezone zone' },
  { id: 'do cluster', text: 'Times in the cluster’s zone', icon: 'clock', times: 'cluster', also: 'timezone' },
  { id: 'do light', text: 'Light theme', icon: 'system', theme: 'light', also: 'colours bright mode settings' },
  { id: 'do dark', text: 'Dark theme', icon: 'system', theme: 'dark', also: 'colours night mode settings' },
  { id: 'do system', text: 'Theme of the system', icon: 'system', theme: 'system', also: 'colours mode settings' },
]

/** What operators call what a guide is for. */
const GUIDE_WORDS: Readonly<Record<(typeof GUIDE_TEXTS)[number]['scenario'], string>> = {
  patch: 'release add preview',
  minor: 'release add preview',
  promote: 'proven supported',
  deprecate: 'expiry expire date end of life',
  replace: 'replace erroneous broken bad faulty unsafe rollback downgrade back',
  remove: 'delete expired old',
}

const PAGES: readonly WithOtherWords<FindItem>[] = [
  page(PROFILES, 'Profiles', 'cloudprofiles versions kubernetes images evidence safe end of life expiry dates'),
  page(EXCEPTIONS, 'Exceptions', 'namespaced profiles more time postponed expiry project team longer'),
  page(profileFor('history'), 'History of a profile', 'who changed moved date expiry past'),
  page(profileFor('compare'), 'Compare profiles', 'cloudprofiles differences diff versions'),
  page(profileFor('new-cluster'), 'New cluster', 'what a new cluster gets default versions create'),
  page(
    SHOOTS,
    'Clusters',
    'shoots list my when updated upgrade next window plan move postpone more time nodes roll past maintenance',
  ),
  page(TEAMS, 'Teams', 'my projects pin wall days owners contacts members notify load freeze nodes'),
  page(TONIGHT, 'Tonight', 'clusters night board windows ops maintenance last yesterday happened'),
  page(
    shootsPage(FORCED),
    'Forced within 90 days',
    'clusters when updates upgrade what will happen forecasts future ahead',
  ),
  page(shootsPage(STUCK), 'Stuck clusters', 'why fail failing failed errors problems since how long'),
  page(shootsPage(EXPIRED), 'Clusters on expired versions', 'old outdated'),
  page(shootsPage(IN_PLACE), 'Updated in place', 'clusters pools'),
  page(ACCURACY, 'Were we right?', 'accuracy forecasts past deviations wrong good'),
  page(WORKBENCH, 'Changes', 'workbench'),
  page(DRAFTS, 'New draft', 'edit change profile workbench what-if make yaml'),
  page(POLICY, 'Policy', 'version management releases drift rules automatic'),
  page(GUIDES, 'Guides', 'scenarios help how to'),
  page(JOURNAL, 'Journal', 'history applied edits who changed past'),
  page(OVERVIEW, 'Overview', 'home start landscape dashboard what will happen happened changed since future'),
  page(ACCOUNT, 'Account', 'who am i user groups rights permissions sign in out log in out login logout'),
  ...GUIDE_TEXTS.map(({ scenario, title }) => ({
    ...page(scenarioPage(scenario), title, `guide scenario ${GUIDE_WORDS[scenario]}`),
    note: 'guide',
  })),
]

function page(href: string, text: string, also: string): WithOtherWords<FindItem> {
  return { id: `page ${href}`, href, text, note: '', sign: 'quiet', also }
}

/** How many items are shown before anything is typed, which a user may not know of. */
const ALWAYS = 3

/** Said in a question, and part of no answer. */
const FILLERS = new Set(
  'a about an and are at be by can could did do does for from get gets happen has have how i in is it its me of on or our should that the their this to us was we were what when where which who whose why will with you your'.split(
    ' ',
  ),
)

/** What a question is about: `who is forced tonight` asks for `forced tonight`. All of it where it is of such words alone. */
export function askedFor(query: string): string {
  const words = query
    .toLowerCase()
    .split(/[\s?!,]+/)
    .filter(Boolean)
  const asked = words.filter((word) => !FILLERS.has(word))
  return (asked.length === 0 ? words : asked).join(' ')
}

/** Pages, guides and actions with every word that is asked for; where none has all, those with most. A word that none has is a slip of the hand. */
export function placesFor(query: string): {
  readonly pages: readonly FindItem[]
  readonly actions: readonly FindAction[]
} {
  const words = askedFor(query).split(' ').filter(Boolean)
  if (words.length === 0) return { pages: [], actions: ACTIONS.slice(0, ALWAYS) }
  const places = [...PAGES, ...ACTIONS]
  const has = (place: WithOtherWords<{ readonly text: string }>, is: (known: string) => boolean) =>
    `${place.text} ${place.also}`
      .toLowerCase()
      .split(/[\s-]+/)
      .some(is)
  const finders = words.map((word) => {
    const isBegun = (known: string) => known.startsWith(word)
    return places.some((place) => has(place, isBegun)) ? isBegun : (known: string) => isSlipOf(word, known)
  })
  const score = (place: WithOtherWords<{ readonly text: string }>) => finders.filter((is) => has(place, is)).length
  const most = Math.max(1, ...places.map(score))
  return {
    pages: PAGES.filter((page) => score(page) === most),
    actions: ACTIONS.filter((action) => score(action) === most),
  }
}

function isSlipOf(word: string, meant: string): boolean {
  const slips = slipsIn(word)
  return slips > 0 && editDistance(word, meant, slips) <= slips
}
