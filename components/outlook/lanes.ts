import type { LaneBody, ShootAnswer } from '@/lib/contract/clusters'
import type { RunningStage } from '@/lib/contract/common'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { alikePools, alikeRows } from '@/lib/words/alike-pools'
import { plural } from '@/lib/words/phrases'
import { changeOn, leading, type ShownStep, stuckText } from '@/lib/words/shown-steps'
import { DAY, dayText, ms, msOrNull } from '@/lib/words/time-text'
import { inTime } from '@/lib/words/when'
import { allNodes, nodeFigure, STAGE_WORDS } from '@/lib/words/wording'
import { ceilTo, offsetAtOf, unitBegin } from '../timeline/calendar'
import type { LaneSegment } from '../timeline/lane'
import { type LaneRun, STAGE_LOOKS } from '../timeline/layout'
import type { TimeRange } from '../timeline/range'

/** What the lanes of a forecast say: which versions run when, and where the runs are. */

/** How many days of the future are drawn at least, even if nothing is known of them. */
const LEAST_DAYS = 180
const ROOM_AFTER = 45 * DAY

/** Whole months: from the one that is going on to the end of what is known. */
export function laneRange(
  answer: Pick<ShootAnswer, 'shoot' | 'steps' | 'knownUntil' | 'until'>,
  now: number,
): TimeRange {
  const offsetAt = offsetAtOf(answer.shoot.nextWindow.offset)
  const last = Math.max(...answer.steps.map((step) => ms(step.window.begin) + ROOM_AFTER), now + LEAST_DAYS * DAY)
  const known = answer.knownUntil === null ? last : Math.max(last, ms(answer.knownUntil))
  const end = Math.max(now + 30 * DAY, Math.min(known, ms(answer.until)))
  // A few days of the past stay in sight at the beginning of a month.
  return { from: unitBegin('month', now - 7 * DAY, offsetAt), to: ceilTo('month', end, offsetAt) }
}

/**
 * The stretches of a lane, named by their version, with the name of the image where the lane's title has none. On the line of what is expired
 * stands that nothing follows.
 */
export function laneSegments(
  lane: LaneBody,
  steps: readonly ForecastStepBody[],
  { zone, now, withImage = false }: { readonly zone: Zone; readonly now: number; readonly withImage?: boolean },
): readonly LaneSegment[] {
  const day = (at: string) => dayText(at, zone, { now })
  return lane.segments.map(({ version, stage, from, to }) => {
    const end = msOrNull(to)
    const look = STAGE_LOOKS[stage]
    const isLast = lane.stuckFrom !== null && (end === null || ms(lane.stuckFrom) < end)
    const dates = `${from === null ? 'start unknown,' : `from ${day(from)}`} ${to === null ? 'with no end set' : `to ${day(to)}`}`
    return {
      look,
      from: msOrNull(from),
      to: end,
      label: withImage ? shortName(imageOfName(lane.what), version) : version,
      name: `${version} ${STAGE_WORDS[stage]}, ${dates}`,
      ...(look === 'expired' && { words: isLast ? stuckText(lane, steps) : '' }),
    }
  })
}

export interface MaintenanceMark {
  readonly at: number
  readonly kind: 'auto' | 'forced' | 'fails'
  /** `forced from 1.32.9 to 1.33.7`. */
  readonly text: string
}

/**
 * The diamonds of a lane. A pool without its own version moves with the control plane. What fails for the same reason as
 * before has no mark of its own: only the first night is an event.
 */
export function laneMarks(lane: LaneBody, steps: readonly ForecastStepBody[]): readonly MaintenanceMark[] {
  const marks = allMarks(lane, steps)
  return marks.filter((mark, i) => mark.kind !== 'fails' || marks[i - 1]?.text !== mark.text)
}

