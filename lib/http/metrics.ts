import { subscribe } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { FORECAST_AGES } from '@/lib/contract/words'
import { groupedBy, madeOnce } from '@/lib/engine/grouped'
import { DAY, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Garden } from '@/lib/garden'
import { resourceTitle } from '@/lib/garden/garden'
import type { HistoryState } from '@/lib/history'
import { happensWithin } from '@/lib/landscape/class-sums'
import type { Landscape } from '@/lib/landscape/landscape'
import { countsOf, type ForecastComparison } from '@/lib/landscape/record/comparison'
import { CodedError } from '@/lib/process/errors'
import type { JobFate, Jobs } from '@/lib/process/jobs'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { REFUSAL_REASONS, REFUSALS, type RequestRefusal } from '@/lib/process/log/requests'
import { refuse } from './respond'

/** The buckets from a millisecond to what is too long for a user to wait, in seconds. */
const BUCKETS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'route' | 'status'>
  readonly forecasts: Histogram
  readonly refused: Counter<'reason'>
  readonly jobs: Counter<'kind' | 'fate'>
}

function metrics(): Metrics {
  return processWide('metrics', () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    // They count nothing up, and so are none of what Prometheus calls a total; the same stands in others by type.
    for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
    const registers = [registry]
    return {
      registry,
      requests: new Histogram({
        name: 'almanac_request_duration_seconds',
        help: 'How long answers of the API took until they were sent or began to be',
        labelNames: ['route', 'status'],
        buckets: BUCKETS,
        registers,
      }),
      forecasts: new Histogram({
        name: 'almanac_forecast_duration_seconds',
        help: 'How long it took to foresee the whole landscape, or what changed of it',
        buckets: BUCKETS,
        registers,
      }),
      refused: countedRefusals(registers),
      jobs: new Counter({
        name: 'almanac_costly_total',
        help: 'What takes its time to compute, by what became of whoever asked for it',
        labelNames: ['kind', 'fate'],
        registers,
      }),
    }
  })
}

function countedRefusals(registers: Registry[]): Counter<'reason'> {
  const refused = new Counter({
    name: 'almanac_refused_requests_total',
    help: 'Requests that were refused before any route saw them',
    labelNames: ['reason'],
    registers,
  })
  // What never happened has a line as well: a rate needs one to begin from.
  for (const reason of REFUSAL_REASONS) refused.inc({ reason }, 0)
  subscribe(REFUSALS, (refusal) => refused.inc({ reason: (refusal as RequestRefusal).reason }))
  return refused
}

/** Begins to count what is told without knowing who counts. */
export function startCounting(): void {
  metrics()
}

/** Counts one answer of a route, by its name. */
export function countRequest(route: string, status: number, seconds: number): void {
  metrics().requests.observe({ route, status: String(status) }, seconds)
}

/** Counts one landscape that was made or advanced. */
export function countForecast(seconds: number): void {
  metrics().forecasts.observe(seconds)
}

/** Counts one question for what takes its time. */
export function countJob(kind: string, fate: JobFate): void {
  metrics().jobs.inc({ kind, fate })
}

interface MetricsState {
  readonly history: HistoryState
  /** Whether what is remembered can be read and written, and how many outcomes of edits wait for that. */
  readonly store: { readonly isUp: boolean; readonly journalWaiting: number }
  readonly accuracy: AccuracySamples | null
  /** What takes its time, by its kind. */
  readonly jobs: Readonly<Record<string, ReturnType<Jobs['state']>>>
}

/** Everything in the text format of Prometheus. What is said of `landscape` is made anew each time. */
export async function metricsText(landscape: Landscape, garden: Garden, standing: MetricsState): Promise<string> {
  const own = new Registry()
  for (const [name, help, samples] of gaugesOf(landscape, garden, standing)) {
    const labelNames = Object.keys(samples[0]?.labels ?? {})
    const gauge = new Gauge<string>({ name: `almanac_${name}`, help, labelNames, registers: [own] })
    for (const { labels, value } of samples) gauge.set({ ...labels }, value)
  }
  return Registry.merge([metrics().registry, own]).metrics()
}

