import { onWire } from '@/lib/contract/dates'
import type { FleetIndex } from './fleet-index'

/** What every answer carries: which state it shows, and the instant that it was computed for. */
export function evidenceOf({ snapshot, at, foreseen }: Pick<FleetIndex, 'snapshot' | 'at' | 'foreseen'>) {
  return {
    revision: snapshot.revision,
    observedAt: onWire(snapshot.observedAt),
    at: onWire(at),
    ...(snapshot.seen !== undefined && { seen: onWire(snapshot.seen) }),
    ...(foreseen && { foreseenFrom: onWire(foreseen.from) }),
  }
}
