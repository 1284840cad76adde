import { onWire } from './clock'
import type { FleetIndex } from './fleet-index'

/** What every answer carries: which state it shows, and the instant that it was computed for. */
export function evidenceOf({ snapshot, at }: Pick<FleetIndex, 'snapshot' | 'at'>) {
  return { revision: snapshot.revision, observedAt: onWire(snapshot.observedAt), at: onWire(at) }
}
