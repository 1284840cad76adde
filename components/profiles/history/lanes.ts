import type {
  ProfileChangeBody,
  ProfileHistoryAnswer,
  RecordedVersionBody,
} from '@/lib/questions/profiles/contract/history'
import { countOf, ms, msOrNull } from '@/lib/words/time-text'
import { addMonths, type OffsetAt, unitBegin } from '../../timeline/calendar'
import { type ChartBox, pixelAt, rangeOfMark } from '../../timeline/layout'
import { furthestRange, isInRange, type TimeRange } from '../../timeline/range'
import type { VersionSpan } from '../../timeline/rows'
import { keptLabels, type PixelRange } from '../../timeline/ticks'
import type { HistorySpan } from '../view-state'

/** What the history of a profile draws, as numbers: nothing here draws. */

/** How far it reaches back, and how long it is: mostly what has been. */
const MONTHS: Readonly<Record<Exclude<HistorySpan, 'all'>, readonly [back: number, months: number]>> = {
  '3m': [1, 3],
  '7m': [3, 7],
  '1y': [7, 12],
}

/** `dates`: all that there are, for the whole. */
export function historyRange(span: HistorySpan, now: number, dates: readonly number[], offsetAt: OffsetAt): TimeRange {
  if (span !== 'all') {
    const [back, months] = MONTHS[span]
    const from = unitBegin('month', addMonths(now, -back, offsetAt), offsetAt)
    return { from, to: addMonths(from, months, offsetAt) }
  }
  const bounds = furthestRange(now, offsetAt)
  const near = [now, ...dates].map((at) => Math.min(Math.max(at, bounds.from), bounds.to))
  return {
    from: unitBegin('month', Math.min(...near), offsetAt),
    to: addMonths(unitBegin('month', Math.max(...near), offsetAt), 1, offsetAt),
  }
}

/** Every date of a history, for the whole range. */
export function datesInHistory({ recordedSince, versions }: ProfileHistoryAnswer): readonly number[] {
  const dates = versions.flatMap(({ dates, expires }) => [expires, ...dates.map((one) => one.expires)])
  return [recordedSince, ...dates].flatMap((at) => (at === null ? [] : [ms(at)]))
}

export interface VersionLane {
  readonly body: RecordedVersionBody
  readonly isFirstOfMinor: boolean
  readonly spans: readonly VersionSpan[]
  /** When it ends in the profile; null: it does not. */
  readonly removed: number | null
  /** Null: no expiry is set, or it is where the version was removed before. */
  readonly flag: number | null
  readonly ghosts: readonly MovedExpiry[]
}

/** A date of an expiry before it was moved. */
export interface MovedExpiry {
  readonly at: number
  /** The date to which it was moved; null: it was removed. */
  readonly to: number | null
}

/** The versions of a list that have anything to show in a range. */
export function historyLanes(
  versions: readonly RecordedVersionBody[],
  { what, find }: { readonly what: string; readonly find: string },
  range: TimeRange,
): readonly VersionLane[] {
  const shown = versions.filter(
    (one) => one.what === what && one.version.includes(find.trim()) && (one.stage !== null || isSeenIn(one, range)),
  )
  return shown.map((body, i) => ({
    body,
    isFirstOfMinor: shown[i - 1]?.minor !== body.minor,
    spans: body.spans.map(({ stage, from, to }) => ({
      look: stage,
      from: msOrNull(from),
      to: msOrNull(to),
    })),
    removed: msOrNull(body.removed?.seen ?? null),
    flag: isOver(body) ? null : msOrNull(body.expires),
    ghosts: ghostsOf(body),
  }))
}

/** A date of a version that was removed before it came. */
function isOver({ removed, expires }: RecordedVersionBody): boolean {
  return removed !== null && expires !== null && expires > removed.seen
}

function isSeenIn({ spans }: RecordedVersionBody, range: TimeRange): boolean {
  return spans.some(
    ({ from, to }) => (msOrNull(from) ?? -Infinity) < range.to && (msOrNull(to) ?? Infinity) > range.from,
  )
}

function ghostsOf({ dates }: RecordedVersionBody): MovedExpiry[] {
  return dates.slice(0, -1).flatMap(({ expires }, i) => {
    const to = dates[i + 1]?.expires ?? null
    return expires === null ? [] : [{ at: ms(expires), to: msOrNull(to) }]
  })
}

