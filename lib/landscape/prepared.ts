import 'server-only'
import { setFlagsFromString } from 'node:v8'
import { oncePer } from '@/lib/engine/once'
import type { Garden } from '@/lib/garden'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { forEverybody } from '@/lib/process/on-behalf'
import { indexAt, ofNew } from './current-index'

interface Preparation {
  readonly done: Promise<void>
  isDone: boolean
}

/** Whether `prepared` resolved; the first question begins it. */
export function isPrepared(garden: Garden): boolean {
  return preparationOf(garden).isDone
}

/**
 * Resolves when what readers ask for first was computed once of a garden that was read: all that is ahead, which every page needs, and
 * what `onNew` says. Of many clusters the first takes seconds; after a change it takes much less. Never rejects: should it fail, the log says so, and whoever asks is told.
 */
export function prepared(garden: Garden): Promise<void> {
  return preparationOf(garden).done
}

function preparationOf(garden: Garden): Preparation {
  return processWide('preparations', () => oncePer(begin))(garden)
}

function begin(garden: Garden): Preparation {
  const preparation = { done: forEverybody(() => prepare(garden)), isDone: false }
  preparation.done = preparation.done.then(() => {
    preparation.isDone = true
    processWide('small-steps', collectInSmallSteps)
  })
  return preparation
}

/**
 * From now on old objects are collected once they take a fifth more than what was in use, in place of several times as much: what is
 * kept hardly grows any more, and the rest is what answers leave behind. While a landscape is read everything is kept, and collecting
 * often would only take time.
 */
function collectInSmallSteps(): true {
  setFlagsFromString('--heap-growing-percent=20')
  return true
}

async function prepare(garden: Garden): Promise<void> {
  try {
    const index = await indexAt(garden, undefined)
    for (const computeAhead of ofNew) await computeAhead(index, null)
  } catch (error) {
    log.error({ err: error }, 'What readers ask for first could not be prepared')
  }
}
