import type { ShootsQuery } from '@/lib/contract'
import { type ClusterForecast, type Event, isNoticed, nothingAhead } from '@/lib/engine/fleet'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type FleetIndex, stageBit } from './fleet-index'
import { minorText, sameVersion } from './version-text'
import { spanOf } from './zone'

/** Whether the shoot at a position of the roster is asked for. */
export type ShootFilter = (position: number) => boolean

/** What of a query a filter stands for; `ahead`: `within`, `event`, `effect` and `date` together, as they are about one event. */
export type FilterName = 'project' | 'profile' | 'stage' | 'version' | 'ahead' | 'q'

/** What of a question filters, whatever else it asks. */
export type FilterQuery = Omit<ShootsQuery, 'sort' | 'offset' | 'limit'>

/** All filters of a query in one. */
export function shootFilter(index: FleetIndex, query: FilterQuery): ShootFilter {
  const filters = [...shootFilters(index, query).values()]
  return (position) => filters.every((matches) => matches(position))
}

/** The filters of a query; each is looked up once per version, profile or forecast, not once per shoot. */
export function shootFilters(index: FleetIndex, query: FilterQuery): ReadonlyMap<FilterName, ShootFilter> {
  const { members } = index.roster
  const filters = new Map<FilterName, ShootFilter>()
  if (query.project !== undefined) {
    const wanted = new Set(query.project)
    filters.set(
      'project',
      (i) => wanted.has(members.at(i)?.project ?? '') || wanted.has(members.at(i)?.shoot.namespace ?? ''),
    )
  }
  if (query.profile !== undefined) {
    const wanted = new Set(query.profile)
    filters.set('profile', (i) => wanted.has(members.at(i)?.profile ?? ''))
  }
  if (query.stage !== undefined) {
    const wanted = query.stage.reduce((bits, stage) => bits | stageBit(stage), 0)
    filters.set('stage', (i) => ((index.stages.at(i) ?? 0) & wanted) !== 0)
  }
  if (query.version !== undefined) {
    const runs = versionFilter(query.version)
    filters.set('version', (i) => {
      const shoot = members.at(i)?.shoot
      return shoot !== undefined && runs(shoot)
    })
  }
  if (asksForEvents(query)) {
    const matches = remembered(aheadFilter(index, query))
    filters.set('ahead', (i) => matches(index.forecasts.at(i) ?? nothingAhead))
  }
  if (query.q !== undefined) {
    const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
    filters.set('q', (i) => words.every((word) => members.at(i)?.search.includes(word)))
  }
  return filters
}

type EventQuery = Pick<ShootsQuery, 'within' | 'event' | 'effect' | 'date' | 'zone'>

/** Whether it is about what is ahead of clusters. */
export function asksForEvents({ within, event, effect, date }: EventQuery): boolean {
  return within !== undefined || event !== undefined || effect !== undefined || date !== undefined
}

/** Whether there is an event that is asked for; for `within=none`: whether there is no event of these kinds at all. */
export function aheadFilter(index: FleetIndex, query: EventQuery): (forecast: ClusterForecast) => boolean {
  const isNone = query.within === 'none'
  const first = firstAsked(index, isNone ? { ...query, effect: undefined } : query)
  return (forecast) => (first(forecast) === undefined) === isNone
}

/** The first event that a query asks for, by forecast; null where it asks for none. */
export function askedEvent(
  index: FleetIndex,
  query: EventQuery,
): ((forecast: ClusterForecast) => Event | undefined) | null {
  return asksForEvents(query) && query.within !== 'none' ? remembered(firstAsked(index, query)) : null
}

function firstAsked(index: FleetIndex, query: EventQuery): (forecast: ClusterForecast) => Event | undefined {
  const isAsked = eventFilter(index, query)
  return ({ events }) => events.find(isAsked)
}

/** Whether an event is of the wanted kinds, soon enough, with the wanted effect and on the wanted day. */
export function eventFilter(
  index: FleetIndex,
  { within, event, effect, date, zone }: EventQuery,
): (event: Event) => boolean {
  const isYear = within === undefined || within === 'none' || within === '365'
  const limit = isYear ? index.until : index.at + Number(within) * DAY
  const span = date === undefined ? null : spanOf(zone ?? 'UTC', date)
  return (one) =>
    (event === undefined ? isNoticed(one) : event.includes(one.kind)) &&
    one.from <= limit &&
    (span === null || (one.from >= span.from && one.from < span.to)) &&
    (effect === undefined || effect.includes(one.digest.effect))
}

/**
 * Reads `1.33`, `1.33.6`, `gardenlinux`, `gardenlinux 1592.9.0`: a Kubernetes version begins with a digit, or with a v and a
 * digit, and has no name before it.
 */
function versionFilter(wanted: readonly string[]): (shoot: Shoot) => boolean {
  const kubernetes: string[] = []
  const images = new Set<string>()
  for (const text of wanted) {
    if (/^v?\d/.test(text)) kubernetes.push(text)
    else images.add(text)
  }
  const isWanted = remembered((version: string) =>
    kubernetes.some((text) =>
      /^v?\d+\.\d+$/.test(text) ? minorText(version) === minorText(text) : sameVersion(version, text),
    ),
  )
  return (shoot) =>
    (kubernetes.length > 0 &&
      (isWanted(shoot.kubernetesVersion) ||
        shoot.workers.some((w) => w.kubernetesVersion !== undefined && isWanted(w.kubernetesVersion)))) ||
    (images.size > 0 &&
      shoot.workers.some(
        ({ image }) => image !== undefined && (images.has(image.name) || images.has(`${image.name} ${image.version}`)),
      ))
}

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = compute(key)
      known.set(key, value)
    }
    return value
  }
}
