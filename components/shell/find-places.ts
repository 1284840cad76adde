import {
  ACCOUNT,
  ACCURACY,
  DRAFTS,
  FORCED,
  GUIDES as GUIDES_VIEW,
  IN_PLACE,
  JOURNAL,
  OVERVIEW,
  POLICY,
  PROFILES,
  profileFor,
  SHOOTS,
  STUCK,
  scenarioPage,
  shootsPage,
  TEAMS,
  TONIGHT,
  WORKBENCH,
} from '@/lib/browser/paths'
import type { Theme, Times } from '@/lib/browser/preferences'
import { editDistance, slipsIn } from '@/lib/contract/edit-distance'
import { GUIDES } from '@/lib/words/guides'
import type { ClockStep } from './clock-step'
import type { FindItem } from './find-items'
import type { Overlay } from './shell-context'

/** Something that Find does, instead of opening a page. */
export type Action = {
  readonly id: string
  readonly text: string
  readonly icon: 'calendar' | 'clock' | 'key' | 'left' | 'right' | 'system'
  /** The key that does the same. */
  readonly key?: string
} & (
  | { readonly overlay: Overlay }
  | { readonly step: ClockStep | 'now' }
  | { readonly times: Times }
  | { readonly theme: Theme }
  /** Opens the calendars of the page, else those of all clusters. */
  | { readonly opens: 'calendars' }
)

/** With what else people call it, for those who search by another word. */
type Worded<T> = T & { readonly also: string }

const ACTIONS: readonly Worded<Action>[] = [
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
  { id: 'do light', text: 'Light theme', icon: 'system', theme: 'light', also: 'colours bright' },
  { id: 'do dark', text: 'Dark theme', icon: 'system', theme: 'dark', also: 'colours night' },
  { id: 'do system', text: 'Theme of the system', icon: 'system', theme: 'system', also: 'colours' },
]

/** What operators call what a guide is for. */
const GUIDE_WORDS: Readonly<Record<(typeof GUIDES)[number]['scenario'], string>> = {
  patch: 'release add preview',
  minor: 'release add preview',
  promote: 'proven supported',
  deprecate: 'expiry expire date',
  replace: 'replace erroneous broken rollback downgrade back',
  remove: 'delete expired',
}

const PAGES: readonly Worded<FindItem>[] = [
  page(OVERVIEW, 'Overview', 'home start landscape'),
  page(PROFILES, 'Profiles', 'cloudprofiles versions'),
  page(profileFor('compare'), 'Compare profiles', 'cloudprofiles differences diff versions'),
  page(profileFor('new-cluster'), 'New cluster', 'what a new cluster gets defaults create'),
  page(SHOOTS, 'Clusters', 'shoots list'),
  page(TEAMS, 'Teams', 'projects wall days owners load'),
  page(TONIGHT, 'Tonight', 'clusters night board windows ops'),
  page(shootsPage(FORCED), 'Forced within 90 days', 'clusters'),
  page(shootsPage(STUCK), 'Stuck clusters', 'fail failing failed'),
  page(shootsPage(IN_PLACE), 'Updated in place', 'clusters pools'),
  page(ACCURACY, 'Were we right?', 'accuracy forecasts past deviations wrong'),
  page(WORKBENCH, 'Changes', 'workbench'),
  page(DRAFTS, 'New draft', 'edit change profile workbench what-if'),
  page(POLICY, 'Policy', 'version management releases drift'),
  page(GUIDES_VIEW, 'Guides', 'scenarios'),
  page(JOURNAL, 'Journal', 'history applied edits'),
  page(ACCOUNT, 'Account', 'who am i user groups rights permissions sign out logout'),
  ...GUIDES.map(({ scenario, title }) => ({
    ...page(scenarioPage(scenario), title, `guide scenario ${GUIDE_WORDS[scenario]}`),
    note: 'guide',
  })),
]

function page(href: string, text: string, also: string): Worded<FindItem> {
  return { id: `page ${href}`, href, text, note: '', sign: 'quiet', also }
}

/** Before anything is typed: what a reader may not know of. */
const ALWAYS = 3

/** Pages, guides and actions with every word of `query`, slips of the hand let pass. */
export function placesFor(query: string): { readonly pages: readonly FindItem[]; readonly actions: readonly Action[] } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return { pages: [], actions: ACTIONS.slice(0, ALWAYS) }
  const has = ({ text, also }: Worded<Pick<FindItem, 'text'>>) => {
    const all = `${text} ${also}`.toLowerCase()
    return words.every((word) => all.includes(word) || all.split(/[\s-]+/).some((other) => isSlipOf(word, other)))
  }
  return { pages: PAGES.filter(has), actions: ACTIONS.filter(has) }
}

function isSlipOf(word: string, meant: string): boolean {
  const slips = slipsIn(word)
  return slips > 0 && editDistance(word, meant, slips) <= slips
}
