import { channel } from 'node:diagnostics_channel'

/** Something that the operator of the process wants to know: how the reading goes, and what could not be done. */
export interface GardenEvent {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly error?: unknown
}

/** A garden does not know who logs: it publishes here, and the server writes it down. */
export const GARDEN_EVENTS = 'almanac.garden'

const events = channel(GARDEN_EVENTS)

export function announceEvent(event: GardenEvent): void {
  events.publish(event)
}

/** Keeps who wants to know, and tells them. A listener that throws does not keep the others from hearing. */
export class ChangeListeners {
  private readonly listeners = new Set<() => void>()

  /** Returns the way to stop. The same function may listen several times. */
  subscribe(listener: () => void): () => void {
    const call = (): void => listener()
    this.listeners.add(call)
    return () => this.listeners.delete(call)
  }

  announce(): void {
    for (const listener of [...this.listeners]) {
      try {
        listener()
      } catch (error) {
        announceEvent({ level: 'error', message: 'A listener of the garden failed.', error })
      }
    }
  }

  clear(): void {
    this.listeners.clear()
  }
}