function allMarks(lane: LaneBody, steps: readonly ForecastStepBody[]): readonly MaintenanceMark[] {
  return steps.flatMap((step) => {
    const change = changeOn(lane, step)
    if (change === undefined) return []
    const kind = step.denied || change.to === null ? 'fails' : change.why === 'auto' ? 'auto' : 'forced'
    const text =
      change.to === null
        ? `fails: ${change.unreported === null ? 'no version to move to from' : 'stays on'} ${change.from}`
        : step.denied
          ? `refused: ${change.from} to ${change.to}`
          : `${kind === 'auto' ? 'auto-update' : 'forced'} from ${change.from} to ${change.to}`
    return [{ at: ms(step.window.begin), kind, text }]
  })
}

export interface LaneGroup {
  readonly title: string
  readonly note: string
  readonly lanes: readonly LaneBody[]
}

/** Lanes of a cluster, all or some, with what they are drawn from. */
export interface LanesOfShoot extends Pick<ShootAnswer, 'steps' | 'shoot'> {
  readonly lanes: readonly LaneBody[]
}

/** The control plane, then one group per pool; unless each is wanted, many pools whose lanes are the same are one group. */
export function laneGroups({ lanes, steps, shoot }: LanesOfShoot, isEach = false): readonly LaneGroup[] {
  const pools = [...new Set(lanes.map((lane) => lane.pool))]
  const isInPlace = (name: string | null) =>
    shoot.pools.some((one) => one.name === name && one.updateStrategy !== 'AutoRollingUpdate')
  const lanesOf = (name: string | null) => lanes.filter((lane) => lane.pool === name)
  const sameOf = (name: string | null) => [
    isInPlace(name),
    lanesOf(name).map((lane) => [lane.what, lane.segments, lane.stuckFrom, laneMarks(lane, steps)]),
  ]
  const groups = alikeRows(pools, String, isEach ? (name) => name : sameOf)
  return groups.map(({ first: name, names, title }) => {
    const own = shoot.pools.filter((pool) => names.includes(pool.name))
    const nodes = allNodes(own)
    return {
      title: name === null ? 'Control plane' : title,
      note:
        own.length === 0
          ? ''
          : `${nodeFigure(nodes)} ${plural(nodes.max, 'node')}${isInPlace(name) ? ', in place' : ''}`,
      lanes: lanesOf(name),
    }
  })
}

export interface MergedLane {
  readonly id: string
  /** `Kubernetes`, `web-a, ledger`. */
  readonly title: string
  readonly lane: LaneBody
}

/** Few lines for a small chart: lanes that look the same are one. */
export function mergedLanes(lanes: readonly LaneBody[]): readonly MergedLane[] {
  const merged = alikePools(
    lanes,
    ({ pool, what }) => pool ?? what,
    ({ what, segments, stuckFrom }) => [what, segments, stuckFrom],
  )
  const hasOwnVersions = merged.filter(({ first }) => first.what === 'Kubernetes').length > 1
  return merged.map(({ title, first: lane }) => {
    if (lane.what !== 'Kubernetes') return { id: lane.id, title, lane }
    const name = lane.pool === null ? 'Kubernetes' : title
    return { id: lane.id, title: hasOwnVersions && lane.pool !== null ? `${name}, Kubernetes` : name, lane }
  })
}

/**
 * The runs with their labels, date over relative time. When labels collide, the next forced one is kept, then those that fail, then the
 * nearest.
 */
export function runsOf(shown: readonly ShownStep[], now: number): readonly LaneRun[] {
  const lead = leading(shown.map(({ step }) => step))
  return shown.map(({ step, kind }, i) => ({
    at: ms(step.window.begin),
    kind,
    // The axis carries the year.
    first: dayText(step.window.begin, step.window.offset, { now: step.window.begin }),
    second: inTime(step.window, now),
    rank: step === lead ? 0 : kind === 'fails' ? 1 : 2 + i,
  }))
}

/** The versions of a lane in words, each in its stage now or, if it comes later, at its beginning. */
export function lanePath(
  lane: LaneBody,
  now: number,
): readonly { readonly version: string; readonly stage: RunningStage }[] {
  const path: { version: string; stage: RunningStage }[] = []
  for (const { version, stage, from } of lane.segments) {
    const last = path.at(-1)
    if (last?.version !== version) path.push({ version, stage })
    else if (from !== null && ms(from) <= now) last.stage = stage
  }
  return path
}
