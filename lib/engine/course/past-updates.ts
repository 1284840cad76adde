import { MINUTE } from '@/lib/engine/time'
import type { ClusterPart, ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { doneStep } from './done-step'

/** What a shoot became, and when that was seen. */
export interface SeenShoot {
  readonly seen: Instant
  /**
   * If it changed while nothing was recorded: it changed between this moment and `seen`; null: it was so when recording began. Absent: it
   * was seen as it happened.
   */
  readonly after?: Instant | null | undefined
  /** Null: it is gone. */
  readonly value: Shoot | null
}

/** A version that changed. */
export interface VersionMove extends ClusterPart {
  readonly from: string
  readonly to: string
}

/** A change of versions, or a maintenance that changed something or failed; with the shoot as it was seen before and after. */
export type PastUpdate =
  /** `at`: when it began, in Gardener's own words. `before` null: it was not seen before. */
  | {
      readonly kind: 'maintenance'
      readonly at: Instant
      readonly step: ForecastStep
      readonly before: Shoot | null
      readonly shoot: Shoot
    }
  /** Nothing tells that a maintenance did it: it was made by hand, or by a maintenance that was not recorded. `at`: when it was seen. */
  | {
      readonly kind: 'other'
      readonly at: Instant
      readonly after?: Instant | null
      readonly moves: readonly VersionMove[]
      readonly before: Shoot
      readonly shoot: Shoot
    }

/**
 * What happened to a shoot, oldest first, as far as its states in order of time tell. A maintenance is known by Gardener's own words
 * (docs/rules.md#maintenance-texts), and what it says that it changed is its own; any other change of a version is `other`. Of a
 * shoot that was deleted and made anew both lives are told.
 */
export function pastUpdates(states: readonly SeenShoot[]): PastUpdate[] {
  const maintenances = maintenancesIn(states)
  const claimed = new Set<string>()
  const others = states.flatMap(({ value, seen, after }, i): PastUpdate[] => {
    const before = states[i - 1]?.value ?? null
    if (value === null || before === null || before.creationTimestamp !== value.creationTimestamp) return []
    const moves = movesBetween(before, value).filter((move) => !isClaimed(move, { seen, after }, maintenances, claimed))
    if (moves.length === 0) return []
    return [{ kind: 'other', at: seen, ...(after !== undefined && { after }), moves, before, shoot: value }]
  })
  return [...maintenances, ...others].sort((a, b) => a.at - b.at)
}

type PastMaintenance = Extract<PastUpdate, { kind: 'maintenance' }>

/** The maintenances, each once, with what was said last about it. */
function maintenancesIn(states: readonly SeenShoot[]): PastMaintenance[] {
  const found = new Map<Instant, PastMaintenance>()
  for (const [i, { value }] of states.entries()) {
    if (value === null) continue
    const step = doneStep(value)
    if (step === null) continue
    const known = found.get(step.at)
    // Later states have it still, perhaps beside versions that were changed since: only its outcome may be news.
    if (known !== undefined && known.step.state === step.state && known.step.description === step.description) continue
    const before = known === undefined ? beforeMaintenance(states.slice(0, i), step, value) : known.before
    found.set(step.at, { kind: 'maintenance', at: step.at, step, before, shoot: value })
  }
  return [...found.values()]
}

/** The new versions may have been seen before it was told what made them: then it is what had the old ones. */
function beforeMaintenance(earlier: readonly SeenShoot[], { changes }: ForecastStep, shoot: Shoot): Shoot | null {
  const isOther = ({ value }: SeenShoot) => value === null || value.creationTimestamp !== shoot.creationTimestamp
  const same = earlier.slice(earlier.findLastIndex(isOther) + 1)
  const updates = changes.filter(({ kind }) => kind === 'update')
  const hasOld = ({ value }: SeenShoot) => {
    const moves = value === null ? [] : movesBetween(value, shoot)
    return updates.every((one) => moves.some((move) => move.component === one.component && move.pool === one.pool))
  }
  return (same.findLast(hasOld) ?? same.at(-1))?.value ?? null
}

/** How long a change of versions may be seen before or after the maintenance that made it begins. */
const CLOSE = 10 * MINUTE

/** Whether a maintenance says that it made the change, which it can say once. */
function isClaimed(
  move: VersionMove,
  { seen, after }: Pick<SeenShoot, 'seen' | 'after'>,
  maintenances: readonly PastMaintenance[],
  claimed: Set<string>,
): boolean {
  const since = (after ?? seen) - CLOSE
  return maintenances.some(({ step }) => {
    if (step.denied || step.at < since || step.at > seen + CLOSE) return false
    const isIts = step.changes.some(
      (change) =>
        change.kind === 'update' &&
        change.component === move.component &&
        change.pool === move.pool &&
        change.from === move.from &&
        change.to === move.to,
    )
    const id = `${step.at} ${move.component} ${move.pool}`
    if (!isIts || claimed.has(id)) return false
    claimed.add(id)
    return true
  })
}

/** The first state with the versions of an update; -1: there is none, or the update changed no version. */
function versionsCame(update: PastUpdate, states: readonly SeenShoot[]): number {
  if (update.kind === 'other')
    return states.findIndex(({ seen, value }) => seen === update.at && value === update.shoot)
  const changes = update.step.denied ? [] : update.step.changes.filter((change) => change.kind === 'update')
  if (changes.length === 0) return -1
  return states.findIndex(({ seen, value }) => {
    if (value === null || seen < update.at - CLOSE) return false
    return changes.every(({ component, pool, to }) => {
      const worker = value.workers.find(({ name }) => name === pool)
      if (component === 'controlPlane') return value.kubernetesVersion === to
      return (component === 'poolImage' ? worker?.image?.version : worker?.kubernetesVersion) === to
    })
  })
}

/** The versions that differ. Pools are told by their names; one that came or went did not change a version. */
export function movesBetween(before: Shoot, after: Shoot): VersionMove[] {
  const moves: VersionMove[] = []
  if (before.kubernetesVersion !== after.kubernetesVersion) {
    const { kubernetesVersion: from } = before
    moves.push({ component: 'controlPlane', pool: null, image: null, from, to: after.kubernetesVersion })
  }
  for (const worker of after.workers) {
    const { name: pool } = worker
    const old = before.workers.find(({ name }) => name === pool)
    if (old === undefined) continue
    if (old.kubernetesVersion !== worker.kubernetesVersion) {
      const [from, to] = [old.kubernetesVersion ?? before.kubernetesVersion, worker.kubernetesVersion]
      // One that follows the control plane again has its version.
      moves.push({ component: 'poolKubernetes', pool, image: null, from, to: to ?? after.kubernetesVersion })
    }
    if (old.image !== undefined && worker.image !== undefined) {
      const isOther = old.image.name !== worker.image.name
      if (!isOther && old.image.version === worker.image.version) continue
      const from = isOther ? `${old.image.name} ${old.image.version}` : old.image.version
      moves.push({ component: 'poolImage', pool, image: worker.image.name, from, to: worker.image.version })
    }
  }
  return moves.filter(({ from, to }) => from !== to)
}

/** How the reconciliation went that carries an update out, as far as it was seen. */
export interface PastReconciliation {
  /** When the maintenance began; of what no maintenance did, when the reconciliation was seen to begin. */
  readonly from: Instant
  /** Up to then it is known to have gone on. */
  readonly until: Instant
  /**
   * `succeeded`: at `until`. `goes-on`: it had not by then, and nothing later is known. `changed`: versions were changed again before,
   * or the shoot was gone. `not-recorded`: nothing was recorded from `until` on. `not-begun`: at `until` it was still to begin.
   */
  readonly end: 'succeeded' | 'goes-on' | 'changed' | 'not-recorded' | 'not-begun'
  /** When it ended otherwise than well first, before it was tried again; null: it did not. */
  readonly failed: { readonly at: Instant; readonly codes: readonly string[] } | null
}

interface ObservedStates {
  /** Oldest first. */
  readonly states: readonly SeenShoot[]
  /** The instants after which nothing was recorded. */
  readonly gaps: readonly Instant[]
  /** The last moment that is known. */
  readonly known: Instant
}

/** Whether its last operation ended otherwise than well. */
export function isUnwell({ lastOperation }: Pick<Shoot, 'lastOperation'>): boolean {
  return ['Failed', 'Error', 'Aborted'].includes(lastOperation?.state ?? '')
}

/**
 * Null: it is not known when, or whether, it began. An operation that goes on when versions change is of what was before, and a cluster
 * is reconciled every hour for no reason: only what is seen to begin with the versions counts.
 */
export function reconciliationOf(
  update: PastUpdate,
  { states, gaps, known }: ObservedStates,
): PastReconciliation | null {
  const first = versionsCame(update, states)
  const begin = states[first]
  if (begin === undefined || begin.after !== undefined) return null
  const unseen = Math.min(...gaps.filter((from) => from >= begin.seen), Number.POSITIVE_INFINITY)
  let from: Instant | null = null
  let failed: PastReconciliation['failed'] = null
  const until = (moment: Instant, end: PastReconciliation['end']): PastReconciliation | null =>
    from === null ? null : { from, until: moment, end, failed }
  for (const [i, { seen, after, value }] of states.entries()) {
    if (i < first) continue
    if (seen > unseen || after !== undefined) return until(Math.min(after ?? unseen, unseen), 'not-recorded')
    const before = states[i - 1]?.value ?? null
    const isOther = i > first && before !== null && value !== null && movesBetween(before, value).length > 0
    if (value === null || isOther) return until(seen, 'changed')
    if (from === null) {
      if (value.awaitsReconciliation === true) continue
      if (!goesOn(value)) return null
      from = update.kind === 'maintenance' ? update.at : seen
    } else if (!goesOn(value)) {
      const { lastErrors = [] } = value
      if (!isUnwell(value)) return until(seen, 'succeeded')
      failed ??= { at: seen, codes: [...new Set(lastErrors.flatMap(({ codes }) => codes))] }
    }
  }
  if (unseen < known) return until(unseen, 'not-recorded')
  if (from !== null) return until(known, 'goes-on')
  return { from: update.at, until: known, end: 'not-begun', failed }
}

function goesOn({ lastOperation }: Shoot): boolean {
  const { type, state } = lastOperation ?? {}
  return type === 'Reconcile' && (state === 'Processing' || state === 'Pending')
}
