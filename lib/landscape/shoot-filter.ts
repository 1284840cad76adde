import type { ShootRow } from '@/lib/contract/clusters'
import type { ListFilter, ShootsQuery } from '@/lib/contract/selection'
import { AUTO_UPDATES, RUNNING_STAGES, SHOOT_FLAGS } from '@/lib/contract/words'
import { unmetPreconditions } from '@/lib/engine/explain/obstacles'
import { remembered } from '@/lib/engine/once'
import {
  type ClusterForecast,
  type ForecastEvent,
  isNoticed,
  isOfKind,
  type MaintenanceDigest,
} from '@/lib/engine/outlook'
import { minorText } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant, NamedVersion, Shoot } from '@/lib/engine/types'
import { type ShootClass, stageBit } from './classes'
import type { Landscape } from './landscape'
import type { Member } from './roster'
import { sameVersion } from './version-text'
import { nightAhead, spanOf } from './zone'

/** Whether the shoot at a position of the roster is asked for. A caller that has it gives it too: to look it up takes longer than most filters. */
export type ShootFilter = (position: number, member?: Member) => boolean

/** What is asked of a shoot as it is. */
type PlainName = Exclude<ListFilter, (typeof EVENT_NAMES)[number]>

/** The names in the order in which their filters are asked. */
const PLAIN_NAMES = Object.keys({
  project: true,
  profile: true,
  stage: true,
  version: true,
  window: true,
  flag: true,
  autoUpdate: true,
  strategy: true,
  machine: true,
  region: true,
  purpose: true,
} satisfies Readonly<Record<PlainName, true>>) as readonly PlainName[]

/**
 * What of a query a filter stands for; `ahead`: `within`, `event`, `effect`, `to`, `cause` and `date` together, as they are
 * about one event, and what no event is to be.
 */
export type FilterKey = PlainName | `not.${PlainName}` | 'ahead' | 'q'

/** What of a question filters, whatever else it asks. */
export type FilterQuery = Omit<ShootsQuery, 'sort' | 'group' | 'fold' | 'offset' | 'limit'>

/** All filters of a query in one. */
export function shootFilter(landscape: Landscape, query: FilterQuery): ShootFilter {
  const filters = [...shootFilters(landscape, query).values()]
  return (position) => filters.every((matches) => matches(position))
}

/** The filters of a query; each is looked up once per version, profile or forecast, not once per shoot. */
export function shootFilters(landscape: Landscape, query: FilterQuery): ReadonlyMap<FilterKey, ShootFilter> {
  const filters = new Map<FilterKey, ShootFilter>()
  for (const name of PLAIN_NAMES) {
    const wanted = plainFilter(landscape, name, query[name])
    if (wanted !== null) filters.set(name, wanted)
    const unwanted = plainFilter(landscape, name, query[`not.${name}`])
    if (unwanted !== null) filters.set(`not.${name}`, (position, member) => !unwanted(position, member))
  }
  if (asksForEvents(query) || leavesOutEvents(query)) {
    const matches = aheadFilter(landscape, query)
    filters.set(
      'ahead',
      byClass(landscape, ({ forecast }) => matches(forecast)),
    )
  }
  if (query.q !== undefined) filters.set('q', wordsFilter(landscape, query.q))
  return filters
}

/** What holds for a class holds for each of its clusters. */
function byClass(landscape: Landscape, matches: (one: ShootClass) => boolean): ShootFilter {
  const places = landscape.classes.places
  const isLeft = landscape.classes.all.map(matches)
  return (i) => isLeft[places[i] ?? 0] === true
}

