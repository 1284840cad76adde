import 'server-only'
import type { Instant } from '@/lib/engine/types'
import type { Garden } from '@/lib/garden'
import { resourceTitle } from '@/lib/garden/garden'
import { BEAT, type History, InMemoryHistory, isDamaged, StoredHistory } from '@/lib/history'
import { doneWithin } from '@/lib/process/done-within'
import { isCoded } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { readHistoryDays } from '@/lib/process/settings.mjs'
import { theStore } from '@/lib/store'
import { prepared } from './current-landscape'
import { theGarden } from './garden'
import { ForecastComparison } from './record/comparison'

/** What is known of the past of this process's garden: in its store, or in memory. Throws as `theGarden` does. */
export function theHistory(): History {
  return processWide('history', () => {
    const store = theStore()
    // What tells its own past begins anew with every process: there is nothing to remember of it.
    if (store.kept === 'process' || theGarden().past !== undefined) return new InMemoryHistory()
    return new StoredHistory(store, { days: readHistoryDays(process.env), onFailure })
  })
}

/**
 * Begins to record the one garden of this process, once, until it is told to end; what readers ask for first goes before. Throws as
 * `theGarden` does.
 */
export function startRecording(): void {
  const garden = theGarden()
  const history = theHistory()
  processWide('recording', () => {
    const recording = recordGarden(garden, history, Date.now, () => prepared(garden))
    begun().recording = recording.begun
    // The process waits for it, see `tools/serve.mjs`.
    processWide<(() => Promise<void>)[]>('ending', () => []).push(() => {
      recording.stop()
      return history.close()
    })
    return recording
  })
}

/** As `theHistory`, if it is available soon, with what the garden knows of its own past, and with the first state that was recorded. */
export async function theBegunHistory(): Promise<History> {
  await doneWithin(begun().recording)
  return theHistory()
}

/** A process that records nothing waits for nothing. */
function begun(): { recording: Promise<void> } {
  return processWide('recording-begun', () => ({ recording: Promise.resolve() }))
}

function onFailure(error: unknown): string {
  if (isCoded(error)) return error.message
  log.error({ err: error }, 'What was seen of the garden cannot be recorded')
  if (isDamaged(error)) return error.message
  return 'What was seen cannot be recorded; the log says why.'
}

/**
 * Records a garden from now on, whenever it changes and every few seconds while it does not: what was not heard of for longer counts as
 * not followed. What it knows of its own past comes first, a little at a time. It begins after the garden is read, and `before` is done;
 * `begun` resolves when the present was recorded for the first time, or when that failed.
 */
export function recordGarden(
  garden: Garden,
  history: History,
  now: () => Instant = Date.now,
  before: () => Promise<void> = async () => {},
): { readonly begun: Promise<void>; readonly stop: () => void } {
  let isStopped = false
  const stops: (() => void)[] = []
  const begin = async () => {
    await garden.ready()
    await before()
    for await (const { seen, snapshot } of garden.past?.() ?? []) {
      history.record(snapshot, seen, true)
    }
    let isFirst = garden.past !== undefined
    const read = new Set<string>()
    const note = () => {
      const { state, resources } = garden.status()
      // What is shown while a garden does not answer, or is still being read, is not what it is.
      if (isStopped || state !== 'live') return
      // Nor is what may no longer be read gone.
      const shoots = resources.filter(({ name }) => name === 'Shoots')
      if (shoots.length > 0 && shoots.every((one) => one.state === 'forbidden')) return
      if (resources.some((one) => one.state === 'forbidden' && read.has(resourceTitle(one)))) return
      for (const one of resources) if (one.state === 'synced') read.add(resourceTitle(one))
      history.record(garden.snapshot(), now(), isFirst || undefined)
      isFirst = false
    }
    note()
    const beat = setInterval(note, BEAT)
    beat.unref()
    stops.push(garden.subscribe(note), () => clearInterval(beat))
  }
  const begun = begin().catch((error: unknown) => log.error({ err: error }, 'The garden is not recorded'))
  const stop = () => {
    isStopped = true
    for (const stop of stops) stop()
  }
  return { begun, stop }
}

/** The comparison of what is recorded of the garden of this process. Throws as `theGarden` does. */
export function theComparison(): ForecastComparison {
  return processWide('comparison', () => {
    const garden = theGarden()
    return new ForecastComparison(theHistory(), { maintained: () => garden.maintained?.() ?? null })
  })
}
