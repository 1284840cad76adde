import { doneStep, shootBefore } from '@/lib/engine/course'
import { MINUTE } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { KnownState } from './record'

/** What happened to a cluster between two of its states; nothing: its health is another, or what no forecast asks for. */
export interface Between {
  readonly owner: boolean
  readonly window: boolean
  /** Whether the API server refused it; null: there was none. */
  readonly maintenance: { readonly at: Instant; readonly denied: boolean } | null
  /** What it was reconciled for has failed. */
  readonly failed: boolean
}

/** How long after it began what a maintenance changed may be seen at the latest, and how long before its words are. */
const CLOSE = 10 * MINUTE

/** What happened from one state to the next. What no maintenance says that it changed was changed by the owner. */
export function between({ value: before }: KnownState<Shoot>, { seen, value: after }: KnownState<Shoot>): Between {
  if (before === null || after === null)
    return { owner: before !== after, window: false, maintenance: null, failed: false }
  const maintenance = after.lastMaintenance
  const at = maintenance?.triggeredTime
  const isNew = at !== undefined && at !== before.lastMaintenance?.triggeredTime
  const isIts =
    at !== undefined && (isNew || seen - at <= CLOSE) && versionsText(shootBefore(after)) === versionsText(before)
  return {
    owner:
      writtenText(before) !== writtenText(after) ||
      asksMore(before, after) ||
      (!isIts && versionsText(before) !== versionsText(after)),
    window: JSON.stringify(before.window) !== JSON.stringify(after.window),
    maintenance: isNew ? { at, denied: doneStep(after)?.denied === true } : null,
    failed: hasFailed(after) && !hasFailed(before),
  }
}

/** Its last reconciliation ended in an error, tried again or not. */
export function hasFailed({ lastOperation }: Shoot): boolean {
  return lastOperation?.state === 'Failed' || lastOperation?.state === 'Error'
}

function versionsText({ kubernetesVersion, workers }: Shoot): string {
  return JSON.stringify([
    kubernetesVersion,
    workers.map(({ name, kubernetesVersion: own = null, image = null }) => [name, own, image]),
  ])
}

/** What else owners write that decides about updates. */
function writtenText({ creationTimestamp, deletionTimestamp, profile, autoUpdate, workers }: Shoot): string {
  const pools = workers.map(({ name, machineType, architecture, cri, updateStrategy }) => [
    name,
    machineType,
    architecture,
    cri,
    updateStrategy,
  ])
  return JSON.stringify([creationTimestamp, deletionTimestamp !== undefined, profile, autoUpdate, pools])
}

/** An operation that was asked for goes away by itself. */
function asksMore({ annotations: before }: Shoot, { annotations: after }: Shoot): boolean {
  return Object.entries(after).some(([key, value]) => before[key] !== value)
}
