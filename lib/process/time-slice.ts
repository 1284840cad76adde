import { setTimeout as sleep } from 'node:timers/promises'
import { processWide } from './kept'
import { thisBehalf } from './on-behalf'

/** Computing stops for others at least this often, in milliseconds. */
const longest = 10

/**
 * Of all that compute, one goes on in each turn of the event loop, in the order in which they paused. If all did, what needs some turns
 * and little else would wait for all of them each time.
 */
function nextTurn(): Promise<void> {
  const turns = processWide('turns', () => ({ last: Promise.resolve() }))
  turns.last = turns.last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return turns.last
}

/**
 * What a long computation asks now and then, so that other requests get through. One that nobody waits for, in the background, rests
 * for as long as it computes: an answer takes many turns of the event loop, and would wait in each of them.
 */
export class TimeSlice {
  private since = performance.now()

  constructor(private readonly pace: 'awaited' | 'background' = 'awaited') {}

  get isOver(): boolean {
    return performance.now() - this.since > longest
  }

  /** Pauses if it is over. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause()
  }

  /** Throws when nobody waits for the computation any more. */
  async pause(): Promise<void> {
    if (this.pace === 'background') await sleep(longest)
    await nextTurn()
    thisBehalf()?.signal?.throwIfAborted()
    this.since = performance.now()
  }
}
