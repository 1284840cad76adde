import { thisBehalf } from './on-behalf'

/** Computing stops for others at least this often, in milliseconds. */
const longest = 20

/** What a long computation asks now and then, so that other requests get through. */
export class Stint {
  private since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.since > longest
  }

  /** Pauses if it is over. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause()
  }

  /** Throws when nobody waits for the computation any more. */
  async pause(): Promise<void> {
    await new Promise(setImmediate)
    thisBehalf()?.signal?.throwIfAborted()
    this.since = performance.now()
  }
}
