import 'server-only'
import type { Instant } from '@/lib/engine/types'
import type { Garden } from '@/lib/garden'
import { BEAT, type History, InMemoryHistory } from '@/lib/history'
import { theGarden } from './garden'
import { processWide } from './kept'
import { log } from './log'
import { Stint } from './stint'

/** What this process knows of the past of its garden. */
export function theHistory(): History {
  return processWide('history', () => new InMemoryHistory())
}

/** Begins to record the one garden of this process, once. Throws as `theGarden` does. */
export function startRecording(): void {
  const garden = theGarden()
  processWide('recording', () => recordGarden(garden, theHistory()))
}

/**
 * Records a garden from now on, whenever it changes and every few seconds while it does not: what was not heard of for longer counts as
 * not followed. What it knows of its own past comes first, a little at a time. Returns the way to stop.
 */
export function recordGarden(garden: Garden, history: History, now: () => Instant = Date.now): () => void {
  let isStopped = false
  const stops: (() => void)[] = []
  const begin = async () => {
    await garden.ready()
    const stint = new Stint()
    for (const { seen, snapshot } of garden.past?.() ?? []) {
      history.record(snapshot, seen, true)
      if (stint.isOver) await stint.pause()
    }
    let isFirst = garden.past !== undefined
    const note = () => {
      // What is shown while a garden does not answer, or is still being read, is not what it is.
      if (isStopped || garden.status().state !== 'live') return
      history.record(garden.snapshot(), now(), isFirst || undefined)
      isFirst = false
    }
    note()
    const beat = setInterval(note, BEAT)
    beat.unref()
    stops.push(garden.subscribe(note), () => clearInterval(beat))
  }
  void begin().catch((error: unknown) => log.error({ err: error }, 'The garden is not recorded'))
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
