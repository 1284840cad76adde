import type { Lane, ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import type { RunningStage } from '@/lib/contract/common'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import { changeOn, leading, type ShownStep, stuckText } from '@/lib/words/shown-steps'
import { DAY, dayText, MINUTE, ms } from '@/lib/words/time-text'
import { isThisEvening } from '@/lib/words/when'
import { nodeFigure } from '@/lib/words/wording'
import {
  type ChartBox,
  ceilTo,
  keptLabels,
  markStretch,
  type OffsetAt,
  type PlacedSegment,
  pixelAt,
  placedSegments,
  type Span,
  STAGE_LOOKS,
  type Stretch,
  startOf,
  type Tick,
  type TimeRange,
} from '../timeline'

/** The lanes of a forecast as plain geometry: which versions run when, where the runs are, which labels fit. */

export function offsetAtOf(zone: Zone): OffsetAt {
  return (at) => offsetMinutes(zone, at) * MINUTE
}

/** At least this much of the future is drawn, even when nothing is known of it. */
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
  return { from: startOf('month', now - 7 * DAY, offsetAt), to: ceilTo('month', end, offsetAt) }
}

export interface LaneSpan extends Span {
  readonly version: string
  readonly stage: RunningStage
}

/** The stretches of a lane; the label is the version, with the name of the image where the lane's title has none. */
function laneSpans(lane: Lane, withImage: boolean): readonly LaneSpan[] {
  return lane.segments.map(({ version, stage, from, to }) => ({
    version,
    stage,
    look: STAGE_LOOKS[stage],
    from: from === null ? null : ms(from),
    to: to === null ? null : ms(to),
    label: withImage && lane.what !== 'Kubernetes' ? `${lane.what} ${version}` : version,
  }))
}

/**
 * Placed on the chart; neighbouring stretches of one version carry its name once, in the first that has room for it. What is
 * expired is too thin for a text: its words stand on the line.
 */
export function laneSegments(
  lane: Lane,
  steps: readonly ForecastStepBody[],
  withImage: boolean,
  box: ChartBox,
  taken: readonly Stretch[],
): readonly (PlacedSegment<LaneSpan> & { readonly words: string })[] {
  let named = ''
  return placedSegments(laneSpans(lane, withImage), box, taken).map((segment) => {
    const { span } = segment
    const isNamed = span.version === named
    const words = span.look === 'expired' ? expiredWords(span, lane, steps, isNamed) : ''
    if (!isNamed) named = segment.textAt === null && words === '' ? '' : span.version
    return { ...segment, words, textAt: isNamed ? null : segment.textAt }
  })
}

export interface LaneMark {
  readonly at: number
  readonly kind: 'auto' | 'forced' | 'fails'
  /** `forced from 1.32.9 to 1.33.7`. */
  readonly text: string
}

/**
 * The diamonds of a lane. A pool without its own version moves with the control plane. What fails for the same reason as
 * before has no mark of its own: only the first night is an event.
 */
export function laneMarks(lane: Lane, steps: readonly ForecastStepBody[]): readonly LaneMark[] {
  const marks = allMarks(lane, steps)
  return marks.filter((mark, i) => mark.kind !== 'fails' || marks[i - 1]?.text !== mark.text)
}

function allMarks(lane: Lane, steps: readonly ForecastStepBody[]): readonly LaneMark[] {
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
  readonly lanes: readonly Lane[]
}

/** The control plane, then one group per pool. */
export function laneGroups(lanes: readonly Lane[], shoot: ShootRow): readonly LaneGroup[] {
  const pools = [...new Set(lanes.map((lane) => lane.pool))]
  return pools.map((name) => {
    const pool = shoot.pools.find((one) => one.name === name)
    const isOne = pool?.nodes.max === 1
    const inPlace = pool !== undefined && pool.updateStrategy !== 'AutoRollingUpdate'
    return {
      title: name ?? 'Control plane',
      note:
        pool === undefined ? '' : `${nodeFigure(pool.nodes)} ${isOne ? 'node' : 'nodes'}${inPlace ? ', in place' : ''}`,
      lanes: lanes.filter((lane) => lane.pool === name),
    }
  })
}

export interface MergedLane {
  readonly id: string
  /** `Kubernetes`, `web-a, ledger`. */
  readonly title: string
  readonly lane: Lane
}

