import type { LaneBody, LaneSegmentBody, ShootAnswer } from '@/lib/contract/clusters'
import type { Zone } from '@/lib/contract/zone'
import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { CAUSE_WORDS } from '@/lib/words/past'
import { DAY, dayText, ms } from '@/lib/words/time-text'
import { laneRange } from '../../outlook/lanes'
import { offsetAtOf, unitBegin } from '../../timeline/calendar'
import type { LaneRun } from '../../timeline/layout'
import type { TimeRange } from '../../timeline/range'

/** How much of the past is drawn. */
const PAST_DAYS = 60
/** How much of the width it takes, in percent: a day of the past is wider than one that is ahead. */
const PAST_PERCENT = 44

/** Sixty days back and what is known ahead; the scale changes at now. */
export function pastRange(answer: ShootAnswer, now: number): TimeRange {
  const offsetAt = offsetAtOf(answer.shoot.nextWindow.offset)
  return {
    from: unitBegin('day', now - PAST_DAYS * DAY, offsetAt),
    to: laneRange(answer, now).to,
    turn: { at: now, percent: PAST_PERCENT },
  }
}

/** The lanes of the forecast from now on, and before that what was recorded. */
export function wholeLanes({ lanes }: ShootAnswer, past: ShootPastAnswer, now: number): readonly LaneBody[] {
  return lanes.map((lane) => {
    const before = past.lanes.find(({ id }) => id === lane.id)?.segments ?? []
    const ahead = lane.segments.flatMap((segment): LaneSegmentBody[] => {
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

/** The updates that happened, as lines through all lanes. What failed night after night is one, on its first night; the newest labels come first. */
export function pastRuns(past: Pick<ShootPastAnswer, 'updates' | 'gaps'>, zone: Zone): readonly LaneRun[] {
  return pastRows(past).flatMap((row, place): LaneRun[] => {
    if (row.kind === 'gap') return []
    const { at, cause } = row.first
    const kind = cause === 'fails' || cause === 'auto' ? cause : 'done'
    return [{ at: ms(at), kind, first: dayText(at, zone, { now: at }), second: CAUSE_WORDS[cause], rank: place - 1e6 }]
  })
}

/** The updates that changed a lane, or failed to. A pool without a version of its own moves with the control plane. */
export function updatesOn(lane: LaneBody, updates: readonly PastUpdateBody[], followers: ReadonlySet<string>) {
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
