import type { ShootsQuery } from '@/lib/contract/selection'
import { AUTO_UPDATES, RUNNING_STAGES, SHOOT_FLAGS, WINDOW_HOURS, WITHIN_DAYS } from '@/lib/contract/words'
import { madeOnce } from '@/lib/engine/grouped'
import { EFFECT_KINDS, EVENT_KINDS, WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { remembered } from '@/lib/engine/once'
import type { ClusterForecast, MaintenanceDigest } from '@/lib/engine/outlook'
import { minorText } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
import { stageBit } from '@/lib/landscape/classes'
import type { Landscape } from '@/lib/landscape/landscape'
import {
  aheadFilter,
  type EventQuery,
  eventFilter,
  type FilterKey,
  flagsOf,
  leavesOutEvents,
  shootFilters,
  targetsOf,
  updatesItself,
  withinLimit,
} from '@/lib/landscape/shoot-filter'
import { eachOf } from '@/lib/process/event-loop'
import type { ShootsAnswer } from '../contract'

type ShootFacets = ShootsAnswer['facets']

/** How many values a facet lists. The filter takes any value. */
const listed = 200

/**
 * How many shoots each value of a filter would leave if all other filters stayed as they are. What shoots run and what is ahead of
 * them is looked at once per class.
 */
export async function facetsOf(
  landscape: Landscape,
  query: ShootsQuery,
  { counts, isCounted, leftWithout }: FilteredClusters,
): Promise<ShootFacets> {
  const classes = landscape.classes.all
  const run = {
    profile: new ValueCounts(),
    minor: new ValueCounts(),
    version: new ValueCounts(),
    image: new ValueCounts(),
    stage: new ValueCounts(RUNNING_STAGES),
  }
  const ahead: AheadTallies = {
    within: new ValueCounts(daysIn(query)),
    event: new ValueCounts(EVENT_KINDS),
    effect: new ValueCounts(EFFECT_KINDS),
    to: new ValueCounts(),
    cause: new ValueCounts(),
  }
  /** Whatever their windows are, shoots of a kind run the same. */
  const running = new Map<object, { readonly example: Shoot; count: number }>()
  /** The number of clusters by the bits of the stages that they run. */
  const staged = new Map<number, number>()
  const addAhead = aheadTallies(landscape, query, ahead)
  await eachOf(classes, (one, place) => {
    if (!isCounted(place)) return
    run.profile.add(one.profile, leftWithout('profile', place))
    const kind = one.forecast.node ?? one
    const alike = madeOnce(running, kind, () => ({ example: one.example, count: 0 }))
    alike.count += leftWithout('version', place)
    staged.set(one.stages, (staged.get(one.stages) ?? 0) + leftWithout('stage', place))
    const coming = leftWithout('ahead', place)
    if (coming > 0) addAhead(one.forecast, coming)
  })
  const minorOf = remembered(minorText)
  for (const { example, count } of running.values()) {
    const { versions, images } = runBy(example)
    for (const value of versions) run.version.add(value, count)
    for (const value of new Set([...versions].map(minorOf))) run.minor.add(value, count)
    for (const value of images) run.image.add(value, count)
  }
  for (const [stages, count] of staged) for (const value of stagesIn(stages)) run.stage.add(value, count)
  return listsOf({ ...counts, ...run, ...ahead })
}

function listsOf<K extends string>(counts: Readonly<Record<K, ValueCounts>>) {
  const lists = Object.entries<ValueCounts>(counts).map(([name, values]) => [name, values.list()])
  return Object.fromEntries(lists) as Record<K, ReturnType<ValueCounts['list']>>
}

/** What is ahead, by what can be asked of it. */
type AheadTallies = Readonly<Record<'within' | 'event' | 'effect' | 'to' | 'cause', ValueCounts>>

type AddAhead = (forecast: ClusterForecast, count: number) => void

function aheadTallies(landscape: Landscape, query: ShootsQuery, tallies: AheadTallies): AddAhead {
  const isPlain = query.within !== 'none' && !leavesOutEvents(query)
  return isPlain ? addEvents(landscape, query, tallies) : addFiltered(landscape, query, tallies)
}

/** When a night is, a zone tells. */
function daysIn({ zone }: ShootsQuery) {
  return WITHIN_DAYS.filter((value) => value !== 'tonight' || zone !== undefined)
}

/** Counts what is ahead by asking the filter for each of its values. */
function addFiltered(
  landscape: Landscape,
  query: ShootsQuery,
  { within, event, effect, to, cause }: AheadTallies,
): AddAhead {
  const goesTo = valuesAhead(landscape, { ...query, to: undefined }, targetTexts())
  const failsAs = valuesAhead(landscape, { ...query, cause: undefined }, ({ cause: why }) =>
    why === null ? [] : [why],
  )
  const ahead = [
    ...daysIn(query).map((value) => ({
      tally: within,
      value,
      matches: aheadFilter(landscape, { ...query, within: value }),
    })),
    ...EVENT_KINDS.map((value) => ({
      tally: event,
      value,
      matches: aheadFilter(landscape, { ...query, event: [value] }),
    })),
    ...EFFECT_KINDS.map((value) => ({
      tally: effect,
      value,
      matches: aheadFilter(landscape, { ...query, effect: [value] }),
    })),
  ]
  return (forecast, count) => {
    for (const { tally, value, matches } of ahead) if (matches(forecast)) tally.add(value, count)
    for (const value of goesTo(forecast)) to.add(value, count)
    for (const value of failsAs(forecast)) cause.add(value, count)
  }
}

/**
 * The same in one look at each event, for questions that leave no events out: a filter leaves the clusters that have an event of which
 * all holds that is asked for, and when the first of these comes tells within how many days.
 */
function addEvents(landscape: Landscape, query: ShootsQuery, tallies: AheadTallies): AddAhead {
  const { date, zone } = query
  const holds = (part: EventQuery, isAsked: boolean) =>
    isAsked ? eventFilter(landscape, { event: [...EVENT_KINDS], ...part }) : () => true
  const isOfKind = eventFilter(landscape, { event: query.event })
  const hasEffect = holds({ effect: query.effect }, query.effect !== undefined)
  const leadsThere = holds({ to: query.to }, query.to !== undefined)
  const failsSo = holds({ cause: query.cause }, query.cause !== undefined)
  const isOnDay = holds({ date, zone }, date !== undefined)
  const isSoon = holds({ within: query.within, zone }, query.within !== undefined)
  const isTonight = zone === undefined ? () => false : holds({ within: 'tonight', zone }, true)
  const limits = WITHIN_DAYS.flatMap((value) =>
    value === 'none' || value === 'tonight' ? [] : [{ value, limit: withinLimit(landscape, value) }],
  )
  const textsOf = targetTexts()
  const found = { event: [] as string[], effect: [] as string[], to: [] as string[], cause: [] as string[] }
  const lists = [
    [tallies.event, found.event],
    [tallies.effect, found.effect],
    [tallies.to, found.to],
    [tallies.cause, found.cause],
  ] as const
  return ({ events }, count) => {
    let isNone = true
    let first: number | null = null
    let comesTonight = false
    for (const one of events) {
      if (!isOnDay(one)) continue
      const { digest } = one
      const isKind = isOfKind(one)
      const isEffect = hasEffect(one)
      const isTo = leadsThere(one)
      const isCause = failsSo(one)
      if (isKind) isNone = false
      if (isKind && isEffect && isTo && isCause) {
        first ??= one.from
        comesTonight ||= isTonight(one)
      }
      if (!isSoon(one)) continue
      if (isEffect && isTo && isCause) for (const kind of digest.kinds) addOnce(found.event, kind)
      if (!isKind) continue
      if (isTo && isCause) addOnce(found.effect, digest.effect)
      if (isEffect && isCause) for (const text of textsOf(digest)) addOnce(found.to, text)
      if (isEffect && isTo && digest.cause !== null) addOnce(found.cause, digest.cause)
    }
    if (first !== null) for (const { value, limit } of limits) if (first <= limit) tallies.within.add(value, count)
    if (comesTonight) tallies.within.add('tonight', count)
    if (isNone) tallies.within.add('none', count)
    for (const [tally, values] of lists) {
      for (const value of values) tally.add(value, count)
      values.length = 0
    }
  }
}

function addOnce(values: string[], value: string): void {
  if (!values.includes(value)) values.push(value)
}

/** What the events that are asked for have of something, each once; nothing for clusters that the query leaves out. */
function valuesAhead(
  landscape: Landscape,
  query: ShootsQuery,
  valuesOf: (digest: MaintenanceDigest) => readonly string[],
): (forecast: ClusterForecast) => Iterable<string> {
  // Where nothing happens, nothing has any.
  if (query.within === 'none') return () => []
  const matches = aheadFilter(landscape, query)
  const isAsked = eventFilter(landscape, query)
  return (forecast) =>
    matches(forecast) ? new Set(forecast.events.flatMap((event) => (isAsked(event) ? valuesOf(event.digest) : []))) : []
}

/** The targets of a maintenance as texts, made once for each, as clusters share maintenances. */
function targetTexts(): (digest: MaintenanceDigest) => readonly string[] {
  return remembered((digest) =>
    targetsOf(digest).map(({ image, version }) => (image === null ? version : `${image} ${version}`)),
  )
}

/** The filters whose values are counted by class. */
const BY_CLASS = ['profile', 'version', 'stage', 'ahead'] as const satisfies FilterKey[]

type FilteredClusters = Awaited<ReturnType<typeof leftOf>>

/**
 * Shoots that every filter leaves, and those that only one of them takes away: by what each says of itself, and by class. Each filter
 * is asked once about each shoot.
 */
export async function leftOf(landscape: Landscape, query: ShootsQuery) {
  const filters = [...shootFilters(landscape, query)]
  const places = landscape.classes.places
  const size = landscape.classes.all.length
  const left = new Uint32Array(size)
  const taken = new Map<FilterKey, Uint32Array>(BY_CLASS.map((name) => [name, new Uint32Array(size)]))
  const counted = new Uint8Array(size)
  const isLeft = new Uint8Array(landscape.roster.members.length)
  const counts = {
    project: new ValueCounts(),
    window: new ValueCounts(WINDOW_HOURS),
    flag: new ValueCounts(SHOOT_FLAGS),
    autoUpdate: new ValueCounts(AUTO_UPDATES),
    strategy: new ValueCounts(WORKER_STRATEGIES),
    machine: new ValueCounts(),
    region: new ValueCounts(),
    purpose: new ValueCounts(),
  }
  /** The number of projects of the shoots that are left. The roster is ordered by project. */
  let projectCount = 0
  let lastProject: string | null = null
  await eachOf(landscape.roster.members, (member, i) => {
    const { shoot } = member
    let by: FilterKey | null = null
    let count = 0
    for (const [name, matches] of filters) {
      if (matches(i, member)) continue
      by = name
      if (++count > 1) break
    }
    if (by === null) {
      isLeft[i] = 1
      if (member.project !== lastProject) projectCount++
      lastProject = member.project
    }
    // What a search or a `not.` takes away counts for no value.
    if (count > 1 || by === 'q' || by?.startsWith('not.')) return
    if (by === null || by === 'project') counts.project.add(member.project, 1)
    if (by === null || by === 'window') counts.window.add(member.windowHour, 1)
    if (by === null || by === 'flag') {
      const own = flagsOf(landscape, member)
      for (const flag of SHOOT_FLAGS) if (own[flag]) counts.flag.add(flag, 1)
    }
    if (by === null || by === 'autoUpdate') {
      for (const what of AUTO_UPDATES) if (updatesItself(shoot, what)) counts.autoUpdate.add(what, 1)
    }
    if (by === null || by === 'strategy') counts.strategy.addOf(shoot.workers, 'updateStrategy')
    if (by === null || by === 'machine') counts.machine.addOf(shoot.workers, 'machineType')
    if ((by === null || by === 'region') && shoot.region !== undefined) counts.region.add(shoot.region, 1)
    if ((by === null || by === 'purpose') && shoot.purpose !== undefined) counts.purpose.add(shoot.purpose, 1)
    const alike = by === null ? left : taken.get(by)
    const place = places[i] ?? 0
    if (alike === undefined) return
    alike[place] = (alike[place] ?? 0) + 1
    counted[place] = 1
  })
  return {
    counts,
    projectCount,
    /** Whether a shoot is left, by its position in the roster. */
    isLeft: (position: number) => isLeft[position] === 1,
    /** How many of a class. */
    leftOf: (place: number) => left[place] ?? 0,
    /** Whether any shoot of a class counts for any value. */
    isCounted: (place: number) => counted[place] === 1,
    leftWithout: (filter: (typeof BY_CLASS)[number], place: number) =>
      (left[place] ?? 0) + (taken.get(filter)?.[place] ?? 0),
  }
}

/** What a shoot runs, each once: `1.33.6`, `gardenlinux 1592.9.0`. */
function runBy({ kubernetesVersion, workers }: Shoot) {
  const versions = new Set([kubernetesVersion])
  const images = new Set<string>()
  for (const worker of workers) {
    if (worker.kubernetesVersion !== undefined) versions.add(worker.kubernetesVersion)
    if (worker.image !== undefined) images.add(`${worker.image.name} ${worker.image.version}`)
  }
  return { versions, images }
}

function stagesIn(stages: number) {
  return RUNNING_STAGES.filter((stage) => (stages & stageBit(stage)) !== 0)
}

/** Counts per value. */
class ValueCounts {
  private readonly counts: Map<string, { readonly value: string; count: number }>

  /** @param values where there is a list of words: all of them are told, those without clusters too */
  constructor(private readonly values?: readonly string[]) {
    this.counts = new Map(values?.map((value) => [value, { value, count: 0 }]))
  }

  add(value: string, count: number): void {
    if (count > 0) madeOnce(this.counts, value, () => ({ value, count: 0 })).count += count
  }

  /** What pools have of a kind, each once. Nothing is made on the way: it is asked of 100,000 clusters. */
  addOf(workers: Shoot['workers'], kind: 'updateStrategy' | 'machineType'): void {
    for (let i = 0; i < workers.length; i++) {
      const value = workers[i]?.[kind]
      let isFirst = value !== undefined
      for (let before = 0; before < i && isFirst; before++) isFirst = workers[before]?.[kind] !== value
      if (value !== undefined && isFirst) this.add(value, 1)
    }
  }

  /** All words of a list in its order; of other values the most frequent. */
  list(): { value: string; count: number }[] {
    const all = [...this.counts.values()]
    if (this.values !== undefined) return all
    return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, listed)
  }
}
