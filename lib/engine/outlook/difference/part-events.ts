import type { DigestChange, ForecastEvent, ForecastEventKind, MaintenanceDigest } from '@/lib/engine/outlook'
import { isFailing } from '@/lib/engine/outlook'
import { compareVersions, parseVersion } from '@/lib/engine/rules'

/**
 * What a maintenance does to one part of a shoot: its control plane, the Kubernetes version or the image of one of its pools.
 * Parts are updated for reasons of their own, on days of their own: only what happens to the same part can be compared.
 */
export interface PartEvent {
  readonly event: ForecastEvent
  /** Null: no version is to change. */
  readonly change: DigestChange | null
  /** The kind for this part: the maintenance as a whole may force or fail because of another one. */
  readonly kind: ForecastEventKind
}

/** An event in which a version is to change. */
export interface PartUpdate extends PartEvent {
  readonly change: DigestChange
}

/**
 * What happens to parts from one of the events on, in order of time: what is late, or what is not. A part that fails to leave a version goes on failing: that
 * the maintenance comes out differently for other parts is nothing that happens to it.
 */
export function partUpdatesFrom(events: readonly ForecastEvent[], first: number, isLate: boolean): PartUpdate[] {
  const updates: PartUpdate[] = []
  for (let i = first; i < events.length; i++) {
    const event = events[i]
    if (event === undefined) continue
    const { digest } = event
    const last = events[i - 1]?.digest
    for (const change of digest.changes) {
      if ((change.why !== 'auto') !== isLate) continue
      const fails = isFailing(change, digest)
      if (fails && last !== undefined && failsIn(last, change)) continue
      updates.push({ event, change, kind: fails ? 'fails' : isLate ? 'forced' : 'auto' })
    }
  }
  return updates
}

/** What stands for an event as a whole. */
export function leadPartOf(event: ForecastEvent): PartEvent {
  const { digest, kind } = event
  const failing = kind === 'fails' ? digest.changes.filter((change) => isFailing(change, digest)) : []
  const change = failing.find(({ why }) => why !== 'auto') ?? failing[0] ?? digest.lead
  return { event, change, kind }
}

function failsIn(digest: MaintenanceDigest, change: DigestChange): boolean {
  return (
    digest.kind === 'fails' &&
    digest.changes.some((one) => isSamePart(one, change) && one.from === change.from && isFailing(one, digest))
  )
}

export function isSamePart(a: DigestChange, b: DigestChange): boolean {
  return a.component === b.component && a.pool === b.pool && a.what === b.what
}

/** Whether the same happens to the same part at the same time. */
export function isSameUpdate(a: PartUpdate, b: PartUpdate): boolean {
  return (
    a.event.from === b.event.from &&
    isSamePart(a.change, b.change) &&
    a.change.from === b.change.from &&
    a.change.to === b.change.to &&
    a.kind === b.kind
  )
}

/**
 * Whether one update stands for the other: of the same part, and for Kubernetes both to a patch of the same minor, or both on
 * from it. (All updates of an image are alike: each replaces the nodes.)
 */
export function isAlike(a: DigestChange, b: DigestChange): boolean {
  if (!isSamePart(a, b)) return false
  if (a.component === 'poolImage') return true
  return a.fromMinor === b.fromMinor && staysInMinor(a) === staysInMinor(b)
}

/** Whether a Kubernetes version goes to a patch of its minor; one without a target would go on to another. */
export function staysInMinor({ fromMinor, toMinor }: DigestChange): boolean {
  return fromMinor === toMinor
}

/** Whether an update takes the part at least as far as the other, and no later. */
export function covers(one: PartUpdate, other: PartUpdate): boolean {
  if (one.kind === 'fails' || !isSamePart(one.change, other.change) || one.event.from > other.event.from) return false
  const [a, b] = [one.change.to, other.change.to]
  if (a === null || b === null) return false
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left === null || right === null ? a === b : compareVersions(left, right) >= 0
}
