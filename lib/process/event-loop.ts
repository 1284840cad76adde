import { setTimeout as sleep } from 'node:timers/promises'
import { processWide } from './kept'
import { thisBehalf } from './on-behalf'

/** For how long a computation may hold the event loop, in milliseconds. */
const longest = 10

/** The turns of the event loop, for the whole process. */
interface EventLoopTurns {
  /** The last turn that was asked for. In each turn one computation goes on. */
  last: Promise<void>
  /** When computing began in the present turn, in milliseconds; null: nothing has computed in it yet. */
  since: number | null
}

/**
 * Calls `look` for each of many, and lets other requests and computations through in between. It is for walks over all clusters of a
 * landscape. Throws when the client no longer waits for the answer (`onBehalf`).
 * @param place the position of each, from 0 on
 */
export async function eachOf<T>(many: Iterable<T>, look: (one: T, place: number) => void): Promise<void> {
  const turns = theTurns()
  let place = 0
  for (const one of many) {
    if (isOver(turns)) await nextTurn(turns)
    look(one, place++)
  }
}

/** As `eachOf`, for a computation in steps: a generator that yields after each step, and returns the outcome. */
export async function through<V>(steps: Iterator<unknown, V>): Promise<V> {
  const turns = theTurns()
  for (;;) {
    if (isOver(turns)) await nextTurn(turns)
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** As `eachOf`, for work that is no loop or that awaits something in between: lets others through if it has computed for long. */
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
 * In each turn of the event loop one computation goes on, in the order in which they stopped. If all went on in each turn, a short answer
 * that needs some turns would wait for all of them each time. Work in the background rests for as long as it computes.
 */
async function nextTurn(turns: EventLoopTurns): Promise<void> {
  if (thisBehalf()?.pace === 'background') await sleep(longest)
  turns.last = turns.last.then(() => new Promise((resolve) => setImmediate(resolve)))
  await turns.last
  turns.since = begun(turns)
  thisBehalf()?.signal?.throwIfAborted()
}
