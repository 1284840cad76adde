import { channel } from 'node:diagnostics_channel'

/** Something that whoever runs the process wants to know: how the reading goes, and what could not be done. */
export interface GardenEvent {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly error?: unknown
}

/** A garden does not know who logs: it publishes here, and the server writes it down. */
export const GARDEN_EVENTS = 'almanac.garden'

const events = channel(GARDEN_EVENTS)

export function tell(event: GardenEvent): void {
  events.publish(event)
}
