import { type CalendarEntry, calendarText } from '@/lib/contract/icalendar'
import { type ForecastEvent, isLate } from '@/lib/engine/outlook'
import { instantOfParameter } from '@/lib/landscape/clock'
import type { Landscape } from '@/lib/landscape/landscape'
import { membersWhere } from '@/lib/landscape/lookup'
import { asksForEvents, eventFilter, shootFilter } from '@/lib/landscape/shoot-filter'
import { CodedError, isCoded } from '@/lib/process/errors'
import type { FeedQuery, FilteredFeedQuery } from '../contract'
import { aboutFeed, entriesOf, type FeedEntries, feedName } from './entries'
import { type Feeds, type PublishedEntry, publishEntries, theFeeds } from './store'

/** What a feed is about. */
export interface FeedSource {
  /** The key of what the feed told before: it is the same for the same question. */
  readonly key: string
  /** The title, as a list of calendars shows it. */
  readonly title: string
  /** The clusters, by their positions in the roster. Throws if there is nothing of that name. */
  readonly positions: () => Iterable<number>
  /** Left out: what is forced or fails, and with `auto` what is automatic. */
  readonly isWanted?: ((event: ForecastEvent) => boolean) | undefined
}

export interface FeedContext {
  readonly landscape: Landscape
  readonly query: Pick<FeedQuery, 'at' | 'auto' | 'alarm'>
  /** What the asker may see. What users with another sight were told does not count for them. */
  readonly sight: string
  /** The address at which users reach this program, e.g. `https://almanac.example.org`. */
  readonly origin: string
  readonly store?: Feeds
  readonly now?: number
}

/**
 * A feed as a calendar. With a pinned clock it is what would be told then: it stands alone, and changes nothing of what the feed
 * tells. What was told before of something that is not there any more is told as cancelled.
 */
export async function feedText(feed: FeedSource, context: FeedContext): Promise<string> {
  const { landscape, query, sight } = context
  const hasAuto = query.auto !== undefined
  const isWanted = feed.isWanted ?? ((event: ForecastEvent) => isLate(event) || (hasAuto && event.kind === 'auto'))
  const isPinned = query.at !== undefined
  const find = async () => {
    const positions = [...feed.positions()]
    const blind = sight === '' ? 0 : withoutProfile(landscape, positions)
    // A calendar without entries would say that nothing happens.
    if (blind > 0 && blind === positions.length) throw new CodedError('forbidden', FORBIDDEN)
    return { ...(await entriesOf(landscape, positions, isWanted)), blind }
  }
  const key = [...(sight === '' ? [] : [sight]), feed.key, ...(hasAuto ? ['auto'] : [])].join(' ')
  const { told, found } = isPinned ? await tellPinned(find, landscape) : await tellNext(key, find, context)
  const { hostname } = new URL(context.origin)
  return calendarText(
    told.map((entry) => calendarEntry(entry, context.origin, hostname)),
    {
      name: feedName(feed.title, hasAuto),
      description: aboutFeed({ told: found.entries.length, total: found.total, blind: found.blind }),
      alarm: query.alarm,
      ...(!isPinned && { refresh: 'PT1H' }),
    },
  )
}

const FORBIDDEN = 'What happens to these clusters cannot be told: you may not list CloudProfiles.'

/** How many of these clusters nothing is foreseen of, as the user does not see their profiles. */
function withoutProfile({ roster, snapshot }: Landscape, positions: readonly number[]): number {
  return positions.filter((position) => !snapshot.profiles.has(roster.members.at(position)?.profile ?? '')).length
}

interface FeedContents extends FeedEntries {
  /** Clusters that nothing is foreseen of. */
  readonly blind: number
}

interface FeedAnswer {
  readonly told: readonly PublishedEntry[]
  readonly found: FeedContents
}

/** Tells a client that asks once: nothing is known from before, and nothing will be remembered. */
async function tellPinned(find: () => Promise<FeedContents>, { snapshot }: Landscape): Promise<FeedAnswer> {
  const found = await find()
  return { told: publishEntries([], found.entries, { now: snapshot.observedAt, cutAt: null }), found }
}

/** How often it is told anew because another process told something else in between. */
const mostTries = 5

/** What a feed tells next, which is remembered; every process that shares the store tells the same. */
async function tellNext(
  key: string,
  find: () => Promise<FeedContents>,
  { store = theFeeds(), now = Date.now() }: FeedContext,
): Promise<FeedAnswer> {
  for (let tries = 1; ; tries++) {
    const before = await store.read(key)
    const found = await foundIn(find, before.entries)
    const cutAt = found.total > found.entries.length ? (found.entries.at(-1)?.begin ?? null) : null
    const told = publishEntries(before.entries, found.entries, { now: instantOfParameter('at', undefined, now), cutAt })
    if (!isOther(before.entries, told) || (await store.write(key, before, told)) || tries === mostTries) {
      return { told, found }
    }
  }
}

/** What a feed was about may be gone: then what it told is cancelled. */
async function foundIn(find: () => Promise<FeedContents>, before: readonly PublishedEntry[]): Promise<FeedContents> {
  try {
    return await find()
  } catch (error) {
    if (before.length === 0 || !isCoded(error) || error.code !== 'not-found') throw error
    return { entries: [], total: 0, blind: 0 }
  }
}

function isOther(before: readonly PublishedEntry[], told: readonly PublishedEntry[]): boolean {
  return before.length !== told.length || told.some((entry, i) => entry !== before[i])
}

function calendarEntry({ namespace, name, ...entry }: PublishedEntry, origin: string, hostname: string): CalendarEntry {
  const { id, sequence, changedAt, begin, end, summary, description, categories, isCancelled } = entry
  const url = `${origin}/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`
  return {
    uid: `${id}@${hostname}`,
    sequence,
    changedAt,
    begin,
    end,
    summary,
    categories,
    isCancelled,
    url,
    // Many programs show no URL beside the text.
    description: `${description}\n${url}`,
  }
}

/** Every cluster that the filters of the clusters table leave; where they ask for events, only those. */
export function filteredFeed(landscape: Landscape, query: FilteredFeedQuery): FeedSource {
  const { at: _, seen: __, auto: ___, alarm: ____, ...filters } = query
  const matches = shootFilter(landscape, filters)
  const isAsked = asksForEvents(query) ? eventFilter(landscape, query) : null
  const hasKinds = query.event !== undefined
  const isShown = (event: ForecastEvent) =>
    hasKinds || isLate(event) || (query.auto !== undefined && event.kind === 'auto')
  return {
    key: `shoots ${JSON.stringify(filters)}`,
    title: 'Clusters',
    positions: () => membersWhere(landscape, (_, position) => matches(position)),
    isWanted: (event) => isShown(event) && (isAsked === null || isAsked(event)),
  }
}