export interface PlacedMovedExpiry extends MovedExpiry {
  readonly text: string
  /** Pixels from the pole to its text, left of it where negative; null: there is no room. */
  readonly textAt: number | null
}

/** Room between the pole of a flag and its text. */
const POLE = 12

/** The ghosts of a lane that are on the chart; texts keep away from poles, from the now line, and from each other. */
export function placedGhosts(
  lane: VersionLane,
  box: ChartBox,
  textOf: (at: number) => string,
): readonly PlacedMovedExpiry[] {
  const poles = [...lane.ghosts.map(({ at }) => at), lane.flag, box.now].flatMap((at) =>
    at === null ? [] : [rangeOfMark(pixelAt(box, at), POLE)],
  )
  const taken = lane.flag === null ? poles : [...poles, rangeOfFlag(lane.flag, box)]
  const shown = lane.ghosts.filter(({ at }) => isInRange(box.range, at))
  // A text stands right of its pole, else left of it.
  const labels = shown.flatMap(({ at }) => {
    const [x, width] = [pixelAt(box, at), box.measure(textOf(at), 11) + 6]
    return [x + POLE, x - POLE - width].map((left, rank) => ({ left, right: left + width, rank }))
  })
  const kept = keptLabels(labels, { gap: 0, width: box.width, taken })
  return shown.map((ghost, i) => {
    const label = labels.slice(2 * i, 2 * i + 2).find((_, side) => kept[2 * i + side])
    const textAt = label === undefined ? null : Math.round(label.left - pixelAt(box, ghost.at))
    return { ...ghost, text: textOf(ghost.at), textAt }
  })
}

function rangeOfFlag(at: number, box: ChartBox): PixelRange {
  const x = pixelAt(box, at)
  return { left: x, right: x + 56 }
}

/** Numbered boxes of changes; those that lie too close are one. */
export interface ChangeBox {
  /** Pixels. */
  readonly x: number
  readonly text: string
  readonly width: number
  /** Oldest first. */
  readonly changes: readonly ProfileChangeBody[]
}

/** Closer than this two boxes are one. */
const CLOSE = 18

/** `changes` in any order. */
export function changeBoxes(changes: readonly ProfileChangeBody[], box: ChartBox): readonly ChangeBox[] {
  const boxes: ChangeBox[] = []
  for (const change of changes.toSorted((a, b) => a.number - b.number)) {
    const x = pixelAt(box, ms(change.seen))
    const last = boxes.at(-1)
    if (last !== undefined && x - last.x < Math.max(CLOSE, last.width + 2)) {
      const merged = [...last.changes, change]
      boxes[boxes.length - 1] = { ...boxOf(merged, box), x: last.x, changes: merged }
    } else boxes.push({ ...boxOf([change], box), x, changes: [change] })
  }
  return boxes
}

function boxOf(changes: readonly ProfileChangeBody[], box: ChartBox): Pick<ChangeBox, 'text' | 'width'> {
  const [first, last] = [changes[0]?.number, changes.at(-1)?.number]
  const text = first === last ? `${first}` : `${first}–${last}`
  return { text, width: Math.max(16, Math.ceil(box.measure(text, 11, 600)) + 6) }
}

/** What a change says of a list; what is of none is of all. */
export function concerns({ differences }: ProfileChangeBody, what: string): boolean {
  return differences.some((one) => one.what === what || one.what === null)
}

/** `twice, 71 days later` */
export function movedTimesText({ times, days }: { readonly times: number; readonly days: number }): string {
  return `${timesText(times)}, ${distanceText(days)}`
}

/** How often dates were moved, and the change that did it last, of which versions; 0: never. */
export function lastMoveOf(versions: readonly RecordedVersionBody[]): {
  readonly moves: number
  readonly change: number
  readonly names: readonly string[]
} {
  const moves = versions.reduce((sum, { moved }) => sum + (moved?.times ?? 0), 0)
  const change = versions.reduce((last, { moved }) => Math.max(last, moved?.change ?? 0), 0)
  const names = versions.filter(({ moved }) => moved?.change === change).map(({ version }) => version)
  return { moves, change, names }
}

export function timesText(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`
}

/** `71 days later`, `1 day earlier`, `back where it was` */
export function distanceText(days: number): string {
  if (days === 0) return 'back where it was'
  return `${countOf(Math.abs(days), 'day')} ${days < 0 ? 'earlier' : 'later'}`
}