/** Whether a shoot has any of the values; null: none is given. */
function plainFilter(landscape: Landscape, name: PlainName, values: readonly string[] | undefined): ShootFilter | null {
  if (values === undefined) return null
  const { members } = landscape.roster
  const wanted = new Set(values)
  const isMember =
    (matches: (member: Member) => boolean): ShootFilter =>
    (position, member = members.at(position)) =>
      member !== undefined && matches(member)
  switch (name) {
    case 'project':
      return isMember(({ project, shoot }) => wanted.has(project) || wanted.has(shoot.namespace))
    case 'profile':
      return isMember(({ profile }) => wanted.has(profile))
    case 'version': {
      const runs = versionFilter(values)
      return isMember(({ shoot }) => runs(shoot))
    }
    case 'window':
      return isMember(({ windowHour }) => wanted.has(windowHour))
    case 'flag':
      return isMember((member) => {
        const flags = flagsOf(landscape, member)
        return SHOOT_FLAGS.some((flag) => flags[flag] && wanted.has(flag))
      })
    case 'autoUpdate':
      return isMember(({ shoot }) => AUTO_UPDATES.some((what) => wanted.has(what) && updatesItself(shoot, what)))
    case 'strategy':
      return isMember(({ shoot }) => shoot.workers.some(({ updateStrategy }) => wanted.has(updateStrategy)))
    case 'machine':
      return isMember(({ shoot }) => shoot.workers.some(({ machineType }) => wanted.has(machineType)))
    case 'region':
    case 'purpose':
      return isMember(({ shoot }) => wanted.has(shoot[name] ?? ''))
    case 'stage': {
      const bits = RUNNING_STAGES.reduce((all, stage) => (wanted.has(stage) ? all | stageBit(stage) : all), 0)
      return byClass(landscape, ({ stages }) => (stages & bits) !== 0)
    }
  }
}

export function updatesItself({ autoUpdate }: Shoot, what: (typeof AUTO_UPDATES)[number]): boolean {
  return what === 'image' ? autoUpdate.machineImageVersion : autoUpdate.kubernetesVersion
}

/** What there is to say of a shoot in single words. */
export function flagsOf(landscape: Landscape, { shoot, profile }: Member): ShootRow['flags'] {
  return {
    hibernated: shoot.hibernated,
    deleting: shoot.deletionTimestamp !== undefined,
    failed: shoot.lastOperation?.state === 'Failed',
    workerless: shoot.workers.length === 0,
    profileMissing: !landscape.snapshot.profiles.has(profile),
    unready: unmetPreconditions(shoot) !== undefined,
  }
}

/** Each word has to be in a name, or to begin a version that runs there. */
function wordsFilter(landscape: Landscape, q: string): ShootFilter {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ word, number: word.replace(/^v(?=\d)/, '') }))
  return (position, member = landscape.roster.members.at(position)) => {
    if (member === undefined) return false
    return words.every(({ word, number }) => member.search.includes(word) || runsAny(member.shoot, number))
  }
}

function runsAny({ kubernetesVersion, workers }: Shoot, word: string): boolean {
  if (kubernetesVersion.startsWith(word)) return true
  for (const { kubernetesVersion: own, image } of workers) {
    if (own?.startsWith(word)) return true
    if (image !== undefined && (image.name.startsWith(word) || image.version.startsWith(word))) return true
  }
  return false
}

export type EventQuery = Pick<ShootsQuery, 'within' | 'event' | 'effect' | 'to' | 'cause' | 'date' | 'zone'>
type NoEventQuery = Pick<ShootsQuery, `not.${(typeof EVENT_NAMES)[number]}` | 'within' | 'date' | 'zone'>

/** What an event can be asked for, and is not to be. */
const EVENT_NAMES = ['event', 'effect', 'to', 'cause'] as const

/** Whether it is about what is ahead of clusters. */
export function asksForEvents(query: EventQuery): boolean {
  return (['within', 'date', ...EVENT_NAMES] as const).some((name) => query[name] !== undefined)
}

export function leavesOutEvents(query: NoEventQuery): boolean {
  return EVENT_NAMES.some((name) => query[`not.${name}`] !== undefined)
}

/**
 * Whether there is an event that is asked for, and none that is to be left out; for `within=none`: whether there is no event of
 * these kinds at all.
 */
export function aheadFilter(
  landscape: Landscape,
  query: EventQuery & NoEventQuery,
): (forecast: ClusterForecast) => boolean {
  const isUnwanted = leavesOutEvents(query) ? unwantedEvent(landscape, query) : null
  const hasUnwanted = ({ events }: ClusterForecast) => isUnwanted !== null && events.some(isUnwanted)
  if (!asksForEvents(query)) return (forecast) => !hasUnwanted(forecast)
  const isNone = query.within === 'none'
  const first = firstAsked(landscape, isNone ? { ...query, effect: undefined, to: undefined, cause: undefined } : query)
  return (forecast) => (first(forecast) === undefined) === isNone && !hasUnwanted(forecast)
}

