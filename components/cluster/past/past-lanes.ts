import type { Lane, LaneSegment, ShootAnswer } from '@/lib/contract/clusters'
import type { Zone } from '@/lib/contract/zone'
import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { CAUSE_WORDS } from '@/lib/words/past'
import { DAY, dayText, ms } from '@/lib/words/time-text'
import { laneRange } from '../../outlook/lanes'
import {
  type ChartBox,
  ceilTo,
  keptLabels,
  type OffsetAt,
  pixelAt,
  type Stretch,
  startOf,
  type TimeRange,
} from '../../timeline'

/** How much of the past is drawn. */
const PAST_DAYS = 60
/** How much of the width it takes, in percent: a day of the past is wider than one that is ahead. */
const PAST_PERCENT = 44

/** Sixty days back and what is known ahead; the scale changes at now. */
export function pastRange(answer: ShootAnswer, now: number, offsetAt: OffsetAt): TimeRange {
  const { to } = laneRange(answer, now)
  return {
    from: startOf('day', now - PAST_DAYS * DAY, offsetAt),
    to: ceilTo('month', to, offsetAt),
    turn: { at: now, percent: PAST_PERCENT },
  }
}

/** The lanes of the forecast from now on, and before that what was recorded. */
export function wholeLanes({ lanes }: ShootAnswer, past: ShootPastAnswer, now: number): readonly Lane[] {
  return lanes.map((lane) => {
    const before = past.lanes.find(({ id }) => id === lane.id)?.segments ?? []
    const ahead = lane.segments.flatMap((segment): LaneSegment[] => {
      if (segment.to !== null && ms(segment.to) <= now) return []
      const from = before.at(-1)?.to
      return [
        { ...segment, from: segment.from !== null && ms(segment.from) > now ? segment.from : (from ?? segment.from) },
      ]
    })
    const [last, next] = [before.at(-1), ahead[0]]
    // One stretch goes on over the line of now.
    const isOne = last !== undefined && next !== undefined && last.version === next.version && last.stage === next.stage
    const segments = isOne
      ? [...before.slice(0, -1), { ...next, from: last.from }, ...ahead.slice(1)]
      : [...before, ...ahead]
    return { ...lane, segments }
  })
}

/** An update that happened: a line through all lanes, with its day and cause on top. */
export interface PlacedUpdate extends Stretch {
  readonly at: number
  /** As the line of a run is coloured. */
  readonly kind: 'fails' | 'auto' | 'done'
  readonly day: string
  readonly cause: string
  /** Whether there is room for its label: those nearest to now come first. */
  readonly isKept: boolean
}

const GAP = 6

/** What failed night after night is one, on its first night. A label stands right of its line, or left of it where it would cross now. */
export function placedUpdates(
  past: Pick<ShootPastAnswer, 'updates' | 'gaps'>,
  box: ChartBox,
  zone: Zone,
): readonly PlacedUpdate[] {
  const end = pixelAt(box, box.now)
  const updates = pastRows(past).flatMap((row, rank) => {
    if (row.kind === 'gap' || ms(row.first.at) < box.range.from) return []
    const { at: begun, cause } = row.first
    const [at, day, text] = [ms(begun), dayText(begun, zone, { now: begun }), CAUSE_WORDS[cause]]
    const width = Math.max(box.measure(day, 12, 600), box.measure(text, 12))
    const x = pixelAt(box, at)
    const left = Math.round(x + GAP + width <= end ? x + GAP : x - GAP - width)
    const kind = cause === 'fails' ? ('fails' as const) : cause === 'auto' ? ('auto' as const) : ('done' as const)
    return { at, kind, day, cause: text, left, right: left + width, rank }
  })
  const kept = keptLabels(updates, { gap: 2 * GAP, from: 0, to: box.width + 1 })
  return updates.map(({ rank: _, ...update }, i) => ({ ...update, isKept: kept[i] === true }))
}

/** Where an update changed, or failed to change, a lane. A pool without a version of its own moves with the control plane. */
export function updatesOn(lane: Lane, updates: readonly PastUpdateBody[], followers: ReadonlySet<string>) {
  const isImage = lane.id.endsWith('/image')
  return updates.filter(({ moves }) =>
    moves.some(({ component, pool }) =>
      isImage
        ? component === 'poolImage' && pool === lane.pool
        : component !== 'poolImage' &&
          (pool === lane.pool || (pool === null && lane.pool !== null && followers.has(lane.pool))),
    ),
  )
}

export type PastRow =
  | { readonly kind: 'gap'; readonly at: string; readonly gap: ShootPastAnswer['gaps'][number] }
  /** `first`: where it failed in the same way in one maintenance after the other, the oldest of them; else the same as `update`. */
  | {
      readonly kind: 'updates'
      readonly at: string
      readonly update: PastUpdateBody
      readonly first: PastUpdateBody
      readonly count: number
    }

/** Updates and gaps, newest first. Failures that repeat each other are one row. */
export function pastRows({ updates, gaps }: Pick<ShootPastAnswer, 'updates' | 'gaps'>): PastRow[] {
  const all = [
    ...updates.map((update) => ({ at: update.at, update, gap: null })),
    ...gaps.map((gap) => ({ at: gap.from, update: null, gap })),
  ].sort((a, b) => ms(b.at) - ms(a.at))
  const rows: PastRow[] = []
  for (const { at, update, gap } of all) {
    const last = rows.at(-1)
    if (gap !== null) rows.push({ kind: 'gap', at, gap })
    else if (last?.kind === 'updates' && failsAlike(last.first, update)) {
      rows[rows.length - 1] = { ...last, first: update, count: last.count + 1 }
    } else rows.push({ kind: 'updates', at, update, first: update, count: 1 })
  }
  return rows
}

/** How often it had failed in the same way by then, without anything else in between: 1 is the first time. */
export function timesFailed(updates: readonly PastUpdateBody[], update: PastUpdateBody): number {
  const before = updates.slice(updates.indexOf(update) + 1)
  const other = before.findIndex((one) => !failsAlike(update, one))
  return 1 + (other < 0 ? before.length : other)
}

function failsAlike(a: PastUpdateBody, b: PastUpdateBody): boolean {
  return (
    a.cause === 'fails' &&
    b.cause === 'fails' &&
    a.step?.failureReason === b.step?.failureReason &&
    JSON.stringify(a.moves) === JSON.stringify(b.moves)
  )
}