/** Few lines for a small chart: lanes that look the same are one. */
export function mergedLanes(lanes: readonly Lane[]): readonly MergedLane[] {
  const merged = new Map<string, { lane: Lane; names: string[] }>()
  for (const lane of lanes) {
    const key = JSON.stringify([lane.what, lane.segments, lane.stuckFrom])
    const same = merged.get(key)
    if (same !== undefined) same.names.push(lane.pool ?? lane.what)
    else merged.set(key, { lane, names: [lane.pool ?? lane.what] })
  }
  const hasOwnVersions = [...merged.values()].filter(({ lane }) => lane.what === 'Kubernetes').length > 1
  return [...merged.values()].map(({ lane, names }) => {
    if (lane.what !== 'Kubernetes') return { id: lane.id, title: names.join(', '), lane }
    const title = lane.pool === null ? 'Kubernetes' : names.join(', ')
    return { id: lane.id, title: hasOwnVersions && lane.pool !== null ? `${title}, Kubernetes` : title, lane }
  })
}

/** One maintenance run: a line through all lanes with a label on top. */
export interface Run {
  readonly at: number
  readonly kind: ForecastStepBody['kind']
  /** Date over relative time. */
  readonly day: string
  readonly relative: string
  /** Where the label begins, in pixels; null: it would touch another one. */
  readonly labelAt: number | null
}

const GAP = 6

/**
 * The runs in order of time, with the labels that fit. When labels collide, the next forced one is kept, then those that
 * fail, then the nearest. A label stands right of its line, or left of it where the chart ends.
 */
export function placedRuns(
  shown: readonly ShownStep[],
  box: ChartBox,
  relative: (step: ForecastStepBody) => string,
  taken: readonly Stretch[],
): readonly Run[] {
  const lead = leading(shown.map(({ step }) => step))
  const runs = shown
    .filter(({ step }) => ms(step.window.begin) < box.range.to)
    .map(({ step, kind }) => {
      const at = ms(step.window.begin)
      const day = isThisEvening(step.window, box.now)
        ? 'tonight'
        : // The axis carries the year.
          dayText(step.window.begin, step.window.offset, { now: step.window.begin })
      const text = relative(step)
      const width = Math.max(box.measure(day, 12, 600), box.measure(text, 12))
      const x = pixelAt(box, at)
      const fitsRight = x + GAP + width <= box.width
      const left = fitsRight ? x + GAP : x - GAP - width
      return { step, kind, at, day, relative: text, left, right: left + width }
    })
  const kept = keptLabels(
    runs.map(({ step, kind, left, right }, i) => ({
      left,
      right,
      rank: step === lead ? 0 : kind === 'fails' ? 1 : 2 + i,
    })),
    { gap: 2 * GAP, from: 0, to: box.width + 1, taken },
  )
  return runs.map(({ kind, at, day, relative: text, left }, i) => ({
    at,
    kind,
    day,
    relative: text,
    labelAt: kept[i] ? Math.round(left * 10) / 10 : null,
  }))
}

/** A text never crosses the now line: a label that would is said without its year, or not at all. */
export function ticksBeside(ticks: readonly Tick[], box: ChartBox): readonly Tick[] {
  const now = pixelAt(box, box.now)
  const crosses = ({ at, label, year }: Tick) => {
    const left = pixelAt(box, at)
    return left < now && now < left + 8 + box.measure(label, 11, year ? 600 : 400)
  }
  return ticks.map((tick) => {
    if (!crosses(tick)) return tick
    const short = { ...tick, label: tick.label.replace(/ \d{4}$/, '') }
    return crosses(short) ? { ...tick, label: '' } : short
  })
}

/** That nothing follows, or which version it is if that is not said beside it. */
function expiredWords(span: LaneSpan, lane: Lane, steps: readonly ForecastStepBody[], isNamed: boolean): string {
  const isLast = lane.stuckFrom !== null && (span.to === null || ms(lane.stuckFrom) < span.to)
  const name = isNamed ? '' : span.label
  return isLast ? [name, stuckText(lane, steps)].filter(Boolean).join(', ') : name
}

/** Marks of a lane as something that no text may touch. */
export function takenBy(marks: readonly LaneMark[], box: ChartBox): readonly Stretch[] {
  return marks.map((mark) => markStretch(pixelAt(box, mark.at), 16))
}

/** The versions of a lane in words, each in its stage now or, if it comes later, at its beginning. */
export function lanePath(
  lane: Lane,
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
