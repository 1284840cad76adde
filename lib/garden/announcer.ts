import { tell } from './events'

/** Keeps who wants to know, and tells them. A listener that throws does not keep the others from hearing. */
export class Announcer {
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
        tell({ level: 'error', message: 'A listener of the garden failed.', error })
      }
    }
  }

  clear(): void {
    this.listeners.clear()
  }
}