type MetricFigure = readonly [name: string, help: string, samples: readonly MetricSample[]]

/** One value without labels, or none. */
const single = (value: number | null): readonly MetricSample[] => (value === null ? [] : [{ labels: {}, value }])

/** What is told of nothing has no line either. */
function gaugesOf(landscape: Landscape, garden: Garden, standing: MetricsState): readonly MetricFigure[] {
  const { history, store, accuracy, jobs } = standing
  const samples = landscapeSamples(landscape)
  const { state, resources } = garden.status()
  const all: readonly MetricFigure[] = [
    ['clusters', 'Clusters that run a version in their control plane or a pool', samples.clusters],
    ['profile_clusters', 'Clusters of a profile, each once', samples.profile_clusters],
    ['clusters_forced', 'Clusters with a forced update within so many days', samples.clusters_forced],
    ['clusters_stuck', 'Clusters with an update that fails within so many days', samples.clusters_stuck],
    [
      'next_expiry_seconds',
      'Seconds to the next expiry of a version that clusters are on then',
      samples.next_expiry_seconds,
    ],
    ['garden_live', '1 while what is shown follows the garden', single(state === 'live' ? 1 : 0)],
    [
      'resource_objects',
      'Objects of a resource that were read',
      resources.map((one) => ({ labels: { resource: resourceTitle(one), state: one.state }, value: one.read })),
    ],
    [
      'watch_age_seconds',
      'How long ago the API server last said anything about a resource',
      (garden.heardAt?.() ?? []).map(({ at, ...one }) => ({
        labels: { resource: resourceTitle(one) },
        value: Math.max(0, (Date.now() - at) / 1000),
      })),
    ],
    ['history_waiting', 'Changes that were seen and are not recorded yet', single(history.waiting)],
    [
      'history_recorded_timestamp_seconds',
      'Up to when everything that was seen is recorded, in seconds since 1970',
      single(history.recorded === null ? null : history.recorded / 1000),
    ],
    ['store_up', '1 while the database, or the file in DATA_DIR, answers', single(store.isUp ? 1 : 0)],
    [
      'journal_waiting',
      'Outcomes of edits that could not be written into the journal yet, and are in memory only',
      single(store.journalWaiting),
    ],
    [
      'costly',
      'What takes its time to compute and is being computed, or waits for its turn',
      Object.entries(jobs).flatMap(([kind, { running, waiting }]) => [
        { labels: { kind, state: 'running' }, value: running },
        { labels: { kind, state: 'waiting' }, value: waiting },
      ]),
    ],
    [
      'forecast_accuracy_maintenances',
      'Maintenances of the last 30 days by what became of the forecast that was made so many days before',
      accuracy?.maintenances ?? [],
    ],
    [
      'forecast_accuracy_timestamp_seconds',
      'When forecasts were last compared with what happened, in seconds since 1970',
      single(accuracy === null ? null : accuracy.computedAt / 1000),
    ],
  ]
  return all.filter(([, , samples]) => samples.length > 0)
}

/** How far ahead forced updates and failures are counted, in days: as the overview does. */
const SPANS = [7, 30, 90] as const
const LONGEST = SPANS[2]

type MetricLabels = Readonly<Record<string, string>>

/** One line of a metric: a value with what it is the value of. */
export interface MetricSample {
  readonly labels: MetricLabels
  readonly value: number
}

/** What a landscape says at its instant: clusters by version, and what is ahead of projects and profiles. */
export function landscapeSamples(landscape: Landscape) {
  return {
    clusters: byVersion(landscape),
    profile_clusters: byProfile(landscape),
    ...perProject(landscape),
    next_expiry_seconds: nextExpiries(landscape),
  }
}

