import type { DeadEnd as DeadEndBody, ForecastStepBody, RolloutBody, ShootAnswer } from '@/lib/contract'
import { adviceFor } from '@/lib/engine/advice'
import { deadEndText } from '@/lib/engine/dead-end-text'
import { type DeadEnd, deadEndsOf } from '@/lib/engine/dead-ends'
import { nothingAhead } from '@/lib/engine/fleet/outlook'
import { forecast } from '@/lib/engine/forecast'
import { boundariesOf } from '@/lib/engine/lifecycle'
import { constraintsOf } from '@/lib/engine/obstacles'
import { rolloutOf, type ZoneRollout } from '@/lib/engine/rollout'
import type { CloudProfile, ForecastStep, Instant, Shoot, Worker } from '@/lib/engine/types'
import { parseWindow, windowAround } from '@/lib/engine/window'
import { onWire } from '../clock'
import { nodesOf } from '../event'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'
import { shootRow } from '../shoot-row'
import { compareTexts } from '../version-text'
import { windowBody } from '../window-body'
import { lanesOf } from './lanes'

/** One shoot: its forecast step by step, its lanes over time, what stands in the way and what its owner can do. */
export function shootView(index: FleetIndex, position: number): ShootAnswer {
  const row = shootRow(index, position)
  const member = index.roster.members[position]
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot } = member
  const profile = index.snapshot.profiles.get(member.profile)?.profile
  const outlook = index.outlooks[position] ?? nothingAhead
  const { at, until } = index
  const steps = profile === undefined ? [] : forecast(shoot, profile, { from: at, to: until }).steps
  const known = profile && knownUntil(shoot, profile, at)
  return {
    ...evidenceOf(index),
    shoot: row,
    until: onWire(until),
    knownUntil: known === undefined ? null : onWire(known),
    steps: steps.map((step) => stepBody(step, shoot)),
    lanes: lanesOf({ shoot, profile, outlook, at, until }),
    lastMaintenance: lastMaintenanceBody(shoot),
    constraints: [...constraintsOf({ shoot, profile, steps, at })],
    advice: profile === undefined ? [] : [...adviceFor({ shoot, profile, steps, at })],
    rollouts: shoot.workers.map(rolloutBody),
    deadEnds:
      profile === undefined
        ? []
        : deadEndsOf(shoot, profile, { from: at, to: until }).map((found) => deadEndBody(found, shoot)),
  }
}

function stepBody(step: ForecastStep, shoot: Shoot): ForecastStepBody {
  return {
    kind: step.kind,
    window: windowBody(step.window, shoot.window),
    changes: step.changes.map((change) => ({
      component: change.component,
      pool: change.pool,
      image: change.image,
      from: change.from,
      to: change.kind === 'update' ? change.to : null,
      why: change.why,
      reason: change.reason,
      error: change.kind === 'failure' ? change.error : null,
    })),
    versions: {
      kubernetes: step.versions.kubernetesVersion,
      workers: step.versions.workers.map(({ name, kubernetesVersion, image }) => ({
        name,
        kubernetes: kubernetesVersion,
        image,
      })),
    },
    description: step.description,
    state: step.state,
    failureReason: step.failureReason,
    denied: step.denied,
    repeats: step.repeats,
    lastWindowBegin: onWire(windowAround(parseWindow(shoot.window ?? null), step.lastAt)?.begin ?? step.window.begin),
    controlPlane: step.controlPlane,
    effects: step.effects.map(({ pool, effect, because }, i) => ({
      pool,
      effect,
      nodes: effect === 'none' ? { min: 0, max: 0 } : nodesOf(shoot, [i]),
      because: [...because],
    })),
    dropped: step.dropped.map(({ path, from, to }) => ({ path, from: jsonText(from), to: jsonText(to) })),
  }
}

function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** With all the nodes that the pool may have. */
function rolloutBody(worker: Worker): RolloutBody {
  const { zones, timeouts, worstCase } = rolloutOf(worker, worker.maximum)
  const sum = (of: (zone: ZoneRollout) => number) => zones.reduce((total, zone) => total + of(zone), 0)
  const { formula, figure } = worstCase
  return {
    pool: worker.name,
    surge: sum(({ surge }) => surge),
    unavailable: sum(({ nodes, unavailable }) => Math.min(nodes, unavailable)),
    drainMilliseconds: timeouts.drain.milliseconds,
    milliseconds: worstCase.kind === 'bounded' ? worstCase.milliseconds : null,
    formula,
    figure,
  }
}

function deadEndBody(deadEnd: DeadEnd, shoot: Shoot): DeadEndBody {
  const { since, until } = deadEnd
  return {
    ...deadEnd,
    since: onWire(since),
    until: until === null ? null : onWire(until),
    text: deadEndText(deadEnd, shoot),
  }
}

function lastMaintenanceBody({ lastMaintenance }: Shoot): ShootAnswer['lastMaintenance'] {
  if (lastMaintenance === undefined) return null
  const { triggeredTime, state, description, failureReason } = lastMaintenance
  return {
    at: triggeredTime === undefined ? null : onWire(triggeredTime),
    state,
    description,
    failureReason: failureReason ?? null,
  }
}

/** The last date set for a version that the shoot may come to: Kubernetes from its own on, and the images of its pools. */
function knownUntil(shoot: Shoot, profile: CloudProfile, at: Instant): Instant | undefined {
  const lowest = [shoot.kubernetesVersion, ...shoot.workers.flatMap((w) => w.kubernetesVersion ?? [])].sort(
    compareTexts,
  )[0]
  const images = new Set(shoot.workers.flatMap(({ image }) => image?.name ?? []))
  const listed = [
    ...profile.kubernetes.filter(({ version }) => lowest === undefined || compareTexts(version, lowest) >= 0),
    ...profile.machineImages.filter(({ name }) => images.has(name)).flatMap(({ versions }) => versions),
  ]
  const ahead = listed.flatMap(boundariesOf).filter((boundary) => boundary > at)
  return ahead.length === 0 ? undefined : Math.max(...ahead)
}
