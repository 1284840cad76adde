import type { Lane } from '@/lib/contract/clusters'
import type { ForecastStepBody } from '@/lib/contract/steps'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { dayText, ms } from '@/lib/words/time-text'

/** One line of the chart. */
export interface ForecastRow {
  readonly lane: Lane
  /** The lane without the plan; null: it is the same. */
  readonly was: Lane | null
  readonly title: string
  readonly note: string
  /** What the plan changes when it is sent: `your plan: 1.32.13 → 1.33.11`; null: nothing here. */
  readonly planned: string | null
}

export function forecastRows({ before, after, shoot, sentAt }: PlanAnswer): readonly ForecastRow[] {
  return after.lanes.map((lane) => {
    const was = before.lanes.find(({ id }) => id === lane.id)
    const isSame = was !== undefined && JSON.stringify(was) === JSON.stringify(lane)
    const pool = shoot.pools.find(({ name }) => name === lane.pool)
    const isInPlace = pool !== undefined && pool.updateStrategy !== 'AutoRollingUpdate' && lane.what !== 'Kubernetes'
    const what = was === undefined || was.what === lane.what ? lane.what : `${was.what} → ${lane.what}`
    return {
      lane,
      was: was === undefined || isSame ? null : was,
      title: lane.pool ?? 'Control plane',
      note: lane.pool === null ? '' : `${what}${isInPlace ? ', in place' : ''}`,
      planned: plannedWords(was, lane, sentAt),
    }
  })
}

function plannedWords(was: Lane | undefined, lane: Lane, sentAt: string): string | null {
  const [old, next] = [was && runningAt(was, sentAt), runningAt(lane, sentAt)]
  return old === undefined || next === undefined || old === next ? null : `your plan: ${old} → ${next}`
}

/** The version from an instant on, with the name of its image. */
function runningAt({ segments, what }: Lane, at: string): string | undefined {
  const found = segments.find(({ from, to }) => (from === null || from <= at) && (to === null || to > at))
  return found && (what === 'Kubernetes' ? found.version : `${what} ${found.version}`)
}

/** What a lane was, one stretch for each version, named with its begin. */
export function wasSpans({ segments, what, stuckFrom }: Lane, day: (at: number) => string) {
  const stretches: { version: string; from: string | null; to: string | null }[] = []
  for (const { version, from, to } of segments) {
    const last = stretches.at(-1)
    if (last?.version === version) last.to = to
    else stretches.push({ version, from, to })
  }
  const name = what === 'Kubernetes' ? '' : `${what} `
  const spans = stretches.map(({ version, from, to }) => ({
    from: from === null ? null : ms(from),
    to: to === null ? null : ms(to),
    label: from === null ? `was ${name}${version}` : `was ${name}${version} from ${day(ms(from))}`,
    difference: null,
  }))
  if (stuckFrom === null) return spans
  const at = ms(stuckFrom)
  const cut = spans.map((span) =>
    span.to === null || span.to > at ? { ...span, to: Math.max(at, span.from ?? at) } : span,
  )
  return [...cut, { from: at, to: null, label: `was no version to move to from ${day(at)}`, difference: null }]
}

export interface StepRow {
  readonly begin: string
  readonly day: string
  readonly without: string
  readonly with: string
}

/** Every window in which something happens, in order. */
export function stepRows({ before, after, shoot }: PlanAnswer): readonly StepRow[] {
  const begins = [...new Set([...before.steps, ...after.steps].map(({ window }) => window.begin))].sort()
  return begins.map((begin) => ({
    begin,
    day: dayText(begin, shoot.nextWindow.offset, { weekday: true }),
    without: wordsAt(before.steps, begin),
    with: wordsAt(after.steps, begin),
  }))
}

function wordsAt(steps: readonly ForecastStepBody[], begin: string): string {
  const step = steps.find(({ window }) => window.begin === begin)
  if (step === undefined) return 'nothing'
  const words = step.changes.map(({ pool, image, to, from, why }) => {
    const what = `${pool === null ? '' : `${pool}: `}${image ?? 'Kubernetes'}`
    if (to === null || step.denied) return `${what} ${from} fails`
    return `${what} ${from} → ${to}${why === 'auto' ? '' : ', forced'}`
  })
  return [...words, ...step.operations.map(({ clause }) => clause)].join('; ') || 'settings change'
}
