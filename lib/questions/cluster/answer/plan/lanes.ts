import type { Lane, LaneSegment } from '@/lib/contract/clusters'

/** Lanes that are those of `before` until an instant, and those of `after` from then on. */
export function joinedLanes(before: readonly Lane[], after: readonly Lane[], at: string): Lane[] {
  const ids = [...new Set([...after, ...before].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [was, is] = [before.find((lane) => lane.id === id), after.find((lane) => lane.id === id)]
    const lane = is ?? was
    if (lane === undefined) return []
    const segments = [...untilThen(was?.segments ?? [], at), ...fromThen(is?.segments ?? [], at)]
    return [{ ...lane, segments: joined(segments), stuckFrom: is?.stuckFrom ?? null }]
  })
}

function untilThen(segments: readonly LaneSegment[], at: string): LaneSegment[] {
  return segments.flatMap((one) =>
    one.from !== null && one.from >= at ? [] : [{ ...one, to: one.to === null || one.to > at ? at : one.to }],
  )
}

function fromThen(segments: readonly LaneSegment[], at: string): LaneSegment[] {
  return segments.flatMap((one) =>
    one.to !== null && one.to <= at ? [] : [{ ...one, from: one.from === null || one.from < at ? at : one.from }],
  )
}

/** What goes on as it was is one. */
function joined(segments: readonly LaneSegment[]): LaneSegment[] {
  const result: LaneSegment[] = []
  for (const one of segments) {
    const last = result.at(-1)
    const goesOn = last?.version === one.version && last.stage === one.stage && last.to === one.from
    if (last !== undefined && goesOn) result[result.length - 1] = { ...last, to: one.to }
    else result.push(one)
  }
  return result
}
