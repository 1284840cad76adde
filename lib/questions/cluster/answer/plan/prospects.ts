import type { LaneBody } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer } from '@/lib/contract/plan'
import { joinedSpans, spansSince, spansUntil } from '@/lib/contract/spans'
import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { deadEndsOf } from '@/lib/engine/explain/obstacles'
import { Forecaster } from '@/lib/engine/outlook'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { clusterLanes } from '@/lib/landscape/lanes'
import { type Outlook, withRotations } from '@/lib/landscape/outlook'
import { stepBody } from '../shoot'

/** A step tells of each pool: so many are told in all steps of a plan, those of 40 steps of a cluster with as many pools as it may have. */
const MOST_TOLD = 20_000

interface Planned {
  /** The one that it is on with the plan. */
  readonly profile: MemoizedProfile
  readonly edited: Shoot
  readonly sentAt: Instant
  /** When the plan itself replaces nodes, and so many at most. */
  readonly replaced: Replaced
}

interface Replaced {
  readonly begin: string
  readonly nodes: number
}

type Prospect = PlanAnswer['before']

/** What is ahead without the plan, and with it: the same until it is sent. */
export function prospects(
  outlook: Outlook,
  { profile, edited, sentAt, replaced }: Planned,
): Pick<PlanAnswer, 'before' | 'after' | 'stepsUntil'> {
  const { landscape, shoot } = outlook
  const { at, until } = landscape
  const bodies = (steps: readonly ForecastStep[], of: Shoot) => steps.map((step) => stepBody(step, of))
  const ahead = (of: Shoot, on: MemoizedProfile, from: Instant, to: Instant) => {
    const found = from >= to ? [] : forecast(of, on, { from, to }).steps
    return withRotations(of, on, found, { from, to })
  }
  const without = { steps: outlook.stepsWithRotations, lanes: onWire(outlook.lanes) }
  if (edited === shoot) {
    const stepsUntil = endOf(shoot, without.steps)
    const before = prospectOf(bodies(toldOf(without.steps, stepsUntil), shoot), without.lanes)
    return { before, after: before, stepsUntil: onWire(stepsUntil) }
  }
  const forecaster = new Forecaster(landscape.forecaster.profiles)
  const found = forecaster.between(sentAt, until, edited, profile.source)
  const lanes = clusterLanes({
    shoot: edited,
    profile,
    forecast: found,
    at: sentAt,
    until,
    deadEnds: () => deadEndsOf(edited, profile, { from: sentAt, to: until }),
  })
  const then = [
    ahead(shoot, outlook.profile ?? profile, at, sentAt - 1),
    ahead(edited, profile, sentAt, until),
  ] as const
  const stepsUntil = endOf(edited, without.steps, then.flat())
  const told = (steps: readonly ForecastStep[], of: Shoot) => bodies(toldOf(steps, stepsUntil), of)
  return {
    before: prospectOf(told(without.steps, shoot), without.lanes),
    after: prospectOf(
      [...told(then[0], shoot), ...told(then[1], edited)],
      joinedLanes(without.lanes, onWire(lanes), onWire(sentAt)),
      [replaced],
    ),
    stepsUntil: onWire(stepsUntil),
  }
}

/** `more`: what is replaced beside the steps. */
function prospectOf(steps: Prospect['steps'], lanes: Prospect['lanes'], more: readonly Replaced[] = []): Prospect {
  const forced = steps.flatMap(({ window, denied, changes }) => {
    const own = denied ? [] : changes.filter(({ why, to }) => why !== 'auto' && to !== null)
    return own.length === 0 ? [] : [{ window, changes: own }]
  })
  const inSteps = steps.flatMap(({ window: { begin }, denied, effects }) =>
    denied ? [] : effects.flatMap(({ effect, nodes }) => (effect === 'rolling' ? [{ begin, nodes: nodes.max }] : [])),
  )
  const rolling = [...inSteps, ...more].filter(({ nodes }) => nodes > 0)
  return {
    steps,
    lanes,
    forced: forced[0] ?? null,
    stuckFrom: lanes.flatMap(({ stuckFrom }) => stuckFrom ?? []).toSorted()[0] ?? null,
    rolling: {
      nodes: rolling.reduce((sum, { nodes }) => sum + nodes, 0),
      nights: new Set(rolling.map(({ begin }) => begin)).size,
    },
  }
}

/** When the first step begins that is not told, of all of some lists; null: all are. */
function endOf({ workers }: Shoot, ...lists: readonly (readonly ForecastStep[])[]): Instant | null {
  const most = Math.floor(MOST_TOLD / Math.max(1, workers.length))
  const left = lists.flatMap((steps) => steps[most]?.window.begin ?? [])
  return left.length === 0 ? null : Math.min(...left)
}

function toldOf(steps: readonly ForecastStep[], end: Instant | null): readonly ForecastStep[] {
  return end === null ? steps : steps.filter(({ window }) => window.begin < end)
}

/** Lanes that are those of `before` until an instant, and those of `after` from then on. */
function joinedLanes(before: readonly LaneBody[], after: readonly LaneBody[], at: string): LaneBody[] {
  const ids = [...new Set([...after, ...before].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [was, is] = [before.find((lane) => lane.id === id), after.find((lane) => lane.id === id)]
    const lane = is ?? was
    if (lane === undefined) return []
    const segments = [...spansUntil(was?.segments ?? [], at), ...spansSince(is?.segments ?? [], at)]
    return [{ ...lane, segments: joinedSpans(segments), stuckFrom: is?.stuckFrom ?? null }]
  })
}
