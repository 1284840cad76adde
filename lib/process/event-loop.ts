import { setTimeout as sleep } from 'node:timers/promises'
import { processWide } from './kept'
import { thisBehalf } from './on-behalf'

/** Computing stops for others at least this often, in milliseconds. */
const longest = 10

/** Of the event loop, for the whole process. */
interface EventLoopTurns {
  /** The last that was asked for: of all that compute, one goes on in each. */
  last: Promise<void>
  /** When computing began in the present one, in milliseconds; null: nothing computes in it yet. */
  since: number | null
}

/**
 * Calls `look` for each of many, and lets others through in between: other requests, and what else computes, which goes on turn by turn.
 * For what looks at all clusters of a landscape. Throws when its asker no longer waits for it (`onBehalf`).
 * @param place of each, from 0 on
 */
export async function eachOf<T>(many: Iterable<T>, look: (one: T, place: number) => void): Promise<void> {
  const turns = theTurns()
  let place = 0
  for (const one of many) {
    if (isOver(turns)) await nextTurn(turns)
    look(one, place++)
  }
}

/** The same for what is computed in steps: a generator that gives way after each, and returns the outcome. */
export async function through<V>(steps: Iterator<unknown, V>): Promise<V> {
  const turns = theTurns()
  for (;;) {
    if (isOver(turns)) await nextTurn(turns)
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same for work that is no loop, or that waits for something in between: lets others through if it has computed for long. */
export async function letThrough(): Promise<void> {
  const turns = theTurns()
  if (isOver(turns)) await nextTurn(turns)
}

function theTurns(): EventLoopTurns {
  return processWide('turns', (): EventLoopTurns => ({ last: Promise.resolve(), since: null }))
}

function isOver(turns: EventLoopTurns): boolean {
  turns.since ??= begun(turns)
  return performance.now() - turns.since > longest
}

function begun(turns: EventLoopTurns): number {
  setImmediate(() => {
    turns.since = null
  })
  return performance.now()
}

/**
 * Of all that compute, one goes on in each turn of the event loop, in the order in which they stopped. If all did, what needs some turns
 * and little else would wait for all of them each time. What runs in the background rests as long as it computes.
 */
async function nextTurn(turns: EventLoopTurns): Promise<void> {
  if (thisBehalf()?.pace === 'background') await sleep(longest)
  turns.last = turns.last.then(() => new Promise((resolve) => setImmediate(resolve)))
  await turns.last
  turns.since = begun(turns)
  thisBehalf()?.signal?.throwIfAborted()
}
