import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { DeviationBody } from '@/lib/contract/record'
import { FORECAST_AGES } from '@/lib/contract/words'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, NamespacedName } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { objectIn } from '@/lib/garden/changes'
import type { History } from '@/lib/history'
import type { AnswerTo } from '@/lib/http/answer'
import { momentOf } from '@/lib/landscape/clock'
import { moveOf } from '@/lib/landscape/event'
import { untilRead } from '@/lib/landscape/garden'
import { theComparison, theHistory } from '@/lib/landscape/history'
import { evidenceOf } from '@/lib/landscape/landscape'
import {
  type ComparedMaintenance,
  countsOf,
  type DeviationWithForecasts,
  type ForecastComparison,
} from '@/lib/landscape/record/comparison'
import { readerDays, startOfWeek } from '@/lib/landscape/zone'
import type { AccuracyAnswer, AccuracyQuery, accuracyRoute } from './contract'

/** It makes no forecast of its own: forecasts are compared as they are recorded. */
export const answerAccuracy: AnswerTo<typeof accuracyRoute> = async ({ query }, { garden, sight }) => {
  const { at } = momentOf(query.at)
  await untilRead(garden)
  return accuracyView(theComparison(), theHistory(), {
    query,
    snapshot: garden.snapshot(),
    isWhole: sight === '',
    at,
  })
}

/** How long the first client waits while forecasts are still being compared, in milliseconds. */
const patience = 1500

export interface AccuracyQuestion {
  readonly query: AccuracyQuery
  /** The garden as the user sees it. */
  readonly snapshot: Snapshot
  /** They see all that there is, and what is gone as well. */
  readonly isWhole: boolean
  readonly at: Instant
}

type ComparedCluster = Pick<ComparedMaintenance, 'namespace' | 'name' | 'profile'>

/** What became of forecasts, as far as it is about clusters that the user sees. */
export async function accuracyView(
  comparison: ForecastComparison,
  history: Pick<History, 'since' | 'gaps'>,
  { query, snapshot, isWhole, at }: AccuracyQuestion,
): Promise<AccuracyAnswer> {
  const [since, gaps] = [await history.since(), await history.gaps()]
  const to = since === null ? at : Math.min(at, comparison.until())
  const from = to - Number(query.days) * DAY
  // Before anything was recorded there is nothing to compare.
  const first = Math.max(from, since ?? to)
  const { cases, unrecorded, left, computedAt } = await comparison.between(first, to, patience)
  const isSeen = ({ namespace, name, profile }: ComparedCluster) =>
    isWhole || (objectIn(snapshot, { kind: 'Shoot', namespace, name }) !== null && snapshot.profiles.has(profile))
  const isTold = ({ profile }: ComparedCluster) => query.profile === undefined || profile === query.profile
  const all = cases.filter(isSeen)
  const visible = all.filter(isTold)
  const others = unrecorded.filter((one) => isSeen(one) && isTold(one))
  const chosen = visible.filter(({ daysBefore }) => String(daysBefore) === query.before)
  const deviations = chosen
    .flatMap((one) => (one.deviation === null ? [] : { ...one, deviation: one.deviation }))
    .filter(({ deviation }) => query.reason === undefined || deviation.reason === query.reason)
    .sort((a, b) => b.at - a.at || (placeOf(a) < placeOf(b) ? -1 : 1))
  const projects = new Map(snapshot.projects.map(({ namespace, name }) => [namespace, name]))
  const projectOf = (namespace: string) => projects.get(namespace) ?? namespace
  const clusters = new Map(visible.map((one) => [placeOf(one), one.namespace]))
  return {
    ...evidenceOf({ snapshot, at }),
    zone: query.zone,
    from: onWire(from),
    to: onWire(to),
    since: onWire(since),
    computed: { at: onWire(computedAt), left },
    clusters: clusters.size,
    projects: new Set([...clusters.values()].map(projectOf)).size,
    ages: FORECAST_AGES.map((before) => {
      const known = since === null ? null : since + Number(before) * DAY
      return {
        before,
        counts: countsOf(visible.filter(({ daysBefore }) => String(daysBefore) === before)),
        knownFrom: known === null || known <= from ? null : onWire(known),
        unknown: others.filter(({ daysBefore }) => String(daysBefore) === before).length,
      }
    }),
    unrecorded: others.filter(({ daysBefore }) => daysBefore === null).length,
    gaps: onWire(gaps.filter((gap) => gap.from < to && (gap.until ?? to) > from)),
    weeks: weeksOf(chosen, { from: first, to, zone: query.zone }),
    profiles: [...new Set(all.map(({ profile }) => profile))].sort(),
    total: deviations.length,
    deviations: deviations
      .slice(query.offset, query.offset + query.limit)
      .map((one) => deviationBody(one, projectOf(one.namespace))),
  }
}

function weeksOf(
  cases: readonly ComparedMaintenance[],
  { from, to, zone }: { readonly from: Instant; readonly to: Instant; readonly zone: string },
): AccuracyAnswer['weeks'] {
  const weeks: AccuracyAnswer['weeks'] = []
  for (let begin = startOfWeek(zone, from); begin < to; ) {
    const end = readerDays(zone, begin, 7).starts[7] ?? to
    weeks.push({ from: onWire(begin), counts: countsOf(cases.filter((one) => one.at >= begin && one.at < end)) })
    begin = end
  }
  return weeks
}

function deviationBody(
  { namespace, name, profile, at, deviation }: ComparedMaintenance & { readonly deviation: DeviationWithForecasts },
  project: string,
): DeviationBody {
  const { reason, at: turned, facts, made, said, ran } = deviation
  return {
    namespace,
    name,
    project,
    profile,
    at: onWire(at),
    reason,
    turned: onWire(turned),
    facts,
    made: onWire(made),
    said: said && outcomeBody(said, said.window.begin),
    ran: ran && outcomeBody(ran, ran.at),
  }
}

function outcomeBody({ kind, changes, denied }: ForecastStep, at: Instant): NonNullable<DeviationBody['said']> {
  return { kind, at: onWire(at), moves: changes.map(moveOf), denied }
}

function placeOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`
}
