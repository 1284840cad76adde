import { ceilTo, type OffsetAt, startOf, type TimeRange } from '@/components/timeline'
import { DAY, ms } from '@/lib/client/time-text'
import type { Lane, LaneSegment, PastUpdateBody, ShootAnswer, ShootPastAnswer } from '@/lib/contract'
import { laneRange } from '../one/lanes'

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