function unwantedEvent(landscape: Landscape, query: NoEventQuery): (event: ForecastEvent) => boolean {
  const time = { within: query.within, date: query.date, zone: query.zone }
  const unwanted = EVENT_NAMES.flatMap((name) => {
    const values = query[`not.${name}`]
    return values === undefined ? [] : [eventFilter(landscape, { ...time, [name]: values })]
  })
  return (event) => unwanted.some((isOne) => isOne(event))
}

/** The first event that a query asks for, by forecast; null where it asks for none. */
export function askedEvent(
  landscape: Landscape,
  query: EventQuery,
): ((forecast: ClusterForecast) => ForecastEvent | undefined) | null {
  return asksForEvents(query) && query.within !== 'none' ? firstAsked(landscape, query) : null
}

function firstAsked(landscape: Landscape, query: EventQuery): (forecast: ClusterForecast) => ForecastEvent | undefined {
  const isAsked = eventFilter(landscape, query)
  return ({ events }) => events.find(isAsked)
}

/** The instant until which an event asked for by `within` may come. */
export function withinLimit({ at, until }: Landscape, within: NonNullable<EventQuery['within']>): Instant {
  return within === 'none' || within === '365' || within === 'tonight' ? until : at + Number(within) * DAY
}

/** Whether an event is of the wanted kinds, soon enough, with the wanted effect and outcome and on the wanted day. */
export function eventFilter(
  landscape: Landscape,
  { within, event, effect, to, cause: causes, date, zone }: EventQuery,
): (event: ForecastEvent) => boolean {
  const limit = within === undefined ? landscape.until : withinLimit(landscape, within)
  const night = within === 'tonight' ? nightAhead(zone ?? 'UTC', landscape.at) : null
  const span = date === undefined ? null : spanOf(zone ?? 'UTC', date)
  const wanted = to && wantedVersions(to)
  const leadsThere =
    wanted && remembered((digest: MaintenanceDigest) => targetsOf(digest).some((one) => isWanted(wanted, one)))
  return (one) =>
    (event === undefined ? isNoticed(one) : event.some((kind) => isOfKind(one, kind))) &&
    one.from <= limit &&
    (night === null || (one.from >= night.begin && one.from < night.end)) &&
    (span === null || (one.from >= span.from && one.from < span.to)) &&
    (effect === undefined || effect.includes(one.digest.effect)) &&
    (causes === undefined || (one.digest.cause !== null && causes.includes(one.digest.cause))) &&
    (leadsThere === undefined || leadsThere(one.digest))
}

/** What a maintenance leads to, part by part; one that is refused as a whole leads nowhere. */
export function targetsOf({ changes, denied }: MaintenanceDigest): readonly NamedVersion[] {
  return changes.flatMap(({ component, what, to }) =>
    to === null || denied ? [] : [{ image: component === 'poolImage' ? what : null, version: to }],
  )
}

interface WantedVersions {
  readonly kubernetes: (version: string) => boolean
  /** Names of images, alone or with a version. */
  readonly images: ReadonlySet<string>
}

/**
 * Reads `1.33`, `1.33.6`, `gardenlinux`, `gardenlinux 1592.9.0`: a Kubernetes version begins with a digit, or with a v and a
 * digit, and has no name before it.
 */
function wantedVersions(texts: readonly string[]): WantedVersions {
  const isNumber = (text: string) => /^v?\d/.test(text)
  const numbers = texts.filter(isNumber)
  const kubernetes = remembered((version: string) =>
    numbers.some((text) =>
      /^v?\d+\.\d+$/.test(text) ? minorText(version) === minorText(text) : sameVersion(version, text),
    ),
  )
  return { kubernetes, images: new Set(texts.filter((text) => !isNumber(text))) }
}

function isWanted({ kubernetes, images }: WantedVersions, { image, version }: NamedVersion): boolean {
  return image === null ? kubernetes(version) : images.has(image) || images.has(`${image} ${version}`)
}

function versionFilter(texts: readonly string[]): (shoot: Shoot) => boolean {
  const wanted = wantedVersions(texts)
  const { kubernetes, images } = wanted
  return ({ kubernetesVersion, workers }) =>
    kubernetes(kubernetesVersion) ||
    workers.some(
      (worker) =>
        (worker.kubernetesVersion !== undefined && kubernetes(worker.kubernetesVersion)) ||
        (images.size > 0 &&
          worker.image !== undefined &&
          isWanted(wanted, { image: worker.image.name, version: worker.image.version })),
    )
}
