import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from './kept'

/** On whose behalf something is computed. */
export interface ComputationContext {
  /** The same text for all that one of them asks, see `identityOf`. Left out: no asker in particular. */
  readonly identity?: string
  /** Aborts when no asker waits for it any more. Left out: it is computed to its end. */
  readonly signal?: AbortSignal
  /** No asker waits for it: it leaves others half of the time. Left out: an asker does. */
  readonly pace?: 'background'
}

const behalves = () => processWide('behalves', () => new AsyncLocalStorage<ComputationContext | undefined>())

/** Runs `compute` on behalf of an asker, with everything that it begins. */
export function onBehalf<T>(behalf: ComputationContext, compute: () => T): T {
  return behalves().run(behalf, compute)
}

/** For what is kept for others as well: who happened to ask first may leave. */
export function forEverybody<T>(compute: () => T): T {
  const { pace } = thisBehalf() ?? {}
  return behalves().run(pace && { pace }, compute)
}

/** For what goes on in the background, while no asker waits for it. */
export function inBackground<T>(compute: () => T): T {
  return behalves().run({ pace: 'background' }, compute)
}

/** undefined: no asker in particular. */
export function thisBehalf(): ComputationContext | undefined {
  return behalves().getStore()
}
