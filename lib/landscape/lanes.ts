import type { LaneBody, LaneSegmentBody } from '@/lib/contract/clusters'
import type { Fact } from '@/lib/contract/dates'
import { imageOfName } from '@/lib/contract/version-name'
import type { MemoizedProfile } from '@/lib/engine/course'
import type { DeadEnd } from '@/lib/engine/explain/obstacles'
import type { ClusterForecast } from '@/lib/engine/outlook'
import { statedStagesOf } from '@/lib/engine/rules'
import { DAY, earlier, laterInstant, SECOND } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { runningVersion } from './running'
import { type ComponentMove, type ComponentOfClass, endsStuck, hopsOf } from './trajectory'

/** How much of the past lanes show. */
const past = 180 * DAY

export interface LaneContext {
  readonly shoot: Shoot
  readonly profile: MemoizedProfile | undefined
  readonly forecast: ClusterForecast
  readonly at: Instant
  readonly until: Instant
  /** Asked for where a lane is stuck, which few are. */
  readonly deadEnds: () => readonly DeadEnd[]
}

/** Over time, what every part of a shoot runs and in which stage that is: the control plane, then each pool. */
export function clusterLanes(context: LaneContext): Fact<LaneBody>[] {
  const { shoot } = context
  const controlPlane = laneOf(context, { kind: 'controlPlane', pool: null }, 'Kubernetes', shoot.kubernetesVersion)
  const lanes = [controlPlane]
  for (const [pool, worker] of shoot.workers.entries()) {
    const { name, kubernetesVersion: own } = worker
    // A pool without a version of its own runs what the control plane runs.
    lanes.push(
      own === undefined
        ? { ...controlPlane, id: `pool/${name}/kubernetes`, pool: name }
        : laneOf(context, { kind: 'poolKubernetes', pool }, 'Kubernetes', own),
    )
    if (worker.image !== undefined)
      lanes.push(laneOf(context, { kind: 'poolImage', pool }, worker.image.name, worker.image.version))
  }
  return lanes
}

function laneOf(context: LaneContext, component: ComponentOfClass, what: string, version: string): Fact<LaneBody> {
  const hops = hopsOf(context.forecast, component)
  const pool = component.pool === null ? null : (context.shoot.workers[component.pool]?.name ?? null)
  const stuck = endsStuck(hops) ? hops.at(-1) : undefined
  return {
    id: pool === null ? 'control-plane' : `pool/${pool}/${component.kind === 'poolImage' ? 'image' : 'kubernetes'}`,
    pool,
    what,
    segments: stretchesOf(context, what, version, pool, hops).flatMap((stretch) => segmentsOf(context, what, stretch)),
    stuckFrom: stuck === undefined ? null : stuckSince(context, component.kind, pool, stuck.event.window.begin),
  }
}

/**
 * What the next window shows may have been so in those before. Where the image step ends, the pools behind the one that it ends at have no
 * dead end of their own.
 */
function stuckSince(
  { deadEnds }: LaneContext,
  component: ComponentOfClass['kind'],
  pool: string | null,
  begin: Instant,
): Instant {
  const ends = deadEnds().filter((one) => one.component === component && one.since === begin)
  const end = ends.find((one) => one.pool === pool) ?? ends.find(({ blocksAll }) => !blocksAll)
  return end?.began ?? begin
}

/** A version, from when to when; null: not known, or to the end. */
type RunningSpan = Omit<Fact<LaneSegmentBody>, 'stage'>

function stretchesOf(
  { shoot, at }: LaneContext,
  what: string,
  version: string,
  pool: string | null,
  hops: readonly ComponentMove[],
): RunningSpan[] {
  const stretches: RunningSpan[] = []
  const before = lastUpdateOf(shoot, what, pool, version)
  let current: { version: string; from: Instant | null } = { version, from: before?.at ?? null }
  if (before !== null) stretches.push({ version: before.version, from: null, to: before.at })
  for (const { to, event } of hops) {
    if (to === null) break
    const { begin, latestStart } = event.window
    // In a window that is open nothing has happened yet, whatever the time: it does at its latest start at the latest.
    const moves = begin <= at ? Math.max(latestStart, at + SECOND) : begin
    stretches.push({ ...current, to: moves })
    current = { version: to, from: moves }
  }
  stretches.push({ ...current, to: null })
  return stretches
}

/** What the last maintenance replaced, read from its own words: it says nothing of pools that follow the control plane. */
function lastUpdateOf(
  { lastMaintenance }: Shoot,
  what: string,
  pool: string | null,
  version: string,
): { version: string; at: Instant } | null {
  if (lastMaintenance?.triggeredTime === undefined) return null
  const owner = pool === null ? 'Control Plane' : `Worker pool "${pool}"`
  const subject = what === 'Kubernetes' ? 'Kubernetes version' : `machine image "${what}"`
  const begin = `${owner}: Updated ${subject} from "`
  const place = lastMaintenance.description.indexOf(begin)
  if (place === -1) return null
  const [, from, to] = /^([^"]*)" to "([^"]*)"/.exec(lastMaintenance.description.slice(place + begin.length)) ?? []
  return from !== undefined && to === version ? { version: from, at: lastMaintenance.triggeredTime } : null
}

/** One stretch, cut where the version changes its stage; what ended long ago or begins beyond the horizon is left out. */
function segmentsOf(
  { profile, at, until }: LaneContext,
  what: string,
  { version, from, to }: RunningSpan,
): Fact<LaneSegmentBody>[] {
  const listed = runningVersion(profile?.source, { image: imageOfName(what), version })
  const unlisted = profile === undefined ? ('unknown' as const) : ('notInProfile' as const)
  const spans = listed === undefined ? [{ stage: unlisted, from: null, to: null }] : statedStagesOf(listed)
  const segments: Fact<LaneSegmentBody>[] = []
  for (const span of spans) {
    const begin = laterInstant(from, span.from)
    const end = earlier(to, span.to)
    if (begin !== null && (begin >= until || (end !== null && end <= begin))) continue
    if (end !== null && end <= at - past) continue
    segments.push({ version, stage: span.stage, from: begin, to: end })
  }
  return segments
}