/** A cluster counts once for each version that its control plane or a pool runs. */
function byVersion(landscape: Landscape): MetricSample[] {
  return [...landscape.usage].flatMap(([profile, { versions }]) => {
    const running = landscape.running(profile)
    return [...versions.values()].map(({ what, version, clusters }) => {
      const { stage } = running.of(what, version)
      return { labels: { profile, what, version, stage }, value: clusters }
    })
  })
}

/** The clusters of each profile, each cluster once, whatever it runs. */
function byProfile({ roster }: Landscape): MetricSample[] {
  const byKey = groupedBy(roster.members, ({ profile }) => profile)
  return [...byKey].map(([profile, { length }]) => ({ labels: { profile }, value: length }))
}

/** What is ahead of a project; every project has its lines, also with none: a line that is gone would not tell that all is well. */
function perProject(landscape: Landscape) {
  const projects = new Map<string, { readonly forced: number[]; stuck: number }>()
  for (const [i, { project }] of landscape.roster.members.entries()) {
    const counts = madeOnce(projects, project, () => ({ forced: SPANS.map(() => 0), stuck: 0 }))
    const forecast = landscape.forecasts.at(i)
    if (forecast === undefined) continue
    for (const [span, days] of SPANS.entries()) {
      if (happensWithin(landscape, forecast, 'forced', days)) counts.forced[span] = (counts.forced[span] ?? 0) + 1
    }
    if (happensWithin(landscape, forecast, 'fails', LONGEST)) counts.stuck++
  }
  const all = [...projects]
  return {
    clusters_forced: all.flatMap(([project, { forced }]) =>
      SPANS.map((days, span) => ({ labels: { project, days: String(days) }, value: forced[span] ?? 0 })),
    ),
    clusters_stuck: all.map(([project, { stuck }]) => ({ labels: { project, days: String(LONGEST) }, value: stuck })),
  }
}

/** For each profile, the next expiry of a version that clusters are on then. */
function nextExpiries(landscape: Landscape): MetricSample[] {
  return [...landscape.expiries].flatMap(([profile, [next]]) =>
    next === undefined
      ? []
      : { labels: { profile, what: next.what, version: next.version }, value: (next.at - landscape.at) / SECOND },
  )
}

const days = 30

interface AccuracySamples {
  readonly maintenances: readonly MetricSample[]
  readonly computedAt: Instant
}

/** What became of forecasts, as far as it is computed; null: it is not yet, but from now on. */
export function accuracySamples(comparison: ForecastComparison): AccuracySamples | null {
  const to = comparison.until()
  try {
    const { cases, left, computedAt } = comparison.known(to - days * DAY, to)
    if (left > 0 || computedAt === null) return null
    const maintenances = FORECAST_AGES.flatMap((before): MetricSample[] => {
      const { asForecast, reasons } = countsOf(cases.filter(({ daysBefore }) => String(daysBefore) === before))
      return Object.entries({ 'as-forecast': asForecast, ...reasons }).map(([outcome, value]) => ({
        labels: { days_before: before, outcome },
        value,
      }))
    })
    return { maintenances, computedAt }
  } catch (error) {
    // What else is measured is told all the same.
    log.error({ err: error }, 'Forecasts cannot be compared with what happened')
    return null
  }
}

/**
 * Figures name projects. Where people sign in, or where there is a port for those who watch (`METRICS_PORT`), they are told there
 * only; the server says for each request where it came in, and no client can (tools/peers.mjs).
 */
export function forScrapersOnly(tell: (request: Request) => Promise<Response>): typeof tell {
  return async (request) => {
    const { AUTH, METRICS_PORT } = process.env
    const isOpen = !METRICS_PORT?.trim() && (AUTH?.trim() || 'none') === 'none'
    if (isOpen || request.headers.get('x-almanac-listener') === 'metrics') return tell(request)
    return refuse(
      new CodedError('not-found', 'Metrics are not told here.', { hint: 'They are at METRICS_PORT, if that is set.' }),
    )
  }
}
